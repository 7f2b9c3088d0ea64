import type { Unit, Vocabulary } from '../payment-service/index.ts';
import type { KeptRecord } from './kept-records.ts';
import { BRINGS, type PaymentReading, type ReadBeside, readPayment } from './read-payment.ts';
import type { FoundRecord, Whose } from './record-owner.ts';

/** One record: whose it is, what kind of row it is, what it says, and how much money. */
export interface JudgedRecord extends PaymentReading {
  of: FoundRecord['kind'];
  via: FoundRecord['via'];
  record: FoundRecord['record'];
  whose: Exclude<Whose, { is: 'not-ours' }>;
  /** See `KeptRecord`. */
  togetherAt: number | null;
  /** What a name's amounts are in, since somebody said so. */
  unit: (name: string) => Unit | null;
}

type ReadRecord = FoundRecord & Partial<Pick<KeptRecord, 'togetherAt' | 'firstSeenAt'>>;

export const judgeRecord = (
  { kind: of, via, record, togetherAt = null, firstSeenAt }: ReadRecord,
  whose: JudgedRecord['whose'],
  words: Vocabulary,
  beside?: ReadBeside,
): JudgedRecord => {
  const unit = (name: string) => words.unit(name, firstSeenAt);
  return { of, via, record, whose, togetherAt, unit, ...readPayment(record, of, { ...words, unit }, beside) };
};

/** Money came or went back, or may have. */
export const reportsMoney = ({ state }: PaymentReading): boolean => BRINGS.has(state.meaning);
