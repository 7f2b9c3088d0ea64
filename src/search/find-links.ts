import { setImmediate } from 'node:timers/promises';

import { isFoundAs, mayBeOf } from '../links/sale/found-as.ts';
import { groupBySale } from '../links/sale/link-in-sale.ts';
import { standingOf } from '../links/sale/standing.ts';
import type { Store } from '../open-store.ts';
import { PAYMENT_FINDINGS } from '../store/link-payment.ts';
import { LINK_STATES, type LinkState } from '../store/link-states.ts';
import { type Among, type LinkOutline, type LinkPlace, newestFirst } from './link-search-store.ts';
import { foldWords } from './read-search-words.ts';
import { MOST_LOOKED_THROUGH, mayBeEither, type SearchQuery } from './search-query.ts';

/** Links read at a time: few at first, because these usually fill the page. More would hold up other requests. */
const FIRST_SLICE = 50;
const MOST_IN_SLICE = 250;
const MOST_FOUND = 100;
/** The highest reuse to look for: `INV-7-2` to `INV-7-9`. */
const MOST_REUSES = 9;

interface FoundLinks {
  /** One link of each sale, newest first. */
  ids: string[];
  /** The search reached a limit: there may be more. */
  isStopped: boolean;
}

interface LinksToFind {
  teamId: string;
  query: SearchQuery;
  /** Without links made after this instant. */
  before: number;
}

/**
 * The links that match. Reads along the best index, newest first, and yields between slices: the embedded database blocks the
 * process while it reads.
 */
export const findLinks = async (
  { teamId, query, before }: LinksToFind,
  { linkSearch, links: { salesOf } }: Store,
  { mostLookedThrough = MOST_LOOKED_THROUGH, mostFound = MOST_FOUND } = {},
): Promise<FoundLinks> => {
  const span = { from: query.span?.from ?? 0, to: Math.min(endOfSecond(query.span?.to ?? before), before) };
  const slice = async (among: readonly Among[], from: LinkPlace | null, limit: number) => {
    const lists: LinkOutline[][] = [];
    for (const one of among)
      lists.push(await linkSearch.newest({ teamId, among: one, span, after: from, limit }));
    return mergeNewest(lists).slice(0, limit);
  };
  /** By their sales. */
  const found = new Map<string, string>();
  const stored = statesOf(query);
  const among = await chooseIndexes(query, stored, async (one) => (await slice([one], null, 1)).length > 0);
  let place: LinkPlace | null = null;
  let lookedThrough = 0;
  for (let limit = FIRST_SLICE; ; limit = Math.min(limit * 4, MOST_IN_SLICE)) {
    const most = Math.min(limit, mostLookedThrough - lookedThrough);
    const links: LinkOutline[] = await slice(among, place, most);
    const matching = links.filter((link) => !found.has(link.saleId) && isMatch(link, query, stored));
    for (const { saleId, id } of await inState(matching, { teamId, query, salesOf }))
      if (!found.has(saleId)) found.set(saleId, id);
    lookedThrough += links.length;
    const last = links.at(-1);
    if (last === undefined || links.length < most) return { ids: [...found.values()], isStopped: false };
    place = { at: last.createdAt, id: last.id };
    if (lookedThrough >= mostLookedThrough || found.size >= mostFound)
      return { ids: [...found.values()], isStopped: true };
    await setImmediate();
  }
};

/** The indexes with the fewest links to read. Each matching link is in one of them. */
async function chooseIndexes(
  query: SearchQuery,
  stored: readonly LinkState[],
  hasAny: (among: Among) => Promise<boolean>,
): Promise<Among[]> {
  const { number, phone, amountFils, ownerId } = query;
  const byNumber = number === null ? [] : wholeReference(number);
  const byAmount = amountFils === null ? [] : [{ by: 'amount', amountFils } as const];
  if (phone !== null) return [{ by: 'phone', phone }];
  if (mayBeEither(query)) return [...byAmount, ...byNumber];
  if (number !== null && /^\d+$/.test(number)) return byNumber;
  // A number that no link has may be the beginning of one: that takes a look at every link.
  for (const one of byNumber) if (await hasAny(one)) return byNumber;
  if (byAmount.length > 0) return byAmount;
  if (ownerId !== null) return [{ by: 'owner', ownerId }];
  return stored.length > 0 ? stored.map((state) => ({ by: 'state', state })) : [{ by: 'time' }];
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

const PAYMENTS = [null, ...PAYMENT_FINDINGS.map((finding) => ({ finding, refundedFils: 1 }))];

/** The states of the store to look in; none: all. */
const statesOf = ({ states }: SearchQuery): LinkState[] =>
  LINK_STATES.filter((state) =>
    states.some((asked) => PAYMENTS.some((payment) => mayBeOf(asked, { state, payment }))),
  );

/** Whether a link matches, except for its dates. The cheapest checks come first. */
const isMatch = (link: LinkOutline, query: SearchQuery, stored: readonly LinkState[]): boolean =>
  (query.ownerId === null || link.ownerId === query.ownerId) &&
  (query.channelId === null || link.channelId === query.channelId) &&
  isOfNumbers(link, query) &&
  (query.phone === null || link.isPhone(query.phone)) &&
  isInState(link, query, stored) &&
  hasWords(link, query.words);

function isOfNumbers(link: LinkOutline, query: SearchQuery): boolean {
  const { amountFils, number } = query;
  const isAmount = amountFils === null || link.amountFils === amountFils;
  const isNumber = number === null || isOfReference(link, number);
  return mayBeEither(query) ? isAmount || isNumber : isAmount && isNumber;
}

/** `INV-7` also finds `INV-7-2`, its reuse, and `INV-71`; `7` alone does not find `71`. */
function isOfReference({ invoiceId, orderId }: LinkOutline, number: string): boolean {
  const wanted = number.toLowerCase();
  const rest = invoiceId.toLowerCase().startsWith(wanted) ? invoiceId.slice(number.length) : null;
  const isWhole = rest === '' || (rest !== null && /^[-/]\d$/.test(rest));
  return orderId?.toLowerCase() === wanted || (/^\d+$/.test(number) ? isWhole : rest !== null);
}

/** Without its sale, which is read only for those that may be. */
function isInState(link: LinkOutline, { states }: SearchQuery, stored: readonly LinkState[]): boolean {
  if (stored.length === 0) return true;
  if (!stored.includes(link.state)) return false;
  const payment = link.readPayment();
  return states.some((asked) => mayBeOf(asked, { state: link.state, payment }));
}

/** Of these links, those whose sales are in one of the asked states. */
async function inState(
  links: readonly LinkOutline[],
  {
    teamId,
    query: { states },
    salesOf,
  }: { teamId: string; query: SearchQuery; salesOf: Store['links']['salesOf'] },
): Promise<readonly LinkOutline[]> {
  if (states.length === 0) return links;
  const sales = groupBySale(await salesOf(links.map(({ saleId }) => ({ teamId, saleId }))));
  return links.filter(({ saleId }) => {
    const sale = standingOf(sales.get(saleId) ?? []);
    return states.some((asked) => isFoundAs(asked, sale));
  });
}

function hasWords(link: LinkOutline, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  if (!words.every(link.mayHave)) return false;
  const text = ` ${foldWords(link.readWords())}`;
  return words.every((word) => text.includes(` ${word}`));
}
