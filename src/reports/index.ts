import { command, press, submit } from '../people/frame.ts';
import {
  NEXT_PAGE_ACTION,
  OPEN_REPORT_ACTION,
  PREVIOUS_PAGE_ACTION,
  TOTALS_ACTION,
} from './report-buttons-view.ts';
import { openFormOfWords } from './report-command.ts';
import { handleReportFormSubmission } from './report-form-submission.ts';
import { REPORT_FORM_CALLBACK } from './report-form-view.ts';
import { REPORT } from './report-press.ts';
import { handleReportTotals } from './report-totals.ts';
import { handleReportPage } from './show-report.ts';

const ofReport = { needs: 'read-reports', about: REPORT } as const;

const reportPage = press({ name: 'report page', ...ofReport }, handleReportPage);

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
    [TOTALS_ACTION]: press({ name: 'report_totals', ...ofReport }, handleReportTotals),
  },
};
