import { formatAed } from '../../blocks/money-and-time.ts';
import { cut, escapeMrkdwn, groupNumber } from '../../blocks/text.ts';
import { parseAedAmount } from '../../payment-service/aed-amount.ts';
import { LINK_REQUEST_RULES } from '../../payment-service/link-request.ts';

/** Something that the person should check before creating the link. */
export interface WordDoubt {
  about: About;
  /** As typed. */
  text: string;
  /** What is filled in, or would be with one of its readings. */
  filled: string;
  /** Its other reading. */
  otherwise: string;
}

export interface WordsToCheck {
  doubts: WordDoubt[];
  /** Parts that fit no field, as typed. */
  unplaced: string[];
}

export type About = keyof typeof SENTENCES;

/** It travels in the form's metadata, which holds 3000 characters. */
const LONGEST = 700;
const LONGEST_QUOTE = 60;
const MOST_UNPLACED = 6;

/** What to check in a form that words filled in, as mrkdwn; null: everything was clear and is filled in. */
export const explainWords = ({ doubts, unplaced }: WordsToCheck): string | null => {
  const inDoubts = doubts.map(({ text }) => text);
  const left = unplaced.filter((text) => !inDoubts.includes(text));
  const named = left.slice(0, MOST_UNPLACED).map(quote);
  const rest = left.length - named.length;
  const sentences = [
    ...new Set(doubts.map((doubt) => SENTENCES[doubt.about](doubt))),
    ...(named.length > 0
      ? [`Not filled in: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`]
      : []),
  ];
  return sentences.length === 0 ? null : cut(`⚠️ *Please check:* ${sentences.join(' ')}`, LONGEST);
};

const quote = (text: string): string => `“${escapeMrkdwn(cut(text, LONGEST_QUOTE))}”`;

/** `AED 1,250.00`; unchanged if it has a third decimal. */
const money = (decimal: string): string => {
  const fils = parseAedAmount(decimal);
  return fils === null ? `AED ${decimal}` : formatAed(fils);
};

const isSecond =
  (what: string) =>
  ({ text, filled }: WordDoubt) =>
    `${quote(text)} is a second ${what}: ${escapeMrkdwn(filled)} is filled in.`;

const SENTENCES = {
  'second-amount': ({ text, filled }: WordDoubt) =>
    `${quote(text)} may be the amount too: ${money(filled)} is filled in.`,
  'second-email': isSecond('e-mail'),
  'second-phone': isSecond('phone number'),
  'two-readings': ({ text, filled, otherwise }: WordDoubt) =>
    `${quote(text)} is filled in as ${money(filled)}: change it if it is ${money(otherwise)}.`,
  'two-numbers': ({ text, filled }: WordDoubt) =>
    `${quote(text)} may be ${money(filled)} or two numbers: enter the amount.`,
  'unsure-amount': ({ text }: WordDoubt) =>
    `${quote(text)} may be the amount, or part of it: enter the amount.`,
  'not-taken-off': ({ text, filled }: WordDoubt) =>
    `${quote(text)} is not taken off: ${money(filled)} is filled in.`,
  'amount-in-words': ({ text }: WordDoubt) => `No amount was read: write ${quote(text)} in digits.`,
  'too-small': ({ filled }: WordDoubt) =>
    `${money(filled)} is less than ${formatAed(LINK_REQUEST_RULES.invoiceAmount.min * 100)}, the smallest amount.`,
  year: ({ text }: WordDoubt) => `${quote(text)} is filled in as the amount: it may be a year.`,
  'other-currency': ({ text }: WordDoubt) => `${quote(text)} is not in dirhams: Paylink makes AED links.`,
  'broken-phone': ({ text }: WordDoubt) => `${quote(text)} is not a whole phone number.`,
  'unknown-phone': ({ text }: WordDoubt) => `${quote(text)} may not be a phone number that can be called.`,
  'no-latin-name': ({ text }: WordDoubt) => `${quote(text)} must be in Latin letters, for example Sara Khan.`,
  'for-a-name': ({ text }: WordDoubt) =>
    `${quote(text)} is filled in as what it is for: move it if it is the customer’s name.`,
  'odd-name': ({ text }: WordDoubt) => `${quote(text)} is filled in as the name.`,
  // The number itself is not shown even in a window.
  'card-number': (_: WordDoubt) => 'There is a card number: leave it out.',
  'not-read': ({ text }: WordDoubt) => `Only the first ${groupNumber(Number(text))} characters were read.`,
  'long-notes': ({ text }: WordDoubt) =>
    `What it is for has ${text} characters: it is cut to ${LINK_REQUEST_RULES.notes.max}.`,
} satisfies Record<string, (doubt: WordDoubt) => string>;
