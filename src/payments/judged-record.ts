import { readField } from '../payment-service/index.ts';
import { type RecordAmounts, readRecordAmounts } from './record-amounts.ts';
import type { FoundRecord, Whose } from './record-owner.ts';
import { type RecordState, readRecordState } from './record-state.ts';
import { type KindOfRow, type KindWords, readRowKind } from './row-kind.ts';
import type { StateWords } from './state-words.ts';

/** The words by which records are read: from the table, the configuration, and what admins have said. */
export interface PaymentWords {
  states: StateWords;
  kinds: KindWords;
}

/** One record: whose it is, what kind of row it is, what it says, and how much money. */
export interface JudgedRecord {
  of: FoundRecord['kind'];
  via: FoundRecord['via'];
  record: FoundRecord['record'];
  whose: Exclude<Whose, { is: 'not-ours' }>;
  kind: KindOfRow;
  state: RecordState;
  amounts: RecordAmounts;
}

const OF_LINK: KindOfRow = { kind: 'payment', word: null, field: null };

export const judgeRecord = (
  { kind: of, via, record }: FoundRecord,
  whose: JudgedRecord['whose'],
  words: PaymentWords,
): JudgedRecord => ({
  of,
  via,
  record,
  whose,
  kind: of === 'link' ? OF_LINK : readRowKind(record, words.kinds),
  state: readRecordState(record, of, words.states),
  amounts: readRecordAmounts(record, of),
});

const ID_NAMES = ['transactionId', 'transactionReference', 'txnId', 'txnRef', 'paymentId', 'id'];
const LONGEST_ID = 80;

/** The transaction's own id; null when the row has none. */
export const readTransactionId = ({ record }: Pick<JudgedRecord, 'record'>): string | null => {
  const id = readField({ fields: record.fields }, ID_NAMES.slice(0, -1)) ?? record.fields['id'];
  return typeof id === 'string' || typeof id === 'number'
    ? String(id).trim().slice(0, LONGEST_ID) || null
    : null;
};
