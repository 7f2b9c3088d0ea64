import { formatFils } from '../../payment-service/aed-amount.ts';
import { LINK_REQUEST_RULES } from '../../payment-service/link-request.ts';
import { type AmountDoubt, chooseAmount, doubtAmount, findAmountInPurpose } from './choose-amount.ts';
import { findBrokenPhones, findPhones } from './find-phones.ts';
import { findPurpose, isLikeName } from './find-purpose.ts';
import {
  joinNotes,
  type LinkFields,
  listPieces,
  listUnplaced,
  type Piece,
  type PieceKind,
  placeNotes,
  tidy,
} from './pieces.ts';
import { maskSpans, type Span, toLatinName, toPlainText } from './plain-text.ts';
import { findAmounts } from './read-amount.ts';
import { listWords, readNames } from './read-names.ts';
import { findCardNumbers, holdsCardNumber } from './sensitive-text.ts';

/** Something that the person should check before creating the link. `text`: as typed. */
export type WordDoubt =
  /** Left out, because `filled` is filled in. */
  | { about: 'second-amount' | 'second-email' | 'second-phone'; text: string; filled: string }
  | AmountDoubt
  | {
      about:
        | 'other-currency'
        | 'broken-phone'
        | 'unknown-phone'
        | 'no-latin-name'
        | 'month'
        | 'for-a-name'
        | 'name-in-parts';
      text: string;
    }
  | { about: 'card-number' }
  | { about: 'long-notes'; length: number }
  | { about: 'not-read'; from: number };

export interface LinkWords {
  fields: LinkFields;
  /** Parts that fit no field. */
  unplaced: string[];
  doubts: WordDoubt[];
  /** The whole text in order, except spaces, commas and the like. */
  pieces: { as: PieceKind; text: string }[];
}

const { FullName, notes: NOTES } = LINK_REQUEST_RULES;

