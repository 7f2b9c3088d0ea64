import { isDisputed } from '../../blocks/back-words.ts';
import { SMALLEST_FILS } from '../../blocks/read-amount.ts';
import { BACK_KINDS, type BackKind } from '../../payment-service/index.ts';
import type { Link } from '../../store/link.ts';
import { isBack, type LinkMoney, moneyOf, type PaymentMoney } from '../../store/link-payment.ts';
import { awaitsPayment, isIssued } from '../../store/link-states.ts';
import { isCountedAsPaid, isPaidItself, ownStateOf, type SaleState } from './display-state.ts';

/** What the standing of a sale is read from, of each of its links. */
export interface LinkOfSale
  extends Pick<Link, 'id' | 'saleOrder' | 'state' | 'amountFils' | 'createdAt' | 'settled'> {
  payment: PaymentMoney | null;
}

/** What somebody has to look at, whatever the state of the sale is. */
export type SaleWarning = 'too-much' | 'reported' | 'another-amount' | 'disputed' | 'to-check' | 'in-doubt';

/** Money in integer fils, links in the order of the sale. */
export interface SaleStanding<L extends LinkOfSale = Link> {
  /** What the customer should pay in all; if no link was made, what was asked for. */
  dueFils: number;
  /** What came, before anything went back. */
  receivedFils: number;
  back: Record<BackKind, number>;
  /** All that went back; null: nobody knows how much. */
  backFils: number | null;
  /** What their bank has not decided about; null: nothing is disputed. */
  disputedFils: number | null;
  /** What of the due is missing after a part was paid; 0 where a part went back, or their bank may take it: nobody knows whether the rest is still wanted. */
  missingFils: number;
  /** What came beyond the due and did not go back; 0 while their bank may give it back. */
  overFils: number;
  /** What one more link can ask for: what is missing, unless a link asks for it, or it is less than any link can; else null. */
  restFils: number | null;
  /** What the customer should still pay. */
  toComeFils: number;
  state: SaleState;
  warnings: SaleWarning[];
  /** The last try to pay its newest link was declined. */
  isDeclined: boolean;
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
  const money = ordered.flatMap((one) => moneyOf(one) ?? []);
  const disputed = ordered.filter(({ payment }) => payment?.dispute === 'open');
  return {
    ...{ dueFils, receivedFils: sum(ordered.map(broughtBy)), back: readBack(money) },
    backFils: money.some((one) => one.refundedFils === null)
      ? null
      : sum(money.map((one) => one.refundedFils ?? 0)),
    disputedFils: disputed.length === 0 ? null : sum(disputed.map(cameOf)),
    isDeclined: newest?.payment?.finding === 'declined',
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

const hasNothingBack = ({ payment }: LinkOfSale): boolean =>
  payment === null || (payment.refundedFils === 0 && !isBack(payment.finding));

/** With money of the customer's that we have. */
const KEPT: ReadonlySet<SaleState> = new Set(['paid', 'doubted', 'partly', 'mismatch']);

/** The first that fits: money that came before what can still be paid, and that before what is over. */
const readState = (ordered: readonly LinkOfSale[], isCovered: boolean): SaleState => {
  const newestFirst = ordered.toReversed();
  const states = newestFirst.map((one) => ownStateOf(one));
  const has = (state: SaleState) => states.includes(state);
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
  ownStateOf(link) === 'disputed' && link.payment?.dispute === 'open';

const readWarnings = (ordered: readonly LinkOfSale[], overFils: number): SaleWarning[] => {
  const has = (state: SaleState) => ordered.some((one) => ownStateOf(one) === state);
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

const readBack = (money: readonly LinkMoney[]): Record<BackKind, number> => {
  const refunds = money.flatMap((one) => one.refunds);
  const of = (kind: BackKind) => sum(refunds.map((one) => (one.kind === kind ? (one.fils ?? 0) : 0)));
  return Object.fromEntries(BACK_KINDS.map((kind) => [kind, of(kind)])) as Record<BackKind, number>;
};

/** What was paid with it, before refunds: the amount asked for, where no record says how much. */
export const cameOf = ({ payment, amountFils }: Pick<LinkOfSale, 'payment' | 'amountFils'>): number =>
  payment?.amountFils ?? amountFils;

/** What came of it, before refunds; nothing, where nobody knows how large a part it is. */
export const broughtBy = (link: LinkOfSale): number => moneyOf(link)?.receivedFils ?? 0;

/** What of the due is paid with it: of another amount or currency nothing, until somebody says so. */
const coveredBy = (link: LinkOfSale): number => {
  if (isPaidItself(link)) return Math.max(broughtBy(link), link.amountFils);
  return ownStateOf(link) === 'partly' ? broughtBy(link) : 0;
};

/** What came of it and did not go back; nothing, where nobody knows how much went back. */
export const keptOf = (link: LinkOfSale): number => {
  const { refundedFils = null } = moneyOf(link) ?? {};
  if (refundedFils === null || ownStateOf(link) === 'refunded') return 0;
  return Math.max(broughtBy(link) - refundedFils, 0);
};

export const sum = (fils: readonly number[]): number => fils.reduce((total, one) => total + one, 0);
