import { z } from 'zod';
import { mention } from '../blocks/refusal.ts';
import { type DateSpan, dayOf, describeSpan } from '../calendar/date-span.ts';
import { daysOfTurn, describeRepeat, isOnLastDay } from '../calendar/repeat.ts';
import { REPORT_KINDS, type ReportKind } from '../figures/listed-row.ts';
import { titleOf } from '../listings/listing-words.ts';
import { readForm } from '../slack/fields.ts';
import type { Repeat, Schedule } from '../store/schedule.ts';
import type { ExportPayload } from './export-payload.ts';
import { buildScheduleFields, parseDays } from './schedule-form-view.ts';
import { FILE_FORMATS, type FileFormat } from './write-file.ts';

/** What a schedule exports: the details of its row. */
export const scheduledSchema = z.object({ kind: z.enum(REPORT_KINDS), format: z.enum(FILE_FORMATS) });

export interface ScheduledExport extends Pick<Schedule, 'userId' | 'repeat'> {
  kind: ReportKind;
  format: FileFormat;
}

const COVERS: Record<Repeat['every'], string> = {
  day: 'the day before',
  week: 'the seven days before',
  month: 'the month before',
};

const nameCovered = (repeat: Repeat): string =>
  isOnLastDay(repeat) ? 'the month up to then' : COVERS[repeat.every];

/** `*Payouts* of the seven days before, as CSV, to @Omar, every Monday at 09:00 (Dubai)`. Mrkdwn. */
export const describeScheduled = (
  { kind, format, userId, repeat }: ScheduledExport,
  timeZone: string,
): string =>
  `*${titleOf(kind)}* of ${nameCovered(repeat)}, as ${format.toUpperCase()}, to ${mention(userId)}, ${describeRepeat(repeat, timeZone)}`;

/** The command for the same rows, without `/paylink`: `transactions 2026-11-22 2026-11-24`. For whole days. */
const buildReportWords = (kind: string, span: DateSpan, timeZone: string): string => {
  const [from, to] = [dayOf(span.from, timeZone), dayOf(span.to, timeZone)];
  return [kind, from, ...(from === to ? [] : [to])].join(' ');
};

/** The rows that these consecutive turns would have sent. Null: no turns. */
export const describeMissing = (
  kind: ReportKind,
  { repeat, turns, timeZone }: { repeat: Repeat; turns: readonly string[]; timeZone: string },
): NonNullable<ExportPayload['schedule']>['missing'] => {
  const [first, last] = [turns[0], turns.at(-1)];
  if (first === undefined || last === undefined) return null;
  const span = {
    from: daysOfTurn(repeat, first, timeZone).from,
    to: daysOfTurn(repeat, last, timeZone).to,
  };
  return {
    turns: turns.length,
    dates: describeSpan(span, timeZone),
    words: buildReportWords(kind, span, timeZone),
  };
};

/** Starts the export of one turn; also the kind of its schedule. */
export const SCHEDULED_EXPORT_JOB = 'scheduled-export';

const chosenSchema = z.object({
  ...scheduledSchema.shape,
  days: z.string().transform((value, context) => {
    const days = parseDays(value);
    if (days === null) context.addIssue({ code: 'custom', message: 'not a choice of this form' });
    return days ?? z.NEVER;
  }),
});

/** Reads the form's values as Slack sends them. */
export function readScheduleForm(values: unknown, zone: string): Omit<ScheduledExport, 'userId'> {
  const { at: atMinute, ...chosen } = readForm(buildScheduleFields(zone), values);
  const { kind, format, days } = chosenSchema.parse(chosen);
  return { kind, format, repeat: { ...days, atMinute } };
}