/** Tried only at the start of a word: trying at every letter takes time quadratic in the length of a long word. */
const EMAIL = /(?<![^\s@<>|,;])[^\s@<>|,;]+@[^\s@<>|,;]+\.[^\s@<>|,;]+/g;
/** A label before the address, and punctuation around it. */
const EMAIL_LABEL = /^(?:(?:e-?mail|mail|mailto)[:=]|[("'“*_])+/i;
const EMAIL_END = /[).!?:"'”*_]/;
const WHOLE_EMAIL = /^[^@]+@[^@]+\.[^@]+$/;

/**
 * Reads a line such as `250 Sara Khan sara@example.com 050 123 4567 for June rent`, or the text of a message, in any
 * order. It is lenient on purpose: the form shows whatever it reads, and no link is made without the form.
 */
export const readLinkWords = (text: string): LinkWords => {
  const plain = toPlainText(text);
  const emails = findEmails(plain);
  const withoutEmails = maskSpans(plain, emails);
  const phones = findPhones(withoutEmails);
  const withoutContacts = maskSpans(withoutEmails, phones);
  const cards = findCardNumbers(withoutContacts);
  const broken = findBrokenPhones(maskSpans(withoutContacts, cards));
  const numbers = maskSpans(withoutContacts, [...cards, ...broken]);
  const { amounts, foreign } = findAmounts(numbers);
  const masked = maskSpans(numbers, [...amounts, ...foreign]);
  const purpose = findPurpose(masked, { contacts: [...emails, ...phones], amounts });

  const taken: Piece[] = purpose.markers.map((span) => ({ ...span, as: 'filler' }));
  const doubts: WordDoubt[] = [];
  const fields: LinkFields = {};
  const isInside = ({ start, end }: Span) => start >= purpose.start && end <= purpose.end;
  const isOutside = (span: Span) => !isInside(span);
  const typed = ({ start, end }: Span) => tidy(text.slice(start, end));
  const hasCardNumber = holdsCardNumber(withoutContacts.slice(purpose.start, purpose.end));

  const placeContacts = <T extends Span>(
    found: readonly T[],
    field: 'Email' | 'Phone',
    readValue: (one: T) => string,
  ): void => {
    const usable = hasCardNumber ? found.filter(isOutside) : found;
    const chosen = usable.find(isOutside) ?? usable[0];
    if (!chosen) return;
    const filled = readValue(chosen);
    fields[field] = filled;
    const about = field === 'Email' ? 'second-email' : 'second-phone';
    for (const one of usable) {
      const isSame = readValue(one).toLowerCase() === filled.toLowerCase();
      if (isSame) taken.push({ ...one, as: field });
      else doubts.push({ about, text: typed(one), filled });
      if (!isSame && isOutside(one)) taken.push({ ...one, as: 'unplaced', isInDoubt: true });
    }
  };
  placeContacts(emails, 'Email', ({ address }) => address);
  placeContacts(phones, 'Phone', ({ number }) => number);
  const phone = phones.find(({ number }) => number === fields.Phone);
  if (phone?.isReadable === false) doubts.push({ about: 'unknown-phone', text: typed(phone) });

  if (cards.length > 0 || hasCardNumber) doubts.push({ about: 'card-number' });
  for (const span of cards.filter(isOutside)) taken.push({ ...span, as: 'unplaced', isInDoubt: true });
  for (const span of broken.filter(isOutside)) {
    taken.push({ ...span, as: 'unplaced', isInDoubt: true });
    doubts.push({ about: 'broken-phone', text: typed(span) });
  }
  for (const span of foreign.filter(isOutside)) {
    taken.push({ ...span, as: 'unplaced', isInDoubt: true });
    doubts.push({ about: 'other-currency', text: typed(span) });
  }

  const outside = chooseAmount(amounts.filter(isOutside), numbers);
  const amount =
    outside.amount ?? (hasCardNumber ? null : findAmountInPurpose(amounts.filter(isInside), masked, purpose));
  for (const span of outside.others) taken.push({ ...span, as: 'unplaced' });
  if (amount) {
    const filled = formatFils(amount.fils);
    fields.invoiceAmount = filled;
    taken.push({ ...amount, as: 'invoiceAmount' });
    const inNotes = hasCardNumber ? [] : amounts.filter((one) => isInside(one) && one.isNamed);
    for (const other of [...outside.rivals, ...inNotes].filter((one) => one !== amount)) {
      const isSame = other.fils === amount.fils;
      if (isSame) taken.push({ ...other, as: 'invoiceAmount' });
      else if (isOutside(other)) taken.push({ ...other, as: 'unplaced', isInDoubt: true });
      if (!isSame) doubts.push({ about: 'second-amount', text: typed(other), filled });
    }
    doubts.push(...doubtAmount(amount, typed(amount)));
  }

  taken.push(...placeNotes(maskSpans(plain, taken), purpose));
  const notesAfterFor = joinNotes(text, taken, purpose);
  const words = listWords(maskSpans(plain, [...taken, purpose]));
  const names = readNames(words.left, notesAfterFor !== '');
  for (const span of words.filler) taken.push({ ...span, as: 'filler' });
  for (const span of words.aside) taken.push({ ...span, as: 'unplaced' });
  for (const word of names.name) taken.push({ ...word, as: 'FullName' });
  for (const word of names.notes) taken.push({ ...word, as: 'notes' });
  for (const word of names.unplaced) taken.push({ ...word, as: 'unplaced' });

  const name = names.name.map(typed).join(' ');
  const notes = notesAfterFor || names.notes.map(typed).join(' ');
  if (name) fields.FullName = name;
  if (notes) fields.notes = notes;
  if (name && !FullName.pattern.test(toLatinName(name))) doubts.push({ about: 'no-latin-name', text: name });
  if (new Set(names.name.map(({ run }) => run)).size > 1) doubts.push({ about: 'name-in-parts', text: name });
  if (names.isOnlyMonth) doubts.push({ about: 'month', text: notes });
  if (!name && purpose.isOfLink && isLikeName(notes)) doubts.push({ about: 'for-a-name', text: notes });
  if (notes.length > NOTES.max) doubts.push({ about: 'long-notes', length: notes.length });

  const pieces = listPieces(text, taken);
  return { fields, doubts, unplaced: listUnplaced(text, pieces), pieces };
};

function findEmails(plain: string): (Span & { address: string })[] {
  return [...plain.matchAll(EMAIL)].flatMap(({ index, 0: found }) => {
    const from = EMAIL_LABEL.exec(found)?.[0].length ?? 0;
    let to = found.length;
    while (EMAIL_END.test(found.slice(to - 1, to))) to -= 1;
    const address = found.slice(from, to);
    return WHOLE_EMAIL.test(address) ? [{ start: index + from, end: index + to, address }] : [];
  });
}
