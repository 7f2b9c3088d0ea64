import { plainName, type StateSays, type Vocabulary } from '../payment-service/index.ts';
import type { FirstWord, KeptRecord } from './kept-records.ts';
import { type Meaning, type PaymentReading, readPayment } from './read-payment.ts';
import type { FoundRecord, Whose } from './record-owner.ts';

/** One record: whose it is, what kind of row it is, what it says, and how much money. */
export interface JudgedRecord extends PaymentReading {
  of: FoundRecord['kind'];
  via: FoundRecord['via'];
  record: FoundRecord['record'];
  whose: Exclude<Whose, { is: 'not-ours' }>;
  /** See `KeptRecord`. */
  togetherAt: number | null;
}

/** A record that was read before may say what its link began with. */
type ReadRecord = FoundRecord & Partial<Pick<KeptRecord, 'began' | 'togetherAt'>>;

export const judgeRecord = (
  { kind: of, via, record, began, togetherAt = null }: ReadRecord,
  whose: JudgedRecord['whose'],
  words: Vocabulary,
  holds?: ReadonlySet<string>,
): JudgedRecord => ({
  of,
  via,
  record,
  whose,
  togetherAt,
  ...readPayment(record, of, began == null ? words : withBeginning(words, began), holds),
});

const REPORTS_MONEY: ReadonlySet<Meaning> = new Set(['paid', 'partly', 'refunded', 'unclear']);
const SAYS_MONEY: ReadonlySet<StateSays | null> = new Set([
  'paid',
  'partly',
  'refunded',
  'partly-refunded',
  'disputed',
]);

/** Money came or went back, or may have. */
export const reportsMoney = ({ state }: PaymentReading): boolean => REPORTS_MONEY.has(state.meaning);

/** What a link said before anybody could pay means *not paid yet*, unless it is a word for money. */
const withBeginning = (words: Vocabulary, began: readonly FirstWord[]): Vocabulary => ({
  ...words,
  taught: (name, word) => {
    const taught = words.taught(name, word);
    if (taught !== null || SAYS_MONEY.has(words.state(word))) return taught;
    return began.some((one) => one.name === name && one.word === plainName(word)) ? 'not-paid' : null;
  },
});
