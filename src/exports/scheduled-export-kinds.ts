/** Starts the export of one turn. */
export const SCHEDULED_EXPORT_JOB = 'scheduled-export';
/** Stops a schedule whose people may not have it any more, and has the admins told. */
export const SCHEDULE_ENDED_JOB = 'export-schedule-ended';
/** Tells one of them. */
export const SCHEDULE_TOLD_JOB = 'export-schedule-told';
