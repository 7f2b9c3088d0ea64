import type { Answer } from '../sandbox/answer.ts';
import type { Ledger } from '../sandbox/ledger.ts';
import type { Look } from '../sandbox/record-look.ts';
import type { SandboxLink } from '../sandbox/records.ts';
import type { ResponseShape } from '../sandbox/response-shape.ts';
import type { World } from './simulated-world.ts';

/** Answers with a total count. Only from these can a reader tell that a record is missing. */
const COUNTED: readonly ResponseShape['listing'][] = [
  'spring-page',
  'data-records',
  'snake_case',
  'nulls-and-extras',
  'numbers-as-strings',
];

const SHORTEST_FAULT_MS = 10_000;
const LAGS_AT_MOST_MS = 300_000;
/** How far a callback may be ahead of the records, in calm times. */
export const RECORDS_LAG_MS = 25_000;

/** A temporary fault of the listings. None makes a false "no more records" that a reader could not doubt. */
type ListingFault =
  | { is: 'behind'; at: number }
  /** Has its links, but not their latest events. On a retry, another replica may have them. */
  | { is: 'has not heard the news'; at: number }
  /** Returns the first page whatever page is requested. */
  | { is: 'repeats its first page' }
  /** Shows the service's own numbers instead of Paylink's references. */
  | { is: 'leaves references out' }
  | { is: 'reads ranges in another zone'; timeZone: string }
  | { is: 'counts wrong'; by: number }
  | { is: 'counts the page alone' }
  | { is: 'leaves a record out'; place: number }
  /** Makes a changed record move to another page. */
  | { is: 'puts the last changed first' };

/** How to answer one listing or look-up request: what to read from, and how to spoil the answer. */
export interface Shown {
  ledger: Ledger;
  look: Look;
  isFirstPageOnly: boolean;
  spoil(answer: Answer): Answer;
}

export interface Listings {
  /** A link may be missing for a while in an answer that seems complete. */
  mayLag: boolean;
  /** `isFirst`: no page before it belongs to the same reading. */
  show(ask: { isFirst: boolean }): Shown;
  /** An event just happened: the service may call back before its records show it. */
  fallBehind(): void;
}

