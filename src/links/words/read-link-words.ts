import {
  findSpans,
  maskSpans,
  type Span,
  TAKEN,
  toLatinName,
  toPlainText,
  UNSEEN,
} from '../../blocks/plain-text.ts';
import { findCardNumbers, holdsCardNumber } from '../../blocks/sensitive-text.ts';
import { formatFils } from '../../payment-service/aed-amount.ts';
import { LINK_REQUEST_RULES } from '../../payment-service/link-request.ts';
import {
  type AmountDoubt,
  chooseAmount,
  doubtAmount,
  findAmountInPurpose,
  findAmounts,
  findCounted,
} from './find-amounts.ts';
import { findBrokenPhones, findPhones } from './find-phones.ts';
import { findPurpose, isLikeName, listWords, readNames } from './name-and-purpose.ts';
import { EVERY_LEAD } from './word-lists.ts';

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
        | 'name-after-for'
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
  if (amount?.isMaybeTwo) {
    // With the `villa` of `villa 12 500 aed`, which is no name.
    const whole = findCounted(amount, numbers) ?? amount;
    for (const one of [whole, ...outside.rivals].filter(isOutside))
      taken.push({ start: one.start, end: one.end, as: 'unplaced', isInDoubt: true });
    doubts.push(...doubtAmount(amount, typed(whole)));
  } else if (amount) {
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

  const nameBefore = names.name.map(typed).join(' ');
  const stated = names.notes.map(typed).join(' ');
  // "100 deposit for Sara"
  const isNameAfterFor = nameBefore === '' && stated !== '' && isLikeName(notesAfterFor);
  if (isNameAfterFor) {
    for (const piece of taken) if (piece.as === 'notes' && isInside(piece)) piece.as = 'FullName';
    doubts.push({ about: 'name-after-for', text: notesAfterFor });
  }
  const name = isNameAfterFor ? notesAfterFor : nameBefore;
  const notes = isNameAfterFor
    ? stated
    : [stated, stated && notesAfterFor && 'for', notesAfterFor].filter(Boolean).join(' ');
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

/** What a text says about a link. A field that it does not give is absent. */
export interface LinkFields {
  FullName?: string;
  Email?: string;
  Phone?: string;
  /** Decimal text, as the amount field shows it. */
  invoiceAmount?: string;
  notes?: string;
}

/** `filler`: polite words, labels and punctuation around the facts. `unplaced`: fits no field. */
type PieceKind = keyof LinkFields | 'filler' | 'unplaced';

interface Piece extends Span {
  as: PieceKind;
  /** A doubt names it, so it is not joined to its neighbours. */
  isInDoubt?: true;
}

const WORD = new RegExp(`[^\\s,;${TAKEN}]+`, 'gu');
const GAPS = new RegExp(`[\\s${UNSEEN}]+`, 'gu');
const SEPARATOR = new RegExp(`[\\s,;\\u060C\\u061B${UNSEEN}]`, 'u');
const BETWEEN_SEPARATORS = new RegExp(`[^\\s,;\\u060C\\u061B${UNSEEN}]+`, 'gu');

/** With single spaces, and without separators at both ends. */
const tidy = (text: string): string => {
  const spaced = text.replace(GAPS, ' ');
  let from = 0;
  let to = spaced.length;
  while (from < to && SEPARATOR.test(spaced[from] ?? '')) from += 1;
  while (to > from && SEPARATOR.test(spaced[to - 1] ?? '')) to -= 1;
  return spaced.slice(from, to);
};

/** The words of the purpose. `masked`: the text with the other fields masked. */
const placeNotes = (masked: string, purpose: Span): Piece[] => {
  const text = masked.slice(purpose.start, purpose.end);
  const leads = findSpans(text, EVERY_LEAD);
  const words = [...maskSpans(text, leads).matchAll(WORD)].filter(([word]) => /[\p{L}\p{N}]/u.test(word));
  const span = (one: Span, as: PieceKind): Piece => ({
    start: purpose.start + one.start,
    end: purpose.start + one.end,
    as,
  });
  return [
    ...leads.map((lead) => span(lead, 'filler')),
    ...words.map(({ index, 0: word }) => span({ start: index, end: index + word.length }, 'notes')),
  ];
};

/** The purpose as one text, with the punctuation between its words. */
const joinNotes = (text: string, taken: readonly Piece[], purpose: Span): string => {
  const inside = taken.filter(({ start, end }) => start >= purpose.start && end <= purpose.end);
  if (!inside.some(({ as }) => as === 'notes')) return '';
  const masked = maskSpans(
    text.replaceAll(TAKEN, ' '),
    inside.filter(({ as }) => as !== 'notes'),
  );
  const rest = masked.slice(purpose.start, purpose.end).replaceAll(TAKEN, ' ');
  return tidy(rest.replace(/([,;])(?:\s*[,;])+/g, '$1').replace(/\s([,;])/g, '$1'));
};

/** The whole text in order. What no piece covers is punctuation, or fits no field. */
const listPieces = (text: string, taken: readonly Piece[]): (Piece & { text: string })[] => {
  const pieces: (Piece & { text: string })[] = [];
  let at = 0;
  const addGap = (until: number) => {
    for (const { index, 0: found } of text.slice(at, until).matchAll(BETWEEN_SEPARATORS))
      pieces.push({
        start: at + index,
        end: at + index + found.length,
        as: /[\p{L}\p{N}]/u.test(found) ? 'unplaced' : 'filler',
        text: found,
      });
  };
  for (const piece of taken.toSorted((one, other) => one.start - other.start)) {
    if (piece.end <= at) continue;
    const start = Math.max(piece.start, at);
    addGap(start);
    pieces.push({ ...piece, start, text: text.slice(start, piece.end) });
    at = piece.end;
  }
  addGap(text.length);
  return pieces;
};

/** What fits no field, with neighbouring words joined. */
const listUnplaced = (text: string, pieces: readonly Piece[]): string[] => {
  const spans: Span[] = [];
  let last: Span | null = null;
  for (const { start, end, as, isInDoubt = false } of pieces) {
    if (as !== 'unplaced') continue;
    if (last && !isInDoubt && /^[^\S\n]*$/.test(text.slice(last.end, start))) last.end = end;
    else {
      const span = { start, end };
      spans.push(span);
      last = isInDoubt ? null : span;
    }
  }
  return spans.map((span) => tidy(text.slice(span.start, span.end)));
};
