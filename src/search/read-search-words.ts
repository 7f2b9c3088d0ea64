import { maskSpans, TAKEN, toLatinName, toPlainText } from '../blocks/plain-text.ts';
import { readAmount } from '../blocks/read-amount.ts';
import { findDays } from '../calendar/find-days.ts';
import type { SaleState } from '../links/sale/display-state.ts';
import { DISPLAY_STATES, rowOf } from '../links/sale/display-states.ts';
import { findPhones } from '../links/words/find-phones.ts';
import { readTyped } from '../slack/typed-text.ts';
import { EVERY_LINK, mayBeEither, type SearchQuery } from './search-query.ts';

export interface ReadSearch {
  query: SearchQuery;
  /** What the search leaves out, as typed. */
  unread: string[];
  /** False: nothing of what was typed is searched for. */
  isAsked: boolean;
}

const BY_PERSON = /(?:\b(?:by|from|of)\s+)?<@([UW][A-Z0-9]{2,20})(?:\|[^<>]{0,100})?>/gi;
const IN_CHANNEL = /(?:\bin\s+)?<#([CG][A-Z0-9]{2,20})(?:\|[^<>]{0,100})?>/gi;

/** As a card names it: `partly paid`. */
export const nameOf = (state: SaleState): string => rowOf(state).label.replace(/^\S+ /, '').toLowerCase();

const isOfSale = (state: string): state is SaleState => state !== 'replaced' && state !== 'paid-already';
const SALE_STATES = Object.keys(DISPLAY_STATES).filter(isOfSale);

/** What is still to come, and what expired. */
export const UNPAID = SALE_STATES.filter((state) =>
  /^(stillToCome|partly|expired)$/.test(rowOf(state).figure),
);

const STATES = new Map<string, readonly SaleState[]>([
  ...SALE_STATES.flatMap((state) =>
    [nameOf(state), ...(rowOf(state).alias ?? [])].map((words) => [words, [state]] as const),
  ),
  ['unpaid', UNPAID],
]);
/** Longer ones first. In quotes or after a hyphen it is another word. */
const STATE = new RegExp(
  `(?<![\\p{L}\\p{N}"“-])(?:${[...STATES.keys()].toSorted().toReversed().join('|')})(?![\\p{L}\\p{N}"”@-])`,
  'giu',
);

/** The longest command has room for more; each link is compared with all of them. */
const MOST_WORDS = 40;

/**
 * Reads the words after `/paylink find`, as Slack sends them: `sara unpaid last week`, `1,250 by <@U1|omar>`,
 * `PL-2611…`. Every word is part of the query, a filler, or in `unread`.
 */
export const readSearchWords = (typed: string, at: { now: number; timeZone: string }): ReadSearch => {
  const query = { ...EVERY_LINK, states: [] as SaleState[], words: [] as string[] };
  const unread: string[] = [];
  const take = (field: 'ownerId' | 'channelId' | 'phone', value: string, words: string) => {
    if (query[field] !== null && query[field] !== value) unread.push(words);
    else query[field] = value;
    return ' ';
  };
  const places = typed
    .replace(BY_PERSON, (all, id: string) => take('ownerId', id, all))
    .replace(IN_CHANNEL, (all, id: string) => take('channelId', id, all));
  const text = toPlainText(readTyped(places)).replace(/\s+/g, ' ');
  const phones = findPhones(text).filter(({ isReadable }) => isReadable);
  for (const { start, end, value } of phones) take('phone', value, text.slice(start, end));
  const words = maskSpans(text, phones)
    .replaceAll(TAKEN, ' ')
    .replace(STATE, (state) => {
      query.states.push(...(STATES.get(state.toLowerCase()) ?? []));
      return ' ';
    })
    // A comma within an amount does not end a word.
    .split(/ |,(?!\d)|(?<!\d),|;/u)
    .filter(Boolean);
  unread.push(...words.splice(MOST_WORDS));
  const days = findDays(words, at);
  if (days) {
    query.span = days.span;
    words.splice(days.start, days.end - days.start);
  }
  for (const word of words) readWord(word);
  const isAsked =
    unread.length === 0 ||
    Object.values(query)
      .flat()
      .some((value) => value !== null);
  return { query, unread, isAsked };

  function readWord(word: string): void {
    const bare = trimMarks(word);
    const amount = readAmount(bare);
    const hasNumber = query.number !== null && !mayBeEither(query);
    if (amount !== null) {
      if (query.amountFils !== null && query.amountFils !== amount.fils) return void unread.push(word);
      query.amountFils = amount.fils;
      if (/^\d+$/.test(bare) && !hasNumber) query.number = bare;
    } else if (/^#?[1-9\p{L}][\p{L}\d_./#-]*$/u.test(bare) && /\d/.test(bare)) {
      const number = bare.replace('#', '');
      if (hasNumber && query.number !== number) unread.push(word);
      else query.number = number;
    } else if (!NOISE.has(bare.toLowerCase())) {
      const folded = foldWords(bare).split(' ').filter(Boolean);
      if (folded.length === 0 || NO_NAME.test(bare)) unread.push(word);
      else query.words = [...new Set([...query.words, ...folded])];
    }
  }
};

/** Digits that are no number, an e-mail, a person or a channel whom Slack did not recognise. */
const NO_NAME = /\d|[@#]|^(?:me|my|mine|here)$/i;

/** In lower case and plain letters, with one space between words. */
export const foldWords = (text: string): string =>
  toLatinName(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();

/** Drops punctuation at the end: `PL-2611…`. A loop, because a pattern is slow with many marks. */
function trimMarks(word: string): string {
  let end = word.length;
  while (end > 0 && '….,;:!?*'.includes(word[end - 1] ?? ' ')) end -= 1;
  return word.slice(0, end);
}

/** Fillers around the words that people search for. */
const NOISE = new Set(
  'a aed all an and any at by did dh dhs dirham dirhams درهم for from have in is link links name named of on or payment payments please see show that the their this to was were who with'.split(
    ' ',
  ),
);
