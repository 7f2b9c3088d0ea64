import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { RetentionStore } from '../store/retention-store.ts';
import type { SweepStore } from '../store/sweep-store.ts';
import { createDailyTurn, type DailyTurn } from './daily-turn.ts';
import { inBatches } from './in-batches.ts';

export interface RetentionDependencies {
  retention: Pick<RetentionStore, 'erase' | 'eraseApprovals' | 'eraseBatches'>;
  sweeps: SweepStore;
  /** Whole days to keep customers' data after a link was created. */
  days: number;
  clock: Clock;
  log: Log;
  onErased?: (links: number) => void;
}

const DAY_MS = 24 * 60 * 60_000;
const BATCH = 100;

/** Erases customers' data of old links, once a day, by one instance at a time. */
export const createRetention = (dependencies: RetentionDependencies): DailyTurn => {
  const { retention, sweeps, days, clock, log, onErased = () => undefined } = dependencies;

  const eraseBatches = (
    erase: RetentionStore['erase'],
    onBatch: (erased: number) => void,
    signal: AbortSignal,
  ): Promise<number | null> =>
    inBatches(async (after) => {
      const at = clock.now();
      const { erased, next } = await erase({ at, before: at - days * DAY_MS, after, limit: BATCH });
      if (erased > 0) onBatch(erased);
      return { count: erased, next };
    }, signal);

  const work = async (signal: AbortSignal): Promise<boolean> => {
    const links = await eraseBatches(retention.erase, onErased, signal);
    const approvals = await eraseBatches(retention.eraseApprovals, () => undefined, signal);
    const batches = await eraseBatches(retention.eraseBatches, () => undefined, signal);
    if (links === null || approvals === null || batches === null) return false;
    log.info({ links, approvals, batches, days }, 'customers’ data of old links erased');
    return true;
  };

  return createDailyTurn({ name: 'retention', work, sweeps, clock, log });
};
