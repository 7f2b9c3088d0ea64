import type { Request } from '../app-parts.ts';
import { dayOf } from '../calendar/date-span.ts';
import { readDateWords } from '../calendar/date-words.ts';
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
    return openReportForm(request, { place: command.channel_id, kind, unread: words, ...understood });
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
    ...{ place: command.channel_id, kind: kind ?? 'transactions' },
    ...(understood && { unread: words, ...understood }),
    ...(span && { fromDay: dayOf(span.from, timeZone), toDay: dayOf(span.to, timeZone) }),
  });
};

/** The form of a report. */
export const openReportForm = (
  { clock, timeZone }: Request,
  {
    unread,
    ...values
  }: {
    kind: ReportKind;
    /** Null: chosen in the form. */
    place: string | null;
    /** Today by default; null: the typed words do not say it. */
    fromDay?: string | null;
    toDay?: string | null;
    /** The words that we did not understand as dates. */
    unread?: string;
  },
): Opening => {
  const today = dayOf(clock.now(), timeZone);
  const form = buildReportForm({ fromDay: today, toDay: today, ...values }, { timeZone, unread });
  return { first: { form: () => form }, read: async () => ({ view: form }) };
};
