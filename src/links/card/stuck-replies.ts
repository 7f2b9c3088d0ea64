import type { App } from '../../app-parts.ts';
import { createWorkLoop, type WorkLoop } from '../../delivery/work-loop.ts';
import { createRecentMap } from '../../recent-map.ts';
import type { WaitingJob } from '../../store/job-store.ts';
import { buildHappenedNotice, replyDetailSchema } from './notice-kinds.ts';

/** With a delivery, well below two minutes. */
const WAITS_MS = 60_000;
/** How soon to look again at what is held now, or beyond what one look reads. */
const LOOK_AGAIN_MS = 20_000;
const REST_AFTER_ERROR_MS = 1_000;
const AT_ONCE = 1_000;
const MOST_SEEN = 5_000;

/**
 * That a sale is paid reaches its owner by another road: when the reply in the card's thread has waited for a minute,
 * whatever for, by direct message. Whichever arrives first keeps the other from saying it again.
 */
export const createStuckReplies = ({ store, held, clock, ids, log, wake }: App): WorkLoop => {
  const { links, jobs } = store;
  /** Replies whose owners this process had told. */
  const seen = createRecentMap<true>(MOST_SEEN);
  const isHeld = ({ teamId }: WaitingJob): boolean => {
    const teams = held();
    return teams === 'all' || teams.includes(teamId);
  };

  const tellOwner = async ({ id, linkId, payload }: WaitingJob, now: number): Promise<void> => {
    seen.set(id, true);
    const detail = replyDetailSchema.safeParse(payload).data;
    if (linkId === null || detail?.state !== 'paid') return;
    const link = await links.get(linkId);
    // A batch has one card for all its links, and no replies.
    if (link.batchId !== undefined) return;
    await jobs.addAll([buildHappenedNotice({ ...link, ...detail }, ids, id)], now);
  };

  return createWorkLoop({
    name: 'replies that wait',
    round: async () => {
      const now = clock.now();
      const waiting = await jobs.waiting('reply', AT_ONCE);
      const untold = waiting.filter((job) => seen.get(job.id) === undefined);
      const isStuck = (job: WaitingJob): boolean => job.createdAt <= now - WAITS_MS;
      const stuck = untold.filter((job) => isStuck(job) && !isHeld(job));
      for (const job of stuck) await tellOwner(job, now);
      if (stuck.length > 0) wake.notices();
      // A reply that does not wait yet cannot be stuck any sooner.
      const isMore = waiting.length === AT_ONCE || untold.some((job) => isStuck(job) && isHeld(job));
      const young = untold.filter((job) => !isStuck(job)).map(({ createdAt }) => createdAt + WAITS_MS);
      return Math.min(now + (isMore ? LOOK_AGAIN_MS : WAITS_MS), ...young);
    },
    clock,
    restMs: REST_AFTER_ERROR_MS,
    onError: (error) => log.error({ err: error }, 'replies that wait not read; trying again'),
  });
};
