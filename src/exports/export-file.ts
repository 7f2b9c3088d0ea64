import type { App } from '../app-parts.ts';
import { countRows } from '../blocks/text.ts';
import { buildNarrowerRanges } from '../calendar/date-span.ts';
import { createTotals } from '../figures/totals.ts';
import { isRefusedByPlace, readSlackFailure } from '../slack/slack-failure.ts';
import type { NewJob } from '../store/job.ts';
import {
  buildEmptyNote,
  buildExportComment,
  buildExportDone,
  buildExportEmpty,
  buildNotSentNote,
  buildScheduledComment,
  buildSetterRoleLost,
  type DoneExport,
} from './export-done-view.ts';
import {
  type ExportPayload,
  type ExportSummary,
  type ExportTrouble,
  exportSummarySchema,
  parseExportPayload,
} from './export-payload.ts';
import { NoLongerPermittedError, TooManyRowsError } from './file-failure.ts';
import type { DescribeFile, FileEnd, FileRun, FileToMake } from './file-job.ts';
import { buildFileStopped, type FileRefusal } from './file-messages-view.ts';
import { describeMonthFile } from './month-file.ts';
import { buildNoFileNoteJob } from './no-file-note-job.ts';
import { buildReportWords } from './scheduled-export.ts';
import { buildScheduleEndedJob } from './scheduled-export-job.ts';
import { describeExport } from './start-export.ts';
import { createRowStream, writeRows } from './write-rows.ts';

/** A report as a file, or the workbook of a month. */
export const describeExportFile: DescribeFile = (job, app) => {
  const payload = parseExportPayload(job.payload);
  if (payload === null) return null;
  return payload.kind === 'reconciliation'
    ? describeMonthFile(job, payload, app)
    : describeReportFile(job, { ...payload, kind: payload.kind }, app);
};

/** An export of a report. */
type ReportPayload = ExportPayload & { kind: DoneExport['kind'] };

const describeReportFile = (
  { id, teamId }: { id: string; teamId: string },
  payload: ReportPayload,
  app: App,
): FileToMake => {
  const { userId, schedule, thread, format, kind } = payload;
  const facts = describeExport(payload, app);
  const channelId = schedule?.channelId ?? null;
  const doneOf = (made: unknown, refusal: FileRefusal | null = null): DoneExport => ({
    ...exportSummarySchema.parse(made),
    ...{ kind, refusal, schedule },
    isChosen: payload.columns !== null,
    place: thread !== null ? 'thread' : channelId === null ? 'direct' : 'channel',
  });
  return {
    ...facts,
    ...{ format, userId },
    needs: { permission: 'export', people: [userId, ...(schedule === null ? [] : [schedule.setBy])] },
    place: thread ?? (channelId === null ? null : { channelId }),
    make: (path, run) => makeReportFile(path, { teamId, payload, run }, app),
    comment: (made) =>
      schedule === null
        ? buildExportComment(facts, doneOf(made), userId)
        : buildScheduledComment(facts, doneOf(made), schedule),
    done: (made, refusal) => {
      const done = doneOf(made, refusal);
      return done.rows === 0 ? buildExportEmpty(facts, done) : buildExportDone({ ...facts, jobId: id }, done);
    },
    ...(schedule !== null && {
      onEnd: (end: FileEnd) => listScheduleJobs(end, { payload, schedule, facts, doneOf }, app),
      notPermitted: (people: readonly string[]) =>
        buildRoleLost(id, people, { payload, schedule, facts }, app),
    }),
  };
};

