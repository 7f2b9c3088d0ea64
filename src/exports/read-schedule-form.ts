import { z } from 'zod';
import { REPORT_KINDS } from '../reports/report-row.ts';
import { EXPORT_FORMATS } from './export-job-state.ts';
import { parseDays, SCHEDULE_FORM } from './schedule-form-view.ts';
import type { ScheduledExport } from './schedule-words.ts';

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
  context.addIssue({ code: 'custom', message: 'no choice of the form' });
  return z.NEVER;
}

/** What the form says, as Slack sent it. */
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
