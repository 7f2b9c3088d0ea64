import { findSpans, maskSpans, type Span, TAKEN, toPlainText } from '../../blocks/plain-text.ts';
import { SMALLEST_FILS } from '../../blocks/read-amount.ts';
import { findCardNumbers } from '../../blocks/sensitive-text.ts';
import { type FoundAmount, findNumbers, isSum } from './find-amounts.ts';
import { findBrokenPhones, findPhones } from './find-phones.ts';
import type { About } from './please-check-view.ts';
import * as WORDS from './word-lists.ts';

/**
 * `asked`: what a person has to look at. `counted`: `villa 12`. `lead`: `phone`, before a phone. `filler`: polite words and labels.
 * `stop`: a comma, or the end of a line.
 */
type Kind = 'Email' | 'Phone' | 'amount' | 'asked' | 'counted' | 'for' | 'lead' | 'filler' | 'stop' | 'word';

/** A part of the text. Together, in order, they are all of it but spaces and punctuation. */
export interface Token extends Span {
  kind: Kind;
  /** As typed, with Latin digits. */
  text: string;
  /** E.164 of a phone, the address of an e-mail. */
  value: string;
  /** What there is to ask; null: nothing more than where it belongs. */
  about: About | null;
  amount: FoundAmount | null;
}

