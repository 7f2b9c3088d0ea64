import type { AllMiddlewareArgs, SlackCommandMiddlewareArgs, SlashCommand } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Request } from '../app-parts.ts';
import { createReply } from '../slack/button.ts';
import { guard } from '../slack/listener.ts';
import { readTeamId } from '../slack/read-origin.ts';
import { readTyped, refuseLongText } from '../slack/typed-text.ts';
import { openView } from '../slack/views.ts';
import { permit } from '../workspaces/members.ts';
import { dayOf } from './date-span.ts';
import { DATE_WORD_EXAMPLES, readDateWords } from './date-words.ts';
import { saveReport } from './report-event.ts';
import { buildReportForm } from './report-form-view.ts';
import { parseReportKind, type ReportKind } from './report-row.ts';
import { showReport } from './show-report.ts';

interface CommandRequest {
  command: SlashCommand;
  words: string;
  client: WebClient;
  tell: (text: string) => Promise<unknown>;
}

/** The service's own default. */
const FIRST_SIZE = 10;

/** `/paylink transactions yesterday`: the first page, or the form with the dates that we understood. */
export const handleReport = async (
  { kind, words, command, client, tell }: CommandRequest & { kind: ReportKind },
  request: Request,
): Promise<void> => {
  const asker = { teamId: readTeamId(command), userId: command.user_id };
  const { clock, timeZone, work } = request;
  const { span, understood } = readDateWords(words, { now: clock.now(), timeZone });
  if (span === null) {
    const form = {
      ...asker,
      triggerId: command.trigger_id,
      channelId: command.channel_id,
      kind,
      unread: { text: words, ...understood },
    };
    await openReportForm(client, request, form, tell);
    return;
  }
  if (!(await permit(asker, 'read-reports', request, tell))) return;
  const report = await saveReport({ ...asker, kind, span }, request);
  await work.track(
    showReport(
      {
        report,
        pointer: { reportId: report.id, page: 0, size: FIRST_SIZE, toggled: [] },
        to: { url: command.response_url, isReplacing: false },
      },
      request,
    ),
  );
};

/** `/paylink-report`: opens the form, filled in from the words after it. */
export const handlePaylinkReportCommand = async (
  { command, ack, client, respond }: SlackCommandMiddlewareArgs & AllMiddlewareArgs,
  request: Request,
): Promise<void> => {
  await ack();
  const tell = createReply({ respond, userId: command.user_id }, request);
  await guard(
    request,
    'command /paylink-report',
    async () => {
      const tooLong = refuseLongText(command.text);
      if (tooLong !== null) return void (await tell(tooLong));
      const words = readTyped(command.text ?? '').trim();
      await openFormOfWords({ command, words, client, tell }, request);
    },
    tell,
  );
};

/** Opens the form, filled in from words such as `payouts last week`. */
export const openFormOfWords = async (
  { command, words: typed, client, tell }: CommandRequest,
  request: Request,
): Promise<void> => {
  const { clock, timeZone } = request;
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
  await openReportForm(client, request, form, tell);
};

/** Opens the form for anyone who may read reports. */
export const openReportForm = async (
  client: WebClient,
  request: Request,
  prefill: {
    triggerId: string;
    teamId: string;
    userId: string;
    /** Null: chosen in the form. */
    channelId: string | null;
    kind: ReportKind;
    /** Today by default. */
    days?: { from: string; to: string };
    /** The words that we did not understand as dates, and the days in them that we did. */
    unread?: { text: string; fromDay: string | null; toDay: string | null };
  },
  tell: (text: string) => Promise<unknown>,
): Promise<void> => {
  const { clock, timeZone } = request;
  const today = dayOf(clock.now(), timeZone);
  const form = buildReportForm({
    values: {
      kind: prefill.kind,
      fromDay: prefill.unread ? prefill.unread.fromDay : (prefill.days?.from ?? today),
      toDay: prefill.unread ? prefill.unread.toDay : (prefill.days?.to ?? today),
      place: prefill.channelId,
    },
    timeZone,
    examples: DATE_WORD_EXAMPLES,
    ...(prefill.unread ? { unread: prefill.unread.text } : {}),
  });
  await openView(
    {
      client,
      place: { triggerId: prefill.triggerId, view: null },
      tell,
      first: { form: () => form },
      read: async (refuse) =>
        (await permit(prefill, 'read-reports', request, refuse)) ? { view: form } : null,
    },
    request,
  );
};
