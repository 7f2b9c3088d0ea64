import type { LinkState } from '../store/link-states.ts';

/** A state in one word with one emoji, the same on every message. */
export const LINK_STATE_LABELS: Record<LinkState, string> = {
  reserved: '⏳ Being made',
  unknown: '❔ Not known',
  failed: '✖️ Not made',
  open: '🟡 Waiting',
  reported: '🟠 Reported',
  paid: '✅ Paid',
  expired: '⌛ Expired',
};
