import { z } from 'zod';
import { mention } from '../blocks/refusal.ts';
import { escapeMrkdwn } from '../blocks/text.ts';
import { type DateSpan, dayOf, describeSpan } from '../reports/date-span.ts';
import { daysBefore, describeRepeat } from '../reports/repeat.ts';
import { REPORT_KINDS, type ReportKind } from '../reports/report-row.ts';
import { titleOf } from '../reports/report-words.ts';
import type { Repeat, Schedule } from '../store/schedule-store.ts';
import { EXPORT_FORMATS, type ExportFormat, type ExportPayload } from './export-job-state.ts';

/** What a schedule exports, as its row holds it. */
export const scheduledSchema = z.object({ kind: z.enum(REPORT_KINDS), format: z.enum(EXPORT_FORMATS) });

export interface ScheduledExport extends Pick<Schedule, 'channelId' | 'userId' | 'repeat' | 'setBy'> {
  kind: ReportKind;
  format: ExportFormat;
}

const COVERS: Record<Repeat['every'], string> = {
  day: 'the day before',
  week: 'the seven days before',
  month: 'the month before',
};

/** `*Payouts* of the seven days before, as CSV, to #finance, every Monday at 09:00 (Dubai)`. Mrkdwn. */
export const describeScheduled = (
  { kind, format, channelId, userId, repeat }: ScheduledExport,
  timeZone: string,
): string =>
  `*${titleOf(kind)}* of ${COVERS[repeat.every]}, as ${format.toUpperCase()}, to ${channelId === null ? mention(userId) : `<#${escapeMrkdwn(channelId)}>`}, ${describeRepeat(repeat, timeZone)}`;

/** What reads the same rows, after `/paylink`: `transactions 2026-11-22 2026-11-24`. For whole days. */
export const buildReportWords = (kind: string, span: DateSpan, timeZone: string): string => {
  const [from, to] = [dayOf(span.from, timeZone), dayOf(span.to, timeZone)];
  return [kind, from, ...(from === to ? [] : [to])].join(' ');
};

/** What would have come on the days of these turns, of which each follows the one before. Null: no turns. */
export const describeMissing = (
  kind: ReportKind,
  { repeat, turns, timeZone }: { repeat: Repeat; turns: readonly string[]; timeZone: string },
): NonNullable<ExportPayload['schedule']>['missing'] => {
  const [first, last] = [turns[0], turns.at(-1)];
  if (first === undefined || last === undefined) return null;
  const span = {
    from: daysBefore(repeat, first, timeZone).from,
    to: daysBefore(repeat, last, timeZone).to,
  };
  return { dates: describeSpan(span, timeZone), words: buildReportWords(kind, span, timeZone) };
};
