import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Vocabulary } from '../payment-service/index.ts';
import { parseRecordAmount, readField, type ServiceRecord } from '../payment-service/index.ts';
import { createParseTime } from '../reports/listed-time.ts';
import type { ReportRow } from '../reports/report-row.ts';
import { createReadMoney, type MoneyClass } from '../reports/row-money.ts';

/**
 * Whether the money is at the bank, by the payout's status. `came-back`: it failed, was cancelled, or was returned.
 * `unclear`: an unknown status.
 */
export type PayoutState = 'paid-out' | 'on-its-way' | 'came-back' | 'unclear';

/** A payout as its record states it. The interface describes none of it: null means not found. Integer fils. */
export interface PayoutRecord {
  /** The payout's id, as people read it. */
  id: string | null;
  /** Every name that its transactions may use for it. */
  names: readonly string[];
  /** When it was made, in epoch milliseconds. */
  at: number | null;
  state: PayoutState;
  /** The service's status. */
  status: string | null;
  grossFils: number | null;
  feeFils: number | null;
  netFils: number | null;
  /** An amount that may or may not include fees. */
  amountFils: number | null;
  /** In capitals. */
  currency: string;
  count: number | null;
  /** The time range of its transactions, both ends inclusive. */
  from: number | null;
  to: number | null;
  /** Ids of transactions or orders, repeated as listed; null: no list. */
  listed: readonly string[] | null;
  bankReference: string | null;
  /** The record holds more than was read. */
  hasUnread: boolean;
}

/** Names of one field, tried separately: the value under one name may not parse. */
type FieldNames = readonly (readonly [string])[];

export function fieldNames(names: string): FieldNames {
  return names.split(' ').map((name) => [name] as const);
}

const NAMES = fieldNames(
  'payoutId payoutNumber payoutReference payoutRef settlementId settlementNumber settlementReference settlementRef batchId batchNumber settlementBatchId',
);
const BANK_REFERENCES = fieldNames('bankReference bankRef utr bankTransactionId transferReference');
const GROSS = fieldNames('grossAmount gross totalGross grossTotal grossSales');
const FEE = fieldNames('feeAmount fee fees totalFee totalFees commission commissionAmount charges');
const TAX = fieldNames('vat vatAmount feeVat feeTax tax taxAmount');
const NET = fieldNames('netAmount net amountNet netTotal totalNet netPayout');
const AMOUNT = fieldNames('payoutAmount settlementAmount settledAmount amount amount.value totalAmount');
const COUNT = fieldNames('transactionCount numberOfTransactions totalTransactions transactionsCount count');
const FROM = fieldNames('fromDate periodFrom periodStart startDate firstTransactionAt from');
const TO = fieldNames('toDate periodTo periodEnd endDate lastTransactionAt to');
/** Only under these names is a text with commas a list of ids. */
const ID_LISTS = fieldNames('transactionIds transactionReferences txnIds paymentIds orderIds invoiceIds');
const LISTS = fieldNames('transactions transactionList payments orders invoices items entries lines details');
const LISTED_IDS = fieldNames('transactionId txnId transactionReference paymentId id orderId Invoice_Id');

const idSchema = z
  .union([z.string(), z.number()])
  .transform((id) => String(id).trim())
  .pipe(z.string().min(1).max(80));
const listSchema = z.array(z.union([idSchema, z.record(z.string(), z.unknown())])).min(1);
const countSchema = z.coerce.number().int().min(0).max(1e9);
const IS_DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

/** The first value under `names` that parses. */
export const readNamed = <T>(
  record: ServiceRecord,
  names: FieldNames,
  parse: (value: unknown) => T | null,
): T | null => {
  for (const name of names) {
    const found = readField(record, name);
    const value = found === undefined ? null : parse(found);
    if (value !== null) return value;
  }
  return null;
};

export const parseId = (value: unknown): string | null =>
  value === undefined ? null : (idSchema.safeParse(value).data ?? null);

/**
 * What the service kept. The fee may or may not include its tax: adds the tax if that makes the record add up, and
 * otherwise returns only the fee.
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

/** Rows read without a pause. */
const AT_ONCE = 200;

/** Reads any number of rows, and yields to other work in between. */
export const readManyPayouts = async (
  rows: readonly ReportRow[],
  reading: { words: Vocabulary; timeZone: string },
): Promise<PayoutRecord[]> => {
  const readPayout = createReadPayout(reading);
  const payouts: PayoutRecord[] = [];
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
  words: Vocabulary;
  timeZone: string;
}): ((row: ReportRow) => PayoutRecord) => {
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
      status: row.status,
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

/** The service writes whole seconds, or days. Each includes its end. */
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
