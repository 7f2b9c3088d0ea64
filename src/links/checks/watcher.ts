import type { Base } from '../../app-parts.ts';
import { createJobWorker } from '../../delivery/job-worker.ts';
import type { JobKind } from '../../delivery/run-claimed-job.ts';
import { OtherAccountError } from '../../payment-service/index.ts';
import type { Link } from '../../store/link.ts';
import { bringsMoney } from '../../store/link-payment.ts';
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
  check: JobKind;
}

/** Workspaces whose checks run at a time, not counting those whose service is slow. */
const TEAMS_AT_ONCE = 16;
/** Checks claimed at once. */
const TOGETHER = 100;

export const createWatcher = (
  { store, ids, clock, random, log }: Base,
  { lostLinks, readBack, settle, check }: Steps,
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

  const worker = createJobWorker({
    ...{ jobs: store.jobs, queue: 'checks', kinds: { check }, limit: TEAMS_AT_ONCE, together: TOGETHER },
    ...{ held: () => [], isAlone, hasOthers: store.processes.hasOthers },
    ...{ newToken: ids.nonce, clock, random, log },
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
      worker.start();
    },
    stop: async () => {
      await worker.stop();
      await Promise.allSettled(refreshing.values());
    },
    trouble: worker.trouble,
  };
};
