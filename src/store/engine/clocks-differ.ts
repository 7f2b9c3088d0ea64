/**
 * The clocks of several instances, and of the database's, differ by less than this. What was planned for a time further
 * off than it is ever planned, or written at a time that is still to come, was planned by a clock that has since been
 * set back: it is due.
 */
export const CLOCKS_DIFFER_MS = 60_000;
