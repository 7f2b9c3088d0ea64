import { setImmediate } from 'node:timers/promises';
import { displayStateOf } from '../links/card/display-state.ts';
import { rowOf } from '../links/card/display-states.ts';
import type { LinkPayment } from '../store/link-payment.ts';
import { LINK_STATES, type LinkState } from '../store/link-states.ts';
import type { LinkPlace, SearchQuery, SearchState } from '../store/saved-query-store.ts';
import { type Among, type LinkOutline, type LinkSearch, newestFirst } from './link-search-store.ts';
import { foldWords } from './read-search-words.ts';

/** Links read at a time: few at first, because these usually fill the page. More would hold up other requests. */
const FIRST_SLICE = 50;
const MOST_IN_SLICE = 250;
/** Per page. To go further back, people press a button. */
export const MOST_LOOKED_THROUGH = 10_000;
/** The highest reuse to look for: `INV-7-2` to `INV-7-9`. */
const MOST_REUSES = 9;

interface FoundLinks {
  /** Newest first. */
  ids: string[];
  /** The link after which the next page begins; null: this is the last page. */
  next: LinkPlace | null;
  lookedThrough: number;
  /** The page reached the limit of links to look through. */
  isStopped: boolean;
}

interface LinksToFind {
  teamId: string;
  query: SearchQuery;
  /** Without links made after this instant, so that pages do not shift. */
  before: number;
  after: LinkPlace | null;
  size: number;
}

/**
 * The newest links that match, from a place on. Reads along the best index, newest first, and yields between slices:
 * the embedded database blocks the process while it reads.
 */
export const findLinks = async (
  { teamId, query, before, after, size }: LinksToFind,
  store: LinkSearch,
  mostLookedThrough = MOST_LOOKED_THROUGH,
): Promise<FoundLinks> => {
  const span = { from: query.span?.from ?? 0, to: Math.min(endOfSecond(query.span?.to ?? before), before) };
  const slice = async (among: readonly Among[], from: LinkPlace | null, limit: number) => {
    const lists: LinkOutline[][] = [];
    for (const one of among) lists.push(await store.newest({ teamId, among: one, span, after: from, limit }));
    return mergeNewest(lists).slice(0, limit);
  };
  const found: LinkOutline[] = [];
  const among = await chooseIndexes(query, async (one) => (await slice([one], null, 1)).length > 0);
  let place = after;
  let lookedThrough = 0;
  for (let limit = FIRST_SLICE; ; limit = Math.min(limit * 4, MOST_IN_SLICE)) {
    const most = Math.min(limit, mostLookedThrough - lookedThrough);
    const links = await slice(among, place, most);
    for (const link of links) {
      if (isMatch(link, query)) {
        const last = found.at(-1);
        if (found.length === size && last) return end(found, placeOf(last), lookedThrough);
        found.push(link);
      }
      lookedThrough += 1;
    }
    const last = links.at(-1);
    if (last === undefined || links.length < most) return end(found, null, lookedThrough);
    place = placeOf(last);
    if (lookedThrough >= mostLookedThrough) return { ...end(found, place, lookedThrough), isStopped: true };
    await setImmediate();
  }
};

const placeOf = ({ createdAt, id }: LinkOutline): LinkPlace => ({ at: createdAt, id });

const end = (found: readonly LinkOutline[], next: LinkPlace | null, lookedThrough: number): FoundLinks => ({
  ids: found.map(({ id }) => id),
  next,
  lookedThrough,
  isStopped: false,
});

/** The indexes with the fewest links to read. Each matching link is in one of them. */
async function chooseIndexes(
  query: SearchQuery,
  hasAny: (among: Among) => Promise<boolean>,
): Promise<Among[]> {
  const { references, phones, emails, amounts, numbers, ownerId } = query;
  if (references.length > 0) {
    const whole = references.flatMap(wholeReference);
    // A reference that no link has may be the beginning of one: that takes a look at every link.
    for (const one of whole) if (await hasAny(one)) return whole;
  } else {
    if (phones.length > 0) return phones.map((phone) => ({ by: 'phone', phone }));
    if (emails.length > 0) return emails.map((email) => ({ by: 'email', email }));
    if (amounts.length + numbers.length > 0)
      return [
        ...amounts.map((amountFils) => ({ by: 'amount' as const, amountFils })),
        ...numbers.flatMap(wholeReference),
      ];
  }
  if (ownerId !== null) return [{ by: 'owner', ownerId }];
  const states = statesOf(query);
  return states.length > 0 ? states.map((state) => ({ by: 'state', state })) : [{ by: 'time' }];
}

