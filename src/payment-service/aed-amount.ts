const PLAIN = /^(\d+)(?:\.(\d{1,2}))?$/;
const GROUPED = /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;
/** With surrounding spaces; an exact amount has at most 21 characters. */
const LONGEST = 40;

/**
 * Reads an amount of AED as people type it: `250`, `250.5`, `1,250.50`, with spaces around it.
 * Returns integer fils, or `null` for anything else: signs, exponents, a third decimal, misplaced
 * commas, and amounts beyond the integers that are exact in JavaScript.
 */
export function parseAedAmount(text: string): number | null {
  if (text.length > LONGEST) return null;
  const trimmed = text.trim();
  const match = PLAIN.exec(trimmed) ?? GROUPED.exec(trimmed);
  if (!match) return null;
  const [, dirhams = '', decimals = ''] = match;
  const fils = Number(dirhams.replaceAll(',', '') + decimals.padEnd(2, '0'));
  return Number.isSafeInteger(fils) ? fils : null;
}

/** Integer fils as decimal AED, no grouping: `125000` is `'1250.00'`. Throws `RangeError` unless a safe integer. */
export function formatFils(fils: number): string {
  if (!Number.isSafeInteger(fils)) throw new RangeError('fils must be a safe integer');
  const digits = String(fils).replace('-', '').padStart(3, '0');
  return `${fils < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Integer fils as the double for `invoiceAmount`. Its shortest text, which `JSON.stringify` writes, is the exact
 * decimal. Throws `RangeError` when no such double exists or `fils` is negative.
 */
export function toInvoiceAmount(fils: number): number {
  const text = formatFils(fils).replace(/\.?0{1,2}$/, '');
  const amount = Number(text);
  if (fils < 0 || String(amount) !== text) throw new RangeError('the amount has no exact JSON number');
  return amount;
}
