import type { z } from 'zod';
import type { App } from '../app-parts.ts';
import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import { buildBatchShow, buildBatchShowNow } from '../links/card/notice-kinds.ts';
import type { Batch, BatchRow } from '../store/batch.ts';
import { isGivenUp } from '../store/link-states.ts';
import {
  type batchRunPayloadSchema,
  buildDigestPost,
  buildHeldTell,
  buildLinksFileJob,
} from './batch-jobs.ts';
import { countResult, createPace, MOST_REQUESTS, type Pace } from './batch-pace.ts';
import { countBatch } from './count-batch.ts';
import { issueRow } from './issue-row.ts';

const ROWS_READ = 200;
const SHOW_EVERY_MS = 3_000;

/**
 * Creates the remaining links of a batch. Each row goes the way of a single link: stored under the row's nonce, requested
 * once, settled. So neither a run that died nor two runs at once create a row twice.
 */
export const createBatchRunJob = (app: App): JobHandler<[z.output<typeof batchRunPayloadSchema>]> => {
  const { clock, timeZone, log } = app;
  const { batches, jobs } = app.store;

  const pause = (batch: Batch, trouble: string) =>
    batches.move({
      ...{ teamId: batch.teamId, id: batch.id, by: batch.creatorId, at: clock.now() },
      ...{ from: ['running'], to: 'paused', trouble },
      jobs: () => [buildBatchShowNow({ teamId: batch.teamId, batchId: batch.id })],
    });

  const finish = async (batch: Batch) => {
    const { teamId, id, creatorId } = batch;
    const { held } = countBatch(batch, await batches.tally(id));
    const at = clock.now();
    return batches.move({
      ...{ teamId, id, by: creatorId, at },
      from: ['running'],
      to: 'done',
      jobs: (now) => [
        buildBatchShowNow({ teamId, batchId: id }),
        buildLinksFileJob(now),
        ...(held.rows > 0 ? [buildHeldTell(now)] : []),
        buildDigestPost(batch, at, timeZone),
      ],
    });
  };

  return async (job, context, { batchId, customerLimitFils }): Promise<JobOutcome> => {
    const batch = await batches.find(job.teamId, batchId);
    if (batch?.state !== 'running') return { outcome: 'done' };
    if (context.givenUp !== null) {
      await pause(batch, 'Paylink tried many times and could not continue.');
      return { outcome: 'failed', reason: context.givenUp };
    }
    const pace = createPace();
    await runRows({ batch, customerLimitFils, pace, context }, app);
    if (context.signal.aborted) return { outcome: 'later', reason: 'stopped', retryAfterMs: null };
    if (pace.pauseReason !== null) {
      log.warn({ batch: batchId, reason: pace.pauseReason }, 'batch paused');
      await pause(batch, pace.pauseReason);
    } else if ((await finish(batch)) === null) {
      // A link was just now proved not to exist, or another process is still requesting one.
      if (await batches.isRunning(batchId))
        return { outcome: 'later', reason: 'rows are left', retryAfterMs: null, isTry: false };
      // The card was updated when the batch stopped, before the last rows were answered.
      const at = clock.now();
      await jobs.add(buildBatchShow({ teamId: batch.teamId, batchId }, at), at);
    }
    return { outcome: 'done' };
  };
};

interface Run {
  batch: Batch;
  customerLimitFils: number | null;
  pace: Pace;
  context: JobContext;
}

/**
 * Sends at most `MOST_REQUESTS` requests at a time, paced by `rowsPerSecond`. Rows that are due together are stored
 * together. Ends when no row is left, or when the batch or this process stops.
 */
async function runRows(run: Run, app: App): Promise<void> {
  const { batch, pace, context } = run;
  const { config, clock } = app;
  const { batches } = app.store;
  const { rowsPerSecond } = config.batches;
  const requests = createSlots(() => (pace.isSlow ? 1 : MOST_REQUESTS));
  // Some answers are stored while other requests are under way.
  const openRows = createSlots(() => (pace.isSlow ? 1 : 2 * MOST_REQUESTS));
  const errors: unknown[] = [];
  const mustEnd = () => context.signal.aborted || pace.pauseReason !== null || errors.length > 0;
  const updateCard = createCardUpdates(batch, app);
  let turn = clock.now();
  let rows: BatchRow[] = [];
  let after = -1;
  while (!mustEnd()) {
    if (pace.isRowDue) {
      await openRows.empty();
      pace.isRowDue = false;
      rows = [];
      after = -1;
      continue;
    }
    if (rows.length === 0) {
      rows = await batches.waitingRows(batch.id, after, ROWS_READ);
      if (rows.length === 0) {
        await openRows.empty();
        // Start again with the rows that were not made.
        if (after === -1 && !(await lookForDoubtful(batch, app))) break;
        after = -1;
        continue;
      }
    }
    await Promise.all([requests.free(), openRows.free()]);
    if (pace.isRowDue) continue;
    const wait = Math.max(turn, pace.notBefore) - clock.now();
    if (wait > 0) await clock.sleep(wait, context.signal);
    if (mustEnd() || !(await batches.isRunning(batch.id))) break;
    turn = Math.max(turn, clock.now() - 1_000);
    do {
      const [row] = rows.splice(0, 1);
      if (row === undefined) break;
      after = row.number;
      turn += 1_000 / rowsPerSecond;
      const answered = requests.take();
      const stored = openRows.take();
      void issueRow(row, run, app, answered)
        .then((result) => countResult(result, pace, clock.now()))
        .catch((error: unknown) => void errors.push(error))
        .finally(() => {
          answered();
          stored();
        });
    } while (requests.hasFree() && openRows.hasFree() && turn <= clock.now());
    await updateCard();
  }
  await openRows.empty();
  // Most likely from the database. The job is retried, and each row is as it was stored.
  if (errors.length > 0) throw errors[0];
}

/**
 * Looks again for links that the service said no about while its listing showed no references of ours: by now it may. True: some
 * rows are to be tried again.
 */
async function lookForDoubtful({ id }: Batch, { store: { batches }, lostLinks }: App): Promise<boolean> {
  let isAny = false;
  for (const { row, link } of await batches.rowsWithLinks(id)) {
    if (row.state !== 'waiting' || link?.state !== 'unknown' || link.failure?.doubt !== 'answered-no')
      continue;
    if (!isGivenUp((await lostLinks.checkAgain(link)).state)) continue;
    await batches.tryRowAgain(row);
    isAny = true;
  }
  return isAny;
}

/** A semaphore. `take` returns a release function, which is safe to call twice. */
function createSlots(size: () => number) {
  let taken = 0;
  let waiting: (() => void)[] = [];
  const until = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise<void>((resolve) => void waiting.push(resolve));
  };
  return {
    hasFree: () => taken < size(),
    free: () => until(() => taken < size()),
    empty: () => until(() => taken === 0),
    take: (): (() => void) => {
      let isTaken = true;
      taken += 1;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        taken -= 1;
        const resumed = waiting;
        waiting = [];
        for (const resume of resumed) resume();
      };
    },
  };
}

/** Updates the card at a pace that Slack allows. */
function createCardUpdates({ teamId, id }: Batch, { store: { jobs }, clock }: App) {
  let next = 0;
  return async (): Promise<void> => {
    const at = clock.now();
    if (at < next) return;
    next = at + SHOW_EVERY_MS;
    await jobs.add(buildBatchShow({ teamId, batchId: id }, at), at);
  };
}
