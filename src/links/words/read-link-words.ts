import { maskSpans, type Span, TAKEN, toLatinName, UNSEEN } from '../../blocks/plain-text.ts';
import { holdsCardNumber } from '../../blocks/sensitive-text.ts';
import { formatFils } from '../../payment-service/aed-amount.ts';
import { LINK_REQUEST_RULES } from '../../payment-service/link-request.ts';
import { chooseAmount, doubtAmount, type FoundAmount, findAmountInPurpose, isSum } from './find-amounts.ts';
import { findNameInPurpose, findPurpose, isContact, isLikeName, readNames } from './name-and-purpose.ts';
import type { About, WordDoubt, WordsToCheck } from './please-check-view.ts';
import { splitWords, type Token } from './split-words.ts';
import * as WORDS from './word-lists.ts';

/** What a text says about a link, as the form shows it. A field that it does not give is absent. */
export type LinkFields = Partial<Record<'FullName' | 'Email' | 'Phone' | 'invoiceAmount' | 'notes', string>>;

export interface LinkWords extends WordsToCheck {
  fields: LinkFields;
}

/** `filler`: polite words and labels, and what is the same as a field. */
type Place = keyof LinkFields | 'filler' | 'unplaced';

const { FullName, notes: NOTES } = LINK_REQUEST_RULES;
const FILLERS = ['for', 'lead', 'filler', 'stop'];
const FILLERS_AFTER_FOR = ['lead', 'stop'];
const BEFORE_FIRST = [...FILLERS, 'Phone', 'Email'];

/**
 * Reads a line such as `250 Sara Khan 050 123 4567 June rent`, or the text of a message. The name stands before the phone, or
 * directly after it; what follows, or stands after “for”, is what it is for. It is lenient on purpose: the form shows whatever
 * it reads, and no link is made without the form.
 */
export const readLinkWords = (copied: string): LinkWords => {
  const text = dropStamps(copied);
  const { tokens, masked, withoutContacts } = splitWords(text);
  const purpose = findPurpose(tokens, masked);
  const isInside = ({ start, end }: Span) => start >= purpose.start && end <= purpose.end;
  const inside = tokens.filter(isInside);
  const outside = tokens.filter((token) => !isInside(token));
  // Its digits may be part of a card's, and a text with a card number is refused.
  const hasCard = holdsCardNumber(withoutContacts.slice(purpose.start, purpose.end));
  const usable = hasCard ? outside : [...outside, ...inside];
  const fields: LinkFields = {};
  const doubts: WordDoubt[] = [];
  /** By where each token starts. */
  const places = new Map<number, Place>();
  const alone = new Set<number>();
  const typed = ({ start, end }: Span) => tidy(text.slice(start, end));
  const place = (spans: readonly Span[], as: Place) => {
    for (const { start } of spans) places.set(start, as);
  };
  const say = (about: About, of: string, filled = '', otherwise = '') =>
    doubts.push({ about, text: of, filled, otherwise });
  const leaveOut = (span: Span, about: About | null, filled?: string) => {
    if (about !== null) say(about, typed(span), filled);
    // After “for” it stays part of the text.
    if (isInside(span)) return;
    place([span], 'unplaced');
    if (about !== null) alone.add(span.start);
  };

  for (const field of ['Email', 'Phone'] as const) {
    const found = usable.filter(({ kind }) => kind === field);
    const [first] = found;
    if (!first) continue;
    fields[field] = first.value;
    const isSame = ({ value }: Token) => value.toLowerCase() === first.value.toLowerCase();
    place(found.filter(isSame), field);
    for (const one of found)
      if (!isSame(one)) leaveOut(one, field === 'Email' ? 'second-email' : 'second-phone', first.value);
    if (first.about) say(first.about, typed(first));
  }
  if (hasCard) say('card-number', '');

  const names = readNames(
    outside,
    inside.some(({ kind }) => kind === 'word'),
  );
  const late = names.name.length > 0 ? null : findNameInPurpose(inside, names.notes.length > 0);
  const name = late?.name ?? names.name;

  const inPurpose = hasCard ? [] : amountsOf(inside);
  const sums = [...amountsOf(outside), ...inPurpose].some(isSum) ? inPurpose : [];
  const first = tokens.find(({ kind }) => !BEFORE_FIRST.includes(kind))?.amount ?? null;
  const chosen = chooseAmount([...amountsOf(outside), ...sums], first);
  const isFound = chosen.amount !== null || chosen.rivals.length > 0;
  const amount = isFound ? chosen.amount : findAmountInPurpose(inPurpose, maskSpans(masked, name), purpose);
  const filled = amount === null ? '' : formatFils(amount.fils);
  const aboutOther = (one: Span): About | null => {
    if (!amount || !isSum(amount)) return amount ? 'second-amount' : 'unsure-amount';
    return amount.says === 'total' && WORDS.IS_PAID.test(typed(one)) ? 'not-taken-off' : null;
  };
  for (const token of outside)
    if (token.kind === 'asked')
      leaveOut(token, token.about === 'unsure-amount' && aboutOther(token) === null ? null : token.about);
  if (amount?.isMaybeTwo) {
    leaveOut(amount, 'two-numbers', filled);
    for (const one of chosen.rivals) leaveOut(one, null);
  } else {
    for (const one of [
      ...chosen.rivals,
      ...inPurpose.filter((one) => one.says !== null || (amount === null ? one.isMoney : one.isNamed)),
    ]) {
      if (one === amount) continue;
      if (one.fils === amount?.fils && one.says !== 'part' && one.says !== 'each') place([one], 'filler');
      else leaveOut(one, aboutOther(one), filled);
    }
    if (amount) {
      fields.invoiceAmount = filled;
      place([amount], 'invoiceAmount');
      const about = doubtAmount(amount);
      if (about) say(about, typed(amount), filled, amount.otherwise ?? '');
    }
  }

  place(name, 'FullName');
  place(names.notes, 'notes');
  if (late?.marker) place([late.marker], 'filler');
  for (const token of tokens.filter(({ start }) => !places.has(start))) {
    const isFiller = (isInside(token) ? FILLERS_AFTER_FOR : FILLERS).includes(token.kind);
    place([token], isFiller ? 'filler' : isInside(token) ? 'notes' : 'unplaced');
  }

  const isNote = ({ start }: Span) => places.get(start) === 'notes';
  const others = tokens.filter((token) => !isNote(token) && token.kind !== 'stop');
  const after = inside.some(isNote) ? joinText(maskSpans(text.replaceAll(TAKEN, ' '), others), purpose) : '';
  const stated = names.notes.map(typed).join(' ');
  const notes = [stated, stated && after && 'for', after].filter(Boolean).join(' ');
  const fullName = name.map(typed).join(' ');
  if (fullName) fields.FullName = fullName;
  if (notes) fields.notes = notes;
  if (fullName && !FullName.pattern.test(toLatinName(fullName))) say('no-latin-name', fullName);
  if (names.isOdd || late?.isDoubtful) say('odd-name', fullName);
  const isBeforeContact = isContact(inside.findLast(({ kind }) => kind !== 'stop'));
  const mayBeName = purpose.isOfLink || (isBeforeContact && /^\p{Lu}/u.test(notes));
  if (!fullName && mayBeName && isLikeName(notes)) say('for-a-name', notes);
  if (notes.length > NOTES.max) say('long-notes', String(notes.length));

  const left = tokens.filter(({ start }) => places.get(start) === 'unplaced');
  return { fields, doubts, unplaced: joinNeighbours(left, text, alone).map(typed) };
};

