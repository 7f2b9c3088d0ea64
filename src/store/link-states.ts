/**
 * The life of a link as we know it. `reserved`: saved, and the request may be under way. `unknown`: the request may
 * or may not have created a link. `open`: the service has it. `reported`: said to be paid, but not confirmed.
 * `paid`: the service itself says so.
 */
export const LINK_STATES = ['reserved', 'unknown', 'failed', 'open', 'reported', 'paid', 'expired'] as const;

export type LinkState = (typeof LINK_STATES)[number];

/**
 * Links only move forward; the store refuses any move not listed here. A link we thought had failed comes back when
 * the service proves it exists, and an existing link fails late when the service cancels it.
 */
export const FORWARD_MOVES: Record<LinkState, readonly LinkState[]> = {
  reserved: ['unknown', 'failed', 'open'],
  unknown: ['failed', 'open', 'reported', 'paid', 'expired'],
  failed: ['open', 'reported', 'paid'],
  open: ['failed', 'reported', 'paid', 'expired'],
  reported: ['failed', 'paid', 'expired'],
  paid: [],
  expired: ['reported', 'paid'],
};

/** States that we expect to change. */
export const UNFINISHED: readonly LinkState[] = ['reserved', 'unknown', 'open', 'reported'];

/** Final states as far as we know, though the service may still report otherwise. */
export const FINISHED: readonly LinkState[] = ['paid', 'failed', 'expired'];
