import { isDisputed } from '../../blocks/back-words.ts';
import { SMALLEST_FILS } from '../../blocks/read-amount.ts';
import { BACK_KINDS, type BackKind } from '../../payment-service/index.ts';
import { type Link, wasAsked } from '../../store/link.ts';
import { moneyOf, type PaymentMoney } from '../../store/link-payment.ts';
import { awaitsPayment, isIssued, isRequest } from '../../store/link-states.ts';
import type { LinkStore } from '../../store/link-store.ts';
import {
  displayStateOf,
  isCountedAsPaid,
  isPaid,
  isPaidInFull,
  isPayable,
  mayHaveCard,
} from './display-state.ts';
import { type DisplayState, type Instead, type LinkInSale, rowOf } from './display-states.ts';

export type { Instead } from './display-states.ts';

/** What the standing of a sale is read from, of each of its links. */
export interface LinkOfSale
  extends Pick<Link, 'id' | 'saleOrder' | 'state' | 'amountFils' | 'createdAt' | 'settled'> {
  payment: PaymentMoney | null;
}

/** A sale as people read it. That a link is *replaced* or *already paid* with another one is said of links only. */
export type SaleState = Exclude<DisplayState, 'replaced' | 'paid-already'>;

/** What somebody has to look at, whatever the state of the sale is. */
export type SaleWarning = 'too-much' | 'reported' | 'another-amount' | 'disputed' | 'to-check' | 'in-doubt';

/** Money in integer fils, links in the order of the sale. */
export interface SaleStanding<L extends LinkOfSale = Link> {
  /** What the customer should pay in all; if no link was made, what was asked for. */
  dueFils: number;
  /** What came, before anything went back. */
  receivedFils: number;
  back: Record<BackKind, number>;
  /** What of the due is missing after a part was paid; 0 where a part went back: nobody knows whether the rest is still wanted. */
  missingFils: number;
  /** What came beyond the due and did not go back; 0 while their bank may give it back. */
  overFils: number;
  /** What one more link can ask for: what is missing, unless a link asks for it, or it is less than any link can; else null. */
  restFils: number | null;
  /** What the customer should still pay. */
  toComeFils: number;
  state: SaleState;
  warnings: SaleWarning[];
  /** Those that the service has, or all that there are. */
  made: L[];
  /** Those that the customer can still pay, whether they should or not. */
  payable: L[];
  /** Those that brought money that did not all go back. */
  paid: L[];
  /** Those that ask for the rest of another link, by their ids, and what was paid before them. */
  rests: Map<string, { whole: L; paidFils: number }>;
}

/** How a sale stands. `sale`: all links of it, in any order; at least one. */
export const standingOf = <L extends LinkOfSale>(sale: readonly L[]): SaleStanding<L> => {
  const ordered = sale.toSorted((one, other) => one.saleOrder - other.saleOrder);
  const { whole, rests } = readDue(ordered);
  const dueFils = (whole ?? ordered.at(-1))?.amountFils ?? 0;
  const paid = ordered.filter((one) => keptOf(one) > 0);
  const keptFils = sum(paid.map(keptOf));
  const isCounted = ordered.some((one) => isCountedAsPaid(one) && one.saleOrder >= (whole?.saleOrder ?? 0));
  const isCovered = isCounted || sum(ordered.map(coveredBy)) >= dueFils;
  const isMissing = !isCovered && paid.length > 0 && ordered.every(hasNothingBack);
  const missingFils = isMissing ? Math.max(dueFils - keptFils, 0) : 0;
  const newest = ordered.findLast(({ state }) => isIssued(state));
  const isAnyMade = newest !== undefined;
  const isAskedFor = newest !== undefined && rests.has(newest.id) && awaitsPayment(newest.state);
  const isAtBank = ordered.some(({ payment }) => isDisputed(payment));
  const overFils = whole === null || isAtBank ? 0 : Math.max(keptFils - dueFils, 0);
  const state = readState(ordered, isCovered);
  return {
    ...{ dueFils, receivedFils: sum(ordered.map(broughtBy)), back: readBack(ordered) },
    ...{ missingFils, overFils, state, paid, rests },
    restFils: state !== 'partly' || isAskedFor || missingFils < SMALLEST_FILS ? null : missingFils,
    toComeFils: state === 'waiting' ? dueFils : state === 'partly' ? missingFils : 0,
    warnings: readWarnings(ordered, overFils),
    made: isAnyMade ? ordered.filter(({ state }) => isIssued(state)) : ordered,
    payable: ordered.filter((one) => awaitsPayment(one.state)),
  };
};

