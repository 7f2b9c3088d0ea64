import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs } from '@slack/bolt';
import { dayOf } from '../../reports/date-span.ts';
import { readDateWords } from '../../reports/date-words.ts';
import type { ListenerDependencies } from '../deps.ts';
import { guard } from '../guard.ts';
import { readTeamId } from '../read-origin.ts';
import { openReportForm } from '../reports/open-report-form.ts';
import { createTellPresser } from '../tell-presser.ts';
import { undoEscapes } from '../undo-escapes.ts';
import { parseReportKind } from './command-words.ts';
import { refuseLongText } from './refuse-long-text.ts';

/** `/paylink-report`: the form, with what words after it say. */
export const handlePaylinkReportCommand = async (
  { command, ack, client, respond }: SlackCommandMiddlewareArgs & AllMiddlewareArgs,
  dependencies: ListenerDependencies,
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
