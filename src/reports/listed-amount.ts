/** Beyond it a double does not hold two decimals. */
const LARGEST_EXACT = 1e13;

/** Fils as people and services write them: `1250.5`, `"1,250.50"`, `"AED 250.00"`, `"-20"`; null for anything else. */
export const parseListedAmount = (value: unknown): number | null => {
  if (typeof value === 'number' && Math.abs(value) < LARGEST_EXACT) {
    const fils = Math.round(value * 100);
    // The nearest double to so many fils is the one that was read: its shortest text has two decimals at most.
    return fils / 100 === value ? fils + 0 : null;
  }
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  return parseText(String(value).trim());
};

function parseText(written: string): number | null {
  const text = written.replace(/^AED\s*|\s*AED$/i, '');
  const match = /^(-?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2})0*)?$/.exec(text);
  if (!match) return null;
  const [, sign, dirhams = '', decimals = ''] = match;
  const fils = Number(dirhams.replaceAll(',', '') + decimals.padEnd(2, '0'));
  if (!Number.isSafeInteger(fils)) return null;
  return sign === '-' && fils !== 0 ? -fils : fils;
}
