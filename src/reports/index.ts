import { command, open, press, submit } from '../people/frame.ts';
import { handleReportColumns, handleReportColumnsSubmission } from './choose-columns.ts';
import {
  COLUMNS_ACTION,
  NEXT_PAGE_ACTION,
  OPEN_REPORT_ACTION,
  PREVIOUS_PAGE_ACTION,
  SHARE_ACTION,
  TOTALS_ACTION,
} from './report-buttons-view.ts';
import { REPORT_COLUMNS } from './report-columns-view.ts';
import { openFormOfWords } from './report-command.ts';
import { handleReportFormSubmission } from './report-form-submission.ts';
import { REPORT_FORM_CALLBACK } from './report-form-view.ts';
import { REPORT } from './report-press.ts';
import { handleReportTotals } from './report-totals.ts';
import { handleReportShare } from './share-report.ts';
import { handleReportPage } from './show-report.ts';

const ofReport = (name: string) => ({ name, needs: 'read-reports', about: REPORT }) as const;

const reportPage = press(ofReport('report page'), handleReportPage);

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
    [REPORT_COLUMNS.callbackId]: submit(
      { name: 'report_columns', needs: 'read-reports' },
      handleReportColumnsSubmission,
    ),
  },
  actions: {
    [PREVIOUS_PAGE_ACTION]: reportPage,
    [NEXT_PAGE_ACTION]: reportPage,
    [OPEN_REPORT_ACTION]: reportPage,
    [COLUMNS_ACTION]: open(ofReport('report_columns'), handleReportColumns),
    [TOTALS_ACTION]: press(ofReport('report_totals'), handleReportTotals),
    [SHARE_ACTION]: press(ofReport('report_share'), handleReportShare),
  },
};
