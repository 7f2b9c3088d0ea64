/** Said to people of a workspace that is not the one that Paylink runs for. */
export const STRANGER_TEXT =
  'Sorry: this Paylink belongs to another Slack workspace, so it did nothing. Ask whoever added it here to set up a Paylink for this one.';

/** Said while Slack has not told yet whose the token is. */
export const NOT_READY_TEXT =
  'Paylink has just started and does not know its workspace yet, so it did nothing. Try again in a minute.';