/** A link asks for the rest if it asks for no more than was missing when it was made. Any other link says anew what is due. */
const readDue = <L extends LinkOfSale>(ordered: readonly L[]) => {
  const made = ordered.filter(({ state }) => isIssued(state));
  const rests: SaleStanding<L>['rests'] = new Map();
  let whole: L | null = null;
  for (const link of made) {
    const paidFils = sum(made.filter((one) => wasPaidBefore(one, link)).map(broughtBy));
    if (whole !== null && paidFils > 0 && link.amountFils <= whole.amountFils - paidFils)
      rests.set(link.id, { whole, paidFils });
    else whole = link;
  }
  return { whole, rests };
};

/** Of a part payment, more may have come since. */
const wasPaidBefore = (one: LinkOfSale, link: LinkOfSale): boolean =>
  one.saleOrder < link.saleOrder &&
  one.payment !== null &&
  (one.state !== 'paid' || one.payment.noticedAt < link.createdAt);

const hasNothingBack = ({ payment }: LinkOfSale): boolean => payment === null || payment.refundedFils === 0;

/** With money of the customer's that we have. */
const KEPT: ReadonlySet<DisplayState> = new Set(['paid', 'doubted', 'partly', 'mismatch']);

/** The first that fits: money that came before what can still be paid, and that before what is over. */
const readState = (ordered: readonly LinkOfSale[], isCovered: boolean): SaleState => {
  const newestFirst = ordered.toReversed();
  const states = newestFirst.map((one) => displayStateOf(one));
  const has = (state: DisplayState) => states.includes(state);
  const isKept = states.some((state) => KEPT.has(state));
  if (ordered.some(isOpenDispute)) return 'disputed';
  if (isKept && isCovered) return has('doubted') ? 'doubted' : 'paid';
  if (has('unconfirmed')) return 'unconfirmed';
  if (has('mismatch')) return 'mismatch';
  if (isKept) return 'partly';
  const made = newestFirst.find(({ state }) => isIssued(state));
  if (made !== undefined && awaitsPayment(made.state)) return 'waiting';
  return LATER.find(has) ?? 'not-made';
};

/** Of a sale without money, and without a link to pay. */
const LATER = [
  ...(['reserved', 'unknown', 'asked', 'disputed', 'refunded', 'expired', 'cancelled'] as const),
  ...(['not-made', 'declined', 'withdrawn', 'lapsed'] as const),
];

const isOpenDispute = (link: LinkOfSale): boolean =>
  displayStateOf(link) === 'disputed' && link.payment?.dispute === 'open';

const readWarnings = (ordered: readonly LinkOfSale[], overFils: number): SaleWarning[] => {
  const has = (state: DisplayState) => ordered.some((one) => displayStateOf(one) === state);
  const isTrue: Record<SaleWarning, boolean> = {
    'too-much': overFils > 0,
    reported: has('unconfirmed'),
    'another-amount': has('mismatch'),
    disputed: ordered.some(({ payment }) => payment?.dispute === 'open'),
    'to-check': has('doubted'),
    'in-doubt': has('unknown'),
  };
  return (Object.keys(isTrue) as SaleWarning[]).filter((warning) => isTrue[warning]);
};

const readBack = (sale: readonly LinkOfSale[]): Record<BackKind, number> => {
  const refunds = sale.flatMap((one) => moneyOf(one)?.refunds ?? []);
  const of = (kind: BackKind) => sum(refunds.map((one) => (one.kind === kind ? (one.fils ?? 0) : 0)));
  return Object.fromEntries(BACK_KINDS.map((kind) => [kind, of(kind)])) as Record<BackKind, number>;
};

