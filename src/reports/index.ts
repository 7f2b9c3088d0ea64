import type { Request } from '../app-parts.ts';
import { startExport } from '../exports/start-export.ts';
import { command, press, submit } from '../people/frame.ts';
import type { Room } from '../room.ts';
import { createMenu } from '../slack/menu.ts';
import type { FileFormat } from '../tables/table.ts';
import {
  EXPORT_CSV_ACTION,
  EXPORT_XLSX_ACTION,
  NEXT_PAGE_ACTION,
  OPEN_REPORT_ACTION,
  PREVIOUS_PAGE_ACTION,
  REPORT_MENU_ACTION,
  TOTALS_ACTION,
} from './report-buttons-view.ts';
import { openFormOfWords } from './report-command.ts';
import { handleReportFormSubmission } from './report-form-submission.ts';
import { REPORT_FORM_CALLBACK } from './report-form-view.ts';
import { REPORT, type ReportPress } from './report-press.ts';
import { handleReportTotals } from './report-totals.ts';
import { handleReportPage } from './show-report.ts';

const ofReport = { needs: 'read-reports', about: REPORT } as const;

const reportPage = press({ name: 'report page', ...ofReport }, handleReportPage);

/** Every row as a file. */
const exportAs = (format: FileFormat) =>
  press(
    { name: `export ${format}`, needs: 'export', about: REPORT },
    async ({ about: { report }, tell }: ReportPress, request: Request) =>
      tell(await startExport(report, format, request)),
  );

const exportCsv = exportAs('csv');

export const REPORTS = {
  commands: {
    '/paylink-report': command('/paylink-report', {
      needs: 'read-reports',
      does: openFormOfWords,
    }),
  },
  views: {
    [REPORT_FORM_CALLBACK]: submit(
      { name: 'report_form', needs: 'read-reports' },
      handleReportFormSubmission,
    ),
  },
  actions: {
    [PREVIOUS_PAGE_ACTION]: reportPage,
    [NEXT_PAGE_ACTION]: reportPage,
    [OPEN_REPORT_ACTION]: reportPage,
    [EXPORT_CSV_ACTION]: exportCsv,
    [EXPORT_XLSX_ACTION]: exportAs('xlsx'),
    [REPORT_MENU_ACTION]: createMenu(
      { [EXPORT_CSV_ACTION]: exportCsv, [OPEN_REPORT_ACTION]: reportPage },
      press({ name: 'report_menu', needs: null }, async () => {
        throw new Error('no such choice in the menu of a report');
      }),
    ),
    [TOTALS_ACTION]: press({ name: 'report_totals', ...ofReport }, handleReportTotals),
  },
} satisfies Room;
