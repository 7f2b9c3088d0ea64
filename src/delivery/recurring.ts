import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { OF_ALL } from '../store/job.ts';
import type { KindsIn } from '../store/job-kinds.ts';
import type { JobStore } from '../store/job-store.ts';
import { createJobWorker, type JobWorker } from './job-worker.ts';
import type { JobKind } from './run-claimed-job.ts';

/** Work that is done again and again, by one of all instances at a time. */
export interface Recurring {
  /** Takes a turn, and returns when the next one is due. `signal`: see `JobContext`. */
  takeTurn(signal: AbortSignal): Promise<number>;
  /** Resolves when nothing of it is running, also nothing that outlasts its turn. */
  finished?(): Promise<void>;
  /** Every start takes a turn, whenever the last one was. */
  isDueAtStart?: boolean;
}

export type RecurringKind = KindsIn<'recurring'>;

interface RecurringDependencies {
  jobs: JobStore;
  turns: Partial<Record<RecurringKind, Recurring>>;
  /** No other process uses this database. */
  isAlone: boolean;
  ids: { job(): string; nonce(): string };
  clock: Clock;
  random: () => number;
  log: Log;
}

/** A turn of hundreds of workspaces may take hours; one that lasts a day hangs. */
const TIMEOUT_MS = 24 * 60 * 60_000;
/** Nobody brings work: an instance knows when the next turn is due, or the lease of another one over. */
const POLL_MS = 60 * 60_000;

export interface RecurringWorker extends Pick<JobWorker, 'stop' | 'trouble'> {
  start(): Promise<void>;
}

/**
 * Each kind is one job, which the end of a turn plans again: a turn of an instance that died is taken by another when the
 * lease is over. Tokens that Slack refuses hold up none of them.
 */
export const createRecurring = ({
  jobs,
  turns,
  isAlone,
  ids,
  clock,
  random,
  log,
}: RecurringDependencies): RecurringWorker => {
  const kinds = Object.keys(turns) as RecurringKind[];
  const kindOf = ({ takeTurn }: Recurring): JobKind => ({
    run: async (_job, { signal }) => ({ outcome: 'done', againAt: await takeTurn(signal) }),
    maxTries: Number.POSITIVE_INFINITY,
    timeoutMs: TIMEOUT_MS,
  });
  const worker = createJobWorker({
    jobs,
    queue: 'recurring',
    kinds: Object.fromEntries(Object.entries(turns).map(([kind, turn]) => [kind, kindOf(turn)])),
    held: () => [],
    isAlone,
    pollMs: POLL_MS,
    newToken: ids.nonce,
    clock,
    random,
    log,
  });
  return {
    start: async () => {
      const at = clock.now();
      await jobs.addAll(
        kinds.map((kind) => ({ id: ids.job(), teamId: OF_ALL, kind, key: kind })),
        at,
      );
      await jobs.bringForward(
        kinds.filter((kind) => turns[kind]?.isDueAtStart),
        at,
      );
      worker.start();
    },
    stop: async () => {
      await worker.stop();
      await Promise.all(Object.values(turns).map((turn) => turn.finished?.()));
    },
    trouble: worker.trouble,
  };
};