/** What a link has to do with the others of its sale. */
export interface InSale {
  /** The newest link in its place that the service certainly has. Paylink cannot end this one, so customers may still pay it. */
  replacedBy: Link | null;
  instead: Instead | null;
  /** Of a link that is paid in part: the newest link that asks for the rest. */
  restBy: Link | null;
  /** Of a link that asks for the rest: the link that asked for all, and what was paid before this one. */
  restOf: { whole: Link; paidFils: number } | null;
  /** Of both: with it all is paid. */
  isRestPaid: boolean;
  /** Of the newest link that a card shows: those before it that the customer could pay as well. */
  stillPayable: readonly Link[];
  /** Of the same: those before it that brought money, or may have. */
  paidBefore: readonly Link[];
  /** Of the same, if a part was paid of the sale: what was due, and what of that is missing, in integer fils. */
  missing: { fils: number; dueFils: number } | null;
  /** Of the same, and of one whose customer paid it: that more came for the sale than was due. */
  over: Over | null;
  sale: SaleStanding;
}

/** More came for a sale than was due, and did not go back. */
export interface Over {
  /** How much too much, in integer fils. */
  fils: number;
  dueFils: number;
  /** Those that brought money, in the order of the sale. */
  paid: readonly Link[];
  /** What finance was asked to give back, as long as it has not given back so much since. */
  asked: { by: string; fils: number } | null;
  /** Finance was asked for no less than what is too much now. */
  isAsked: boolean;
  /** What went back since finance was asked. */
  back: { fils: number; lastAt: number } | null;
}

/** `sale`: all links of it. */
export const overOf = (
  sale: readonly Link[],
  { overFils: fils, dueFils, paid } = standingOf(sale),
): Over | null => {
  if (fils === 0) return null;
  const asked = askedOf(sale);
  const backFils = backSince(sale, asked);
  const leftFils = asked === null ? 0 : asked.fils - backFils;
  return {
    ...{ fils, dueFils, paid },
    asked: asked !== null && leftFils > 0 ? { by: asked.by, fils: asked.fils } : null,
    isAsked: leftFils >= fils,
    back: asked !== null && backFils > 0 ? { fils: backFils, lastAt: lastBackOf(sale) } : null,
  };
};

/** The first link of a sale keeps what was asked about it. */
const askedOf = (sale: readonly Link[]): Link['refundAsked'] =>
  sale.find(({ id, saleId }) => id === saleId)?.refundAsked ?? null;

/** What went back since finance was asked; else in all. */
export const backSince = (sale: readonly Link[], asked = askedOf(sale)): number =>
  goneOf(sale) - (asked?.goneFils ?? 0);

/** What of all that came went back; all of it, where nobody knows how much. */
export const goneOf = (sale: readonly Link[]): number => sum(sale.map((one) => broughtBy(one) - keptOf(one)));

const lastBackOf = (sale: readonly Link[]): number =>
  Math.max(...sale.flatMap((one) => (moneyOf(one)?.refunds ?? []).map(({ at }) => at)));

/** `links`: those of its sale, in any order, with it or without. */
export const inSale = (link: Link, links: readonly Link[]): InSale => {
  const others = links
    .filter(({ id }) => id !== link.id)
    .toSorted((one, other) => other.saleOrder - one.saleOrder);
  const all = [link, ...others];
  const sale = standingOf(all);
  const later = others.filter((one) => one.saleOrder > link.saleOrder && isIssued(one.state));
  const isNewest = !later.some(mayHaveCard);
  const next = later[0] ?? null;
  const restBy = next !== null && sale.rests.has(next.id) && broughtBy(link) > 0 ? next : null;
  const replacedBy = restBy === null ? next : null;
  const restOf = sale.rests.get(link.id) ?? null;
  const over = overOf(all, sale);
  const before = others.filter((one) => one.saleOrder < link.saleOrder);
  return {
    ...{ replacedBy, restBy, restOf, sale },
    isRestPaid: (restOf !== null || restBy !== null) && isPaidInFull(sale.state),
    instead: awaitsPayment(link.state) ? findInstead(link, others, replacedBy) : null,
    stillPayable: isNewest ? before.filter(isPayable) : [],
    paidBefore: isNewest ? before.filter(mayHavePaid) : [],
    missing: isNewest && sale.missingFils > 0 ? { fils: sale.missingFils, dueFils: sale.dueFils } : null,
    over: over !== null && (isNewest || over.paid.includes(link)) ? over : null,
  };
};

