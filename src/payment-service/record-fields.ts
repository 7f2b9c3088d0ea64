import { findAddress } from './find-address.ts';
import { findField, isJsonObject, toText } from './read-field.ts';

/** One row or record of the service, its fields as they came: the interface describes none of them. */
export interface ServiceRecord {
  fields: Record<string, unknown>;
}

const INVOICE_ID_NAMES = [
  'Invoice_Id',
  'invoiceNumber',
  'invoiceNo',
  'invoiceRef',
  'invoiceReference',
  'invoice.id',
];
const INVOICE_ID_LOOSE = ['invoice', 'merchantReference', 'merchantInvoiceId', 'externalReference'];
const ORDER_ID_NAMES = ['orderId', 'orderNo', 'orderNumber', 'orderReference', 'orderRef', 'order.id'];
const LINK_ID_NAMES = ['paymentLinkId', 'linkId', 'payLinkId', 'paymentLink.id', 'link.id'];
const AMOUNT_NAMES = [
  'invoiceAmount',
  'amount',
  'amount.value',
  'paidAmount',
  'paymentAmount',
  'transactionAmount',
  'txnAmount',
  'orderAmount',
  'linkAmount',
  'payoutAmount',
  'netAmount',
  'totalAmount',
  'grossAmount',
];
const CURRENCY_NAMES = ['currency', 'currencyCode', 'amount.currency', 'currency.code'];
const STATE_NAMES = [
  'paymentStatus',
  'transactionStatus',
  'txnStatus',
  'linkStatus',
  'payoutStatus',
  'orderStatus',
  'status',
  'state',
  'paymentState',
];

const isText = (value: unknown): boolean => toText(value) !== null;

const readText = (record: ServiceRecord, names: readonly string[], depth?: number): string | null =>
  toText(findField(record.fields, names, isText, depth));

/**
 * The first value under any of `names`, whatever their case and underscores; outer fields before nested ones
 * (to three levels), earlier names before later ones. `undefined` when there is none.
 */
export const readField = (record: ServiceRecord, names: readonly string[]): unknown =>
  findField(record.fields, names);

/** The merchant's reference that link generation was given as `Invoice_Id`. */
export const recordInvoiceId = (record: ServiceRecord): string | null =>
  readText(record, INVOICE_ID_NAMES) ?? readText(record, INVOICE_ID_LOOSE);

/** What the service's look-ups go by. A bare `id` counts only on the record itself: a customer has one too. */
export const recordOrderId = (record: ServiceRecord): string | null =>
  readText(record, ORDER_ID_NAMES) ?? readText(record, LINK_ID_NAMES) ?? readText(record, ['id'], 0);

/** The payment page's address, where a record carries it. */
export const recordAddress = (record: ServiceRecord): string | null => findAddress(record.fields, null);

/** Integer fils, negative for money going back; `null` when no amount is there or it is no exact amount of fils. */
export const recordAmountFils = (record: ServiceRecord): number | null =>
  parseRecordAmount(findField(record.fields, AMOUNT_NAMES, (value) => parseRecordAmount(value) !== null));

/** As written, `AED` or `aed`. */
export const recordCurrency = (record: ServiceRecord): string | null => readText(record, CURRENCY_NAMES);

/** The raw word of the record's state; which word means paid is the caller's table. */
export const recordState = (record: ServiceRecord): string | null => readText(record, STATE_NAMES);

/** `1250.5`, `"1,250.50"`, `"AED 250.00"`, `"-20"`; zeros after the second decimal change nothing. */
function parseRecordAmount(value: unknown): number | null {
  if (isJsonObject(value)) return null;
  const text = toText(value)?.replace(/^AED\s*|\s*AED$/i, '') ?? '';
  const match = /^(-?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2})0*)?$/.exec(text);
  if (!match) return null;
  const [, sign, dirhams = '', decimals = ''] = match;
  const fils = Number(dirhams.replaceAll(',', '') + decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(fils)) return null;
  return sign === '-' && fils !== 0 ? -fils : fils;
}
