import type { FoundRecord, LinkIdentity } from '../../payments/index.ts';

/** What the service said about one link. */
export interface Reading {
  /** Every record that may be about the link; the judgement decides whose each one is. */
  found: FoundRecord[];
  /** The service's own number of the link: as we know it, or else as its record in the listing says. */
  orderId: string | null;
  /** Other links of ours that share its reference, order id or address. */
  rivals: readonly LinkIdentity[];
  /** Everything that could hold a record of the link was read. */
  isComplete: boolean;
  /**
   * Among the transactions is one that names no link, and may be this one's. The reading is complete all the same: beside
   * a till whose payments name nobody, no link would ever expire.
   */
  hasNameless: boolean;
  /** True when a link that was not found cannot exist: see `provesAbsence` of the listing. */
  provesAbsence: boolean;
}
