import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { parseRecordAmount, readField, type ServiceRecord } from '../payment-service/index.ts';
import type { PaymentWords } from '../payments/index.ts';
import { createParseTime } from '../reports/listed-time.ts';
import type { ReportRow } from '../reports/report-row.ts';
import { createReadMoney, type MoneyClass } from '../reports/row-money.ts';

/**
 * Whether its money is at the bank, as the payout's own word says. `came-back`: it failed, was cancelled, or was
 * returned. `unclear`: we do not know its word.
 */
export type PayoutState = 'paid-out' | 'on-its-way' | 'came-back' | 'unclear';

/** What a payout's record says. The interface describes none of it: null where nothing was found. Integer fils. */
export interface PayoutTold {
  /** The payout's id, as people read it. */
  id: string | null;
  /** Every name that its transactions may call it by. */
  names: readonly string[];
  /** When it was made, in epoch milliseconds. */
  at: number | null;
  state: PayoutState;
  /** The service's own word. */
  word: string | null;
  grossFils: number | null;
  feeFils: number | null;
  netFils: number | null;
  /** An amount that does not say whether fees are in it. */
  amountFils: number | null;
  /** In capitals. */
  currency: string;
  count: number | null;
  /** The moments between which its transactions lie, both inclusive. */
  from: number | null;
  to: number | null;
  /** Ids of transactions or of their orders, as often as it lists them; null: it has no list. */
  listed: readonly string[] | null;
  bankReference: string | null;
  /** The record has more in it than was read. */
  hasUnread: boolean;
}

/** Names to look under one after the other: what is found under one may be no value. */
type NamesInTurn = readonly (readonly [string])[];

export function inTurn(names: readonly string[]): NamesInTurn {
  return names.map((name) => [name]);
}

const NAMES = inTurn([
  'payoutId',
  'payoutNumber',
  'payoutReference',
  'payoutRef',
  'settlementId',
  'settlementNumber',
  'settlementReference',
  'settlementRef',
  'batchId',
  'batchNumber',
  'settlementBatchId',
]);
const BANK_REFERENCES = inTurn(['bankReference', 'bankRef', 'utr', 'bankTransactionId', 'transferReference']);
const GROSS = inTurn(['grossAmount', 'gross', 'totalGross', 'grossTotal', 'grossSales']);
const FEE = inTurn([
  'feeAmount',
  'fee',
  'fees',
  'totalFee',
  'totalFees',
  'commission',
  'commissionAmount',
  'charges',
]);
const TAX = inTurn(['vat', 'vatAmount', 'feeVat', 'feeTax', 'tax', 'taxAmount']);
const NET = inTurn(['netAmount', 'net', 'amountNet', 'netTotal', 'totalNet', 'netPayout']);
const AMOUNT = inTurn([
  'payoutAmount',
  'settlementAmount',
  'settledAmount',
  'amount',
  'amount.value',
  'totalAmount',
]);
const COUNT = inTurn([
  'transactionCount',
  'numberOfTransactions',
  'totalTransactions',
  'transactionsCount',
  'count',
]);
const FROM = inTurn(['fromDate', 'periodFrom', 'periodStart', 'startDate', 'firstTransactionAt', 'from']);
const TO = inTurn(['toDate', 'periodTo', 'periodEnd', 'endDate', 'lastTransactionAt', 'to']);
/** Their values may be a text with commas; of other names such a text is words, or an amount. */
const ID_LISTS = inTurn([
  'transactionIds',
  'transactionReferences',
  'txnIds',
  'paymentIds',
  'orderIds',
  'invoiceIds',
]);
const LISTS = inTurn([
  'transactions',
  'transactionList',
  'payments',
  'orders',
  'invoices',
  'items',
  'entries',
  'lines',
  'details',
]);
const LISTED_IDS = inTurn([
  'transactionId',
  'txnId',
  'transactionReference',
  'paymentId',
  'id',
  'orderId',
  'Invoice_Id',
]);

const idSchema = z
  .union([z.string(), z.number()])
  .transform((id) => String(id).trim())
  .pipe(z.string().min(1).max(80));
const listSchema = z.array(z.union([idSchema, z.record(z.string(), z.unknown())])).min(1);
const countSchema = z.coerce.number().int().min(0).max(1e9);
const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

/** The value under the first of `names` that is one. */
export const readNamed = <T>(
  record: ServiceRecord,
  names: NamesInTurn,
  parse: (value: unknown) => T | null,
): T | null => {
  for (const name of names) {
    const found = readField(record, name);
    const value = found === undefined ? null : parse(found);
    if (value !== null) return value;
  }
  return null;
};