function wholeReference(reference: string): Among[] {
  const written = [...new Set([reference, reference.toUpperCase(), reference.toLowerCase()])];
  const reuses = Array.from({ length: MOST_REUSES - 1 }, (_, index) => index + 2).flatMap((time) => [
    `-${time}`,
    `/${time}`,
  ]);
  return [
    { by: 'invoice-id', anyOf: written.flatMap((one) => ['', ...reuses].map((reuse) => one + reuse)) },
    ...written.map((orderId) => ({ by: 'order-id' as const, orderId })),
  ];
}

/** Each link once, newest first. */
function mergeNewest(lists: readonly LinkOutline[][]): LinkOutline[] {
  if (lists.length === 1) return lists[0] ?? [];
  const links = new Map(lists.flat().map((link) => [link.id, link]));
  return [...links.values()].toSorted(newestFirst);
}

/** Spans are in whole seconds; links have milliseconds. */
function endOfSecond(instant: number): number {
  return Math.floor(instant / 1_000) * 1_000 + 999;
}

interface LinkWithPayment {
  state: LinkState;
  payment: LinkPayment | null;
}

/** The searched states that links in each state of the store can have. */
const POSSIBLE_STATES: Readonly<Record<LinkState, readonly SearchState[]>> = {
  asked: ['asked'],
  declined: ['declined'],
  withdrawn: ['withdrawn'],
  lapsed: ['lapsed'],
  reserved: ['checking'],
  unknown: ['checking'],
  failed: ['cancelled', 'failed'],
  open: ['unpaid', 'declined'],
  reported: ['refunded', 'reported', 'partly', 'mismatch'],
  paid: ['paid', 'refunded'],
  expired: ['expired', 'declined'],
};

/** A declined try and a part that went back change no state. */
const hasState = (link: LinkWithPayment, state: SearchState): boolean =>
  rowOf(displayStateOf(link)).search === state ||
  (state === 'declined' && link.payment?.finding === 'declined') ||
  (state === 'refunded' && (link.payment?.refundedFils ?? 0) > 0);

/** The states of the store to look in; none: all. */
const statesOf = ({ states }: Pick<SearchQuery, 'states'>): LinkState[] =>
  LINK_STATES.filter((state) => states.some((one) => POSSIBLE_STATES[state].includes(one)));

/** Whether a link matches, except for its dates. The cheapest checks come first. */
const isMatch = (link: LinkOutline, query: SearchQuery): boolean =>
  (query.ownerId === null || link.ownerId === query.ownerId) &&
  (query.channelId === null || link.channelId === query.channelId) &&
  isOfAmount(link, query) &&
  isOneOf(query.references, (reference) => isOfReference(link, reference)) &&
  isOneOf(query.phones, link.isPhone) &&
  isOneOf(query.emails, link.isEmail) &&
  isInState(link, query) &&
  hasWords(link, query.words);

const isOneOf = <T>(any: readonly T[], is: (one: T) => boolean): boolean => any.length === 0 || any.some(is);

function isOfAmount(link: LinkOutline, { amounts, numbers }: SearchQuery): boolean {
  if (amounts.length + numbers.length === 0) return true;
  return (
    amounts.includes(link.amountFils) ||
    numbers.some((number) => isOfReference(link, number) && !isLonger(link, number))
  );
}

/** `INV-7` also finds `INV-7-2`, its reuse. */
function isOfReference({ invoiceId, orderId }: LinkOutline, reference: string): boolean {
  const wanted = reference.toLowerCase();
  return invoiceId.toLowerCase().startsWith(wanted) || orderId?.toLowerCase() === wanted;
}

/** Neither the number itself nor its reuse. */
function isLonger({ invoiceId, orderId }: LinkOutline, number: string): boolean {
  const isReuse = invoiceId.startsWith(number) && /^[-/]\d$/.test(invoiceId.slice(number.length));
  return invoiceId !== number && !isReuse && orderId !== number;
}

function isInState(link: LinkOutline, { states }: SearchQuery): boolean {
  if (states.length === 0) return true;
  const possible = states.filter((state) => POSSIBLE_STATES[link.state].includes(state));
  if (possible.length === 0) return false;
  const read = { state: link.state, payment: link.readPayment() };
  return possible.some((state) => hasState(read, state));
}

function hasWords(link: LinkOutline, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  if (!words.every(link.mayHave)) return false;
  const text = ` ${foldWords(link.readWords())}`;
  return words.every((word) => text.includes(` ${word}`));
}