/** Every row of the report, read and written in one pass. */
async function makeReportFile(
  path: string,
  { teamId, payload, run: { signal, onReach } }: { teamId: string; payload: ReportPayload; run: FileRun },
  { readerOf, vocabularies, config, timeZone }: App,
) {
  const { kind, span, account, thread, schedule, columns, format } = payload;
  const words = await vocabularies.of(teamId);
  const totals = createTotals({ kind, words, timeZone });
  let hasUnread = false;
  const rows = createRowStream();
  const most = config.exportRows;
  const reading = readerOf(teamId, account)
    .readAll(
      { kind, span },
      (page) => {
        totals.add(page);
        hasUnread ||= page.some((row) => row.hasUnread);
        return rows.write(page);
      },
      { most, signal, onProgress: onReach },
    )
    .then((outcome) => {
      if (outcome.tooMany === null) return outcome;
      const narrower = buildNarrowerRanges(span, outcome.tooMany / most, timeZone);
      throw new TooManyRowsError(explainTooMany(kind, most, narrower));
    });
  const isShared = thread !== null || (schedule !== null && schedule.channelId !== null);
  const file = { path, format, kind, words, columns, isShared, timeZone, signal };
  const [{ total, troubles }, written] = await rows.settle(reading, writeRows(rows.pages, file));
  const { byDay: _, ...sums } = totals.result();
  const unread: ExportTrouble[] = hasUnread ? ['fields-left-out'] : [];
  const made: ExportSummary = {
    ...sums,
    total,
    troubles: [...troubles, ...unread],
    leftOut: written.leftOut,
  };
  return { bytes: sums.rows === 0 ? 0 : written.bytes, rows: sums.rows, made };
}

/** `narrower`: words of a report command for parts of the range; empty if the range cannot be cut. */
export const explainTooMany = (kind: string, most: number, narrower: readonly string[]) => ({
  what: `This range has more than ${countRows(most)}, the most a file can hold.`,
  next:
    narrower.length === 0
      ? 'The person who looks after Paylink can raise that with PAYLINK_EXPORT_ROWS.'
      : `Ask for shorter ranges and export each one, for example ${narrower.map((words) => `/paylink ${kind} ${words}`).join(', then ')}.`,
});

interface Scheduled {
  payload: ReportPayload;
  schedule: NonNullable<ExportPayload['schedule']>;
  facts: ReturnType<typeof describeExport>;
}

/** Tells the channel if no file comes; ends the schedule if its people may no longer export, or Slack cannot reach them. */
function listScheduleJobs(
  { jobId, teamId, made, why, error, maySeeIt, isUnposted }: FileEnd,
  { payload, schedule, facts, doneOf }: Scheduled & { doneOf: (made: unknown) => DoneExport },
  { ids }: App,
): NewJob[] {
  const note = (message: ReturnType<typeof buildEmptyNote>): NewJob[] =>
    schedule.channelId === null
      ? []
      : [
          buildNoFileNoteJob(
            { id: jobId, teamId },
            { channelId: schedule.channelId, userId: payload.userId, note: message },
            ids,
          ),
        ];
  if (why === null) {
    const done = doneOf(made);
    return done.rows > 0 ? [] : note(buildEmptyNote(facts, done, schedule));
  }
  const isGone = isUnposted && isRefusedByPlace(readSlackFailure(error));
  // A schedule that ends tells its channel itself.
  if (isGone || error instanceof NoLongerPermittedError)
    return [
      buildScheduleEndedJob({ teamId, scheduleId: schedule.id, why: isGone ? 'gone' : 'not-permitted' }, ids),
    ];
  return maySeeIt ? [] : note(buildNotSentNote(facts, why.what, schedule));
}

function buildRoleLost(
  jobId: string,
  people: readonly string[],
  { payload: { userId, kind, span }, schedule: { setBy }, facts }: Scheduled,
  { timeZone }: App,
) {
  if (setBy !== userId && people.includes(setBy)) {
    const words = buildReportWords(kind, span, timeZone);
    return buildSetterRoleLost(facts, { setBy, mayRecipientExport: !people.includes(userId), words });
  }
  const trouble = {
    what: 'Your role no longer allows exports, so Paylink has stopped sending this one.',
    next: 'Ask an admin of Paylink. Once your role allows exports again, set it up again with /paylink exports.',
  };
  return buildFileStopped(facts, { jobId, reach: null, trouble });
}
