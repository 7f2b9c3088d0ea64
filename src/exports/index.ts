import type { App } from '../app-parts.ts';
import { open, press, submit } from '../people/frame.ts';
import { EXPORT_CSV_ACTION, EXPORT_XLSX_ACTION } from '../reports/report-buttons-view.ts';
import { REPORT } from '../reports/report-press.ts';
import { whenDue } from '../slack/listener.ts';
import type { Shown } from '../slack/show.ts';
import { describeExportFile } from './export-file.ts';
import { EXPORT_JOB } from './export-payload.ts';
import { handleExportCsv, handleExportXlsx, handleFileAgain, handleFileCancel } from './export-presses.ts';
import { type DescribeFile, fileJob, showFile } from './file-job.ts';
import { FILE_AGAIN_ACTION, FILE_CANCEL_ACTION } from './file-messages-view.ts';
import { OWN_FILE, SCHEDULED } from './own-export.ts';
import { SCHEDULE_FORM, SCHEDULE_NEW_ACTION, SCHEDULE_OPEN_ACTION } from './schedule-form-view.ts';
import { SCHEDULE_STOP_ACTION } from './schedule-list-view.ts';
import {
  handleScheduleNew,
  handleScheduleOpen,
  handleScheduleStop,
  handleScheduleSubmission,
} from './schedule-presses.ts';
import { SCHEDULED_EXPORT_JOB } from './scheduled-export.ts';
import { createScheduledExportJob } from './scheduled-export-job.ts';

/** Exports of reports, and what can be done with any file: cancel, try again, send again and again. */
export const EXPORTS = {
  views: {
    [SCHEDULE_FORM.callbackId]: submit(
      { name: 'export_schedule', needs: 'export' },
      handleScheduleSubmission,
    ),
  },
  actions: {
    [EXPORT_CSV_ACTION]: press({ name: 'export csv', needs: 'export', about: REPORT }, handleExportCsv),
    [EXPORT_XLSX_ACTION]: press({ name: 'export xlsx', needs: 'export', about: REPORT }, handleExportXlsx),
    [FILE_CANCEL_ACTION]: press({ name: 'export_cancel', needs: null, about: OWN_FILE }, handleFileCancel),
    // The job asks whether they still may.
    [FILE_AGAIN_ACTION]: press({ name: 'export_again', needs: null, about: OWN_FILE }, handleFileAgain),
    [SCHEDULE_OPEN_ACTION]: open(
      { name: 'export_send_again', needs: 'export', about: OWN_FILE },
      handleScheduleOpen,
    ),
    [SCHEDULE_NEW_ACTION]: open({ name: 'export_schedule_new', needs: 'export' }, handleScheduleNew),
    [SCHEDULE_STOP_ACTION]: press(
      { name: 'export_schedule_stop', needs: 'export', about: SCHEDULED },
      handleScheduleStop,
    ),
  },
};

/** Reports and months as files, in the background. */
export const exportJobs = (app: App, ofMonth: DescribeFile) => ({
  [EXPORT_JOB]: fileJob(app, EXPORT_JOB, reportOr(ofMonth)),
  [SCHEDULED_EXPORT_JOB]: whenDue(async () => createScheduledExportJob(app)),
});

/** The messages that follow files. */
export const shownExports = (app: App, ofMonth: DescribeFile): Shown => ({
  [EXPORT_JOB]: showFile(app, reportOr(ofMonth)),
});

const reportOr =
  (ofMonth: DescribeFile): DescribeFile =>
  (job, app) =>
    describeExportFile(job, app) ?? ofMonth(job, app);
