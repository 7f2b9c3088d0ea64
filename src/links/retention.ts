import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Erasure, RetentionStore } from '../store/retention-store.ts';
import type { SweepStore } from '../store/sweep-store.ts';
import { createWorkLoop } from '../work-loop.ts';

/** Erases customers' data of old links, once a day, by one instance at a time. */
export interface Retention {
  start(): void;
  /** Waits for the batch in hand. */
  stop(): Promise<void>;
  /** False when the loop has died. */
  isAlive(): boolean;
}

export interface RetentionDependencies {
  retention: RetentionStore;
  sweeps: SweepStore;
  /** Whole days that customers' data is kept after a link was made. */
  days: number;
  clock: Clock;
  log: Log;
  onErased?: (links: number) => void;
}

const TURN = 'retention';
const DAY_MS = 24 * 60 * 60_000;
const BATCH = 100;
/** An instance that dies within its turn leaves the rest to the next one after this long. */
const TURN_LASTS_MS = 10 * 60_000;
const AFTER_FAULT_MS = 10 * 60_000;
/** The turn may have been planned anew by another instance. */
const POLL_MS = 60 * 60_000;

export const createRetention = (dependencies: RetentionDependencies): Retention => {
  const { retention, sweeps, days, clock, log, onErased = () => undefined } = dependencies;
  const stopping = new AbortController();

  /** Gives how many were erased; null: it was stopped before the end. */
  const eraseBatches = async (
    erase: RetentionStore['erase'],
    onBatch: (erased: number) => void,
  ): Promise<number | null> => {
    let total = 0;
    let after: string | null = null;
    do {
      if (stopping.signal.aborted) return null;
      const at = clock.now();
      const batch: Erasure = await erase({ at, before: at - days * DAY_MS, after, limit: BATCH });
      total += batch.erased;
      if (batch.erased > 0) onBatch(batch.erased);
      after = batch.next;
      await setImmediate();
    } while (after !== null);
    return total;
  };

  /** False: it was stopped before the end. */
  const eraseAll = async (): Promise<boolean> => {
    const links = await eraseBatches(retention.erase, onErased);
    const approvals = await eraseBatches(retention.eraseApprovals, () => undefined);
    if (links === null || approvals === null) return false;
    log.info({ links, approvals, days }, 'customers’ data of old links erased');
    return true;
  };

  /** Gives the time of the next round. */
  const round = async (): Promise<number> => {
    const at = clock.now();
    if (await sweeps.takeTurn(TURN, { at, until: at + TURN_LASTS_MS })) {
      try {
        const isDone = await eraseAll();
        await sweeps.plan(TURN, isDone ? at + DAY_MS : clock.now());
      } catch (error) {
        log.error({ err: error, againInMs: AFTER_FAULT_MS }, 'customers’ data of old links not erased');
        await sweeps.plan(TURN, clock.now() + AFTER_FAULT_MS);
      }
    }
    return Math.min((await sweeps.nextDue(TURN)) ?? at, clock.now() + POLL_MS);
  };

  const loop = createWorkLoop({
    round,
    clock,
    restMs: AFTER_FAULT_MS,
    onFault: (error) => log.error({ err: error }, 'turn of the retention not read; trying again'),
  });

  return {
    start: loop.start,
    stop: async () => {
      stopping.abort();
      await loop.stop();
    },
    isAlive: loop.isAlive,
  };
};
