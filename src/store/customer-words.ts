import { buildEmailKey, buildPhoneKey } from './new-link.ts';

/** What free text is compared by to see whether it names a customer: parts of names, digits of phones, e-mails. */
export type CustomerWords = readonly string[];

/** Shorter parts of a name, such as *Al*, are in other words, too. */
const MIN_LETTERS = 3;
/** Fewer digits may be an amount or the number of a flat. */
const MIN_PHONE_DIGITS = 7;

const IS_NAME = /^\p{L}+$/u;

type Keys = Record<'phoneKey' | 'emailKey', string | null>;

interface Contact {
  FullName: string;
  Email: string;
  Phone: string;
}

/** The keys are null where the phone or the e-mail is the shop's. */
export const listCustomerWords = (
  { FullName, Email, Phone }: Contact,
  { phoneKey, emailKey }: Keys,
): CustomerWords => {
  const whole = FullName.toLowerCase().trim();
  const names = whole.split(/[^\p{L}]+/u);
  const digits = Phone.replace(/\P{Nd}/gu, '').slice(-MIN_PHONE_DIGITS);
  return [
    ...(whole.includes(' ') ? [whole] : []),
    ...names.filter((name) => name.length >= MIN_LETTERS),
    ...(phoneKey !== null && digits.length === MIN_PHONE_DIGITS ? [digits] : []),
    ...(emailKey !== null && Email !== '' ? [Email.toLowerCase()] : []),
  ];
};

/** Those of the words that no namesake shares. */
export const listOwnWords = (words: CustomerWords): CustomerWords =>
  words.filter((word) => !IS_NAME.test(word));

/** Whether a text names the customer. Also true of a namesake: what is compared like this may be lost. */
export const namesCustomer = (text: string, words: CustomerWords): boolean => {
  const found = new Set(text.toLowerCase().split(/[^\p{L}]+/u));
  const digits = text.replace(/\P{Nd}/gu, '');
  return words.some((word) =>
    IS_NAME.test(word)
      ? found.has(word)
      : /^\p{Nd}+$/u.test(word)
        ? digits.includes(word)
        : text.toLowerCase().includes(word),
  );
};

/** Whether one of these cells is the customer's phone or e-mail. */
export const holdsContact = (cells: readonly string[], { phoneKey, emailKey }: Keys): boolean =>
  cells.some(
    (cell) =>
      cell !== '' &&
      ((phoneKey !== null && listPhoneKeys(cell).includes(phoneKey)) || buildEmailKey(cell) === emailKey),
  );

/** Whether any of these cells may be somebody's phone or e-mail. */
export const hasContact = (cells: readonly string[]): boolean =>
  cells.some((cell) => cell.includes('@') || listPhoneKeys(cell).length > 0);

/** A cell holds a number as people write it, often without the country code. */
function listPhoneKeys(cell: string): string[] {
  const digits = cell.replace(/\P{Nd}/gu, '');
  if (digits.length < MIN_PHONE_DIGITS) return [];
  return [buildPhoneKey(cell), buildPhoneKey(`+971${digits.replace(/^(?:00)?971|^0/, '')}`)];
}
