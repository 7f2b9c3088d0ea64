import { parseRecordAmount } from '../payment-service/index.ts';

/** Beyond it a double does not hold two decimals. */
const LARGEST_EXACT = 1e13;

/** Fils as people and services write them: `1250.5`, `"1,250.50"`, `"AED 250.00"`, `"-20"`; null for anything else. */
export const parseListedAmount = (value: unknown): number | null => {
  if (typeof value === 'number' && Math.abs(value) < LARGEST_EXACT) {
    const fils = Math.round(value * 100);
    // The nearest double to so many fils is the one that was read: no need to read its text.
    if (fils / 100 === value) return fils + 0;
  }
  return parseRecordAmount(value);
};
