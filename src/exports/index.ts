import { EXPORT_CSV_ACTION, EXPORT_XLSX_ACTION } from '../reports/report-buttons-view.ts';
import type { ReaderOf } from '../reports/report-reader.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import type { SlackClientOf } from '../slack/slack-clients.ts';
import type { PaymentWordsOf } from '../workspaces/words/workspace-words.ts';
import type { ExportJobDependencies } from './export-job.ts';
import { EXPORT_JOB, parseExportPayload } from './export-job-state.ts';
import { FINAL_MESSAGE_JOB, NO_FILE_NOTE_JOB } from './export-message-jobs.ts';
import { EXPORT_CANCEL_ACTION, EXPORT_PLACE, EXPORT_RESUME_ACTION } from './export-progress-view.ts';
import { SCHEDULE_FORM, SCHEDULE_NEW_ACTION, SCHEDULE_OPEN_ACTION } from './schedule-form-view.ts';
import { SCHEDULE_STOP_ACTION } from './schedule-list-view.ts';
import { SCHEDULE_ENDED_JOB, SCHEDULE_NOTICE_JOB, SCHEDULED_EXPORT_JOB } from './scheduled-export.ts';
import type { ScheduledExportDependencies } from './scheduled-export-job.ts';

const exports = listenersOf(() => import('./export-presses.ts'));
const schedules = listenersOf(() => import('./schedule-presses.ts'));

/** Exports of reports: start, cancel, resume, send again and again. */
export const EXPORTS = {
  views: {
    [EXPORT_PLACE.callbackId]: exports('handleExportPlaceSubmission'),
    [SCHEDULE_FORM.callbackId]: schedules('handleScheduleSubmission'),
  },
  actions: {
    [EXPORT_CSV_ACTION]: exports('handleExportPressed'),
    [EXPORT_XLSX_ACTION]: exports('handleExportPressed'),
    [EXPORT_CANCEL_ACTION]: exports('handleExportCancel'),
    [EXPORT_RESUME_ACTION]: exports('handleExportResume'),
    [SCHEDULE_OPEN_ACTION]: schedules('handleScheduleOpen'),
    [SCHEDULE_NEW_ACTION]: schedules('handleScheduleNew'),
    [SCHEDULE_STOP_ACTION]: schedules('handleScheduleStop'),
  },
};

/** A report as a file, in the background. */
export const exportJobs = ({
  clientOf,
  readerOf,
  wordsOf,
  ...shared
}: Omit<ExportJobDependencies, 'client' | 'reader' | 'words'> &
  ScheduledExportDependencies & {
    clientOf: SlackClientOf;
    readerOf: ReaderOf;
    wordsOf: PaymentWordsOf;
  }) => ({
  [EXPORT_JOB]: whenDue(
    async ({ teamId, payload }) => {
      const { createExportJob } = await import('./export-job.ts');
      const [client, words] = [await clientOf(teamId), await wordsOf(teamId)];
      return createExportJob({
        ...shared,
        client,
        words,
        reader: readerOf(teamId, parseExportPayload(payload)?.account),
      });
    },
    { isCancellable: true },
  ),
  [FINAL_MESSAGE_JOB]: whenDue(async ({ teamId }) => {
    const { createFinalMessageJob } = await import('./export-message-jobs.ts');
    return createFinalMessageJob(await clientOf(teamId));
  }),
  [NO_FILE_NOTE_JOB]: whenDue(async ({ teamId }) => {
    const { createNoFileNoteJob } = await import('./export-message-jobs.ts');
    return createNoFileNoteJob(await clientOf(teamId));
  }),
  [SCHEDULED_EXPORT_JOB]: whenDue(async () => {
    const { createScheduledExportJob } = await import('./scheduled-export-job.ts');
    return createScheduledExportJob(shared);
  }),
  [SCHEDULE_ENDED_JOB]: whenDue(async () => {
    const { createScheduleEndedJob } = await import('./scheduled-export-job.ts');
    return createScheduleEndedJob(shared);
  }),
  [SCHEDULE_NOTICE_JOB]: whenDue(async ({ teamId }) => {
    const { createScheduleNoticeJob } = await import('./scheduled-export-job.ts');
    return createScheduleNoticeJob({ client: await clientOf(teamId), timeZone: shared.timeZone });
  }),
});