const amountsOf = (some: readonly Token[]): FoundAmount[] => some.flatMap(({ amount }) => amount ?? []);

const TIME = '\\d{1,2}[:.]\\d{2}(?:[:.]\\d{2})?(?:\\s?(?:[ap]\\.?m\\.?|[صم]))?';
const DAY = '\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}';
const WHEN = `(?:${DAY},?\\s${TIME}|${TIME},?\\s${DAY})`;
/** `28/11/2026, 10:15 am - Sara Khan: `, and the same in brackets. */
const STAMP = new RegExp(
  `^[${UNSEEN}]*(?:\\[${WHEN}\\]|${WHEN}\\s-)\\s(?:([^:\\n]{1,60}):[^\\S\\n]?)?`,
  'gimu',
);

/** Lines copied from a chat, without date and sender. Who alone wrote them is the customer, by name or number. */
function dropStamps(copied: string): string {
  const senders = new Set([...copied.matchAll(STAMP)].map(([, sender]) => sender ?? ''));
  const bare = copied.replace(STAMP, '');
  const [sender = ''] = senders;
  if (senders.size !== 1 || sender === '') return bare;
  return /\p{L}/u.test(sender) ? `from ${sender.replace(/^~\s?/, '')}\n${bare}` : `${sender}\n${bare}`;
}

const GAPS = new RegExp(`[\\s${UNSEEN}]+`, 'gu');
const SEPARATOR = `\\s,;\\u060C\\u061B${UNSEEN}`;
const INNER = new RegExp(`[^${SEPARATOR}](?:.*[^${SEPARATOR}])?`, 'su');

/** With single spaces, and without separators at both ends. */
const tidy = (text: string): string => INNER.exec(text.replace(GAPS, ' '))?.[0] ?? '';

/** What is left of a part of a text, with the punctuation between its words. */
const joinText = (masked: string, { start, end }: Span): string =>
  tidy(
    masked
      .slice(start, end)
      .replaceAll(TAKEN, ' ')
      .replace(/([,;])(?:\s*[,;])+/g, '$1')
      .replace(/\s([,;])/g, '$1'),
  );

/** `alone`: a doubt names it. */
const joinNeighbours = (left: readonly Span[], text: string, alone: ReadonlySet<number>): Span[] => {
  const joined: Span[] = [];
  for (const { start, end } of left) {
    const last = joined.at(-1);
    const isNext = last && !alone.has(start) && !alone.has(last.start);
    if (isNext && /^[^\S\n]*$/.test(text.slice(last.end, start))) last.end = end;
    else joined.push({ start, end });
  }
  return joined;
};
