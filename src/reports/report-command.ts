import type { Request } from '../app-parts.ts';
import { dayOf } from '../calendar/date-span.ts';
import { DATE_WORD_EXAMPLES, readDateWords } from '../calendar/date-words.ts';
import { parseReportKind, type ReportKind } from '../figures/listed-row.ts';
import type { Does, Typed } from '../slack/frame.ts';
import type { Opening } from '../slack/views.ts';
import { buildReportForm } from './report-form-view.ts';
import { showReport } from './show-report.ts';

/** `/paylink transactions yesterday`: the first page, or the form with the dates that we understood. */
export const handleReport = (kind: ReportKind, { words, command, asker }: Typed, request: Request): Does => {
  const { clock, timeZone } = request;
  const { span, understood } = readDateWords(words, { now: clock.now(), timeZone });
  if (span === null)
    return openReportForm(request, {
      ...{ channelId: command.channel_id, kind },
      unread: { text: words, ...understood },
    });
  const report = { ...asker, kind, span, first: 0 };
  return () => showReport({ report, to: { url: command.response_url, isReplacing: false } }, request);
};

/** `/paylink-report`: the form, filled in from words such as `payouts last week`. */
export const openFormOfWords = (
  { command, text }: Pick<Typed, 'command' | 'text'>,
  request: Request,
): Opening => {
  const { clock, timeZone } = request;
  const [first = '', ...rest] = text.split(/\s+/);
  const kind = parseReportKind(first);
  const words = (kind === null ? [first, ...rest] : rest).join(' ').trim();
  const { span, understood } = readDateWords(words, { now: clock.now(), timeZone });
  return openReportForm(request, {
    channelId: command.channel_id,
    kind: kind ?? 'transactions',
    ...(understood ? { unread: { text: words, ...understood } } : {}),
    ...(span ? { days: { from: dayOf(span.from, timeZone), to: dayOf(span.to, timeZone) } } : {}),
  });
};

/** The form of a report. */
export const openReportForm = (
  { clock, timeZone }: Request,
  prefill: {
    /** Null: chosen in the form. */
    channelId: string | null;
    kind: ReportKind;
    /** Today by default. */
    days?: { from: string; to: string };
    /** The words that we did not understand as dates, and the days in them that we did. */
    unread?: { text: string; fromDay: string | null; toDay: string | null };
  },
): Opening => {
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
  return { first: { form: () => form }, read: async () => ({ view: form }) };
};
