import { open, press } from '../people/frame.ts';
import { SCHEDULE_OPEN_ACTION } from '../schedules/schedule-form-view.ts';
import { handleFileAgain, handleFileCancel, handleScheduleOpen } from './export-presses.ts';
import { FILE_AGAIN_ACTION, FILE_CANCEL_ACTION } from './file-messages-view.ts';
import { OWN_FILE } from './own-export.ts';

/** Exports of reports, and what can be done with any file: cancel, try again, send again and again. */
export const EXPORTS = {
  actions: {
    [FILE_CANCEL_ACTION]: press({ name: 'export_cancel', needs: null, about: OWN_FILE }, handleFileCancel),
    // The job asks whether they still may.
    [FILE_AGAIN_ACTION]: press({ name: 'export_again', needs: null, about: OWN_FILE }, handleFileAgain),
    [SCHEDULE_OPEN_ACTION]: open(
      { name: 'export_send_again', needs: 'export', about: OWN_FILE },
      handleScheduleOpen,
    ),
  },
};
