import type { Base } from '../../app-parts.ts';
import { createPendingWork } from '../../delivery/pending-work.ts';
import type { Recurring } from '../../delivery/recurring.ts';
import type { Sweep, SweepEnd } from './sweep.ts';

/** When to sweep: at intervals, and sooner after a sweep that failed. */
export const createSweepTurn = (
  { config, metrics, clock, log }: Base,
  {
    sweep,
    repairMessages,
  }: {
    sweep: Sweep;
    /** Corrects cards that show an older state than their link's. */
    repairMessages: () => Promise<void>;
  },
): Recurring => {
  const { sweepEveryMs, checkAfterMs } = config.checks;
  const running = createPendingWork();
  let failed = 0;

  /** Returns when to sweep again. */
  const fail = (error: unknown): number => {
    metrics.onSweep(null);
    const wait = Math.min(sweepEveryMs, checkAfterMs * 2 ** Math.min(failed, 30));
    failed += 1;
    log.warn({ err: error, againInMs: wait }, 'listings not swept');
    return clock.now() + wait;
  };

  /** Null: it did not fail. */
  const noteEnd = async (ended: Promise<SweepEnd>): Promise<number | null> => {
    try {
      const end = await ended;
      if (end !== null) {
        failed = 0;
        metrics.onSweep(end);
      }
      return null;
    } catch (error) {
      return fail(error);
    }
  };

  return {
    takeTurn: async (signal) => {
      const next = clock.now() + sweepEveryMs;
      try {
        await repairMessages();
        const { ended } = await sweep();
        const end = running.track(noteEnd(ended));
        // A workspace whose service is slow does not hold up the next sweep, which leaves it out until it has ended.
        const over = new AbortController();
        const waited = clock.sleep(next - clock.now(), AbortSignal.any([signal, over.signal]));
        const again = await Promise.race([end, waited.then(() => null)]);
        over.abort('ended');
        return again ?? next;
      } catch (error) {
        return fail(error);
      }
    },
    finished: running.finished,
    isDueAtStart: true,
  };
};
