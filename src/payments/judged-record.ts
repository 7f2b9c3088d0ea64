import type { Vocabulary } from '../payment-service/index.ts';
import type { KeptRecord } from './kept-records.ts';
import { type Meaning, type PaymentReading, type ReadBeside, readPayment } from './read-payment.ts';
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

type ReadRecord = FoundRecord & Partial<Pick<KeptRecord, 'togetherAt'>>;

export const judgeRecord = (
  { kind: of, via, record, togetherAt = null }: ReadRecord,
  whose: JudgedRecord['whose'],
  words: Vocabulary,
  beside?: ReadBeside,
): JudgedRecord => ({
  of,
  via,
  record,
  whose,
  togetherAt,
  ...readPayment(record, of, words, beside),
});

const REPORTS_MONEY: ReadonlySet<Meaning> = new Set(['paid', 'partly', 'refunded', 'unclear']);

/** Money came or went back, or may have. */
export const reportsMoney = ({ state }: PaymentReading): boolean => REPORTS_MONEY.has(state.meaning);
