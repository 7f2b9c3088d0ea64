import { dayOf, spanOfDays } from '../../calendar/date-span.ts';
import type { NewJob } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';
import { buildBatchReminder, buildReminderNotice } from './notice-kinds.ts';

const HOUR_MS = 60 * 60_000;

/**
 * Reminds of an unpaid link, `hours` before it expires; never, if it is too late to help. Links of a batch share one reminder a day,
 * which the first of them plans.
 */
export const planReminder = (
  link: Parameters<typeof buildReminderNotice>[0] & Pick<Link, 'expiresAt' | 'batchId'>,
  { now, hours, timeZone }: { now: number; hours: number | null; timeZone: string },
): NewJob[] => {
  const at = hours === null ? null : link.expiresAt - hours * HOUR_MS;
  if (at === null || hours === null || at <= now) return [];
  const { batchId } = link;
  if (batchId === undefined) return [buildReminderNotice(link, at)];
  const day = dayOf(at, timeZone);
  // A span ends with its last second.
  const dayEnds = spanOfDays(day, day, timeZone).to + 1_000;
  return [buildBatchReminder({ ...link, batchId }, { at, until: dayEnds + hours * HOUR_MS })];
};
