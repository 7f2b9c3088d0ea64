import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { dayOf, spanOfDays } from '../calendar/date-span.ts';
import { REPORT_KINDS } from '../figures/listed-row.ts';
import { readForm } from '../slack/fields.ts';
import { Refused } from '../slack/refused.ts';
import { ResponseRefused } from '../slack/slack-fetch.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import { buildReportFields } from './report-form-view.ts';
import { showReport } from './show-report.ts';

const chosenSchema = z.object({ kind: z.enum(REPORT_KINDS) });

const addressesSchema = z.array(z.object({ response_url: z.string() })).default([]);

/**
 * The report form was submitted: shows faults in the form itself, and starts reading only after Slack has its answer.
 */
export const handleReportFormSubmission = async (
  { teamId, userId, view, body }: Sent,
  request: Request,
): Promise<Answer> => {
  const { clock, timeZone } = request;
  const values = readValues(view.values, timeZone);
  checkDays(values, dayOf(clock.now(), timeZone));
  const { kind, fromDay, toDay } = values;
  const report = { teamId, userId, kind, span: spanOfDays(fromDay, toDay, timeZone), first: 0 };
  const show = async (): Promise<void> => {
    const [address] = addressesSchema.parse(body.response_urls);
    if (!address) throw new ResponseRefused('no response_url');
    await showReport({ report, to: { url: address.response_url, isReplacing: false } }, request);
  };
  return { close: true, afterwards: show };
};

function readValues(held: unknown, timeZone: string) {
  const values = readForm(buildReportFields(timeZone), held);
  return { ...chosenSchema.parse(values), fromDay: values.from_day, toDay: values.to_day };
}

/** Slack itself makes sure that every field is filled. */
function checkDays({ fromDay, toDay }: { fromDay: string; toDay: string }, today: string): void {
  if (toDay < fromDay) throw new Refused('Choose a day that is not before the first.', 'to_day');
  if (fromDay > today) throw new Refused('Choose a day that is not in the future.', 'from_day');
}