const PIECE = new RegExp(`[^\\s${TAKEN}](?:[^${TAKEN}\\n]*[^\\s${TAKEN}])?`, 'gu');
const WORD = new RegExp(`[^\\s,;${TAKEN}]+`, 'gu');
const BRACKETS = new RegExp(`\\([^()${TAKEN}]{1,100}\\)|\\[[^[\\]${TAKEN}]{1,100}\\]`, 'gu');
/** `:tada:`, as Slack sends emoji. */
const EVERY_EMOJI = /(?<![\p{L}\p{N}]):[a-z][a-z_+-]{0,60}:/gu;
/** A word without the punctuation around it, and Slack's marks for bold and the like. */
const CORE = /(?:[@#%&/\\]|[^\p{P}\p{So}\p{Cf}=<>|~])(?:.*(?:[@#%&/\\]|[^\p{P}\p{So}\p{Cf}=<>|~]))?/su;
/** Written with a dot: `A.`, `Dr.`, `Mrs.` */
const SHORT_FORM = /^(?:\p{L}{1,2}|mrs|eng|prof|capt)\.$/iu;

/** Tried only at the start of a word: trying at every letter takes time quadratic in the length of a long word. */
const EMAIL = /(?<![^\s@<>|,;])[^\s@<>|,;]+@[^\s@<>|,;]+\.[^\s@<>|,;]+/g;
/** A label before the address, and punctuation around it. */
const EMAIL_LABEL = /^(?:(?:e-?mail|mail|mailto)[:=]|[("'“*_])+/i;
const BEFORE_EMAIL_END = /.*[^).!?:"'”*_]/su;
const UNREADABLE: About = 'unknown-phone';
const WHOLE_EMAIL = /^[^@]+@[^@]+\.[^@]+$/;

/**
 * The text in tokens: each kind is looked for in what the ones before have left. `withoutContacts` and `masked`: the text without
 * phones and e-mails, and without numbers too.
 */
export const splitWords = (text: string) => {
  const plain = toPlainText(text);
  const found: Token[] = [];
  let masked = plain;
  const take = (kind: Kind, spans: readonly (Span & Partial<Token>)[], about: About | null = null) => {
    const free = spans.filter(({ start }) => masked[start] !== TAKEN);
    for (const span of free) {
      const text = plain.slice(span.start, span.end);
      found.push({ value: '', about, amount: null, ...span, kind, text });
    }
    masked = maskSpans(masked, free);
  };
  take('Email', findEmails(masked));
  const phones = findPhones(masked).map((phone) => ({
    ...phone,
    about: phone.isReadable ? null : UNREADABLE,
  }));
  take('Phone', phones);
  const withoutContacts = masked;
  take('asked', findCardNumbers(masked), 'card-number');
  take('asked', findBrokenPhones(masked), 'broken-phone');
  const numbers = findNumbers(masked);
  const { amounts, unsure, foreign } = numbers;
  const bill = findBillLines(masked, numbers);
  // What it comes to says what they are.
  if (amounts.some(isSum)) take('asked', bill);
  take('asked', unsure, 'unsure-amount');
  take('asked', foreign, 'other-currency');
  take(
    'amount',
    amounts.map((amount) => ({ ...amount, amount })),
  );
  const withoutNumbers = masked;
  take('counted', numbers.counted);
  take('lead', numbers.labels);
  if (amounts.length + unsure.length + foreign.length === 0)
    take('asked', findSpans(masked, WORDS.IN_WORDS), 'amount-in-words');
  take('asked', findSpans(masked, WORDS.EVERY_RATE));
  take('lead', findSpans(masked, WORDS.EVERY_LEAD));
  take('asked', findSpans(masked, BRACKETS));
  take('filler', findSpans(masked, EVERY_EMOJI));
  take('asked', findPieces(masked, findSpans(withoutNumbers, WORDS.NO_NAMES)));
  take('for', findSpans(masked, WORDS.EVERY_FOR));
  take('filler', findSpans(masked, WORDS.EVERY_FILLER));
  take('filler', findSpans(masked, WORDS.BILL));
  const labelled = plain.includes('\n') ? findSpans(withoutNumbers, WORDS.OTHER_LABEL) : [];
  const others = labelled.filter(({ start }) => masked[start] !== TAKEN);
  take('asked', findPieces(masked, others));
  take('asked', findPieces(masked, bill));
  take('stop', findSpans(masked, /[,;\n]/g));
  take(
    'word',
    [...masked.matchAll(WORD)].flatMap(({ index, 0: word }) => trimWord(word, index)),
  );
  const tokens = found.toSorted((one, other) => one.start - other.start);
  return { tokens, masked: withoutNumbers, withoutContacts };
};

/** What is not masked of these. */
const findPieces = (masked: string, spans: readonly Span[]): Span[] =>
  spans.flatMap(({ start, end }) =>
    findSpans(masked.slice(start, end), PIECE).map((piece) => ({
      start: start + piece.start,
      end: start + piece.end,
    })),
  );

/** The lines of a bill: above what it comes to, and where at least two have amounts. */
function findBillLines(masked: string, { amounts, unsure }: ReturnType<typeof findNumbers>): Span[] {
  const lines = findSpans(masked, /[^\n]+/g).filter(({ start, end }) => {
    const isIn = (one: Span) => one.start >= start && one.start < end;
    const within = amounts.filter((one) => isIn(one) && (one.isMoney || one.fils >= SMALLEST_FILS));
    const isOfLine = within.every(({ says }) => says === null || says === 'each');
    const line = masked.slice(start, end);
    return (
      isOfLine && /\p{L}/u.test(line) && (within.length > 0 || unsure.some(isIn)) && !line.includes(TAKEN)
    );
  });
  return lines.length > 1 || amounts.some(isSum) ? lines : [];
}

function findEmails(plain: string): (Span & { value: string })[] {
  return [...plain.matchAll(EMAIL)].flatMap(({ index, 0: found }) => {
    const from = EMAIL_LABEL.exec(found)?.[0].length ?? 0;
    const value = BEFORE_EMAIL_END.exec(found.slice(from))?.[0] ?? '';
    const start = index + from;
    return WHOLE_EMAIL.test(value) ? [{ start, end: start + value.length, value }] : [];
  });
}

function trimWord(word: string, at: number): Span[] {
  const core = /[\p{L}\p{N}]/u.test(word) ? CORE.exec(word) : null;
  if (!core) return [];
  const end = core.index + core[0].length;
  const dot = word[end] === '.' && SHORT_FORM.test(`${core[0]}.`) ? 1 : 0;
  return [{ start: at + core.index, end: at + end + dot }];
}
