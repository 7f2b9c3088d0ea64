import type { Base } from '../../app-parts.ts';
import { createWorkLoop } from '../../delivery/work-loop.ts';
import { OtherAccountError } from '../../payment-service/index.ts';
import type { Link } from '../../store/link.ts';
import { bringsMoney } from '../../store/link-payment.ts';
import type { DueChecks } from './due-checks.ts';
import type { LostLinks } from './lost-links.ts';
import type { ReadBack } from './read-back.ts';
import type { Settle } from './settle.ts';

/** The result of asking the service now. */
export interface Refreshed {
  link: Link;
  /**
   * `unreachable`: the service could not be read, so the link stays as we knew it. `away`: the credentials are not of its
   * account, or not confirmed.
   */
  outcome: 'changed' | 'same' | 'unreachable' | 'away';
}

/** Learns what happened to links, and knows when the next check is due. */
export interface Watcher {
  /** Reads one link back now. Two simultaneous calls for one link ask the service once. */
  refresh(link: Link): Promise<Refreshed>;
  start(): Promise<void>;
  /** Waits for the running check; what is due stays in the database. */
  stop(): Promise<void>;
  /** See `WorkLoop`. */
  trouble(): string | null;
}

interface Steps {
  lostLinks: LostLinks;
  readBack: ReadBack;
  settle: Settle;
  checks: DueChecks;
}

/** How soon to notice checks that an instance planned which has died since. */
const POLL_MS = 5_000;
/** Nobody else brings work: it is woken, or knows when something is due. */
const POLL_ALONE_MS = 5 * 60_000;
const REST_AFTER_ERROR_MS = 5_000;
/** How soon to look again for checks that are due and that another instance is claiming. */
const MEANWHILE_MS = 500;

export const createWatcher = (
  { store, clock, log }: Base,
  { lostLinks, readBack, settle, checks }: Steps,
): Watcher => {
  const { links } = store;
  // No other process uses the database: links still reserved at the start belong to a process that ended.
  const isAlone = store.engine === 'sqlite';
  const refreshing = new Map<string, Promise<Refreshed>>();

  const refresh = async (id: string): Promise<Refreshed> => {
    const before = await links.get(id);
    try {
      const isThorough = before.payment !== null && bringsMoney(before.payment);
      const after = await settle(before, await readBack.one(before, { isThorough }));
      // A found address does not change the version.
      const isSame = after.version === before.version && after.address === before.address;
      return { link: after, outcome: isSame ? 'same' : 'changed' };
    } catch (error) {
      if (error instanceof OtherAccountError) return { link: await links.get(id), outcome: 'away' };
      log.warn({ link: id, err: error }, 'service not read on request');
      return { link: await links.get(id), outcome: 'unreachable' };
    }
  };

  const pollMs = isAlone ? POLL_ALONE_MS : POLL_MS;

  /** Does what is due, and returns when the next thing is due. */
  const checkRound = async (): Promise<number> => {
    const now = clock.now();
    const { nextDueAt } = await checks.begin(() => checking.wake());
    const isDue = nextDueAt !== null && nextDueAt <= clock.now();
    // A check that ends wakes the loop.
    return isDue ? now + MEANWHILE_MS : Math.min(now + pollMs, nextDueAt ?? Number.POSITIVE_INFINITY);
  };

  const checking = createWorkLoop({
    name: 'checks of links',
    round: checkRound,
    clock,
    restMs: REST_AFTER_ERROR_MS,
    onError: (error) => log.error({ err: error }, 'links not checked; trying again'),
  });
  store.jobs.onFilled((queue, dueAt) => {
    if (queue === 'checks') checking.wake(dueAt);
  });

  return {
    refresh: (link) => {
      const running =
        refreshing.get(link.id) ??
        refresh(link.id).finally(() => {
          refreshing.delete(link.id);
        });
      refreshing.set(link.id, running);
      return running;
    },
    start: async () => {
      if (isAlone) {
        for (const link of await links.inState('reserved')) await lostLinks.markInterrupted(link);
        await links.makeChecksDue(clock.now());
      }
      checking.start();
    },
    stop: async () => {
      await checking.stop();
      await checks.finished();
      await Promise.allSettled(refreshing.values());
    },
    trouble: checking.trouble,
  };
};
