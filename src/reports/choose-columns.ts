import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { limits } from '../blocks/limits.ts';
import { buildGone } from '../blocks/refusal.ts';
import { readForm } from '../slack/fields.ts';
import type { Pressed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import type { Answer, Sent } from '../slack/submit.ts';
import type { Opening } from '../slack/views.ts';
import { chooseColumns } from './build-report-table.ts';
import { columnsOf } from './column-collector.ts';
import type { ResponseAddress } from './post-response.ts';
import {
  buildColumnsProblem,
  buildColumnsView,
  buildColumnsWaiting,
  COLUMN_FIELDS,
  REPORT_COLUMNS,
} from './report-columns-view.ts';
import { explainReadFailure } from './report-event.ts';
import { parseReportPointer, type ReportPointer, writeReportPointer } from './report-pointer.ts';
import type { PressedReport } from './report-press.ts';
import { showReport } from './show-report.ts';

/** Opens a modal with every column of the page. Reads the page again, because no rows are stored. */
export const handleReportColumns = (
  _: Pressed,
  { readerOf, timeZone, log }: Request,
): Opening<PressedReport> => ({
  first: { callbackId: REPORT_COLUMNS.callbackId, title: 'Columns' },
  read: async ({ report, pointer, to, save }) => ({
    view: buildColumnsWaiting(),
    fill: async () => {
      await save();
      try {
        const { rows } = await readerOf(report.teamId).page(report, pointer.first);
        const chosen = new Set(chooseColumns(report, rows, timeZone).columns.map(({ key }) => key));
        const columns = columnsOf(report.kind, rows, timeZone);
        return buildColumnsView(
          columns.map((column) => ({ ...column, isChosen: chosen.has(column.key) })),
          writeColumnsMetadata({ pointer, to }),
        );
      } catch (error) {
        const failure = explainReadFailure(error);
        if (failure === null) throw error;
        log.warn({ err: error, reference: failure.reference, report: report.id }, 'columns not read');
        return buildColumnsProblem(`⚠️ ${failure.what} ${failure.next}`);
      }
    },
  }),
});

/** A `response_url` works for thirty minutes. Here it survives a restart of this process. */
const metadataSchema = z.object({
  pointer: z.string(),
  to: z.object({ url: z.string(), isReplacing: z.boolean() }),
});

interface ColumnsMetadata {
  pointer: ReportPointer;
  to: ResponseAddress;
}

const writeColumnsMetadata = ({ pointer, to }: ColumnsMetadata): string =>
  JSON.stringify({ pointer: writeReportPointer(pointer), to });

const parseColumnsMetadata = (metadata: string): ColumnsMetadata | null => {
  const { pointer: text, to } = metadataSchema.parse(JSON.parse(metadata));
  const pointer = parseReportPointer(text);
  return pointer && { pointer, to };
};

/** Shows the page again with the chosen columns, in place of the current one. */
export const handleReportColumnsSubmission = async (
  { teamId, userId, view }: Sent,
  request: Request,
): Promise<Answer> => {
  const { store } = request;
  const chosen = Object.values(readForm(COLUMN_FIELDS, view.values)).flatMap((group) => group ?? []);
  const metadata = parseColumnsMetadata(view.metadata);
  const fault = findFault(chosen.length);
  if (fault !== null) throw new Refused(fault, `${REPORT_COLUMNS.block}_0`);
  const report = metadata && (await store.reports.find(teamId, metadata.pointer.reportId));
  if (!metadata || report?.userId !== userId) throw new Refused(buildGone('report'));
  const { pointer, to } = metadata;
  return {
    close: true,
    afterwards: async () => {
      await store.reports.choose(report, chosen);
      await showReport({ report: { ...report, columns: chosen }, pointer, to }, request);
    },
  };
};

function findFault(chosen: number): string | null {
  if (chosen === 0) return 'Choose at least one column.';
  if (chosen > limits.dataTable.columns)
    return `Choose at most ${limits.dataTable.columns} columns: Slack shows no more.`;
  return null;
}
