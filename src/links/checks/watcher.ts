import type { Base } from '../../app-parts.ts';
import { createPendingWork } from '../../delivery/pending-work.ts';
import { createWorkLoop, findTrouble } from '../../delivery/work-loop.ts';
import { OtherAccountError } from '../../payment-service/index.ts';
import type { Link } from '../../store/link.ts';
import { bringsMoney } from '../../store/link-payment.ts';
import type { ApplyRecords } from './apply-records.ts';
import type { CheckPlan } from './check-plan.ts';
import type { DueChecks } from './due-checks.ts';
import type { LostLinks } from './lost-links.ts';
import type { ReadBack } from './read-back.ts';
import type { Sweep } from './sweep.ts';

/** The result of asking the service now. */
interface Refreshed {
  link: Link;
  /**
   * `unreachable`: the service could not be read, so the link stays as we knew it. `away`: the credentials are not of its
   * account, or not confirmed.
   */
  outcome: 'changed' | 'same' | 'unreachable' | 'away';
}

/** Learns what happened to links: a callback wakes it, and it sweeps the service's listings on its own. */
export interface Watcher {
  /** Reads one link back now. Two simultaneous calls for one link ask the service once. */
  refresh(link: Link): Promise<Refreshed>;
  /** Tells it that a link may need a check. */
  wake(): void;
  start(): Promise<void>;
  /** Waits for the running check; what is due stays in the database. */
  stop(): Promise<void>;
  /** See `WorkLoop`. */
  trouble(): string | null;
}

interface Steps {
  plan: CheckPlan;
  lostLinks: LostLinks;
  readBack: ReadBack;
  applyRecords: ApplyRecords;
  checks: DueChecks;
  sweep: Sweep;
  /** Corrects cards that show an older state than their link's. */
  repairCards: () => Promise<void>;
}

const SWEEP = 'open links';
const POLL_MS = 60_000;
/** Nobody else brings work: it is woken, or knows when something is due. */
const POLL_ALONE_MS = 5 * 60_000;
/** How soon to notice callbacks that another instance took. */
const POLL_FOR_CALLBACKS_MS = 2_000;
const REST_AFTER_ERROR_MS = 5_000;
/** How soon to look for more due checks while some are running. */
const MEANWHILE_MS = 500;

export const createWatcher = (
  { config, store, metrics, wake, clock, log }: Base,
  { plan, lostLinks, readBack, applyRecords, checks, sweep, repairCards }: Steps,
): Watcher => {
  const { links, sweeps } = store;
  const settings = config.checks;
  // No other process uses the database: links still reserved at the start belong to a process that ended.
  const isAlone = store.engine === 'sqlite';
  const refreshing = new Map<string, Promise<Refreshed>>();
  const runningSweeps = createPendingWork();
  let failedSweeps = 0;

  const refresh = async (id: string): Promise<Refreshed> => {
    const before = await links.get(id);
    try {
      const isThorough = before.payment !== null && bringsMoney(before.payment);
      const after = await applyRecords(before, await readBack.one(before, { isThorough }));
      // A found address does not change the version.
      const isSame = after.version === before.version && after.address === before.address;
      if (!isSame) wake.news();
      checking.wake();
      return { link: after, outcome: isSame ? 'same' : 'changed' };
    } catch (error) {
      wake.news();
      if (error instanceof OtherAccountError) return { link: await links.get(id), outcome: 'away' };
      log.warn({ link: id, err: error }, 'service not read on request');
      return { link: await links.get(id), outcome: 'unreachable' };
    }
  };

  const sweepAgainSooner = async (error: unknown): Promise<void> => {
    metrics.onSweep(null);
    const wait = Math.min(settings.sweepEveryMs, settings.checkAfterMs * 2 ** Math.min(failedSweeps, 30));
    failedSweeps += 1;
    log.warn({ err: error, againInMs: wait }, 'listings not swept');
    await sweeps.plan(SWEEP, clock.now() + wait);
    sweeping.wake();
  };

  /** A workspace whose service is slow does not hold up the next sweep, which leaves it out until it has ended. */
  const endSweep = async (ended: Awaited<ReturnType<Sweep>>['ended']): Promise<void> => {
    try {
      const end = await ended;
      if (end !== null) {
        failedSweeps = 0;
        metrics.onSweep(end);
      }
    } catch (error) {
      await sweepAgainSooner(error);
    }
    // It may have planned checks.
    checking.wake();
  };

  const sweepInTurn = async (): Promise<void> => {
    const now = clock.now();
    const until = now + settings.sweepEveryMs;
    if (!(await sweeps.takeTurn(SWEEP, { at: now, until, maxAheadMs: settings.sweepEveryMs }))) return;
    try {
      await repairCards();
      wake.news();
      const { ended } = await sweep();
      const end = runningSweeps.track(endSweep(ended));
      end.catch((error: unknown) => log.error({ err: error }, 'end of a sweep not recorded'));
    } catch (error) {
      await sweepAgainSooner(error);
    }
  };

  const checkEveryMs = isAlone ? POLL_ALONE_MS : POLL_FOR_CALLBACKS_MS;
  const nearest = (latest: number, ...times: (number | null)[]): number =>
    times.reduce<number>((least, due) => Math.min(least, due ?? least), latest);

  /** Does what is due, and returns when the next thing is due. */
  const checkRound = async (): Promise<number> => {
    const now = clock.now();
    const check = await links.nextCheckDue({
      at: now,
      maxAheadMs: plan.maxAheadMs,
      without: checks.busyTeams(),
    });
    if (check === null || check > now) return nearest(now + checkEveryMs, check);
    await checks.begin();
    // A check that ends wakes the loop; what comes due in between belongs to another workspace.
    return Math.max(now + MEANWHILE_MS, Math.min(checks.roomAt(), now + checkEveryMs));
  };

  const sweepRound = async (): Promise<number> => {
    const now = clock.now();
    const sweepAt = await sweeps.nextDue(SWEEP, { at: now, maxAheadMs: settings.sweepEveryMs });
    if (sweepAt === null || sweepAt > now) return nearest(now + (isAlone ? POLL_ALONE_MS : POLL_MS), sweepAt);
    await sweepInTurn();
    return now;
  };

  const createLoop = (name: string, round: () => Promise<number>) =>
    createWorkLoop({
      name,
      round,
      clock,
      restMs: REST_AFTER_ERROR_MS,
      onError: (error) => log.error({ err: error }, 'links not checked; trying again'),
    });
  // Two loops: sweeping all links of many workspaces takes time, and a callback must not wait for it.
  const checking = createLoop('checks of links', checkRound);
  const sweeping = createLoop('sweeps of links', sweepRound);
  const loops = [checking, sweeping];

  return {
    // The sweep keeps its own schedule.
    wake: checking.wake,
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
      await sweeps.plan(SWEEP, clock.now());
      for (const loop of loops) loop.start();
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all([checks.finished(), runningSweeps.finished()]);
      await Promise.allSettled(refreshing.values());
    },
    trouble: () => findTrouble(loops),
  };
};