/** What one more link of its sale can ask for. Of a link alone, what is missing of that. */
export const restOf = (link: LinkInSale): number | null => (link.sale ?? standingOf([link])).restFils;

const mayHavePaid = (link: Link): boolean =>
  rowOf(displayStateOf(link)).hadMoney || displayStateOf(link) === 'unconfirmed';

/** What was paid with it, before refunds: the amount asked for, where no record says how much. */
export const cameOf = ({ payment, amountFils }: Pick<LinkOfSale, 'payment' | 'amountFils'>): number =>
  payment?.amountFils ?? amountFils;

/** What came of it, before refunds; nothing, where nobody knows how large a part it is. */
const broughtBy = (link: LinkOfSale): number => moneyOf(link)?.receivedFils ?? 0;

/** What of the due is paid with it: of another amount or currency nothing, until somebody says so. */
const coveredBy = (link: LinkOfSale): number => {
  if (isPaid(link)) return Math.max(broughtBy(link), link.amountFils);
  return displayStateOf(link) === 'partly' ? broughtBy(link) : 0;
};

/** What came of it and did not go back; nothing, where nobody knows how much went back. */
const keptOf = (link: LinkOfSale): number => {
  const { refundedFils = null } = moneyOf(link) ?? {};
  if (refundedFils === null || displayStateOf(link) === 'refunded') return 0;
  return Math.max(broughtBy(link) - refundedFils, 0);
};

const sum = (fils: readonly number[]): number => fils.reduce((total, one) => total + one, 0);

/** A link made after a payment is meant to be paid. */
const findInstead = (link: Link, sale: readonly Link[], replacedBy: Link | null): Instead | null => {
  const paid = sale.find(
    (one) => isPaid(one) && one.payment !== null && one.payment.noticedAt >= link.createdAt,
  );
  if (paid) return { why: 'paid', by: paid };
  return replacedBy && { why: 'replaced', by: replacedBy };
};

/** A link and its sale, as one thing that people deal with. */
export type SaleShown = Link & Pick<InSale, 'instead' | 'sale'>;

/** Which of a sale's links it is about now: the newest that the customer can have, else the newest. `sale`: at least one. */
export const aboutOf = <L extends Link>(sale: readonly L[]): L => {
  const newestFirst = sale.toSorted((one, other) => other.saleOrder - one.saleOrder);
  const about =
    newestFirst.find((one) => !isRequest(one.state) && mayHaveCard(one)) ??
    newestFirst.find(wasAsked) ??
    newestFirst[0];
  if (about === undefined) throw new Error('a sale without links');
  return about;
};

/** The sales of these links of one workspace, each once, in the order in which they are met. */
export const readSales = async (
  listed: readonly Pick<Link, 'teamId' | 'saleId'>[],
  links: Pick<LinkStore, 'salesOf'>,
): Promise<SaleShown[]> => {
  const all = await links.salesOf(listed);
  return [...new Set(listed.map(({ saleId }) => saleId))].map((saleId) => {
    const sale = all.filter((one) => one.saleId === saleId);
    const about = aboutOf(sale);
    const { instead, sale: standing } = inSale(about, sale);
    return { ...about, instead, sale: standing };
  });
};

/** Why nobody should pay a link that the customer is about to be asked for. */
export const readInstead = async (link: Link, links: Pick<LinkStore, 'saleOf'>): Promise<Instead | null> =>
  awaitsPayment(link.state) ? inSale(link, await links.saleOf(link)).instead : null;
