import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import { buildBatchCardJob, buildBatchCardNow } from '../links/card/notice-kinds.ts';
import type { Log } from '../log.ts';
import type { Batch, BatchRow } from '../store/batch.ts';
import type { BatchStore } from '../store/batch-store.ts';
import type { JobStore } from '../store/job-store.ts';
import { type Course, START_OF_COURSE, take, WIDTH } from './batch-course.ts';
import { batchRunPayloadSchema, buildDigestJob, buildFileJob } from './batch-jobs.ts';
import { type IssueRowDependencies, issueRow } from './issue-row.ts';

export interface BatchRunDependencies extends IssueRowDependencies {
  batches: BatchStore;
  jobs: Pick<JobStore, 'add'>;
  /** Rows asked for in a second. */
  rowsPerSecond: number;
  /** The card has news. */
  onNews: () => void;
  ids: Ids;
  timeZone: string;
  log: Log;
}

const ROWS_READ = 200;
const SHOW_EVERY_MS = 3_000;

/**
 * Makes the links of a batch that are still to be made. Each row goes the way of a single link: written down under the
 * nonce of its row, asked for once, settled. So a run that died, or two at once, make no row twice.
 */
export const createBatchRunJob = (deps: BatchRunDependencies): JobHandler => {
  const { batches, clock, ids, log } = deps;

  const pause = (batch: Batch, trouble: string) =>
    batches.move({
      teamId: batch.teamId,
      id: batch.id,
      by: batch.creatorId,
      at: clock.now(),
      from: ['running'],
      to: 'paused',
      trouble,
      jobs: () => [buildBatchCardNow({ teamId: batch.teamId, batchId: batch.id }, clock.now(), ids)],
    });

  const finish = (batch: Batch) => {
    const { teamId, id, creatorId } = batch;
    const at = clock.now();
    return batches.move({
      ...{ teamId, id, by: creatorId, at },
      from: ['running'],
      to: 'done',
      jobs: ({ runs }) => [
        buildBatchCardNow({ teamId, batchId: id }, at, ids),
        buildFileJob(batch, { userId: creatorId, runs }, at, ids),
        buildDigestJob(batch, at, deps.timeZone, ids),
      ],
    });
  };

  return async (job, context): Promise<JobOutcome> => {
    const { batchId, customerLimitFils } = batchRunPayloadSchema.parse(job.payload);
    const batch = await batches.find(job.teamId, batchId);
    if (batch?.state !== 'running') return { outcome: 'done' };
    if (context.givenUp !== null) {
      await pause(batch, 'Paylink tried many times and could not go on.');
      return { outcome: 'failed', reason: context.givenUp };
    }
    const course: Course = { ...START_OF_COURSE };
    await runRows({ batch, customerLimitFils, course, context }, deps);
    if (context.signal.aborted) return { outcome: 'later', reason: 'stopped', retryAfterMs: null };
    if (course.stop !== null) {
      log.warn({ batch: batchId, reason: course.stop }, 'batch paused by itself');
      await pause(batch, course.stop);
    } else if ((await finish(batch)) === null) {
      // A link of it was proved just now not to have been made, or a process that may have died asks for one.
      if (await batches.isRunning(batchId))
        return { outcome: 'later', reason: 'rows are left', retryAfterMs: null, isTry: false };
      // Its card was drawn when it stopped, before the last of these rows were answered.
      const at = clock.now();
      await deps.jobs.add(buildBatchCardJob({ teamId: batch.teamId, batchId }, at, ids), at);
    }
    deps.onNews();
    return { outcome: 'done' };
  };
};

interface Run {
  batch: Batch;
  customerLimitFils: number | null;
  course: Course;
  context: JobContext;
}

/**
 * At most `WIDTH` requests at a time, each at its own time. Rows that are due together are written together. Ends when no
 * row is left, or when the batch or this process stops.
 */
async function runRows(run: Run, deps: BatchRunDependencies): Promise<void> {
  const { batch, course, context } = run;
  const { batches, clock, rowsPerSecond } = deps;
  const requests = createRoom(WIDTH);
  // The answers of some are written down while others are asked for.
  const rowsInHand = createRoom(2 * WIDTH);
  const faults: unknown[] = [];
  const mustEnd = () => context.signal.aborted || course.stop !== null || faults.length > 0;
  const showing = createShowing(batch, deps);
  let turn = clock.now();
  let rows: BatchRow[] = [];
  let after = -1;
  while (!mustEnd()) {
    if (rows.length === 0) {
      rows = await batches.waitingRows(batch.id, after, ROWS_READ);
      if (rows.length === 0) {
        await rowsInHand.empty();
        // Those that the service was too busy for come once more.
        if (after === -1) break;
        after = -1;
        continue;
      }
    }
    await Promise.all([requests.someLeft(), rowsInHand.someLeft()]);
    const wait = Math.max(turn, course.notBefore) - clock.now();
    if (wait > 0) await clock.sleep(wait, context.signal);
    if (mustEnd() || !(await batches.isRunning(batch.id))) break;
    turn = Math.max(turn, clock.now() - 1_000);
    do {
      const [row] = rows.splice(0, 1);
      if (row === undefined) break;
      after = row.number;
      turn += 1_000 / rowsPerSecond;
      const leave = requests.enter();
      const put = rowsInHand.enter();
      void issueRow(row, run, deps, leave)
        .then((ended) => take(ended, course, clock.now()))
        .catch((error: unknown) => void faults.push(error))
        .finally(() => {
          leave();
          put();
        });
    } while (requests.left() > 0 && rowsInHand.left() > 0 && turn <= clock.now());
    await showing();
  }
  await rowsInHand.empty();
  // The database, most likely: the job comes again, and each row stands as it was written.
  if (faults.length > 0) throw faults[0];
}

/** Room for so many at a time. Whoever enters leaves once, however often they say so. */
function createRoom(width: number) {
  let inside = 0;
  let waiting: (() => void)[] = [];
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise<void>((resolve) => void waiting.push(resolve));
  };
  return {
    left: () => width - inside,
    someLeft: () => until(() => inside < width),
    empty: () => until(() => inside === 0),
    enter: (): (() => void) => {
      let isInside = true;
      inside += 1;
      return () => {
        if (!isInside) return;
        isInside = false;
        inside -= 1;
        const told = waiting;
        waiting = [];
        for (const tell of told) tell();
      };
    },
  };
}

/** Has the card follow, at a pace that Slack bears. */
function createShowing({ teamId, id }: Batch, { jobs, clock, ids, onNews }: BatchRunDependencies) {
  let next = 0;
  return async (): Promise<void> => {
    const at = clock.now();
    if (at < next) return;
    next = at + SHOW_EVERY_MS;
    await jobs.add(buildBatchCardJob({ teamId, batchId: id }, at, ids), at);
    onNews();
  };
}
