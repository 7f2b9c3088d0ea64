import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs, SlashCommand } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { createReply } from '../slack/button.ts';
import { guard } from '../slack/listener.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { refuseLongText, undoEscapes } from '../slack/typed-text.ts';
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
  const tell = createReply({ respond, userId: command.user_id }, dependencies);
  await guard(
    dependencies,
    'command /paylink-report',
    async () => {
      const tooLong = refuseLongText(command.text);
      if (tooLong !== null) return void (await tell(tooLong));
      const words = undoEscapes(command.text ?? '').trim();
      await openFormOfWords({ command, words, client, tell }, dependencies);
    },
    tell,
  );
};

/** The form, filled in from words such as `payouts last week`. */
export const openFormOfWords = async (
  {
    command,
    words: typed,
    client,
    tell,
  }: {
    command: SlashCommand;
    words: string;
    client: WebClient;
    tell: (text: string) => Promise<unknown>;
  },
  dependencies: ReportDependencies,
): Promise<void> => {
  const { clock, timeZone } = dependencies;
  const [first = '', ...rest] = typed.split(/\s+/);
  const kind = parseReportKind(first);
  const words = (kind === null ? [first, ...rest] : rest).join(' ').trim();
  const { span, understood } = readDateWords(words, { now: clock.now(), timeZone });
  const form = {
    teamId: readTeamId(command),
    userId: command.user_id,
    triggerId: command.trigger_id,
    channelId: command.channel_id,
    kind: kind ?? 'transactions',
    ...(understood ? { unread: { text: words, ...understood } } : {}),
    ...(span ? { days: { from: dayOf(span.from, timeZone), to: dayOf(span.to, timeZone) } } : {}),
  };
  await openReportForm(client, dependencies, form, tell);
};
