import { formatAed } from '../blocks/money-and-time.ts';
import { cut } from '../blocks/text.ts';
import type { Clock } from '../clock.ts';
import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import { displayStateOf } from '../links/card/display-state.ts';
import { buildBatchCardJob } from '../links/card/notice-kinds.ts';
import { type Issuer, LinkInDoubtError } from '../links/form/issuer.ts';
import { explainInvoiceTaken } from '../links/form/link-form-faults.ts';
import type { Log } from '../log.ts';
import type { Batch, BatchRow } from '../store/batch.ts';
import type { BatchStore } from '../store/batch-store.ts';
import { AboveCustomerLimitError } from '../store/customer-sum.ts';
import type { JobStore } from '../store/job-store.ts';
import type { Link } from '../store/link.ts';
import type { Held } from '../store/reserve-link.ts';
import { batchRunPayloadSchema, buildDigestJob, buildFileJob } from './batch-jobs.ts';

export interface BatchRunDependencies {
  batches: BatchStore;
  jobs: Pick<JobStore, 'add'>;
  issuer: Pick<Issuer, 'reserve'>;
  /** Rows asked for in a second. */
  rowsPerSecond: number;
  /** The card has news. */
  onNews: () => void;
  clock: Clock;
  ids: Ids;
  timeZone: string;
  log: Log;
}

/** How many requests are under way at a time. */
export const WIDTH = 8;
const ROWS_READ = 200;
const SHOW_EVERY_MS = 3_000;
/** How often in a row the service may be too busy; with the waits between, some ten minutes. */
const MOST_BUSY = 12;
const LONGEST_WAIT_MS = 60_000;
/** So many in a row that the service refused, and the rest waits for a person: fewer before it has made any. */
const MOST_TROUBLES = { atFirst: 3, later: 16 };
/** The same of those whose answer was lost. */
const MOST_LOST = 10;
/** What is refused so often while others are made is refused for itself. */
const MOST_TRIES = 3;

/** What came of asking for one row. `not-asked`: the batch stopped before it. */
type RowEnd =
  | { end: 'made' | 'refused' | 'not-asked' }
  | { end: 'lost' }
  | { end: 'busy'; retryAfterMs: number | null }
  | { end: 'trouble'; words: string };

