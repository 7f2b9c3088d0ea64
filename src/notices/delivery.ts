import type { DeliveryResult, NewNotice } from '../store/notice-store.ts';

/** How a delivery ended; a thrown error counts as passing. */
export type Delivery =
  | ({ outcome: 'delivered' } & DeliveryResult)
  | { outcome: 'later'; reason: string; retryAfterMs: number | null }
  | { outcome: 'never'; reason: string; instead: NewNotice[] };
