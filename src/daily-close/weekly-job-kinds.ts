export const WEEKLY_JOB = 'weekly-summary';
/** Tells the person who switched it on that its conversation refuses it. */
export const WEEKLY_ENDED_JOB = 'weekly-summary-ended';
