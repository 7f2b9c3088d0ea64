import { z } from 'zod';
import { mention } from '../blocks/refusal.ts';
import { escapeMrkdwn } from '../blocks/text.ts';
import { type DateSpan, dayOf, describeSpan } from '../reports/date-span.ts';
import { daysBefore, describeRepeat } from '../reports/repeat.ts';
import { REPORT_KINDS, type ReportKind } from '../reports/report-row.ts';
import { titleOf } from '../reports/report-words.ts';
import type { Repeat, Schedule } from '../store/schedule.ts';
import { EXPORT_FORMATS, type ExportFormat, type ExportPayload } from './export-job-state.ts';
import { parseDays, SCHEDULE_FORM } from './schedule-form-view.ts';

/** What a schedule exports: the details of its row. */
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

/** The command for the same rows, without `/paylink`: `transactions 2026-11-22 2026-11-24`. For whole days. */
export const buildReportWords = (kind: string, span: DateSpan, timeZone: string): string => {
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
    from: daysBefore(repeat, first, timeZone).from,
    to: daysBefore(repeat, last, timeZone).to,
  };
  return {
    turns: turns.length,
    dates: describeSpan(span, timeZone),
    words: buildReportWords(kind, span, timeZone),
  };
};

/** Starts the export of one turn; also the kind of its schedule. */
export const SCHEDULED_EXPORT_JOB = 'scheduled-export';
/** Stops a schedule whose people may no longer export or cannot be reached, and tells the admins and its channel. */
export const SCHEDULE_ENDED_JOB = 'export-schedule-ended';
/** Tells one admin, or the channel. */
export const SCHEDULE_NOTICE_JOB = 'export-schedule-told';

const chosenSchema = <Value extends z.ZodType>(value: Value) =>
  z.object({ selected_option: z.object({ value }) });
const minuteSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const valuesSchema = z.object({
  [SCHEDULE_FORM.kind]: z.object({ [SCHEDULE_FORM.kind]: chosenSchema(z.enum(REPORT_KINDS)) }),
  [SCHEDULE_FORM.format]: z.object({ [SCHEDULE_FORM.format]: chosenSchema(z.enum(EXPORT_FORMATS)) }),
  [SCHEDULE_FORM.days]: z.object({
    [SCHEDULE_FORM.days]: chosenSchema(
      z.string().transform((value, context) => parseDays(value) ?? fail(context)),
    ),
  }),
  [SCHEDULE_FORM.at]: z.object({ [SCHEDULE_FORM.at]: z.object({ selected_time: minuteSchema }) }),
  [SCHEDULE_FORM.person]: z.object({
    [SCHEDULE_FORM.person]: z.object({ selected_user: z.string().nullish() }),
  }),
  [SCHEDULE_FORM.channel]: z.object({
    [SCHEDULE_FORM.channel]: z.object({ selected_conversation: z.string().nullish() }),
  }),
});

function fail(context: z.RefinementCtx): never {
  context.addIssue({ code: 'custom', message: 'not a choice of this form' });
  return z.NEVER;
}

/** Reads the form's values as Slack sends them. */
export function readScheduleForm(values: unknown, setBy: string): ScheduledExport & { hasPerson: boolean } {
  const state = valuesSchema.parse(values);
  const [hour = 0, minute = 0] = state.at.at.selected_time.split(':').map(Number);
  const person = state.person.person.selected_user ?? null;
  const channelId = state.channel.channel.selected_conversation ?? null;
  return {
    kind: state.kind.kind.selected_option.value,
    format: state.format.format.selected_option.value,
    repeat: { ...state.days.days.selected_option.value, atMinute: hour * 60 + minute },
    channelId,
    userId: channelId === null ? (person ?? setBy) : setBy,
    setBy,
    hasPerson: person !== null,
  };
}
