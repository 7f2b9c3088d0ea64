import { limits } from '../blocks/limits.ts';
import type { SavedReport } from '../store/report-store.ts';
import { columnsOf } from './column-collector.ts';
import { createTextReader, type ReportColumn } from './report-columns.ts';
import { markColumn } from './report-pointer.ts';
import type { ReportRow } from './report-row.ts';
import type { ReportCell, ReportTable } from './report-table-view.ts';

/** `1,250.00`: an amount that was read exactly. */
const EXACT = /^-?[\d,]+\.\d\d$/;

/** The usual columns, with the toggled ones switched. A report that everyone sees leaves out personal columns. */
export const chooseColumns = (
  { kind, isShared }: Pick<SavedReport, 'kind' | 'isShared'>,
  rows: readonly ReportRow[],
  toggled: readonly string[],
): ReportColumn[] => {
  const allowed = columnsOf(kind, rows).filter(({ isPersonal }) => !(isShared && isPersonal));
  const chosen = switchColumns(allowed, toggled);
  const usual = chosen.length > 0 ? chosen : allowed.filter(({ isShown }) => isShown);
  return (usual.length > 0 ? usual : allowed).slice(0, limits.dataTable.columns);
};

/** Those shown by default, with the toggled ones switched. */
export const switchColumns = (
  columns: readonly ReportColumn[],
  toggled: readonly string[],
): readonly ReportColumn[] =>
  columns.filter(({ key, isShown }) => isShown !== toggled.includes(markColumn(key)));

/** Turns rows from the service into cells of text. */
export const buildReportTable = ({
  report,
  rows,
  toggled,
  timeZone,
}: {
  report: Pick<SavedReport, 'kind' | 'isShared'>;
  rows: readonly ReportRow[];
  toggled: readonly string[];
  timeZone: string;
}): ReportTable => {
  const columns = chooseColumns(report, rows, toggled);
  const readTexts = createTextReader(columns, timeZone);
  return {
    columns,
    rows: rows.map((row) => {
      const texts = readTexts(row);
      return columns.map((column, index) => buildCell(row, column, texts[index] ?? ''));
    }),
  };
};

function buildCell({ currency }: ReportRow, { kind }: ReportColumn, text: string): ReportCell {
  if (kind !== 'amount' || !EXACT.test(text)) return { text };
  return { text: `${currency?.toUpperCase() ?? 'AED'} ${text}`, decimal: text.replaceAll(',', '') };
}
