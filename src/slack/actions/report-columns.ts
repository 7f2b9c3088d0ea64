import {
  buildColumnsProblem,
  buildColumnsView,
  buildColumnsWaiting,
} from '../../messages/report-columns-view.ts';
import { markColumn } from '../../messages/report-pointer.ts';
import { columnsOf } from '../../reports/report-columns.ts';
import { chooseColumns } from '../reports/build-report-table.ts';
import { writeColumnsMetadata } from '../reports/columns-metadata.ts';
import { explainReadFailure } from '../reports/explain-read-failure.ts';
import { createReportButton } from '../reports/report-press.ts';
import { showView } from '../show-view.ts';
import { updateView } from '../update-view.ts';

/** Every column of the page in a window, to choose from. The page is read again: no row is kept anywhere. */
export const handleReportColumns = createReportButton(
  'report_columns',
  'read-reports',
  async ({ report, pointer, place, to, client }, dependencies) => {
    const { reports, log } = dependencies;
    const viewId = await showView(client, place, buildColumnsWaiting());
    if (viewId === null) return;
    try {
      const { rows } = await reports
        .readerOf(report.teamId)
        .page(report, { page: pointer.page, size: pointer.size });
      const chosen = new Set(chooseColumns(report, rows, pointer.toggled).map(({ key }) => key));
      const columns = new Map(columnsOf(report.kind, rows).map((column) => [markColumn(column.key), column]));
      const usual = [...columns].flatMap(([mark, { isShown }]) => (isShown ? [mark] : []));
      const view = buildColumnsView(
        [...columns.values()].map((column) => ({ ...column, isChosen: chosen.has(column.key) })),
        writeColumnsMetadata({ pointer, to, usual }),
      );
      await updateView(viewId, view, dependencies);
    } catch (error) {
      const failure = explainReadFailure(error);
      if (failure === null) throw error;
      log.warn({ err: error, reference: failure.reference, report: report.id }, 'columns not read');
      await updateView(viewId, buildColumnsProblem(`⚠️ ${failure.what} ${failure.next}`), dependencies);
    }
  },
);
