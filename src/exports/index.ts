import type { App } from '../app-parts.ts';
import { open, press, submit } from '../people/frame.ts';
import { EXPORT_CSV_ACTION, EXPORT_XLSX_ACTION } from '../reports/report-buttons-view.ts';
import { REPORT } from '../reports/report-press.ts';
import { whenDue } from '../slack/listener.ts';
import { createExportJob } from './export-job.ts';
import { EXPORT_JOB } from './export-job-state.ts';
import {
  createFinalMessageJob,
  createNoFileNoteJob,
  FINAL_MESSAGE_JOB,
  NO_FILE_NOTE_JOB,
} from './export-message-jobs.ts';
import {
  handleExportCancel,
  handleExportCsv,
  handleExportPlaceSubmission,
  handleExportResume,
  handleExportXlsx,
} from './export-presses.ts';
import { EXPORT_CANCEL_ACTION, EXPORT_PLACE, EXPORT_RESUME_ACTION } from './export-progress-view.ts';
import { OWN_EXPORT, SCHEDULED } from './own-export.ts';
import { SCHEDULE_FORM, SCHEDULE_NEW_ACTION, SCHEDULE_OPEN_ACTION } from './schedule-form-view.ts';
import { SCHEDULE_STOP_ACTION } from './schedule-list-view.ts';
import {
  handleScheduleNew,
  handleScheduleOpen,
  handleScheduleStop,
  handleScheduleSubmission,
} from './schedule-presses.ts';
import { SCHEDULE_ENDED_JOB, SCHEDULE_NOTICE_JOB, SCHEDULED_EXPORT_JOB } from './scheduled-export.ts';
import {
  createScheduledExportJob,
  createScheduleEndedJob,
  createScheduleNoticeJob,
} from './scheduled-export-job.ts';

/** Exports of reports: start, cancel, resume, send again and again. */
export const EXPORTS = {
  views: {
    [EXPORT_PLACE.callbackId]: submit({ name: 'export_place', needs: 'export' }, handleExportPlaceSubmission),
    [SCHEDULE_FORM.callbackId]: submit(
      { name: 'export_schedule', needs: 'export' },
      handleScheduleSubmission,
    ),
  },
  actions: {
    [EXPORT_CSV_ACTION]: open({ name: 'export csv', needs: 'export', about: REPORT }, handleExportCsv),
    [EXPORT_XLSX_ACTION]: open({ name: 'export xlsx', needs: 'export', about: REPORT }, handleExportXlsx),
    [EXPORT_CANCEL_ACTION]: press(
      { name: 'export_cancel', needs: null, about: OWN_EXPORT },
      handleExportCancel,
    ),
    [EXPORT_RESUME_ACTION]: press(
      { name: 'export_go_on', needs: 'export', about: OWN_EXPORT },
      handleExportResume,
    ),
    [SCHEDULE_OPEN_ACTION]: open(
      { name: 'export_send_again', needs: 'export', about: OWN_EXPORT },
      handleScheduleOpen,
    ),
    [SCHEDULE_NEW_ACTION]: open({ name: 'export_schedule_new', needs: 'export' }, handleScheduleNew),
    [SCHEDULE_STOP_ACTION]: press(
      { name: 'export_schedule_stop', needs: 'export', about: SCHEDULED },
      handleScheduleStop,
    ),
  },
};

/** A report as a file, in the background. */
export const exportJobs = (app: App) => ({
  [EXPORT_JOB]: whenDue(
    async ({ teamId }) => {
      return createExportJob(app, await app.clients.of(teamId));
    },
    { isCancellable: true },
  ),
  [FINAL_MESSAGE_JOB]: whenDue(async ({ teamId }) => {
    return createFinalMessageJob(await app.clients.of(teamId));
  }),
  [NO_FILE_NOTE_JOB]: whenDue(async ({ teamId }) => {
    return createNoFileNoteJob(app, await app.clients.of(teamId));
  }),
  [SCHEDULED_EXPORT_JOB]: whenDue(async () => {
    return createScheduledExportJob(app);
  }),
  [SCHEDULE_ENDED_JOB]: whenDue(async () => {
    return createScheduleEndedJob(app);
  }),
  [SCHEDULE_NOTICE_JOB]: whenDue(async ({ teamId }) => {
    return createScheduleNoticeJob(app, await app.clients.of(teamId));
  }),
});
