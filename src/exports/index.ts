import type { App } from '../app-parts.ts';
import { EXPORT_CSV_ACTION, EXPORT_XLSX_ACTION } from '../reports/report-buttons-view.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import { EXPORT_JOB } from './export-job-state.ts';
import { FINAL_MESSAGE_JOB, NO_FILE_NOTE_JOB } from './export-message-jobs.ts';
import { EXPORT_CANCEL_ACTION, EXPORT_PLACE, EXPORT_RESUME_ACTION } from './export-progress-view.ts';
import { SCHEDULE_FORM, SCHEDULE_NEW_ACTION, SCHEDULE_OPEN_ACTION } from './schedule-form-view.ts';
import { SCHEDULE_STOP_ACTION } from './schedule-list-view.ts';
import { SCHEDULE_ENDED_JOB, SCHEDULE_NOTICE_JOB, SCHEDULED_EXPORT_JOB } from './scheduled-export.ts';

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
export const exportJobs = (app: App) => ({
  [EXPORT_JOB]: whenDue(
    async ({ teamId }) => {
      const { createExportJob } = await import('./export-job.ts');
      return createExportJob(app, await app.clients.of(teamId));
    },
    { isCancellable: true },
  ),
  [FINAL_MESSAGE_JOB]: whenDue(async ({ teamId }) => {
    const { createFinalMessageJob } = await import('./export-message-jobs.ts');
    return createFinalMessageJob(await app.clients.of(teamId));
  }),
  [NO_FILE_NOTE_JOB]: whenDue(async ({ teamId }) => {
    const { createNoFileNoteJob } = await import('./export-message-jobs.ts');
    return createNoFileNoteJob(await app.clients.of(teamId));
  }),
  [SCHEDULED_EXPORT_JOB]: whenDue(async () => {
    const { createScheduledExportJob } = await import('./scheduled-export-job.ts');
    return createScheduledExportJob(app);
  }),
  [SCHEDULE_ENDED_JOB]: whenDue(async () => {
    const { createScheduleEndedJob } = await import('./scheduled-export-job.ts');
    return createScheduleEndedJob(app);
  }),
  [SCHEDULE_NOTICE_JOB]: whenDue(async ({ teamId }) => {
    const { createScheduleNoticeJob } = await import('./scheduled-export-job.ts');
    return createScheduleNoticeJob(app, await app.clients.of(teamId));
  }),
});
