import { toText } from './read-field.ts';
import { isEmptyWord } from './record-words.ts';

/** Words that stand where a number is expected and, unlike empty ones, may say something elsewhere; without signs and spaces. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(
  `nan notavailable notset notprovided unknown missing empty blank default dummy sample example placeholder tbd tba test testing string
  text value id orderid invoiceid invoice order reference true false yes no object objectobject`.split(/\s+/),
);

/**
 * Whether a value names nothing, though it stands where an order id or a reference is expected: `0`, `-1`, `N/A`, `test`,
 * `-`, `xxx`, a UUID of zeros. Many records have it, so it ties none of them to a link.
 */
export function isPlaceholder(value: string): boolean {
  if (/^\s*-\d*(\.\d*)?\s*$/.test(value)) return true;
  const plain = value.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return /^(0*|xx+)$/.test(plain) || isEmptyWord(value) || PLACEHOLDERS.has(plain);
}

/** Longer text is no id and no word. The store has ids in an index, which takes no more than 2,700 bytes. */
export const LONGEST_TEXT = 500;

/** An order id or a reference as text; null for what names nothing. PostgreSQL keeps no NUL, so none of ours has one. */
export function toIdentifier(value: unknown): string | null {
  const text = toText(value);
  if (text === null || text.length > LONGEST_TEXT || text.includes('\0')) return null;
  return isPlaceholder(text) ? null : text;
}

/** The same key whatever case, spacing and leading zeros the service writes one of its own numbers with. */
export const idKey = (id: string): string => invoiceKey(id).replace(/^0+(?=.)/, '');

/** The same key whatever case and spacing an invoice number is written with. */
export const invoiceKey = (invoiceId: string): string => invoiceId.toLowerCase().replaceAll(/\s+/g, '');
