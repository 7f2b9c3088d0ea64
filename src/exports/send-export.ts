import type { App } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { uploadFile } from '../delivery/upload-file.ts';
import type { ServiceRecord } from '../payment-service/index.ts';
import type { ReportKind, ReportRow } from '../reports/report-row.ts';
import { createReadCounted } from '../reports/row-money.ts';
import { createRowReader } from '../reports/row-reader.ts';
import { isOutOfReach, readSlackFailure } from '../slack/slack-failure.ts';
import type { NewJob } from '../store/job.ts';
import {
  buildEmptyNote,
  buildExportComment,
  buildExportDone,
  buildExportEmpty,
  buildNotSentNote,
  buildReconciliationDone,
  buildScheduledComment,
  type DoneExport,
} from './export-done-view.ts';
import { TooManyRecordsError } from './export-failure.ts';
import type { ExportSummary, ExportTrouble } from './export-job-state.ts';
import { buildNoFileNoteJob } from './export-message-jobs.ts';
import { buildExportRequested, buildExportSending } from './export-progress-view.ts';
import type { ExportRun } from './export-run.ts';
import { readSpooledRows } from './export-spool.ts';
import { chooseColumns, type ReadRows } from './read-for-export.ts';
import { writeReportFile, writeWorkbook } from './write-file.ts';

/** Makes the file from the rows read and uploads it to Slack, where nobody can see it yet. */
export const uploadExport = async (run: ExportRun, read: ReadRows, app: App): Promise<void> => {
  const { spool, scan, draft, mark } = read;
  if (scan === null) return uploadReconciliation(run, read, app);
  const { byDay: _, ...sums } = scan.totals();
  const { rows } = sums;
  const { total, isCapped } = mark;
  const unread: ExportTrouble[] = scan.hasUnread() ? ['fields-left-out'] : [];
  const troubles = [...mark.troubles, ...unread];
  const { columns, leftOut } = chooseColumns(scan.columns(), run.payload);
  const summary: ExportSummary = { ...sums, total, troubles, isCapped, leftOut, reconciliation: null };
  if (rows === 0) return run.keep({ summary });
  run.message.soon(() => buildExportSending(run.facts, rows, null));
  if (draft !== null) return upload(run, summary, app, { path: draft.path, bytes: await draft.finish() });
  await writeAndUpload(run, summary, app, (path) =>
    writeReportFile({
      path,
      format: 'xlsx',
      columns,
      counted: {
        title: COUNTED[scan.kind],
        read: createReadCounted(scan.kind, run.words),
        // Amounts in several currencies have no sum.
        isSummed: new Set(sums.byStatus.map(({ currency }) => currency)).size <= 1,
      },
      rows: markRows(readSpooledRows(spool, scan.kind, app.timeZone), scan.kind, run),
      timeZone: app.timeZone,
      signal: run.signal,
    }),
  );
};

/** The column of a workbook that has the total of the message: a row counts as the totals count it. */
const COUNTED: Record<ReportKind, string> = {
  transactions: 'Counted as received',
  payouts: 'Counted as paid out',
  links: 'Counted as paid',
};

async function* markRows(
  batches: AsyncIterable<readonly ReportRow[]>,
  kind: ReportKind,
  { reader }: ExportRun,
): AsyncGenerator<readonly ReportRow[]> {
  for await (const rows of batches) yield await reader.mark(kind, rows);
}

/** The month's records with our own links and batches, in one workbook. */
async function uploadReconciliation(run: ExportRun, { spool, mark }: ReadRows, app: App): Promise<void> {
  // Missing records would look like missing money.
  if (mark.isCapped) throw new TooManyRecordsError('the month has more records than an export holds');
  run.message.soon(() => buildExportSending(run.facts, mark.rows, null));
  const [payoutRows = 0] = mark.finished;
  const records: ServiceRecord[] = [];
  for await (const batch of spool.records()) records.push(...batch);
  const { span } = run.payload;
  const { sheets, figures } = await app.reconcileMonth({
    teamId: run.job.teamId,
    span,
    readFrom: run.queries[0]?.span.from ?? span.from,
    readTo: run.queries[0]?.span.to ?? span.to,
    payouts: records.slice(0, payoutRows).map(createRowReader('payouts', app.timeZone)),
    transactions: records.slice(payoutRows).map(createRowReader('transactions', app.timeZone)),
    words: run.words,
    timeZone: app.timeZone,
    signal: run.signal,
  });
  const summary: ExportSummary = {
    ...NO_SUMS,
    rows: mark.rows,
    troubles: mark.troubles,
    reconciliation: figures,
  };
  await writeAndUpload(run, summary, app, (path) =>
    writeWorkbook({ path, sheets, timeZone: app.timeZone, signal: run.signal }),
  );
}

const NO_SUMS = {
  byClass: [],
  refunds: [],
  net: [],
  byStatus: [],
  withoutAmount: 0,
  total: null,
  isCapped: false,
  leftOut: [],
};

