import {
  isJsonObject,
  oncePerName,
  parseRecordAmount,
  plainName,
  type ServiceRecord,
} from '../payment-service/index.ts';
import { isOfPayment, listParts, type RecordKind } from './record-parts.ts';

/** The amounts in one record, in integer fils. Fees, taxes and net amounts are not among them. */
export interface RecordAmounts {
  /** Money received. Null: the record does not say; `conflict`: its fields disagree. */
  received: number | 'conflict' | null;
  /** In a link's record: the amount asked for. */
  asked: number | null;
  /** Money refunded, as the payment's own record says. */
  refunded: number;
  /** As written; null when the record names none. */
  currency: string | null;
  isOtherCurrency: boolean;
  /** The field that `received` comes from. */
  field: string | null;
}

/** Ranks of amounts, highest first: money received, the transaction's amount, a bare amount, and the amount asked for. */
const RECEIVED =
  /^(paidamount|amountpaid|totalpaid|totalpaidamount|receivedamount|amountreceived|totalreceived|capturedamount|amountcaptured|totalcaptured)$/;
const OF_TRANSACTION = /^(transactionamount|txnamount|trxamount|paymentamount|saleamount|chargeamount)$/;
const PLAIN = /^amount$/;
const ASKED = /^(invoiceamount|orderamount|linkamount|totalamount|grossamount)$/;
const REFUNDED =
  /^(refundedamount|amountrefunded|totalrefunded|totalrefundedamount|refundamount|chargebackamount|reversedamount)$/;
const CURRENCY = /^(transaction|payment|txn)?currency(code)?$/;
const AED = /^(aed|784|dhs?|dirhams?|د\.?إ\.?)$/i;
/** The field for the number in an amount that is an object: `{value, currency}`. */
const INNER_AMOUNT = /^(value|total|amount)$/;

/** Whether this names dirhams: `AED`, their number 784, `Dhs`. */
export const isAed = (currency: string): boolean => AED.test(currency.trim());

type Rank = 'came' | 'ofTransaction' | 'bare' | 'asked';

/** Null: the name is not about an amount. */
const amountNamed = oncePerName((name) => {
  const rank = rankOf(name);
  const says = { rank, isRefund: REFUNDED.test(name), isCurrency: CURRENCY.test(name) };
  return rank !== null || says.isRefund || says.isCurrency ? says : null;
});

interface Found {
  field: string;
  fils: number | null;
}

export const readRecordAmounts = (record: ServiceRecord, kind: RecordKind): RecordAmounts => {
  const ranks: Record<Rank, Found[]> = { came: [], ofTransaction: [], bare: [], asked: [] };
  const refunds: number[] = [];
  const currencies: string[] = [];
  for (const { of, fields } of listParts(record, kind)) {
    for (const [key, value] of Object.entries(fields)) {
      const says = amountNamed(key);
      if (says === null) continue;
      if (says.isCurrency) currencies.push(...textOf(value));
      // A bare amount in a link's own record is the amount asked for.
      const rank = says.rank === 'bare' && kind === 'link' && of !== 'payment' ? 'asked' : says.rank;
      if (rank === null && !says.isRefund) continue;
      const { fils, currency } = readAmount(value);
      if (currency !== null) currencies.push(currency);
      if (says.isRefund && fils !== null) refunds.push(Math.abs(fils));
      // An empty field says nothing. A field without an exact amount leaves the sum open.
      if (rank !== null && !isEmpty(value)) ranks[rank].push({ field: key.slice(0, 40), fils });
    }
  }
  const { came, ofTransaction, bare, asked } = ranks;
  const best = came.length > 0 ? came : [...ofTransaction, ...bare];
  const { received, field } = agree(best.length > 0 || kind === 'link' ? best : asked);
  const other = currencies.find((currency) => !isAed(currency));
  return {
    received,
    field,
    asked: asked.find(({ fils }) => fils !== null)?.fils ?? null,
    refunded: refunds.reduce((most, fils) => Math.max(most, fils), 0),
    currency: (other ?? currencies[0] ?? null)?.slice(0, 10) ?? null,
    isOtherCurrency: other !== undefined,
  };
};

/** The rank of the field at `path` among those that say how much a transaction brought: lower is earlier; null: none of them. */
export const rankOfReceived = (path: readonly string[]): number | null => {
  const isInner = path.length > 1 && INNER_AMOUNT.test(plainName(path.at(-1) ?? ''));
  const own = isInner && amountNamed(path.at(-2) ?? '') !== null ? path.slice(0, -1) : path;
  if (!isOfPayment(own.slice(0, -1))) return null;
  const rank = amountNamed(own.at(-1) ?? '')?.rank ?? null;
  return rank === null ? null : RANKS[rank];
};

const RANKS: Record<Rank, number> = { came: 0, ofTransaction: 1, bare: 1, asked: 2 };

function rankOf(name: string): Rank | null {
  if (RECEIVED.test(name)) return 'came';
  if (OF_TRANSACTION.test(name)) return 'ofTransaction';
  if (PLAIN.test(name)) return 'bare';
  return ASKED.test(name) ? 'asked' : null;
}

/** Fields of one rank must agree. */
function agree(found: readonly Found[]): Pick<RecordAmounts, 'received' | 'field'> {
  const [first] = found;
  if (!first) return { received: null, field: null };
  const isAgreed = first.fils !== null && found.every(({ fils }) => fils === first.fils);
  return { received: isAgreed ? first.fils : 'conflict', field: first.field };
}

function readAmount(value: unknown): { fils: number | null; currency: string | null } {
  if (!isJsonObject(value)) return { fils: parseRecordAmount(value), currency: null };
  const members = Object.entries(value);
  const inner = members.find(([key]) => INNER_AMOUNT.test(plainName(key)))?.[1];
  const [currency = null] = members.flatMap(([key, one]) =>
    CURRENCY.test(plainName(key)) ? textOf(one) : [],
  );
  return { fils: parseRecordAmount(inner), currency };
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

const textOf = (value: unknown): string[] => {
  const code = isJsonObject(value) ? value['code'] : value;
  if (typeof code === 'number') return [String(code)];
  return typeof code === 'string' && code.trim() !== '' ? [code.trim()] : [];
};
