import { asAmount } from './fils.ts';
import { type JsonObject, type Look, payAddress, stateWord } from './record-look.ts';
import type { SandboxLink } from './records.ts';
import type { ResponseShape } from './response-shape.ts';
import { formatWallClock } from './wall-clock.ts';

/** Members that `nulls-and-extras` sets to null; the rest still identifies the payment and its state. */
const EMPTIED = new Set(
  `Product_Id FullName Email Phone City Country currency notes paymentLink expiryOn paidAt fee
  cardBrand maskedCard rrn transactionCount grossAmount feeAmount fromDate toDate bankReference`.split(/\s+/),
);

/** A record in the chosen listing shape. */
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
    key
      .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase(),
    isPlain(value) ? toSnakeCase(value) : value,
  ]);

/** Amounts with two decimals, counts without. */
const numbersToText = (record: JsonObject): JsonObject =>
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

/** `response` for a generated link. */
export const buildGeneratedResponse = (link: SandboxLink, look: Look): JsonObject | string => {
  const paymentLink = payAddress(look.url, link);
  const plain = {
    orderId: link.orderId,
    paymentLink,
    Invoice_Id: link.invoiceId,
    status: stateWord(link.status, look),
    amount: asAmount(link.amountFils),
    currency: 'AED',
    expiryOn: link.request.expiryOn,
    createdAt: formatWallClock(link.createdAt, look.timeZone),
  };
  switch (look.shape.generated) {
    case 'plain':
      return plain;
    case 'snake_case':
      return toSnakeCase(plain);
    case 'string':
      return paymentLink;
    case 'no-address': {
      const { paymentLink: _, ...rest } = plain;
      return rest;
    }
    case 'nested':
      return {
        data: {
          order: { orderId: plain.orderId, Invoice_Id: plain.Invoice_Id, status: plain.status },
          link: { url: paymentLink, expiryOn: plain.expiryOn },
          price: { amount: plain.amount, currency: plain.currency },
          createdAt: plain.createdAt,
        },
      };
  }
};

interface Page {
  rows: readonly JsonObject[];
  total: number;
  page: number;
  size: number;
}

/** `response` for one page of a listing. */
export const buildListingResponse = (
  { rows, total, page, size }: Page,
  listing: ResponseShape['listing'],
): JsonObject | JsonObject[] => {
  const content = rows.map((row) => dressRecord(row, listing));
  const totalPages = Math.ceil(total / size);
  switch (listing) {
    case 'bare-array':
      return content;
    case 'data-records':
      return { data: { records: content, totalRecords: total } };
    case 'no-totals':
      return { content };
    case 'snake_case':
      return { content, total_elements: total, total_pages: totalPages, number: page, size };
    case 'numbers-as-strings':
      return {
        content,
        totalElements: String(total),
        totalPages: String(totalPages),
        number: String(page),
        size: String(size),
      };
    case 'spring-page':
    case 'nulls-and-extras':
      return { content, totalElements: total, totalPages, number: page, size };
  }
};
