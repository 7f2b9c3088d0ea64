import type { ServiceRecord } from '../payment-service/index.ts';
import { readRecordAmounts } from './record-amounts.ts';
import { isInPart, type RecordState, readRecordState } from './record-state.ts';
import type { StateWords } from './state-words.ts';

/** What a link's own record says, without its transactions. */
interface ClassifiedLink {
  /** `paid`: also if a part went back since. `refunded`: all of it went back. */
  meaning: RecordState['meaning'];
  askedFils: number | null;
  /** What went back of a paid link. Null: a part of it, and the record does not say how much. */
  refundedFils: number | null;
}

/** Weighs a refund against what came as a card does when it has no other record. */
export const classifyLink = (record: ServiceRecord, words: StateWords): ClassifiedLink => {
  const state = readRecordState(record, 'link', words);
  const { received, asked: askedFils, refunded } = readRecordAmounts(record, 'link');
  const { meaning } = state;
  if (meaning !== 'paid' && meaning !== 'refunded') return { meaning, askedFils, refundedFils: 0 };
  const isPart = meaning === 'paid' || isInPart(state);
  if (refunded === 0 && !isPart) return { meaning: 'refunded', askedFils, refundedFils: 0 };
  if (refunded === 0) return { meaning: 'paid', askedFils, refundedFils: meaning === 'paid' ? 0 : null };
  const came = typeof received === 'number' ? received : askedFils;
  if (came === null ? !isPart : refunded >= came) return { meaning: 'refunded', askedFils, refundedFils: 0 };
  const isShort = meaning === 'refunded' && came !== null && askedFils !== null && came < askedFils;
  if (isShort) return { meaning: 'partly', askedFils, refundedFils: 0 };
  return { meaning: 'paid', askedFils, refundedFils: refunded };
};
