import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { Refused } from '../slack/refused.ts';
import { ResponseRefused } from '../slack/slack-fetch.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import { dayOf, spanOfDays } from './date-span.ts';
import { saveReport } from './report-event.ts';
import { AUDIENCE, REPORT_FORM } from './report-form-view.ts';
import { REPORT_KINDS } from './report-row.ts';
import { shareReport } from './share-report.ts';
import { showReport } from './show-report.ts';

const option = z.object({ selected_option: z.object({ value: z.string() }) });

const stateSchema = z.object({
  [REPORT_FORM.kind]: z.object({
    [REPORT_FORM.kind]: option
      .transform(({ selected_option }) => selected_option.value)
      .pipe(z.enum(REPORT_KINDS)),
  }),
  [REPORT_FORM.from]: z.object({ [REPORT_FORM.from]: z.object({ selected_date: z.iso.date() }) }),
  [REPORT_FORM.to]: z.object({ [REPORT_FORM.to]: z.object({ selected_date: z.iso.date() }) }),
  [REPORT_FORM.size]: z.object({
    [REPORT_FORM.size]: option
      .transform(({ selected_option }) => Number(selected_option.value))
      .pipe(z.int().min(1).max(100)),
  }),
  [REPORT_FORM.place]: z.object({ [REPORT_FORM.place]: z.object({ selected_conversation: z.string() }) }),
  [REPORT_FORM.audience]: z.object({ [REPORT_FORM.audience]: option }),
});

const addressesSchema = z.array(z.object({ response_url: z.string() })).default([]);

/**
 * The report form was submitted: shows faults in the form itself, and starts reading only after Slack has its answer.
 */
export const handleReportFormSubmission = async (
  { teamId, userId, view, body, tell }: Sent,
  request: Request,
): Promise<Answer> => {
  const { clock, timeZone } = request;
  const values = readForm(view.values);
  checkDays(values, dayOf(clock.now(), timeZone));
  const { kind, fromDay, toDay, size, place: channelId } = values;
  const show = async (): Promise<void> => {
    const span = spanOfDays(fromDay, toDay, timeZone);
    const report = await saveReport({ teamId, userId, kind, span }, request);
    const pointer = { reportId: report.id, page: 0, size, toggled: [] };
    if (values.isForEverybody) {
      const refusal = await shareReport({ report, pointer, channelId }, request);
      if (refusal === null) return;
      // The person who asked still gets the report, with a button to share it later.
      await tell(refusal);
    }
    const [address] = addressesSchema.parse(body.response_urls);
    if (!address) throw new ResponseRefused('no response_url');
    await showReport({ report, pointer, to: { url: address.response_url, isReplacing: false } }, request);
  };
  return { close: true, afterwards: show };
};

function readForm(values: unknown) {
  const state = stateSchema.parse(values);
  return {
    kind: state.kind.kind,
    fromDay: state.from_day.from_day.selected_date,
    toDay: state.to_day.to_day.selected_date,
    size: state.size.size,
    place: state.place.place.selected_conversation,
    isForEverybody: state.audience.audience.selected_option.value === AUDIENCE.everybody,
  };
}

/** Slack itself makes sure that every field is filled. */
function checkDays({ fromDay, toDay }: { fromDay: string; toDay: string }, today: string): void {
  if (toDay < fromDay) throw new Refused('Choose a day that is not before the first.', REPORT_FORM.to);
  if (fromDay > today) throw new Refused('Choose a day that is not in the future.', REPORT_FORM.from);
}