/** Rows in a row that came to nothing, and what that means for the rest. */
interface Course {
  made: number;
  busy: number;
  troubles: number;
  lost: number;
  /** No row is asked for before. */
  notBefore: number;
  /** Why the batch pauses, for people. */
  stop: string | null;
}

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
      jobs: () => [buildBatchCardJob({ teamId: batch.teamId, batchId: batch.id }, clock.now(), ids)],
    });

  const finish = (batch: Batch) => {
    const { teamId, id, creatorId } = batch;
    const at = clock.now();
    return batches.move({
      ...{ teamId, id, by: creatorId, at },
      from: ['running'],
      to: 'done',
      jobs: ({ runs }) => [
        buildBatchCardJob({ teamId, batchId: id }, at, ids),
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
    const course: Course = { made: 0, busy: 0, troubles: 0, lost: 0, notBefore: 0, stop: null };
    await runRows({ batch, customerLimitFils, course, context }, deps);
    if (context.signal.aborted) return { outcome: 'later', reason: 'stopped', retryAfterMs: null };
    if (course.stop !== null) {
      log.warn({ batch: batchId, reason: course.stop }, 'batch paused by itself');
      await pause(batch, course.stop);
    } else if ((await batches.countWaiting(batchId)) === 0) await finish(batch);
    else if (await batches.isRunning(batchId))
      // A link of it was proved just now not to have been made.
      return { outcome: 'later', reason: 'rows are left', retryAfterMs: null, isTry: false };
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
 * As many requests at a time as there is width for, none before its turn. Rows whose turn is the same are written down
 * together. Ends when none is left, or the batch or this process stops.
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

function take(ended: RowEnd, course: Course, now: number): void {
  switch (ended.end) {
    case 'not-asked':
      return;
    case 'made':
      course.made += 1;
      Object.assign(course, { busy: 0, troubles: 0, lost: 0 });
      return;
    case 'refused':
      Object.assign(course, { busy: 0, troubles: 0, lost: 0 });
      return;
    case 'lost':
      course.lost += 1;
      if (course.lost >= MOST_LOST)
        course.stop = `The payment service left ${course.lost} requests in a row without an answer. Paylink finds out by itself what became of those rows.`;
      return;
    case 'busy': {
      course.busy += 1;
      const wait = Math.max(
        ended.retryAfterMs ?? 0,
        Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.floor(course.busy / WIDTH)),
      );
      course.notBefore = Math.max(course.notBefore, now + Math.min(wait, 5 * LONGEST_WAIT_MS));
      if (course.busy >= MOST_BUSY * WIDTH)
        course.stop = 'The payment service is too busy for more links at the moment.';
      return;
    }
    case 'trouble':
      course.troubles += 1;
      if (course.troubles >= (course.made > 0 ? MOST_TROUBLES.later : MOST_TROUBLES.atFirst))
        course.stop = ended.words;
      return;
  }
}

async function issueRow(
  row: BatchRow,
  { batch, customerLimitFils }: Run,
  { batches, issuer, clock }: BatchRunDependencies,
  onAnswered: () => void,
): Promise<RowEnd> {
  const refuse = async (words: string): Promise<RowEnd> => {
    await batches.settleRow(row, 'refused', [{ column: null, words }]);
    return { end: 'refused' };
  };
  const { request, expiresAt } = row;
  if (request === null || expiresAt === null)
    return refuse('The customer’s data was erased before the link was made.');
  if (expiresAt <= clock.now()) return refuse('The date until which it could be paid has passed.');
  let link: Link;
  try {
    const reserved = await issuer.reserve({
      nonce: row.nonce,
      teamId: batch.teamId,
      channelId: batch.channelId,
      threadTs: null,
      creatorId: batch.creatorId,
      creatorName: batch.creatorName,
      batchId: batch.id,
      request,
      expiresAt,
      acknowledged: row.alike,
      replacesLinkId: null,
      besideLinkId: row.alike[0] ?? null,
      ...(customerLimitFils === null ? {} : { customerLimitFils }),
    });
    if (reserved.held) return refuse(explainHeld(reserved.held, request.Invoice_Id ?? ''));
    link = reserved.send === null ? reserved.link : await reserved.send(onAnswered);
  } catch (error) {
    if (error instanceof AboveCustomerLimitError)
      return refuse(
        `This customer’s links of the last 24 hours would come to ${formatAed(error.sumFils)}, which a second person must approve. Make this one with /paylink.`,
      );
    if (!(error instanceof LinkInDoubtError)) throw error;
    link = error.link;
  }
  return settle(row, link, batches);
}

/** What the link says of its row. Said again, it changes nothing. */
async function settle(row: BatchRow, link: Link, batches: BatchStore): Promise<RowEnd> {
  const { failure } = link;
  if (displayStateOf(link) === 'not-made' && failure !== null) {
    if (failure.isAboutValues) {
      await batches.settleRow(row, 'refused', [
        { column: null, words: cut(`${failure.what} ${failure.next}`, 500) },
      ]);
      return { end: 'refused' };
    }
    if (failure.retryAfterMs !== undefined) {
      await batches.tryRowAgain(row);
      return { end: 'busy', retryAfterMs: failure.retryAfterMs };
    }
    const words = cut(`${failure.what} ${failure.next}`, 500);
    if (row.tries + 1 < MOST_TRIES) await batches.tryRowAgain(row);
    else await batches.settleRow(row, 'refused', [{ column: null, words }]);
    return { end: 'trouble', words };
  }
  // Its link says so by itself, but for one that failed after it was made.
  if (link.state === 'failed') await batches.settleRow(row, 'made');
  return { end: link.state === 'unknown' || link.state === 'reserved' ? 'lost' : 'made' };
}

function explainHeld(held: Held, typed: string): string {
  switch (held.because) {
    case 'duplicates':
      return 'Another link for the same customer and amount was made since the preview, so this one was not.';
    case 'invoice-id':
      return explainInvoiceTaken(held.holder, typed);
    case 'form-used':
      return 'This row was already used for another amount or customer, so nothing was made.';
  }
}
