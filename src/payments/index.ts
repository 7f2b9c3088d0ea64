/**
 * Reads the service's records of a payment: whose they are, what they are, what they say, and how much money.
 * Pure.
 */
export { classifyLink, classifyRow, ROW_CLASSES, type RowClass } from './classify-records.ts';
export { type AskedLink, judgeRecords } from './judge-records.ts';
export type { PaymentWords } from './judged-record.ts';
export { readTransactionId } from './judged-record.ts';
export {
  type FirstWord,
  type KeptChange,
  type KeptRecord,
  mergeRecords,
} from './kept-records.ts';
export { parseInstant } from './read-record-time.ts';
export { isAed, rankOfReceived, readRecordAmounts } from './record-amounts.ts';
export { createWhose, type FoundRecord, type OwnedLink, type Whose } from './record-owner.ts';
export type { RecordKind } from './record-parts.ts';
export { readRecordState, type StateSaid } from './record-state.ts';
export { type LinkIdentity, listNamed, listTies, listValues, mentionsLink } from './record-ties.ts';
export {
  buildKindWords,
  kindWordKey,
  listKindsSaid,
  readRowKind,
} from './row-kind.ts';
export { buildStateWords, STATE_MEANINGS, type StateMeaning, type StateWords } from './state-words.ts';
export type { Doubt, Outcome, Verdict } from './verdict.ts';
