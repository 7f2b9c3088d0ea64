import { readField, recordAmountFils, recordCurrency, type ServiceRecord } from '../payment-service/index.ts';
import type { LinkPayment } from '../store/link-payment.ts';
import { type RecordKind, type RecordState, readRecordState } from './read-record-state.ts';
import { readPaymentTime } from './read-record-time.ts';
import type { StateWords } from './state-words.ts';

/** A record of the service that is about the link in question. */
export interface FoundRecord {
  kind: RecordKind;
  record: ServiceRecord;
}

/**
 * What the service's records say, taken together. `unclear`: they say paid without an amount to compare, or they
 * contradict themselves. `silent`: there are records, and no word in them that the table knows. `none`: no
 * record at all.
 */
export type Saying =
  | 'paid'
  | 'mismatch'
  | 'refunded'
  | 'unclear'
  | 'cancelled'
  | 'failed'
  | 'expired'
  | 'declined'
  | 'waiting'
  | 'silent'
  | 'none';

export interface Verdict {
  says: Saying;
  facts: Omit<LinkPayment, 'finding' | 'noticedAt' | 'came'>;
}

interface Read extends FoundRecord {
  state: RecordState;
  amounts: number[];
  currency: string | null;
}

/** Money that moved. A link's own amount is what was asked, so it counts only where nothing else is said. */
const PAID_AMOUNTS = [
  'paidAmount',
  'amountPaid',
  'totalPaid',
  'receivedAmount',
  'amountReceived',
  'capturedAmount',
  'amountCaptured',
  'transactionAmount',
  'txnAmount',
  'paymentAmount',
];
const PLAIN_AMOUNTS = ['amount', 'amount.value', 'amount.total'];
const TRANSACTION_ID_NAMES = ['transactionId', 'transactionReference', 'txnId', 'txnRef', 'paymentId'];
const LONGEST_ID = 80;

/** Only what the service says of the money makes a link paid, and only for the amount and currency asked. */
export const judgeRecords = (
  asked: { amountFils: number },
  found: readonly FoundRecord[],
  { words, timeZone }: { words: StateWords; timeZone: string },
): Verdict => {
  const read = found.map(
    (one): Read => ({
      ...one,
      state: readRecordState(one.record, one.kind, words),
      amounts: readAmounts(one),
      currency: recordCurrency(one.record),
    }),
  );
  const transactions = read.filter(({ kind }) => kind === 'transaction');
  const links = read.filter(({ kind }) => kind === 'link');
  const verdict = (says: Saying, by?: Read): Verdict => ({
    says,
    facts: buildFacts(by, asked.amountFils, timeZone),
  });
  const meaning = (one: Read) => one.state.meaning;

  const refunded = [...transactions, ...links].find((one) => meaning(one) === 'refunded');
  if (refunded) return verdict('refunded', refunded);

  const paid = transactions.filter((one) => meaning(one) === 'paid');
  const whole = paid.find((one) => isWhole(one, asked.amountFils));
  if (whole) return verdict('paid', whole);
  const other = [...paid, ...transactions.filter((one) => meaning(one) === 'partly')].find(
    (one) => one.amounts.length > 0 || isOtherCurrency(one),
  );
  if (other) return verdict('mismatch', other);

  const link = links.find((one) => meaning(one) === 'paid' || meaning(one) === 'partly');
  if (link) {
    if (meaning(link) === 'partly' || isOtherCurrency(link)) return verdict('mismatch', link);
    if (isWhole(link, asked.amountFils)) return verdict('paid', withTransaction(link, paid[0]));
    return verdict(link.amounts.length > 0 ? 'mismatch' : 'unclear', link);
  }
  const vague = paid[0] ?? read.find((one) => meaning(one) === null && one.state.word !== null);
  if (vague) return verdict('unclear', vague);

  for (const says of ['cancelled', 'failed', 'expired'] as const) {
    const by = links.find((one) => meaning(one) === says);
    if (by) return verdict(says, by);
  }
  const declined = transactions.find((one) => meaning(one) === 'failed' || meaning(one) === 'cancelled');
  if (declined) return verdict('declined', declined);
  const waiting = read.find((one) => meaning(one) !== null);
  if (waiting) return verdict('waiting', waiting);
  return verdict(read.length > 0 ? 'silent' : 'none', read[0]);
};

/** Every amount of money that the record says came in: one that differs is enough for doubt. */
function readAmounts({ kind, record }: FoundRecord): number[] {
  const under = (name: string): number[] => {
    const value = readField(record, [name]);
    const fils = value === undefined ? null : recordAmountFils({ fields: { amount: value } });
    return fils === null ? [] : [fils];
  };
  const moved = [...PAID_AMOUNTS, ...(kind === 'transaction' ? PLAIN_AMOUNTS : [])].flatMap(under);
  if (moved.length > 0) return moved;
  const any = recordAmountFils(record);
  return any === null ? [] : [any];
}

const isOtherCurrency = ({ currency }: Read): boolean =>
  currency !== null && !/^(aed|784|dhs?|dirhams?|د\.?إ\.?)$/i.test(currency.trim());

const isWhole = (one: Read, asked: number): boolean =>
  one.amounts.length > 0 && one.amounts.every((fils) => fils === asked) && !isOtherCurrency(one);

/** The link record's word, with the id and the time that only its transaction knows. */
const withTransaction = (link: Read, transaction: Read | undefined): Read =>
  transaction === undefined
    ? link
    : {
        ...link,
        record: { fields: { ...link.record.fields, transaction: transaction.record.fields } },
      };

function buildFacts(by: Read | undefined, asked: number, timeZone: string): Verdict['facts'] {
  const id = by && readField(by.record, TRANSACTION_ID_NAMES);
  return {
    happenedAt: by ? readPaymentTime(by.record, by.kind, timeZone) : null,
    seenIn: by?.kind ?? 'link',
    word: by?.state.word ?? null,
    // A differing amount is the one to show.
    amountFils: by ? (by.amounts.find((fils) => fils !== asked) ?? by.amounts[0] ?? null) : null,
    currency: by?.currency?.trim().slice(0, 10) ?? null,
    transactionId:
      typeof id === 'string' || typeof id === 'number' ? String(id).trim().slice(0, LONGEST_ID) : null,
  };
}
