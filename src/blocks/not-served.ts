/** Told to people whose workspace is not the one that Paylink serves. */
export const STRANGER_TEXT =
  'Sorry: this Paylink belongs to another Slack workspace, so it did nothing. Ask the person who added it here to set up a Paylink for this one.';

/** Shown until Slack has told us which workspace the token belongs to. */
export const NOT_READY_TEXT =
  'Paylink has just started and does not know its workspace yet, so it did nothing. Try again in a minute.';
