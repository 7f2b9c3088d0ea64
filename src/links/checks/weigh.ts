import type { Vocabulary } from '../../payment-service/index.ts';
import { createReadSentBack, judgeRecords, type KeptRecord, mergeRecords } from '../../payments/index.ts';
import type { Link } from '../../store/link.ts';
import type { Reading, Weighed } from './reading.ts';

export const weigh = (
  link: Link,
  reading: Pick<Reading, 'kept' | 'found' | 'orderId' | 'rivals' | 'isWhole' | 'areTransactionsRead'>,
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

/** Weighs the reading, and what it reads on while it does not decide. */
export const weighAll = async (
  link: Link,
  first: { reading: Reading; weighed?: Weighed | undefined },
  how: { now: number; words: Vocabulary; timeZone: string },
): Promise<{ reading: Reading; weighed: Weighed }> => {
  let { reading, weighed = weigh(link, reading, how) } = first;
  for (let more = reading.more?.(weighed); more; more = reading.more?.(weighed)) {
    reading = await more;
    weighed = weigh(link, reading, how);
  }
  return { reading, weighed };
};

/** The link with the service's number that the reading has for it. */
export const withNumber = (link: Link, { orderId }: Pick<Reading, 'orderId'>): Link => ({
  ...link,
  orderId: orderId ?? link.orderId,
});
