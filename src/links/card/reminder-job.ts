import type { App } from '../../app-parts.ts';
import { dayOf, spanOfDays } from '../../calendar/date-span.ts';
import type { JobKind } from '../../delivery/run-claimed-job.ts';
import type { NewJob } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';
import { awaitsPayment } from '../../store/link-states.ts';
import { plannedPayloadSchema } from '../../store/planned-jobs.ts';
import { buildBatchReminder, buildReminderNotice } from './notice-kinds.ts';

const HOUR_MS = 60 * 60_000;

/**
 * When to remind of an unpaid link, `hours` before it expires; null: never, or too late to help. Links of a batch share one reminder
 * a day, which the first of them plans.
 */
export const planReminder = (
  link: Pick<Link, 'teamId' | 'ownerId' | 'expiresAt' | 'batchId'>,
  { now, hours, timeZone }: { now: number; hours: number | null; timeZone: string },
): { remindAt: number | null; jobs: NewJob[] } => {
  const at = hours === null ? null : link.expiresAt - hours * HOUR_MS;
  if (at === null || hours === null || at <= now) return { remindAt: null, jobs: [] };
  const { batchId } = link;
  if (batchId === undefined) return { remindAt: at, jobs: [] };
  const day = dayOf(at, timeZone);
  // A span ends with its last second.
  const dayEnds = spanOfDays(day, day, timeZone).to + 1_000;
  return {
    remindAt: null,
    jobs: [buildBatchReminder({ ...link, batchId }, { at, until: dayEnds + hours * HOUR_MS })],
  };
};

const ASK_CLOCK_AGAIN_MS = 60_000;

/** When its time has come, the owner of a link that is still unpaid is told. */
export const createReminderJob = ({ store, isClockSure, ids }: App): JobKind => ({
  run: async ({ payload }) => {
    // A message that went out too early cannot be taken back.
    if (!(await isClockSure()))
      return { outcome: 'later', reason: 'clock not sure', retryAfterMs: ASK_CLOCK_AGAIN_MS, isTry: false };
    const link = await store.links.get(plannedPayloadSchema.parse(payload).linkId);
    return { outcome: 'done', next: awaitsPayment(link.state) ? [buildReminderNotice(link, ids)] : [] };
  },
});