async function writeAndUpload(
  run: ExportRun,
  summary: ExportSummary,
  app: App,
  write: (path: string) => Promise<number>,
): Promise<void> {
  const { name, path } = await app.exportFiles.fresh(run.job, 'xlsx');
  try {
    await upload(run, summary, app, { path, bytes: await write(path) });
  } finally {
    await app.exportFiles.remove(name);
  }
}

async function upload(
  run: ExportRun,
  summary: ExportSummary,
  { sendBytes }: App,
  { path, bytes }: { path: string; bytes: number },
): Promise<void> {
  const file = { path, name: run.facts.fileName, bytes };
  const fileId = await uploadFile(run.client, file, { signal: run.signal, sendBytes });
  await run.keep({ fileId, summary });
}

/**
 * Shares the uploaded file where the person asked for it, or with the person if that place is closed. `unsure`:
 * the answer to an earlier try was lost and Slack no longer has the upload, most likely because that try worked.
 */
export const shareExport = async (
  run: ExportRun,
  fileId: string,
  isRetry: boolean,
  app: App,
): Promise<'shared' | 'unsure'> => {
  const { thread, schedule } = run.payload;
  const channelId = schedule?.channelId ?? null;
  const place = thread ?? (channelId === null ? null : { channelId });
  const share = (place: { channelId: string; ts?: string }, comment: string | null) =>
    run.client.files.completeUploadExternal({
      files: [{ id: fileId, title: run.facts.fileName }],
      channel_id: place.channelId,
      ...(place.ts === undefined ? {} : { thread_ts: place.ts }),
      ...(comment === null ? {} : { initial_comment: comment }),
    });
  const comment = (): string => {
    const done = describeResult(run, app);
    return schedule === null
      ? buildExportComment(run.facts, done, run.payload.userId)
      : buildScheduledComment(run.facts, done, schedule);
  };
  try {
    if (place !== null && run.progress().refusedBy === null) {
      try {
        await share(place, comment());
        return 'shared';
      } catch (error) {
        const failure = readSlackFailure(error);
        if (!isOutOfReach(failure)) throw error;
        await run.keep({ refusedBy: failure.code });
      }
    }
    const { channelId } = await run.message.ensurePosted(buildExportRequested(run.facts));
    await share({ channelId }, null);
    return 'shared';
  } catch (error) {
    if (!isRetry || readSlackFailure(error).kind !== 'permanent') throw error;
    return 'unsure';
  }
};

/** The message for when nothing is left to do. */
export const buildFinalMessage = (run: ExportRun, app: App): Message => {
  if (run.payload.kind === 'reconciliation') {
    const { summary } = run.progress();
    if (!summary?.reconciliation) throw new Error('a reconciliation that is over has its figures');
    return buildReconciliationDone(run.facts, summary.reconciliation, summary.troubles);
  }
  const done = describeResult(run, app);
  return done.rows === 0 ? buildExportEmpty(run.facts, done) : buildExportDone(run.facts, done);
};

/** Tells the channel of a scheduled export that there are no rows. */
export const listEmptyNoteJobs = (run: ExportRun, app: App): NewJob[] => {
  const { kind, schedule } = run.payload;
  if (schedule === null || kind === 'reconciliation') return [];
  const done = describeResult(run, app);
  return done.rows > 0 ? [] : listNoteJobs(run, buildEmptyNote(run.facts, done, schedule), app);
};

/** Tells the channel of a scheduled export that it stopped without a file. `what`: why. */
export const listNotSentNoteJobs = (run: ExportRun, what: string, app: App): NewJob[] => {
  const { schedule } = run.payload;
  // A file that is uploaded may be in the channel.
  if (schedule === null || run.progress().fileId !== null) return [];
  return listNoteJobs(run, buildNotSentNote(run.facts, what, schedule), app);
};

/** A separate job, with its own retries. */
function listNoteJobs(
  { job, payload: { schedule, userId } }: ExportRun,
  note: Message,
  { ids }: App,
): NewJob[] {
  const channelId = schedule?.channelId ?? null;
  return channelId === null ? [] : [buildNoFileNoteJob(job, { channelId, userId, note }, ids)];
}

function describeResult({ payload, progress }: ExportRun, { config }: App): DoneExport {
  const { summary, refusedBy } = progress();
  const { kind, toggled, thread, schedule, userId } = payload;
  const channelId = schedule?.channelId ?? null;
  if (summary === null || kind === 'reconciliation') throw new Error('a report that was read has a summary');
  const { isCapped, reconciliation: _, ...figures } = summary;
  return {
    ...figures,
    kind,
    isChosen: toggled.length > 0,
    cap: isCapped ? config.exportRows : null,
    place: thread !== null ? 'thread' : channelId === null ? 'direct' : 'channel',
    refusal:
      refusedBy === null ? null : { channelId: thread?.channelId ?? channelId ?? userId, code: refusedBy },
    schedule,
  };
}
