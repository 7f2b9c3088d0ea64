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
import { REPORT_FORM } from './report-form-view.ts';

const command = listenersOf(() => import('./report-command.ts'));
const form = listenersOf(() => import('./report-form-submission.ts'));
const columns = listenersOf(() => import('./choose-columns.ts'));
const totals = listenersOf(() => import('./report-totals.ts'));
const share = listenersOf(() => import('./share-report.ts'));

const handleReportPage = listenersOf(() => import('./show-report.ts'))('handleReportPage');

export const REPORTS = {
  commands: {
    '/paylink-report': command('handlePaylinkReportCommand'),
  },
  views: {
    [REPORT_FORM.callbackId]: form('handleReportFormSubmission'),
    [REPORT_COLUMNS.callbackId]: columns('handleReportColumnsSubmission'),
  },
  actions: {
    [PREVIOUS_PAGE_ACTION]: handleReportPage,
    [NEXT_PAGE_ACTION]: handleReportPage,
    [PAGE_SIZE_ACTION]: handleReportPage,
    [OPEN_REPORT_ACTION]: handleReportPage,
    [COLUMNS_ACTION]: columns('handleReportColumns'),
    [TOTALS_ACTION]: totals('handleReportTotals'),
    [SHARE_ACTION]: share('handleReportShare'),
  },
};
