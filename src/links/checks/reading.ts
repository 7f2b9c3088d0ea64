import type { Vocabulary } from '../../payment-service/index.ts';
import {
  createReadSentBack,
  type FoundRecord,
  judgeRecords,
  type KeptRecord,
  type LinkIdentity,
  mergeRecords,
  type Verdict,
} from '../../payments/index.ts';
import type { Link } from '../../store/link.ts';

/** What the service said about one link. */
export interface Reading {
  /** What was kept of the link when it was read. */
  kept: readonly KeptRecord[];
  /** Every record that may be about the link; `judgeRecords` decides whose each one is. */
  found: readonly FoundRecord[];
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
  /**
   * One of the transactions names no link and may be this one's. The reading is still complete: next to a card terminal
   * whose payments name no link, no link would ever expire.
   */
  hasNameless: boolean;
  /** Why the rest of it could not be read. */
  failure?: unknown;
  /**
   * Of a link that may not exist: the links listing was read to its end, every row that may be this link names another, and a row for
   * this link would have shown. Less than a proof: the listing may lag behind. `hasOurs`: it shows references of ours.
   * `isProven`: see `readListings`.
   */
  notListed?: { hasOurs: boolean; isProven: boolean } | null;
}

/** Nothing but what is kept. */
export const keptReading = (kept: readonly KeptRecord[]): Reading => ({
  kept,
  found: [],
  orderId: null,
  rivals: [],
  isComplete: false,
  isWhole: false,
  areTransactionsRead: false,
  hasNameless: false,
});

/** What was read and kept of a link, merged and judged. */
export type Weighed = Omit<ReturnType<typeof mergeRecords>, 'change'> & {
  /** What to keep of it; null: the reading says nothing new. */
  kept: ReturnType<typeof mergeRecords>['change'];
  verdict: Verdict;
};

export const weigh = (
  link: Link,
  reading: Reading,
  { now, words, timeZone }: { now: number; words: Vocabulary; timeZone: string },
): Weighed => {
  const known = withNumber(link, reading);
  const { change, ...merged } = mergeRecords(
    reading.kept,
    { ...reading, isComplete: reading.isWhole },
    { now, readSentBack: createReadSentBack(known, words) },
  );
  // Kept as the service named it: an answer may be taken back.
  const asSaid = (one: KeptRecord) => ({ ...one, record: words.asSaid(one.record, 'payments') });
  const records = merged.records.map(asSaid);
  return {
    ...merged,
    records,
    kept: change && { ...change, news: change.news.map(asSaid) },
    verdict: judgeRecords(known, records, { words, timeZone }, reading.rivals),
  };
};

/** The link with the service's number that the reading has for it. */
export const withNumber = (link: Link, { orderId }: Reading): Link => ({
  ...link,
  orderId: orderId ?? link.orderId,
});
