import { maskSpans, TAKEN, toLatinName, toPlainText } from '../blocks/plain-text.ts';
import { readAmount } from '../blocks/read-amount.ts';
import { findPhones } from '../links/words/find-phones.ts';
import { parseAedAmount } from '../payment-service/aed-amount.ts';
import { readTyped } from '../slack/typed-text.ts';
import type { SearchQuery, SearchState } from '../store/saved-query-store.ts';
import { findDays } from './find-days.ts';

/** Typed words that the search leaves out, and why. */
export interface Unread {
  words: string;
  because: 'second-days' | 'not-a-phone' | 'no-person' | 'no-channel' | 'too-many' | 'not-known';
}

interface ReadSearch {
  query: SearchQuery;
  unread: Unread[];
}

/** Nobody searches for more at once. */
const MOST_WORDS = 40;
const LONGEST_WORD = 60;

const BY_PERSON = /(?:\b(?:by|from|of)\s+)?<@([UW][A-Z0-9]{2,20})(?:\|[^<>]{0,100})?>/gi;
const IN_CHANNEL = /(?:\bin\s+)?<#([CG][A-Z0-9]{2,20})(?:\|[^<>]{0,100})?>/gi;
const BY_ME = /(?<![\p{L}\p{N}])(?:by\s+me|mine)(?![\p{L}\p{N}])/giu;
const HERE = /(?<![\p{L}\p{N}])(?:in\s+here|here|(?:in\s+)?this\s+channel)(?![\p{L}\p{N}])/giu;
const BY_NAME = /(?<![\p{L}\p{N}])by\s+@[^\s@]{1,80}|(?<!\S)@[^\s@.]{1,80}(?=\s|$)/gu;
const EMAIL = /[^\s@<>,;"“”]{1,80}@[^\s@<>,;"“”]{1,80}\.[^\s@<>,;"“”.]{1,40}/g;
const QUOTED = /["“”«»„]([^"“”«»„]{1,100})["“”«»„]/g;

/**
 * Reads the words after `/paylink find`, as Slack sends them: `sara unpaid last week`, `1,250 by <@U1|omar>`,
 * `PL-2611…`. Every word is part of the query, a filler, or in `unread`.
 */
export const readSearchWords = (
  typed: string,
  at: { now: number; timeZone: string; userId: string; channelId: string | null },
): ReadSearch => {
  const query: SearchQuery = {
    ownerId: null,
    channelId: null,
    span: null,
    states: [],
    amounts: [],
    numbers: [],
    phones: [],
    emails: [],
    references: [],
    words: [],
  };
  const unread: Unread[] = [];
  const places = typed
    .replace(BY_PERSON, (all, id: string) => {
      if (query.ownerId === null) query.ownerId = id;
      else unread.push({ words: all, because: 'too-many' });
      return ' ';
    })
    .replace(IN_CHANNEL, (all, id: string) => {
      if (query.channelId === null) query.channelId = id;
      else unread.push({ words: all, because: 'too-many' });
      return ' ';
    });
  const text = toPlainText(readTyped(places))
    .replace(QUOTED, (_, words: string) => {
      query.words.push(...splitWords(words));
      return ' ';
    })
    .replace(EMAIL, (email) => {
      query.emails.push(email.toLowerCase());
      return ' ';
    })
    .replace(BY_ME, (all) => {
      if (query.ownerId === null || query.ownerId === at.userId) query.ownerId = at.userId;
      else unread.push({ words: all, because: 'too-many' });
      return ' ';
    })
    .replace(HERE, (all) => {
      if (query.channelId === null) query.channelId = at.channelId;
      else if (query.channelId !== at.channelId) unread.push({ words: all, because: 'too-many' });
      if (at.channelId === null) unread.push({ words: all, because: 'no-channel' });
      return ' ';
    })
    .replace(BY_NAME, (all) => {
      unread.push({ words: all, because: 'no-person' });
      return ' ';
    });
  const phones = findPhones(text).filter(({ isReadable }) => isReadable);
  query.phones.push(...phones.map(({ value }) => value));
  // A comma within an amount does not end a word.
  const words = maskSpans(text, phones)
    .replaceAll(TAKEN, ' ')
    .split(/\s+|,(?!\d)|(?<!\d),|;/u)
    .filter(Boolean);
  if (words.length > MOST_WORDS)
    unread.push({ words: words.slice(MOST_WORDS).join(' '), because: 'too-many' });
  readWords(words.slice(0, MOST_WORDS), at, query, unread);
  return { query: { ...query, ...unique(query) }, unread };
};

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
    if (state !== null) query.states.push(state);
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
  const amount = /^0\d/.test(bare) ? null : readAmount(bare);
  if (amount !== null) {
    const other = amount.otherwise === null ? null : parseAedAmount(amount.otherwise);
    query.amounts.push(amount.fils, ...(other === null ? [] : [other]));
    if (/^\d+$/.test(bare)) query.numbers.push(bare);
  } else if (/^(?:0|\+)[\d().-]*$/.test(bare)) unread.push({ words: word, because: 'not-a-phone' });
  else if (/^#?\d+$/.test(bare)) query.numbers.push(bare.replace('#', ''));
  else if (/^#?[\p{L}\d][\p{L}\d_./#-]*$/u.test(bare) && /\d/.test(bare))
    query.references.push(bare.replace('#', ''));
  else if (isNoise(bare.toLowerCase())) return;
  else {
    const folded = /\d/.test(bare) ? [] : splitWords(bare);
    if (folded.length > 0) query.words.push(...folded);
    else unread.push({ words: word, because: 'not-known' });
  }
}

function unique(query: SearchQuery) {
  const once = <T>(list: readonly T[]): T[] => [...new Set(list)];
  return {
    states: once(query.states),
    amounts: once(query.amounts),
    numbers: once(query.numbers),
    phones: once(query.phones),
    emails: once(query.emails),
    references: once(query.references),
    words: once(query.words),
  };
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
  'a aed all an and any at by did dh dhs dirham dirhams for from have in link links me my name named of on or our payment payments please see show that the their this to was were who with'.split(
    ' ',
  ),
);

export const isNoise = (word: string): boolean => NOISE.has(word);