/** The service's listings: sometimes outdated, or not quite right. */
export const createListings = (
  world: World,
  { ledger, look, trouble }: { ledger: Ledger; look: Look; trouble: () => number },
): Listings => {
  const { dice } = world;
  let fault: ListingFault | null = null;
  let until = 0;
  let isFresh = false;

  const drawFault = (): ListingFault | null => {
    const isCounted = COUNTED.includes(look.shape.listing);
    const fault: ListingFault[] = [
      { is: 'behind', at: world.now() - dice.whole(0, LAGS_AT_MOST_MS - SHORTEST_FAULT_MS) },
      { is: 'repeats its first page' },
      { is: 'leaves references out' },
      { is: 'reads ranges in another zone', timeZone: dice.pick(['UTC', 'America/New_York']) },
      ...(isCounted
        ? ([
            { is: 'counts wrong', by: dice.pick([-20, -2, 3]) },
            { is: 'counts the page alone' },
            { is: 'leaves a record out', place: dice.whole(0, dice.pick([0, 2, 5])) },
            { is: 'puts the last changed first' },
          ] as const)
        : []),
    ];
    const [first, ...others] = fault.filter(({ is }) => world.has(`listings: ${is}`));
    return first ? dice.pick([first, ...others]) : null;
  };

  const show = ({ isFirst }: { isFirst: boolean }): Shown => {
    const now = world.now();
    const shown: Shown = { ledger, look, isFirstPageOnly: false, spoil: (answer) => answer };
    if (now >= until) fault = null;
    if (
      now >= until &&
      trouble() > 0 &&
      dice.chance(world.has('listings that often lie') ? trouble() : trouble() / 8)
    ) {
      fault = drawFault();
      if (fault === null) return shown;
      const most = fault.is === 'behind' ? fault.at + LAGS_AT_MOST_MS : now + 240_000;
      until = dice.whole(now + SHORTEST_FAULT_MS, most);
      world.note(`  service: its listing ${describeFault(fault)} for ${Math.round((until - now) / 1_000)} s`);
    }
    switch (fault?.is) {
      case undefined:
        return shown;
      case 'behind':
        return { ...shown, ledger: asOf(ledger, fault.at) };
      case 'has not heard the news': {
        if (isFirst) isFresh = dice.chance(0.5);
        return isFresh ? shown : { ...shown, ledger: asOf(ledger, fault.at, { hasAllLinks: true }) };
      }
      case 'repeats its first page':
        return { ...shown, isFirstPageOnly: true };
      case 'leaves references out': {
        const shape = { ...look.shape, references: 'order' as const, linkReferences: 'order' as const };
        return { ...shown, look: { ...look, shape } };
      }
      case 'reads ranges in another zone':
        return { ...shown, look: { ...look, timeZone: fault.timeZone } };
      case 'counts wrong': {
        const { by } = fault;
        return { ...shown, spoil: (answer) => countOtherwise(answer, (total) => total + by) };
      }
      case 'counts the page alone':
        return { ...shown, spoil: countPage };
      case 'leaves a record out': {
        const { place } = fault;
        const left = <T>(all: T[]): T[] => all.filter((_, at) => at !== all.length - 1 - place);
        return {
          ...shown,
          ledger: {
            ...ledger,
            links: () => left(ledger.links()),
            transactions: () => left(ledger.transactions()),
          },
          spoil: (answer) => countOtherwise(answer, (total) => total + 1),
        };
      }
      case 'puts the last changed first': {
        const changedAt = (link: SandboxLink) => link.paidAt ?? link.createdAt;
        return {
          ...shown,
          ledger: {
            ...ledger,
            links: () => ledger.links().sort((one, other) => changedAt(one) - changedAt(other)),
          },
        };
      }
    }
  };

  return {
    mayLag: world.has('listings: behind'),
    show,
    fallBehind: () => {
      if (!world.has('callbacks ahead of the records') || world.now() < until || !dice.chance(0.5)) return;
      fault = { is: 'has not heard the news', at: world.now() - 1 };
      until = world.now() + dice.whole(1_000, RECORDS_LAG_MS);
      world.note(
        `  service: its listing ${describeFault(fault)} for ${Math.round((until - world.now()) / 1_000)} s`,
      );
    },
  };
};

/** The ledger's state at an earlier moment, as a lagging replica shows it. */
function asOf(ledger: Ledger, at: number, { hasAllLinks = false } = {}): Ledger {
  const transactions = () => ledger.transactions().filter(({ createdAt }) => createdAt <= at);
  const links = () =>
    ledger
      .links()
      .flatMap((link) => (link.createdAt > at && !hasAllLinks ? [] : [linkAsOf(link, ledger, at)]));
  return {
    ...ledger,
    links,
    transactions,
    link: (orderId) => links().find((link) => link.orderId === orderId),
  };
}

function linkAsOf(link: SandboxLink, ledger: Ledger, at: number): SandboxLink {
  const events = ledger.transactions().filter(({ orderId }) => orderId === link.orderId);
  const known = events.filter(({ createdAt }) => createdAt <= at);
  if (known.length === events.length) return link;
  const isPaid = known.some(({ status }) => status === 'SUCCESS');
  const isBack = known.some(({ status }) => status === 'REFUNDED');
  const isTried = known.some(({ status }) => status === 'FAILED');
  return {
    ...link,
    status: isBack ? 'PARTIALLY_REFUNDED' : isPaid ? 'PAID' : isTried ? 'FAILED' : 'CREATED',
    paidAt: isPaid ? link.paidAt : null,
    transactionId: known.at(-1)?.transactionId ?? null,
  };
}

const countOtherwise = (answer: Answer, count: (total: number) => number): Answer => ({
  ...answer,
  body: answer.body.replace(
    /("(?:totalElements|totalRecords|total_elements)":"?)(\d+)/,
    (_, name, total) => `${name}${Math.max(0, count(Number(total)))}`,
  ),
});

const countPage = (answer: Answer): Answer =>
  countOtherwise(
    answer,
    () => answer.body.split('"Invoice_Id"').length + answer.body.split('"invoice_id"').length - 2,
  );

const describeFault = (ail: ListingFault): string => {
  if (ail.is === 'counts wrong') return `${ail.is} by ${ail.by}`;
  return ail.is === 'behind' ? `shows ${new Date(ail.at).toISOString().slice(11, 19)}` : ail.is;
};
