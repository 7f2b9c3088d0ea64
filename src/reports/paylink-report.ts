import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt';
import { createTellPresser } from '../slack/button.ts';
import { guard } from '../slack/guard.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { refuseLongText } from '../slack/refuse-long-text.ts';
import { undoEscapes } from '../slack/undo-escapes.ts';
import { parseReportKind } from './command-words.ts';
import { dayOf } from './date-span.ts';
import { readDateWords } from './date-words.ts';
import { openReportForm } from './open-report-form.ts';
import type { ReportDependencies } from './report-dependencies.ts';

/** `/paylink-report`: opens the form, prefilled from the words after it. */
export const handlePaylinkReportCommand = async (
  { command, ack, client, respond }: SlackCommandMiddlewareArgs & AllMiddlewareArgs,
  dependencies: ReportDependencies,
): Promise<void> => {
  await ack();
  const { clock, timeZone } = dependencies;
  const tell = createTellPresser({ respond, userId: command.user_id }, dependencies);
  await guard(
    dependencies,
    'command /paylink-report',
    async () => {
      const tooLong = refuseLongText(command.text);
      if (tooLong !== null) return void (await tell(tooLong));
      const asker = { teamId: readTeamId(command), userId: command.user_id };
      const [first = '', ...rest] = undoEscapes(command.text ?? '')
        .trim()
        .split(/\s+/);
      const kind = parseReportKind(first);
      const words = (kind === null ? [first, ...rest] : rest).join(' ').trim();
      const { span, understood } = readDateWords(words, { now: clock.now(), timeZone });
      const form = {
        ...asker,
        triggerId: command.trigger_id,
        channelId: command.channel_id,
        kind: kind ?? 'transactions',
        ...(understood ? { unread: { text: words, ...understood } } : {}),
        ...(span ? { days: { from: dayOf(span.from, timeZone), to: dayOf(span.to, timeZone) } } : {}),
      };
      await openReportForm(client, dependencies, form, tell);
    },
    tell,
  );
};
