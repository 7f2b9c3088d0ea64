import type { JsonObject } from './record-look.ts';
import type { ResponseShape } from './response-shape.ts';

/** Left alone by `nulls-and-extras`: without these a record says nothing at all. */
const KEPT = new Set([
  'orderId',
  'Invoice_Id',
  'transactionId',
  'payoutId',
  'status',
  'amount',
  'netAmount',
  'createdAt',
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
        ...mapEntries(record, (key, value) => [key, KEPT.has(key) ? value : null]),
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
  mapEntries(record, (key, value) => [key.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase(), value]);

/** Amounts with their two decimals, counts without. */
export const numbersToText = (record: JsonObject): JsonObject =>
  mapEntries(record, (key, value) => [
    key,
    typeof value !== 'number' ? value : /amount|fee/i.test(key) ? value.toFixed(2) : String(value),
  ]);

function mapEntries(
  record: JsonObject,
  change: (key: string, value: unknown) => [string, unknown],
): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => change(key, value)));
}
