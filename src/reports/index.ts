import { command, open, press, submit } from '../people/frame.ts';
import { listenersOf } from '../slack/listener.ts';
import {
  COLUMNS_ACTION,
  NEXT_PAGE_ACTION,
  OPEN_REPORT_ACTION,
  PAGE_SIZE_ACTION,
  PREVIOUS_PAGE_ACTION,
  SHARE_ACTION,
  TOTALS_ACTION,
} from './report-buttons-view.ts';
import { REPORT_COLUMNS } from './report-columns-view.ts';
import { REPORT_FORM_CALLBACK } from './report-form-view.ts';
import { REPORT } from './report-press.ts';

const forms = listenersOf(() => import('./report-command.ts'));
const form = listenersOf(() => import('./report-form-submission.ts'));
const columns = listenersOf(() => import('./choose-columns.ts'));
const totals = listenersOf(() => import('./report-totals.ts'));
const share = listenersOf(() => import('./share-report.ts'));

const ofReport = (name: string) => ({ name, needs: 'read-reports', about: REPORT }) as const;

const handleReportPage = press(
  ofReport('report page'),
  listenersOf(() => import('./show-report.ts'))('handleReportPage'),
);

export const REPORTS = {
  commands: {
    '/paylink-report': command('/paylink-report', {
      needs: 'read-reports',
      does: forms('openFormOfWords'),
    }),
  },
  views: {
    [REPORT_FORM_CALLBACK]: submit(
      { name: 'report_form', needs: 'read-reports' },
      form('handleReportFormSubmission'),
    ),
    [REPORT_COLUMNS.callbackId]: submit(
      { name: 'report_columns', needs: 'read-reports' },
      columns('handleReportColumnsSubmission'),
    ),
  },
  actions: {
    [PREVIOUS_PAGE_ACTION]: handleReportPage,
    [NEXT_PAGE_ACTION]: handleReportPage,
    [PAGE_SIZE_ACTION]: handleReportPage,
    [OPEN_REPORT_ACTION]: handleReportPage,
    [COLUMNS_ACTION]: open(ofReport('report_columns'), columns('handleReportColumns')),
    [TOTALS_ACTION]: press(ofReport('report_totals'), totals('handleReportTotals')),
    [SHARE_ACTION]: press(ofReport('report_share'), share('handleReportShare')),
  },
};
