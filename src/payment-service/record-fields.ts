import { findRecordAddress } from './find-address.ts';
import { toIdentifier } from './identifiers.ts';
import { collectFields, findField, rankPath, toText } from './read-field.ts';

/** One row or record of the service, fields as received: the interface describes none of them. */
export interface ServiceRecord {
  fields: Record<string, unknown>;
  /** The record was too large and was cut, so the missing part might contradict what we read. */
  isCut?: true;
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
interface NameList {
  names: readonly string[];
  /** How many levels below the record to search. */
  depth?: number;
}

/** The names of each value. A match in an earlier list wins over a later one. */
const READ_FROM = {
  invoiceId: [{ names: INVOICE_ID_NAMES }, { names: INVOICE_ID_LOOSE }],
  // A bare `id` counts only on the record itself: a customer has one too.
  orderId: [{ names: ORDER_ID_NAMES }, { names: LINK_ID_NAMES }, { names: ['id'], depth: 0 }],
} as const satisfies Record<string, readonly NameList[]>;

export type NamedField = keyof typeof READ_FROM;

/** More than the ranks within one list. */
const RANKS = 1_000;

/** The rank of the field at `path` among those that a reader tries: lower is earlier; null: never read. */
export function rankRecordField(of: NamedField, path: readonly string[]): number | null {
  const groups: readonly NameList[] = READ_FROM[of];
  for (const [at, { names, depth }] of groups.entries()) {
    const rank = rankPath(path, names, depth);
    if (rank !== null) return at * RANKS + rank;
  }
  return null;
}

/** A value found under one of several names, with that name: lower case, without separators. */
export interface NamedValue {
  field: string;
  value: string;
}

const isIdentifier = (value: unknown): boolean => toIdentifier(value) !== null;

function readText(record: ServiceRecord, of: NamedField, accept: (value: unknown) => boolean): string | null {
  const groups: readonly NameList[] = READ_FROM[of];
  for (const { names, depth } of groups) {
    const text = toText(findField(record.fields, names, accept, depth));
    if (text !== null) return text;
  }
  return null;
}

/**
 * The first value under any of `names`, ignoring case and underscores; outer fields before nested ones (three
 * levels), earlier names before later ones. `undefined` when nothing is found.
 */
export const readField = (record: ServiceRecord, names: readonly string[]): unknown =>
  findField(record.fields, names);

/** The merchant's reference, sent to link generation as `Invoice_Id`. Never a placeholder, as with the ids below. */
export const recordInvoiceId = (record: ServiceRecord): string | null =>
  readText(record, 'invoiceId', isIdentifier);

/** The id for the service's look-ups. */
export const recordOrderId = (record: ServiceRecord): string | null =>
  readText(record, 'orderId', isIdentifier);

/** Caches the result for each record, which never changes: many links are searched for in it. */
const once = <T>(read: (record: ServiceRecord) => T): ((record: ServiceRecord) => T) => {
  const known = new WeakMap<ServiceRecord['fields'], T>();
  return (record) => {
    const found = known.get(record.fields);
    if (found !== undefined) return found;
    const value = read(record);
    known.set(record.fields, value);
    return value;
  };
};

const REFERENCE_NAMES = [...INVOICE_ID_NAMES, ...INVOICE_ID_LOOSE];
const ORDER_NAMES = [...ORDER_ID_NAMES, ...LINK_ID_NAMES];

/** Every reference in the record, at any level, that may be the `Invoice_Id` of link generation. */
export const recordReferences = once((record): readonly NamedValue[] =>
  collectTexts(record, REFERENCE_NAMES),
);

/** Every order id and link id in the record, but not the record's own bare `id`. */
export const recordOrderIds = once((record): readonly NamedValue[] => collectTexts(record, ORDER_NAMES));

const collectTexts = (record: ServiceRecord, names: readonly string[]): NamedValue[] =>
  collectFields(record.fields, names).flatMap(({ field, value }) => {
    const text = toIdentifier(value);
    return text === null ? [] : [{ field, value: text }];
  });

const BARE_ID = ['id'];

/** The record's own `id`, not that of an object in it: a customer has one too. */
export const recordBareId = (record: ServiceRecord): unknown =>
  findField(record.fields, BARE_ID, (value) => typeof value !== 'object', 0);

/** The payment page's address, if the record has one. */
export const recordAddress = once((record): string | null => findRecordAddress(record.fields));

/** Above this, a double cannot hold two decimals. */
const LARGEST_EXACT = 1e13;
/** Longer text is not an amount; skip it without searching. */
const LONGEST_AMOUNT = 40;

/**
 * One value as integer fils: `1250.5`, `"1,250.50"`, `"AED 250.00"`, `"-20"`. Less than 0.000001 off a whole
 * number of fils is floating-point noise and is rounded away (`250.00000000000003`); any other fraction of a
 * fils gives `null` (`249.996`).
 */
export function parseRecordAmount(value: unknown): number | null {
  if (typeof value === 'number' && Math.abs(value) < LARGEST_EXACT) {
    const fils = Math.round(value * 100);
    // Converting back gives the same number, so it is exact and its text need not be read.
    if (fils / 100 === value) return fils + 0;
  }
  const text = toText(value);
  if (text === null || text.length > LONGEST_AMOUNT) return null;
  const match = /^(-?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(withoutCurrency(text));
  if (!match) return null;
  const [, sign, dirhams = '', decimals = ''] = match;
  const rest = decimals.slice(2);
  const isNoiseBelow = /^9999\d*[1-9]/.test(rest);
  if (!isNoiseBelow && !/^0{0,3}$|^0000/.test(rest)) return null;
  const cut = Number(dirhams.replaceAll(',', '') + decimals.slice(0, 2).padEnd(2, '0'));
  const fils = isNoiseBelow ? cut + 1 : cut;
  if (!Number.isSafeInteger(fils)) return null;
  return sign === '-' && fils !== 0 ? -fils : fils;
}

/** Drops `AED` before or after the number. No regular expression: `\s*AED$` is quadratic on long runs of spaces. */
function withoutCurrency(text: string): string {
  if (/^AED/i.test(text)) return text.slice(3).trimStart();
  return /AED$/i.test(text) ? text.slice(0, -3).trimEnd() : text;
}
