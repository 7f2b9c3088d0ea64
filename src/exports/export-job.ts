import type { WebClient } from '@slack/web-api';
import type { App } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import type { JobContext, JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import { isRefusedByPlace, readSlackFailure } from '../slack/slack-failure.ts';
import type { NewJob } from '../store/job.ts';
import { NoLongerPermittedError, readExportFailure } from './export-failure.ts';
import { buildFinalMessageJob } from './export-message-jobs.ts';
import {
  buildExportCancelled,
  buildExportRequested,
  buildExportSending,
  buildExportStopped,
  buildExportUnsure,
  buildSetterRoleLost,
} from './export-progress-view.ts';
import { type ExportRun, JobLostError, openExportRun } from './export-run.ts';
import { buildReading, readForExport } from './read-for-export.ts';
import { buildReportWords } from './scheduled-export.ts';
import { buildScheduleEndedJob } from './scheduled-export-job.ts';
import {
  buildFinalMessage,
  listEmptyNoteJobs,
  listNotSentNoteJobs,
  shareExport,
  uploadExport,
} from './send-export.ts';

/**
 * Together with the client's own retries and the job's delays: about ten minutes of a service that does not answer.
 */
const MAX_STALLS = 8;
/** Long enough for the handler of the *Cancel* button to edit the message. */
const AFTER_CANCEL_MS = 1_500;

/** Reads every page of a report into a file and sends it to Slack; after an interruption, continues from there. */
export const createExportJob =
  (app: App, client: WebClient): JobHandler =>
  async (job, context) => {
    const run = await openExportRun(job, context, app, client);
    if (run === null) return { outcome: 'failed', reason: 'nothing that could be exported' };
    try {
      if (job.takenOver) await run.keep({ wasTakenOver: true });
      if (context.givenUp !== null) return await giveUp(run, context.givenUp, app);
      return await exportRows(run, app);
    } catch (error) {
      return isLost(error, context) ? await leave(run, app) : await settle(run, error, app);
    }
  };

async function exportRows(run: ExportRun, app: App): Promise<JobOutcome> {
  if (run.progress().isUnsure) return reportUnsure(run, app);
  await run.message.ensurePosted(buildExportRequested(run.facts));
  if (!run.progress().isSent) await checkPermission(run, app);
  const isUploaded = run.progress().fileId !== null;
  if (!isUploaded) await readAndUpload(run, app);
  const { fileId, isSent } = run.progress();
  if (fileId !== null && !isSent) {
    run.signal.throwIfAborted();
    if ((await shareExport(run, fileId, isUploaded, app)) === 'unsure') return reportUnsure(run, app);
    await run.keep({ isSent: true }).catch(async (error: unknown) => {
      if (!(error instanceof JobLostError)) throw error;
      // The file is already shared. If the person cancelled just then, this news must come after their own edit.
      await app.clock.sleep(AFTER_CANCEL_MS);
    });
  }
  const message = buildFinalMessage(run, app);
  await run.message.now(message);
  await app.exportFiles.removeAllOf(run.job);
  return {
    outcome: 'done',
    next: [...repeatFinalMessage(run, message, app), ...listEmptyNoteJobs(run, app)],
  };
}

/** An edit that a dead process sent before may arrive after the final message. */
function repeatFinalMessage(run: ExportRun, message: Message, { clock }: App): NewJob[] {
  const { message: place, wasTakenOver } = run.progress();
  return wasTakenOver && place !== null
    ? [buildFinalMessageJob(run.job, { place, message }, clock.now())]
    : [];
}

async function readAndUpload(run: ExportRun, app: App): Promise<void> {
  const read = await readForExport(run, app);
  try {
    await checkPermission(run, app);
    await uploadExport(run, read, app);
  } finally {
    await read.close();
  }
}

/** An export can run long and continue overnight: the person may have lost the role since they asked. */
async function checkPermission(run: ExportRun, { members }: App): Promise<void> {
  const { userId, schedule } = run.payload;
  const people = [userId, ...(schedule === null ? [] : [schedule.setBy])];
  const may = await Promise.all(people.map((one) => members.may(run.job.teamId, one, 'export')));
  const refused = people.filter((_, at) => !may[at]);
  if (refused.length === 0) return;
  // The file already uploaded to Slack has not been shared with anyone, and never will be.
  if (run.progress().fileId !== null) await run.keep({ fileId: null });
  throw new NoLongerPermittedError(refused);
}

/** Slack no longer has the upload: most likely an earlier try worked and its answer was lost. */
async function reportUnsure(run: ExportRun, app: App): Promise<JobOutcome> {
  const rows = run.progress().summary?.rows ?? 0;
  // If this process dies here, the next one must not make the file again.
  await run.keep({ isUnsure: true });
  const message = buildExportUnsure(run.facts, rows);
  await run.message.now(message);
  return {
    outcome: 'failed',
    reason: 'Slack did not confirm the file',
    next: repeatFinalMessage(run, message, app),
  };
}

/** Cancelled, taken over by another process, or this process is stopping. */
async function leave(run: ExportRun, { store: { jobs }, exportFiles: files }: App): Promise<JobOutcome> {
  const stored = await jobs.find(run.job.teamId, run.job.id);
  if (stored?.state === 'cancelled') {
    await files.removeAllOf(run.job);
    // The *Cancel* handler has said so already, but an edit of this run may have landed after its message.
    await run.message.now(buildExportCancelled(run.facts));
  }
  return { outcome: 'later', reason: 'stopped', retryAfterMs: null };
}

/** The run failed: try again later from where it stopped, or tell the person what to do. */
async function settle(run: ExportRun, error: unknown, app: App): Promise<JobOutcome> {
  const { log, exportFiles: files } = app;
  const failure = readExportFailure(error);
  const { reason, retryAfterMs, isTry, isUnclear = false } = failure;
  const stalls = run.progress().stalls + (isTry && !isUnclear ? 1 : 0);
  // The token watch logs what an operator must fix, once.
  if (failure.isTry) log.warn({ job: run.job.id, err: error, stalls }, 'export interrupted');
  const isStopped = !failure.isPassing || stalls >= MAX_STALLS;
  await run.keep({ stalls });
  if (run.progress().isSent) {
    // Only the final message is missing, and the file speaks for itself.
    if (!isStopped) return { outcome: 'later', reason, retryAfterMs, isTry, isUnclear };
    await files.removeAllOf(run.job);
    return { outcome: 'done' };
  }
  const message = isStopped
    ? (buildRoleLost(run, error, app) ?? buildStopped(run, failure))
    : buildWaiting(run, failure.what);
  await showMessage(run, message, isStopped);
  if (!isStopped) return { outcome: 'later', reason, retryAfterMs, isTry, isUnclear };
  const ends = listScheduleEnds(run, error, app);
  // A schedule that ends tells its channel itself.
  const notes = ends.length > 0 ? [] : listNotSentNoteJobs(run, failure.what, app);
  return { outcome: 'failed', reason, next: [...ends, ...notes, ...repeatFinalMessage(run, message, app)] };
}

/** Ends the schedule if its people may no longer export, or Slack cannot reach them. */
function listScheduleEnds(run: ExportRun, error: unknown, { ids }: App): NewJob[] {
  const { schedule } = run.payload;
  if (schedule === null) return [];
  const isGone = run.progress().message === null && isRefusedByPlace(readSlackFailure(error));
  if (!isGone && !(error instanceof NoLongerPermittedError)) return [];
  const why = isGone ? 'gone' : 'not-permitted';
  return [buildScheduleEndedJob({ teamId: run.job.teamId, scheduleId: schedule.id, why }, ids)];
}

async function giveUp(run: ExportRun, reason: string, app: App): Promise<JobOutcome> {
  const what = 'Paylink tried many times and could not finish it.';
  const isSent = run.progress().isSent;
  const message = isSent
    ? buildFinalMessage(run, app)
    : buildStopped(run, { what, next: 'Try again later.' });
  await run.message.now(message);
  const notes = isSent ? [] : listNotSentNoteJobs(run, what, app);
  return { outcome: 'failed', reason, next: [...notes, ...repeatFinalMessage(run, message, app)] };
}

/** Null: not a scheduled export, or it stopped for another reason. */
function buildRoleLost(run: ExportRun, error: unknown, { timeZone }: App): Message | null {
  const { schedule, userId, kind, span } = run.payload;
  if (schedule === null || !(error instanceof NoLongerPermittedError)) return null;
  const { setBy } = schedule;
  if (setBy !== userId && error.people.includes(setBy)) {
    const words = buildReportWords(kind, span, timeZone);
    return buildSetterRoleLost(run.facts, {
      setBy,
      mayRecipientExport: !error.people.includes(userId),
      words,
    });
  }
  return buildStopped(run, {
    what: 'Your role no longer allows exports, so Paylink has stopped sending this one.',
    next: 'Ask an admin of Paylink. Once your role allows exports again, set it up again with /paylink exports.',
  });
}

function buildStopped(run: ExportRun, { what, next }: { what: string; next: string }): Message {
  const { mark, fileId } = run.progress();
  if (fileId !== null) return buildExportUnsure(run.facts, mark?.rows ?? 0);
  const reach = { pages: mark?.nextPage ?? 0, rows: mark?.rows ?? 0, total: mark?.total ?? null };
  return buildExportStopped(run.facts, reach, { what, next, isRead: mark?.isComplete ?? false });
}

function buildWaiting(run: ExportRun, trouble: string): Message {
  const { mark } = run.progress();
  return mark?.isComplete
    ? buildExportSending(run.facts, mark.rows, trouble)
    : buildReading(run, mark, trouble);
}

/** Without its final message a job is not over; a message in between may get lost. */
async function showMessage(run: ExportRun, message: Message, mustBeSaid: boolean): Promise<void> {
  try {
    await run.message.now(message);
  } catch (error) {
    if (mustBeSaid && readSlackFailure(error).kind === 'passing') throw error;
  }
}

const isLost = (error: unknown, { signal }: JobContext): boolean =>
  signal.aborted || error instanceof JobLostError;
