import { EXPORT_CSV_ACTION, EXPORT_XLSX_ACTION } from '../reports/report-buttons-view.ts';
import { whenUsed } from '../slack/when-used.ts';
import { EXPORT_PLACE } from './export-place-view.ts';
import { EXPORT_CANCEL_ACTION, EXPORT_GO_ON_ACTION } from './export-progress-view.ts';

const handleExportPlaceSubmission = whenUsed(
  async () => (await import('./export-place.ts')).handleExportPlaceSubmission,
);
const handleExportPressed = whenUsed(async () => (await import('./export-presses.ts')).handleExportPressed);
const handleExportCancel = whenUsed(async () => (await import('./export-presses.ts')).handleExportCancel);
const handleExportGoOn = whenUsed(async () => (await import('./export-presses.ts')).handleExportGoOn);

/** Exports of reports: start, cancel, resume. */
export const EXPORTS = {
  views: {
    [EXPORT_PLACE.callbackId]: handleExportPlaceSubmission,
  },
  actions: {
    [EXPORT_CSV_ACTION]: handleExportPressed,
    [EXPORT_XLSX_ACTION]: handleExportPressed,
    [EXPORT_CANCEL_ACTION]: handleExportCancel,
    [EXPORT_GO_ON_ACTION]: handleExportGoOn,
  },
};
