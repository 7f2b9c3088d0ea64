import type { Clock } from '../clock.ts';
import { createJobWorker, type JobWorker, type JobWorkerDependencies } from '../delivery/job-worker.ts';
import type { JobKind, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import type { KindsIn } from '../store/job-kinds.ts';
import type { JobStore } from '../store/job-store.ts';

export type NoticeKind = KindsIn<'notices'>;

/** How many deliveries run at a time. Most of each is waiting for Slack. */
const LIMIT = 48;

/** How a delivery ended, in the words of the metrics. */
type Delivered = 'delivered' | 'later' | 'never';

const IN_METRICS: Record<JobOutcome['outcome'], Delivered> = {
  done: 'delivered',
  later: 'later',
  failed: 'never',
};

interface Parts extends Pick<JobWorkerDependencies, 'held' | 'only' | 'random' | 'log'> {
  store: { jobs: JobStore; engine: 'sqlite' | 'postgres' };
  metrics: {
    onNotice(delivery: { kind: NoticeKind; outcome: Delivered }): void;
    onJobGivenUp: NonNullable<JobWorkerDependencies['onGivenUp']>;
  };
  ids: Pick<Ids, 'nonce'>;
  clock: Clock;
}

/** Delivers to Slack what is shown, told and posted. */
export const createNoticeWorker = (
  { store, metrics, ids, ...parts }: Parts,
  kinds: Record<NoticeKind, JobKind>,
): JobWorker => {
  const counted = (kind: NoticeKind): JobKind => ({
    ...kinds[kind],
    run: async (...given) => {
      let outcome: JobOutcome['outcome'] = 'later';
      try {
        const ended = await kinds[kind].run(...given);
        outcome = ended.outcome;
        return ended;
      } finally {
        metrics.onNotice({ kind, outcome: IN_METRICS[outcome] });
      }
    },
  });
  return createJobWorker({
    ...{ jobs: store.jobs, queue: 'notices', limit: LIMIT, isAlone: store.engine === 'sqlite' },
    kinds: Object.fromEntries((Object.keys(kinds) as NoticeKind[]).map((kind) => [kind, counted(kind)])),
    ...{ onGivenUp: metrics.onJobGivenUp, newToken: ids.nonce },
    ...{ held: parts.held, only: parts.only, clock: parts.clock, random: parts.random, log: parts.log },
  });
};
