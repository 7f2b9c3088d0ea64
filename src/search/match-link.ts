import { displayStateOf } from '../links/card/display-state.ts';
import type { LinkPayment } from '../store/link-payment.ts';
import type { LinkOutline } from '../store/link-search.ts';
import { LINK_STATES, type LinkState } from '../store/link-states.ts';
import type { SearchQuery, SearchState } from '../store/saved-query-store.ts';
import { foldWords } from './read-search-words.ts';

interface LinkWithPayment {
  state: LinkState;
  payment: LinkPayment | null;
}

const shows =
  (...labels: ReturnType<typeof displayStateOf>[]) =>
  (link: LinkWithPayment): boolean =>
    labels.includes(displayStateOf(link));

/** The searched states that links in each state of the store can have. */
const POSSIBLE_STATES: Readonly<Record<LinkState, readonly SearchState[]>> = {
  reserved: ['checking'],
  unknown: ['checking'],
  failed: ['declined', 'cancelled', 'failed'],
  open: ['unpaid', 'declined'],
  reported: ['refunded', 'reported', 'partly', 'mismatch'],
  paid: ['paid', 'refunded'],
  expired: ['expired', 'declined'],
};

/** Whether a link for which the state is possible has it. */
const HAS_STATE: Readonly<Record<SearchState, (link: LinkWithPayment) => boolean>> = {
  unpaid: () => true,
  paid: shows('paid'),
  expired: () => true,
  declined: ({ payment }) => payment?.finding === 'declined',
  refunded: (link) => shows('refunded')(link) || (link.payment?.refundedFils ?? 0) > 0,
  cancelled: shows('cancelled'),
  failed: shows('not-made', 'failed'),
  checking: () => true,
  reported: shows('unconfirmed'),
  partly: shows('partly'),
  mismatch: shows('mismatch'),
};

/** The states of the store to look in; none: all. */
export const statesOf = ({ states }: Pick<SearchQuery, 'states'>): LinkState[] =>
  LINK_STATES.filter((state) => states.some((one) => POSSIBLE_STATES[state].includes(one)));

/** Whether a link matches, except for its dates. The cheapest checks come first. */
export const isMatch = (link: LinkOutline, query: SearchQuery): boolean =>
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

/** `INV-7` also finds `INV-7/2`, its reuse. */
function isOfReference({ invoiceId, orderId }: LinkOutline, reference: string): boolean {
  const wanted = reference.toLowerCase();
  return invoiceId.toLowerCase().startsWith(wanted) || orderId?.toLowerCase() === wanted;
}

/** Neither the number itself nor one followed by a `/`. */
function isLonger({ invoiceId, orderId }: LinkOutline, number: string): boolean {
  return invoiceId !== number && !invoiceId.startsWith(`${number}/`) && orderId !== number;
}

function isInState(link: LinkOutline, { states }: SearchQuery): boolean {
  if (states.length === 0) return true;
  const possible = states.filter((state) => POSSIBLE_STATES[link.state].includes(state));
  if (possible.length === 0) return false;
  const read = { state: link.state, payment: link.readPayment() };
  return possible.some((state) => HAS_STATE[state](read));
}

function hasWords(link: LinkOutline, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  if (!words.every(link.mayHave)) return false;
  const text = ` ${foldWords(link.readWords())}`;
  return words.every((word) => text.includes(` ${word}`));
}
