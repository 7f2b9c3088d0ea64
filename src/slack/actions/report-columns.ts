import {
  buildColumnsProblem,
  buildColumnsView,
  buildColumnsWaiting,
  REPORT_COLUMNS,
} from '../../messages/report-columns-view.ts';
import { markColumn } from '../../messages/report-pointer.ts';
import { columnsOf } from '../../reports/report-columns.ts';
import { chooseColumns } from '../reports/build-report-table.ts';
import { writeColumnsMetadata } from '../reports/columns-metadata.ts';
import { explainReadFailure } from '../reports/explain-read-failure.ts';
import { createReportWindow } from '../reports/report-press.ts';

/** Every column of the page in a window, to choose from. The page is read again: no row is kept anywhere. */
export const handleReportColumns = createReportWindow(
  {
    name: 'report_columns',
    needed: 'read-reports',
    first: { callbackId: REPORT_COLUMNS.callbackId, title: 'Columns' },
  },
  async ({ report, pointer, to, save }, { reports, log }) => ({
    view: buildColumnsWaiting(),
    fill: async () => {
      await save();
      try {
        const { rows } = await reports
          .readerOf(report.teamId)
          .page(report, { page: pointer.page, size: pointer.size });
        const chosen = new Set(chooseColumns(report, rows, pointer.toggled).map(({ key }) => key));
        const columns = new Map(
          columnsOf(report.kind, rows).map((column) => [markColumn(column.key), column]),
        );
        const usual = [...columns].flatMap(([mark, { isShown }]) => (isShown ? [mark] : []));
        return buildColumnsView(
          [...columns.values()].map((column) => ({ ...column, isChosen: chosen.has(column.key) })),
          writeColumnsMetadata({ pointer, to, usual }),
        );
      } catch (error) {
        const failure = explainReadFailure(error);
        if (failure === null) throw error;
        log.warn({ err: error, reference: failure.reference, report: report.id }, 'columns not read');
        return buildColumnsProblem(`⚠️ ${failure.what} ${failure.next}`);
      }
    },
  }),
);
