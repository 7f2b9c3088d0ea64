import type { FoundRecord, KeptRecord, LinkIdentity, mergeRecords, Verdict } from '../../payments/index.ts';

/** What was read and kept of a link, merged and judged. */
export type Weighed = Omit<ReturnType<typeof mergeRecords>, 'change'> & {
  /** What to keep of it; null: the reading says nothing new. */
  kept: ReturnType<typeof mergeRecords>['change'];
  verdict: Verdict;
};

/** What the service said about one link. */
export interface Reading {
  /** What was kept of the link when it was read. */
  kept: readonly KeptRecord[];
  /** Every record that may be about the link; `judgeRecords` decides whose each one is. */
  found: FoundRecord[];
  /** Reads what this reading leaves open; null: it decides. */
  more?: (weighed: Weighed) => Promise<Reading> | null;
  /** The service's own number of the link: as stored, or as its record in the listing says. */
  orderId: string | null;
  /** Other links of ours that have its reference, order id or address, or that its records name, also the kept ones. */
  rivals: readonly LinkIdentity[];
  /** Everything that could hold a record of the link was read, now or before. */
  isComplete: boolean;
  /** It was read now: a record that this reading lacks is gone. */
  isWhole: boolean;
  /** The transactions listing was read to its end. */
  areTransactionsRead: boolean;
  /** That listing answered. */
  hasListing: boolean;
  /** Why the rest of it could not be read. */
  failure?: unknown;
  /**
   * One of the transactions names no link and may be this one's. The reading is still complete: next to a card terminal
   * whose payments name no link, no link would ever expire.
   */
  hasNameless: boolean;
  /** True when a link that was not found cannot exist: see `readListings`. */
  provesAbsence: boolean;
  /** The listing has no row that may be the link, but may lag behind; `hasOurs`: it shows references of ours. */
  isNotListed: boolean;
  hasOurs: boolean;
}

/** Of a link that is known to exist. */
export const NO_PROOF = { provesAbsence: false, isNotListed: false, hasOurs: false } as const;
