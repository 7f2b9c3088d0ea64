import { dropUnseen } from '../../blocks/plain-text.ts';
import { isDirham, isForeignCurrency } from '../../blocks/read-amount.ts';

/** In characters; Excel's own limit. */
const LONGEST_FORMAT = 255;

/** What a format says about the numbers shown in it. */
export interface NumberFormat {
  isDate: boolean;
  /** Another currency than AED, as it is shown; null: AED or none. */
  currency: string | null;
}

/** `code`: the workbook's own format; null: it names one of Excel's. */
export const readNumberFormat = (id: number, code: string | null): NumberFormat => ({
  isDate: isDateFormat(id, code),
  currency: code === null ? builtInCurrency(id) : findCurrency(code),
});

/** Excel's own currency formats. Without a code of their own they show dollars (ECMA-376, 18.8.30). */
const builtInCurrency = (id: number): string | null =>
  (id >= 5 && id <= 8) || id === 42 || id === 44 ? '$' : null;

/** `[$€-407]`, `"USD" #,##0.00`, `$#,##0`: in brackets there is always a currency, else only if it is known as one. */
function findCurrency(code: string): string | null {
  if (code.length > LONGEST_FORMAT) return null;
  for (const [, bracketed, quoted, bare] of code.matchAll(/\[\$([^\]-]*)[^\]]*\]|"([^"]*)"|([$€£₹¥])/g)) {
    const shown = dropUnseen(bracketed ?? quoted ?? bare ?? '');
    if (shown === null || isDirham(shown)) continue;
    if (quoted === undefined || isForeignCurrency(shown)) return shown;
  }
  return null;
}

/** Excel's own date formats: 14 to 17, 22, and those of East Asia (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Whether a number in this format is a date. `code`: the workbook's own format. */
const isDateFormat = (id: number, code: string | null): boolean => {
  if (code === null) return isBuiltInDate(id);
  // The pattern below takes time with the square of the length.
  if (code.length > LONGEST_FORMAT) return false;
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '');
  return /[dy]/i.test(bare) && !/general/i.test(bare);
};
