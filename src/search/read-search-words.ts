import { maskSpans, TAKEN, toLatinName, toPlainText } from '../blocks/plain-text.ts';
import { readAmount } from '../blocks/read-amount.ts';
import { findPhones } from '../links/words/find-phones.ts';
import { readTyped } from '../slack/typed-text.ts';
import { findDays } from './find-days.ts';
import {
  EVERY_LINK,
  LONGEST_WORD,
  MOST_WORDS,
  mayBeEither,
  type SearchQuery,
  type SearchState,
} from './search-query.ts';

/** Typed words that the search leaves out, and why. */
export interface Unread {
  words: string;
  because: 'second-days' | 'not-a-phone' | 'e-mail' | 'no-person' | 'no-channel' | 'too-many' | 'not-known';
}

interface ReadSearch {
  query: SearchQuery;
  unread: Unread[];
  /** False: nothing of what was typed is searched for. */
  isAsked: boolean;
}

const BY_PERSON = /(?:\b(?:by|from|of)\s+)?<@([UW][A-Z0-9]{2,20})(?:\|[^<>]{0,100})?>/gi;
const IN_CHANNEL = /(?:\bin\s+)?<#([CG][A-Z0-9]{2,20})(?:\|[^<>]{0,100})?>/gi;
/** What is no search, and why. */
const NOT_SEARCHED: readonly [RegExp, Unread['because']][] = [
  [/[^\s@<>,;"“”]{1,80}@[^\s@<>,;"“”]{1,80}\.[^\s@<>,;"“”.]{1,40}/g, 'e-mail'],
  [
    /(?<![\p{L}\p{N}])(?:by\s+(?:me|@[^\s@]{1,80})|mine|my)(?![\p{L}\p{N}])|(?<!\S)@[^\s@.]{1,80}(?=\s|$)/giu,
    'no-person',
  ],
  [
    /(?<![\p{L}\p{N}])(?:in\s+here|here|(?:in\s+)?this\s+channel)(?![\p{L}\p{N}])|(?<!\S)(?:in\s+)?#\p{L}[^\s#]{0,80}/giu,
    'no-channel',
  ],
];

/**
 * Reads the words after `/paylink find`, as Slack sends them: `sara unpaid last week`, `1,250 by <@U1|omar>`,
 * `PL-2611…`. Every word is part of the query, a filler, or in `unread`.
 */
export const readSearchWords = (typed: string, at: { now: number; timeZone: string }): ReadSearch => {
  const unread: Unread[] = [];
  const query: SearchQuery = { ...EVERY_LINK };
  const take = (field: 'ownerId' | 'channelId' | 'phone', value: string, words: string) => {
    if (query[field] === null || query[field] === value) query[field] = value;
    else unread.push({ words, because: 'too-many' });
    return ' ';
  };
  const places = typed
    .replace(BY_PERSON, (all, id: string) => take('ownerId', id, all))
    .replace(IN_CHANNEL, (all, id: string) => take('channelId', id, all));
  let text = toPlainText(readTyped(places));
  for (const [pattern, because] of NOT_SEARCHED)
    text = text.replace(pattern, (words) => {
      unread.push({ words: words.trim(), because });
      return ' ';
    });
  const phones = findPhones(text).filter(({ isReadable }) => isReadable);
  for (const { start, end, value } of phones) take('phone', value, text.slice(start, end));
  // A comma within an amount does not end a word.
  const words = maskSpans(text, phones)
    .replaceAll(TAKEN, ' ')
    .split(/\s+|,(?!\d)|(?<!\d),|;/u)
    .filter(Boolean);
  if (words.length > MOST_TYPED)
    unread.push({ words: words.slice(MOST_TYPED).join(' '), because: 'too-many' });
  readWords(words.slice(0, MOST_TYPED), at, query, unread);
  const isAsked =
    unread.length === 0 || Object.values(query).some((value) => value !== null && !isEmpty(value));
  return { query, unread, isAsked };
};

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

const MOST_TYPED = 40;

const splitWords = (text: string): string[] =>
  foldWords(text)
    .split(' ')
    .filter(Boolean)
    .map((word) => word.slice(0, LONGEST_WORD));

/** In lower case and plain letters, with one space between words. */
export const foldWords = (text: string): string =>
  toLatinName(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();

function readWords(
  typed: readonly string[],
  at: { now: number; timeZone: string },
  query: SearchQuery,
  unread: Unread[],
): void {
  const words = typed.map((word) => ({ word, bare: trimMarks(word).toLowerCase() }));
  const takeDays = () => {
    const days = findDays(
      words.map(({ word }) => word.toLowerCase()),
      at,
    );
    return days && { span: days.span, taken: words.splice(days.start, days.end - days.start) };
  };
  query.span = takeDays()?.span ?? null;
  const second = query.span && takeDays();
  if (second) unread.push({ words: second.taken.map(({ word }) => word).join(' '), because: 'second-days' });
  for (let index = 0; index < words.length; index += 1) {
    const { word = '', bare = '' } = words[index] ?? {};
    const next = words[index + 1]?.bare ?? '';
    const ofTwo = readState(`${bare} ${next}`);
    const state = ofTwo ?? readState(bare);
    if (ofTwo !== null) index += 1;
    if (state !== null) query.states = [...new Set([...query.states, state])];
    // The `AED` of `AED 1,250`.
    else if (!(isCurrency(bare) && readAmount(next) !== null)) readWord(word, query, unread);
  }
}

/** Drops punctuation at the end: `PL-2611…`. A loop, because a pattern is slow with many marks. */
function trimMarks(word: string): string {
  let end = word.length;
  while (end > 0 && '….,;:!?*'.includes(word[end - 1] ?? ' ')) end -= 1;
  return word.slice(0, end);
}

const isCurrency = (word: string): boolean => /^(?:aed|dhs?\.?|dirhams?|درهم)$/iu.test(word);

function readWord(word: string, query: SearchQuery, unread: Unread[]): void {
  const bare = trimMarks(word).slice(0, LONGEST_WORD);
  const skip = (because: Unread['because']) => unread.push({ words: word, because });
  const amount = /^0\d/.test(bare) ? null : readAmount(bare);
  const hasNumber = query.number !== null && !mayBeEither(query);
  if (amount !== null) {
    if (query.amountFils !== null && query.amountFils !== amount.fils) return void skip('too-many');
    query.amountFils = amount.fils;
    if (/^\d+$/.test(bare) && !hasNumber) query.number = bare;
  } else if (/^(?:0|\+)[\d().-]*$/.test(bare)) skip('not-a-phone');
  else if (/^#?\d+$|^#?[\p{L}\d][\p{L}\d_./#-]*$/u.test(bare) && /\d/.test(bare)) {
    const number = bare.replace('#', '');
    if (hasNumber && query.number !== number) skip('too-many');
    else query.number = number;
  } else if (!isNoise(bare.toLowerCase())) {
    const folded = /\d/.test(bare) ? [] : splitWords(bare);
    if (folded.length === 0) skip('not-known');
    else if (query.words.length + folded.length > MOST_WORDS) skip('too-many');
    else query.words = [...new Set([...query.words, ...folded])];
  }
}

/** Words for the state of a link. Two words are tried before one. */
const STATE_WORDS: Readonly<Record<string, SearchState>> = {
  asked: 'asked',
  'for approval': 'asked',
  'waiting approval': 'asked',
  'to approve': 'asked',
  withdrawn: 'withdrawn',
  lapsed: 'lapsed',
  unpaid: 'unpaid',
  'not paid': 'unpaid',
  'un-paid': 'unpaid',
  open: 'unpaid',
  waiting: 'unpaid',
  pending: 'unpaid',
  outstanding: 'unpaid',
  due: 'unpaid',
  'غير مدفوع': 'unpaid',
  paid: 'paid',
  مدفوع: 'paid',
  expired: 'expired',
  declined: 'declined',
  rejected: 'declined',
  refunded: 'refunded',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  failed: 'failed',
  'not made': 'failed',
  checking: 'checking',
  unknown: 'checking',
  reported: 'reported',
  unconfirmed: 'reported',
  partly: 'partly',
  'partly paid': 'partly',
  'partially paid': 'partly',
  'part paid': 'partly',
  partial: 'partly',
  mismatch: 'mismatch',
};

export const readState = (words: string): SearchState | null =>
  Object.hasOwn(STATE_WORDS, words) ? (STATE_WORDS[words] ?? null) : null;

/** Fillers around the words that people search for. */
const NOISE = new Set(
  'a aed all an and any at by did dh dhs dirham dirhams for from have in link links name named of on or payment payments please see show that the their this to was were who with'.split(
    ' ',
  ),
);

export const isNoise = (word: string): boolean => NOISE.has(word);
