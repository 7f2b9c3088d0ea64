/** The kind of job that makes a file of a report. */
export const EXPORT_JOB = 'export';