/** Most records have no field of the name. */
export const parseId = (value: unknown): string | null =>
  value === undefined ? null : (idSchema.safeParse(value).data ?? null);

/**
 * What the service kept. Tax on its fee may stand beside the fee or be in it already: what makes the record add up
 * counts, and where nothing tells, the fee alone.
 */
export const readFee = (
  record: ServiceRecord,
  { grossFils, netFils }: { grossFils: number | null; netFils: number | null },
): number | null => {
  const fee = readNamed(record, FEE, parseRecordAmount);
  const taxFils = Math.abs(readNamed(record, TAX, parseRecordAmount) ?? 0);
  if (fee === null) return null;
  const withTax = Math.abs(fee) + taxFils;
  return grossFils !== null && netFils !== null && grossFils - withTax === netFils ? withTax : Math.abs(fee);
};

export const readNet = (record: ServiceRecord): number | null => readNamed(record, NET, parseRecordAmount);

/** Rows read before the loop may turn. */
const AT_ONCE = 200;

/** As `createReadPayout`, of any number of rows: others have their turn meanwhile. */
export const readManyPayouts = async (
  rows: readonly ReportRow[],
  reading: { words: PaymentWords; timeZone: string },
): Promise<PayoutTold[]> => {
  const readPayout = createReadPayout(reading);
  const payouts: PayoutTold[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    payouts.push(...rows.slice(at, at + AT_ONCE).map(readPayout));
    await nextTurn();
  }
  return payouts;
};

/** Reads rows of the payouts listing. Never throws. */
export const createReadPayout = ({
  words,
  timeZone,
}: {
  words: PaymentWords;
  timeZone: string;
}): ((row: ReportRow) => PayoutTold) => {
  const readMoney = createReadMoney('payouts', words);
  const parseTime = createParseTime(timeZone);
  return (row) => {
    const record = { fields: row.fields };
    const { is, currency } = readMoney(row);
    const grossFils = readNamed(record, GROSS, parseRecordAmount);
    const netFils = readNet(record);
    const names = [
      ...NAMES.map((name) => parseId(readField(record, name))),
      ...BANK_REFERENCES.map((name) => parseId(readField(record, name))),
      row.id,
    ];
    return {
      id: row.id,
      names: [...new Set(names.filter((name) => name !== null))],
      at: row.at,
      state: STATES[is],
      word: row.status,
      grossFils,
      feeFils: readFee(record, { grossFils, netFils }),
      netFils,
      amountFils: readNamed(record, AMOUNT, parseRecordAmount),
      currency,
      count: readNamed(record, COUNT, (value) => countSchema.safeParse(value).data ?? null),
      from: readNamed(record, FROM, parseTime),
      to: readNamed(record, TO, (value) => endOf(value, parseTime)),
      listed: readNamed(record, ID_LISTS, parseIds) ?? readNamed(record, LISTS, parseList),
      bankReference: readNamed(record, BANK_REFERENCES, parseId),
      hasUnread: row.hasUnread ?? false,
    };
  };
};

const STATES: Record<MoneyClass, PayoutState> = {
  received: 'paid-out',
  partly: 'unclear',
  refunded: 'came-back',
  waiting: 'on-its-way',
  failed: 'came-back',
  cancelled: 'came-back',
  expired: 'came-back',
  other: 'unclear',
  unclassified: 'unclear',
};

/** The service writes whole seconds, or days: either is meant to its end. */
function endOf(value: unknown, parseTime: (value: unknown) => number | null): number | null {
  const at = parseTime(value);
  if (at === null) return null;
  return typeof value === 'string' && IS_DAY.test(value.trim())
    ? at + DAY_MS - 1
    : Math.floor(at / SECOND_MS) * SECOND_MS + SECOND_MS - 1;
}

const parseIds = (value: unknown): readonly string[] | null =>
  parseList(typeof value === 'string' ? value.split(/[,;]/) : value);

/** A list of ids, or of records with ids. */
function parseList(value: unknown): readonly string[] | null {
  const list = listSchema.safeParse(value).data;
  const ids = list?.map((one) =>
    typeof one === 'string' ? one : readNamed({ fields: one }, LISTED_IDS, parseId),
  );
  return ids === undefined || ids.includes(null) ? null : ids.filter((id) => id !== null);
}
