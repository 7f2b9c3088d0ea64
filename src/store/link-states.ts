/**
 * The life of a link as we know it. `reserved`: written down, the request may be on its way. `unknown`: the
 * request may have happened. `open`: the service has it. `reported`: somebody says it is paid. `paid`:
 * the service itself says so.
 */
export const LINK_STATES = ['reserved', 'unknown', 'failed', 'open', 'reported', 'paid', 'expired'] as const;

export type LinkState = (typeof LINK_STATES)[number];

/**
 * Only forward moves exist; a state that is not listed here as a goal is refused by the store. A link that was
 * taken for failed comes back when the service proves that it exists after all, and fails late when the
 * service cancels it.
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

/** States that more is expected of. */
export const UNFINISHED: readonly LinkState[] = ['reserved', 'unknown', 'open', 'reported'];

/** States that nothing more is expected of, though the service may still say otherwise. */
export const FINISHED: readonly LinkState[] = ['paid', 'failed', 'expired'];
