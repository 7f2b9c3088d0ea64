import type { CustomerPart } from '../../store/customer-store.ts';
import { toLatinName } from '../words/latin-name.ts';
import { toPlainText } from '../words/plain-text.ts';

const LONGEST = 60;
const MOST_PARTS = 5;

/** `sara kh`, `4567`, `050 123 4567` or `sara@ex`, as it is typed, by what each part of it can be. */
export const readCustomerQuery = (typed: string): CustomerPart[] => {
  const plain = toPlainText(typed).slice(0, LONGEST).trim().toLowerCase();
  const digits = plain.replaceAll(/\D/g, '');
  // One number, however it is spaced.
  if (digits !== '' && /^[+\d\s().-]+$/.test(plain)) return [{ digits: readDigits(digits) }];
  return plain
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? [part] : toLatinName(part).split(' ')))
    .filter((part) => part !== '')
    .slice(0, MOST_PARTS)
    .map((part) => (/^\d+$/.test(part) ? { digits: readDigits(part) } : { start: part }));
};

/** `050…` and `00971 50…` stand in a link as `97150…`. */
const readDigits = (digits: string): string => digits.replace(/^0+(?=.)/, '');
