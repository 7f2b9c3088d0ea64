import { formatAed } from '../../blocks/money-and-time.ts';
import { maskSpans, TAKEN, toPlainText } from '../../blocks/plain-text.ts';
import { findCardNumbers } from '../../blocks/sensitive-text.ts';
import { cut, escapeMrkdwn, groupNumber } from '../../blocks/text.ts';
import { parseAedAmount } from '../../payment-service/aed-amount.ts';
import { LINK_REQUEST_RULES } from '../../payment-service/link-request.ts';
import type { LinkWords, WordDoubt } from './read-link-words.ts';

/** It travels in the form's metadata, which holds 3000 characters. */
const LONGEST = 700;
const LONGEST_QUOTE = 60;
const MOST_UNPLACED = 6;

/** What to check in a form that words filled in, as mrkdwn; null: everything was clear and is filled in. */
export const explainWords = ({ doubts, unplaced }: LinkWords): string | null => {
  const inDoubts = doubts.map((doubt) => ('text' in doubt ? doubt.text : ''));
  const left = unplaced
    .filter((text) => !inDoubts.includes(text))
    .map(withoutCards)
    .filter((text) => text !== '');
  const named = left.slice(0, MOST_UNPLACED).map(quote);
  const rest = left.length - named.length;
  const sentences = [
    ...new Set(doubts.map(explainDoubt)),
    ...(named.length > 0
      ? [`Not filled in: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`]
      : []),
  ];
  return sentences.length === 0 ? null : cut(`⚠️ *Please check:* ${sentences.join(' ')}`, LONGEST);
};

const SECOND = { 'second-email': 'e-mail', 'second-phone': 'phone number' };

function explainDoubt(doubt: WordDoubt): string {
  switch (doubt.about) {
    case 'second-amount':
      return `${quote(doubt.text)} may be the amount too: ${money(doubt.filled)} is filled in.`;
    case 'second-email':
    case 'second-phone':
      return `${quote(doubt.text)} is a second ${SECOND[doubt.about]}: ${escapeMrkdwn(doubt.filled)} is filled in.`;
    case 'two-readings':
      return `${quote(doubt.text)} is filled in as ${money(doubt.filled)}: change it if it is ${money(doubt.otherwise)}.`;
    case 'two-numbers':
      return `${quote(doubt.text)} may be ${money(doubt.whole)} or two numbers: enter the amount.`;
    case 'too-small':
      return `${money(doubt.filled)} is less than ${formatAed(LINK_REQUEST_RULES.invoiceAmount.min * 100)}, the smallest amount.`;
    case 'year':
      return `${quote(doubt.text)} is filled in as the amount: it may be a year.`;
    case 'other-currency':
      return `${quote(doubt.text)} is not in dirhams: enter the amount in AED.`;
    case 'broken-phone':
      return `${quote(doubt.text)} is not a whole phone number.`;
    case 'unknown-phone':
      return `${quote(doubt.text)} may not be a phone number that can be called.`;
    case 'no-latin-name':
      return `${quote(doubt.text)} must be in Latin letters, for example Sara Khan.`;
    case 'month':
      return `${quote(doubt.text)} is filled in as what it is for.`;
    case 'for-a-name':
      return `${quote(doubt.text)} is filled in as what it is for: move it if it is the customer’s name.`;
    case 'name-after-for':
    case 'name-in-parts':
      return `${quote(doubt.text)} is filled in as the name.`;
    case 'card-number':
      return 'There is a card number: leave it out.';
    case 'not-read':
      return `Only the first ${groupNumber(doubt.from)} characters were read.`;
    case 'long-notes':
      return `What it is for has ${doubt.length} characters: it is cut to ${LINK_REQUEST_RULES.notes.max}.`;
  }
}

/** A card number is not shown even in a window. */
const withoutCards = (text: string): string =>
  maskSpans(text, findCardNumbers(toPlainText(text)))
    .replaceAll(TAKEN, '')
    .trim();

const quote = (text: string): string => `“${escapeMrkdwn(cut(text, LONGEST_QUOTE))}”`;

/** `AED 1,250.00`; unchanged if it has a third decimal. */
const money = (decimal: string): string => {
  const fils = parseAedAmount(decimal);
  return fils === null ? `AED ${decimal}` : formatAed(fils);
};
