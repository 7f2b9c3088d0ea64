/**
 * The clocks of our instances and of the database differ by less than this. If work is planned further ahead than we
 * ever plan, or was written at a time still to come, the clock has been set back since, so treat the work as due.
 */
export const CLOCKS_DIFFER_MS = 60_000;
