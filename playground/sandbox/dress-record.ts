import type { JsonObject } from './record-look.ts';
import type { ResponseShape } from './response-shape.ts';

/** What `nulls-and-extras` empties; what is left still says which payment it is, and how it stands. */
const EMPTIED = new Set([
  'Product_Id',
  'FullName',
  'Email',
  'Phone',
  'City',
  'Country',
  'currency',
  'notes',
  'paymentLink',
  'expiryOn',
  'paidAt',
  'fee',
  'cardBrand',
  'maskedCard',
  'rrn',
  'transactionCount',
  'grossAmount',
  'feeAmount',
  'fromDate',
  'toDate',
  'bankReference',
]);

/** A record as the chosen listing shape writes it. */
export const dressRecord = (record: JsonObject, listing: ResponseShape['listing']): JsonObject => {
  switch (listing) {
    case 'snake_case':
      return toSnakeCase(record);
    case 'numbers-as-strings':
      return numbersToText(record);
    case 'nulls-and-extras':
      return {
        ...mapEntries(record, (key, value) => [key, EMPTIED.has(key) ? null : value]),
        merchant: { id: null, branch: { code: 'DXB-01', tags: ['retail', null] } },
        metadata: {},
        flags: [],
        '': null,
        riskScore: 0.000001,
      };
    default:
      return record;
  }
};

/** `paymentLink`, `Invoice_Id` and `FullName` to `payment_link`, `invoice_id` and `full_name`. */
export const toSnakeCase = (record: JsonObject): JsonObject =>
  mapEntries(record, (key, value) => [
    key.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase(),
    isPlain(value) ? toSnakeCase(value) : value,
  ]);

/** Amounts with their two decimals, counts without. */
export const numbersToText = (record: JsonObject): JsonObject =>
  mapEntries(record, (key, value) => [
    key,
    isPlain(value)
      ? numbersToText(value)
      : typeof value !== 'number'
        ? value
        : /amount|fee/i.test(key)
          ? value.toFixed(2)
          : String(value),
  ]);

function isPlain(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapEntries(
  record: JsonObject,
  change: (key: string, value: unknown) => [string, unknown],
): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => change(key, value)));
}
