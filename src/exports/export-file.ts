import type { App } from '../app-parts.ts';
import { countRows } from '../blocks/text.ts';
import { buildNarrowerRanges } from '../calendar/date-span.ts';
import { createTotals } from '../figures/totals.ts';
import { troublesOf } from '../listings/listing-words.ts';
import { endExports } from '../schedules/change-schedule.ts';
import { isRefusedByPlace } from '../slack/slack-failure.ts';
import { buildExportDone, buildExportEmpty, type DoneExport, isNews } from './export-done-view.ts';
import {
  type ExportPayload,
  type ExportSummary,
  type ExportTrouble,
  exportPayloadSchema,
  exportSummarySchema,
} from './export-payload.ts';
import { explainNoList, NoFileError } from './file-failure.ts';
import { defineFile, type FileRun } from './file-job.ts';
import { describeExport } from './start-export.ts';
import { createRowStream, writeRows } from './write-rows.ts';

/** A report as a file. */
export const EXPORT_FILE = defineFile(
  exportPayloadSchema,
  exportSummarySchema,
  ({ id, teamId, payload }, app) => {
    const { userId, schedule, format, kind, span } = payload;
    const facts = describeExport(payload, app);
    return {
      ...facts,
      ...{ format, userId, needs: 'export' },
      make: (path, run) => makeReportFile(path, { teamId, payload, run }, app),
      done: (made) => {
        const done: DoneExport = { ...made, kind, schedule };
        return done.rows === 0
          ? buildExportEmpty(facts, done)
          : buildExportDone({ ...facts, jobId: id }, done);
      },
      ...(schedule !== null && {
        byItself: { isNews: (made) => isNews({ ...made, kind, schedule }, span) },
        onUnposted: async (failure) => {
          if (isRefusedByPlace(failure)) await endExports({ teamId, id: schedule.id }, 'gone', app);
          return [];
        },
        onNotPermitted: async () => {
          await endExports({ teamId, id: schedule.id }, 'not-permitted', app);
          return {
            what: 'Your role no longer allows exports, so Paylink has stopped sending this one.',
            next: 'Ask an admin of Paylink. Once your role allows exports again, set it up again with /paylink exports.',
          };
        },
      }),
    };
  },
);

/** Every row of the report, read and written in one pass. */
async function makeReportFile(
  path: string,
  { teamId, payload, run: { signal, onReach } }: { teamId: string; payload: ExportPayload; run: FileRun },
  { readerOf, vocabularies, config, timeZone }: App,
) {
  const { kind, span, account, format } = payload;
  const words = await vocabularies.of(teamId);
  const totals = createTotals({ kind, words });
  let hasUnread = false;
  const rows = createRowStream();
  const most = config.exportRows;
  const reading = readerOf(teamId, account)
    .eachPage(
      { kind, span },
      async (page) => {
        await totals.take(page);
        hasUnread ||= page.some((row) => row.hasUnread);
        await rows.write(page);
      },
      { most, signal, onProgress: onReach },
    )
    .then((read) => {
      if (read.is === 'no-list' && read.rows === 0) throw new NoFileError(read.is, explainNoList(kind));
      if (read.is !== 'too-many') return read;
      const narrower = buildNarrowerRanges(span, read.rows / most, timeZone);
      throw new NoFileError(read.is, explainTooMany(kind, most, narrower));
    });
  const file = { path, format, kind, counting: totals, timeZone, signal };
  const [read, bytes] = await rows.settle(reading, writeRows(rows.pages, file));
  const sums = totals.result();
  const unread: ExportTrouble[] = hasUnread ? ['fields-left-out'] : [];
  const made: ExportSummary = { ...sums, total: read.total, troubles: [...troublesOf(read), ...unread] };
  return { bytes: sums.rows === 0 ? 0 : bytes, rows: sums.rows, made };
}

/** `narrower`: words of a report command for parts of the range; empty if the range cannot be cut. */
export const explainTooMany = (kind: string, most: number, narrower: readonly string[]) => ({
  what: `This range has more than ${countRows(most)}, the most a file can hold.`,
  next:
    narrower.length === 0
      ? 'The person who runs Paylink can raise that with PAYLINK_EXPORT_ROWS.'
      : `Ask for shorter ranges and export each one, for example ${narrower.map((words) => `/paylink ${kind} ${words}`).join(', then ')}.`,
});
