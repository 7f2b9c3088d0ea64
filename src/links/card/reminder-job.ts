import type { App } from '../../app-parts.ts';
import type { JobKind } from '../../delivery/run-claimed-job.ts';
import { awaitsPayment } from '../../store/link-states.ts';
import { plannedPayloadSchema } from '../../store/planned-jobs.ts';
import { buildReminderNotice } from './notice-kinds.ts';

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
