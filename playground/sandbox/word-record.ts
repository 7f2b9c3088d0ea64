import type { JsonObject } from './record-look.ts';
import type { RecordWords } from './record-words.ts';
import { formatWallClock } from './wall-clock.ts';

const MOMENTS = ['createdAt', 'expiryOn', 'paidAt'];
/** Goes with the payment, where that has a member of its own. */
const OF_PAYMENT = ['status', 'amount', 'currency', 'transactionId', 'paidAt'];

/** A record, given with the sandbox's own words and epoch milliseconds, in the words chosen. */
export const wordRecord = (
  kind: 'link' | 'transaction',
  plain: JsonObject,
  words: RecordWords,
  timeZone: string,
): JsonObject => {
  const payment: JsonObject = {};
  const record: JsonObject = {};
  for (const [name, value] of Object.entries(plain)) {
    if (!isTold(name, kind, words)) continue;
    const isApart = words.paymentIn !== null && OF_PAYMENT.includes(name);
    // Set here, so that the member stands where the first of its parts would.
    if (isApart && words.paymentIn !== null) record[words.paymentIn] = payment;
    Object.assign(isApart ? payment : record, wordMember(name, value, words, timeZone));
  }
  if (kind === 'transaction' && words.kindField !== null)
    record[words.kindField] = kindOf(String(plain['status']), words);
  return record;
};

const kindOf = (state: string, { kindWords }: RecordWords): string =>
  (Object.hasOwn(kindWords, state) ? kindWords[state] : undefined) ??
  (state === 'REFUNDED' ? 'REFUND' : 'SALE');

/** A word of one's own for a state, or the sandbox's. */
export const wordOf = (state: string, { stateWords }: Pick<RecordWords, 'stateWords'>): unknown =>
  Object.hasOwn(stateWords, state) ? stateWords[state] : state;

function isTold(name: string, kind: 'link' | 'transaction', words: RecordWords): boolean {
  const carried = kind === 'link' ? words.linkReferences : words.references;
  if (name === 'orderId') return carried === 'both' || carried === 'order';
  if (name === 'Invoice_Id') return carried === 'both' || carried === 'invoice';
  if (name === 'status') return words.statesIn === 'both' || words.statesIn === `${kind}s`;
  return !MOMENTS.includes(name) || words.times !== 'none';
}

function wordMember(name: string, value: unknown, words: RecordWords, timeZone: string): JsonObject {
  if (name === 'status') return setAt(words.stateField.split('.'), wordOf(String(value), words));
  if (!MOMENTS.includes(name)) return { [name]: value };
  const moment = typeof value === 'number' ? writeMoment(value, words.times, timeZone) : null;
  return { [name === 'paidAt' ? words.paidAtField : name]: moment };
}

function writeMoment(at: number, how: RecordWords['times'], timeZone: string): string | number {
  switch (how) {
    case 'iso':
      return new Date(at).toISOString();
    case 'epoch-milliseconds':
      return at;
    case 'epoch-seconds':
      return Math.floor(at / 1000);
    default:
      return formatWallClock(at, timeZone);
  }
}

function setAt([name = '', ...rest]: string[], value: unknown): JsonObject {
  return { [name]: rest.length === 0 ? value : setAt(rest, value) };
}
