import { whenUsed } from '../slack/listener.ts';
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

const handlePaylinkReportCommand = whenUsed(
  async () => (await import('./report-command.ts')).handlePaylinkReportCommand,
);
const handleReportFormSubmission = whenUsed(
  async () => (await import('./report-form-submission.ts')).handleReportFormSubmission,
);
const handleReportColumnsSubmission = whenUsed(
  async () => (await import('./choose-columns.ts')).handleReportColumnsSubmission,
);
const handleReportPage = whenUsed(async () => (await import('./show-report.ts')).handleReportPage);
const handleReportColumns = whenUsed(async () => (await import('./choose-columns.ts')).handleReportColumns);
const handleReportTotals = whenUsed(async () => (await import('./report-totals.ts')).handleReportTotals);
const handleReportShare = whenUsed(async () => (await import('./share-report.ts')).handleReportShare);

export const REPORTS = {
  commands: {
    '/paylink-report': handlePaylinkReportCommand,
  },
  views: {
    [REPORT_FORM.callbackId]: handleReportFormSubmission,
    [REPORT_COLUMNS.callbackId]: handleReportColumnsSubmission,
  },
  actions: {
    [PREVIOUS_PAGE_ACTION]: handleReportPage,
    [NEXT_PAGE_ACTION]: handleReportPage,
    [PAGE_SIZE_ACTION]: handleReportPage,
    [OPEN_REPORT_ACTION]: handleReportPage,
    [COLUMNS_ACTION]: handleReportColumns,
    [TOTALS_ACTION]: handleReportTotals,
    [SHARE_ACTION]: handleReportShare,
  },
};
