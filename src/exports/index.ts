import type { JobKind } from '../delivery/run-claimed-job.ts';
import { EXPORT_CSV_ACTION, EXPORT_XLSX_ACTION } from '../reports/report-buttons-view.ts';
import type { ReportReader } from '../reports/report-reader.ts';
import type { SlackClientOf } from '../slack/slack-clients.ts';
import { whenDue } from '../slack/when-due.ts';
import { whenUsed } from '../slack/when-used.ts';
import type { PaymentWordsOf } from '../workspaces/words/workspace-words.ts';
import type { ExportJobDependencies } from './export-job.ts';
import { EXPORT_JOB } from './export-job-state.ts';
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

/** A report as a file, in the background. */
export const exportJobs = ({
  clientOf,
  readerOf,
  wordsOf,
  ...shared
}: Omit<ExportJobDependencies, 'client' | 'reader' | 'words'> & {
  clientOf: SlackClientOf;
  readerOf: (teamId: string) => ReportReader;
  wordsOf: PaymentWordsOf;
}): Record<string, JobKind> => ({
  [EXPORT_JOB]: whenDue(
    async ({ teamId }) => {
      const { createExportJob } = await import('./export-job.ts');
      const [client, words] = [await clientOf(teamId), await wordsOf(teamId)];
      return createExportJob({ ...shared, client, words, reader: readerOf(teamId) });
    },
    { isCancellable: true },
  ),
});
