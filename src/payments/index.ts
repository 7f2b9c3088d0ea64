/**
 * Reads the service's records of a payment: whose they are, what they are, what they say, and how much money.
 * Pure.
 */
export { classifyLink, classifyRow, type RowClass } from './classify-records.ts';
export { listFirstWords } from './first-words.ts';
export { type JudgedLink, judgeRecords } from './judge-records.ts';
export { type KeptChange, type KeptRecord, mergeRecords } from './kept-records.ts';
export {
  createReadReturned,
  matchRefunds,
  type NamedRow,
  type RefundedPayment,
  type RefundRow,
} from './match-refunds.ts';
export { findOthersMeant } from './others-meant.ts';
export { rankOfAmount, readAmountAsked, readAmountShown, readFils } from './read-amounts.ts';
export { type Dispute, type Meaning, readPayment } from './read-payment.ts';
export { parseInstant } from './read-times.ts';
export { isTeachable, type RecordKind, type UnreadLeaf } from './read-votes.ts';
export {
  createWhose,
  type FoundRecord,
  type OwnedBy,
  type OwnedLink,
  type Whose,
} from './record-owner.ts';
export {
  type LinkIdentity,
  listAsksWhose,
  listNamed,
  listTies,
  listValues,
  mentionsLink,
} from './record-ties.ts';
export { createReadSentBack } from './sent-back.ts';
export { listUnknownColumns, rankAmounts, readFee, readGross, readNet } from './stated-fields.ts';
export { namesPayment, rankTransactionId, readTransactionId, readTransactionIds } from './transaction-id.ts';
export type { Doubt, Outcome, Verdict } from './verdict.ts';
