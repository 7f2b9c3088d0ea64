import { SMALLEST_FILS } from '../../blocks/read-amount.ts';
import { cut } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import type { LinkPayment, PaymentFinding } from '../../store/link-payment.ts';
import { awaitsPayment, isIssued, type LinkState } from '../../store/link-states.ts';
import { type DisplayState, type Instead, rowOf } from './display-states.ts';

/** A sale as people read it. That a link is *replaced* or *already paid* with another one is said of links only. */
export type SaleState = Exclude<DisplayState, 'replaced' | 'paid-already'>;

interface Own {
  state: LinkState;
  payment: { finding: PaymentFinding } | null;
}

interface Known extends Own {
  /** Why nobody should pay it any more. */
  instead: Instead | null;
  sale: { state: string };
}

/** As people read it. A part of a sale is paid once all of the sale is. */
export const displayStateOf = ({ instead, sale, ...link }: Known): DisplayState => {
  const own = ownStateOf(link);
  if (own === 'waiting' && instead !== null) return INSTEAD[instead.why];
  if (own !== 'partly' || !isPaidInFull(sale.state)) return own;
  return sale.state === 'doubted' ? 'doubted' : 'paid';
};

/** Also where finance still has to check a payment. */
export const isPaidInFull = (state: string): boolean => state === 'paid' || state === 'doubted';

/** By itself, whatever its sale is. */
export const ownStateOf = ({ state, payment }: Own): SaleState => {
  switch (state) {
    case 'asked':
    case 'declined':
    case 'withdrawn':
    case 'lapsed':
    case 'reserved':
    case 'unknown':
    case 'expired':
      return state;
    case 'open':
      return 'waiting';
    case 'paid':
      return PAID[payment?.finding ?? 'confirmed'] ?? 'paid';
    case 'reported':
      return REPORTED[payment?.finding ?? 'unconfirmed'];
    case 'failed':
      return payment?.finding === 'cancelled' ? 'cancelled' : 'not-made';
  }
};

/** With it alone. */
export const isPaidItself = (link: Own): boolean => isPaidInFull(ownStateOf(link));

/** The service has it, or had it before it cancelled it. */
export const wasMade = (link: Own): boolean => isIssued(link.state) || ownStateOf(link) === 'cancelled';

const INSTEAD: Record<Instead['why'], DisplayState> = { paid: 'paid-already', replaced: 'replaced' };

const PAID: Partial<Record<PaymentFinding, SaleState>> = {
  refunded: 'refunded',
  disputed: 'disputed',
  doubted: 'doubted',
};

const REPORTED: Record<PaymentFinding, SaleState> = {
  unconfirmed: 'unconfirmed',
  confirmed: 'unconfirmed',
  doubted: 'unconfirmed',
  declined: 'unconfirmed',
  cancelled: 'unconfirmed',
  partly: 'partly',
  mismatch: 'mismatch',
  refunded: 'refunded',
  disputed: 'disputed',
};

/** `show`: for the other link's number, which people typed; in mrkdwn it is escaped. */
export const labelOf = (link: Known, show: (typed: string) => string = (typed) => typed): string =>
  [
    rowOf(displayStateOf(link)).label,
    ...(link.instead ? [show(cut(link.instead.by.invoiceId, 100))] : []),
  ].join(' ');

export const isPaid = (link: Known): boolean => isPaidInFull(displayStateOf(link));

/** Of what was stored of it, as in its history: not for what people should do now. */
export const labelOfOwn = (link: Own): string => rowOf(ownStateOf(link)).label;

export const withoutEmoji = (label: string): string => label.replace(/^\S+ /, '');

/** The payment page while the customer can pay there; only then may messages show it. */
export const addressToPay = ({ state, address }: Pick<Link, 'state' | 'address'>): string | null =>
  awaitsPayment(state) ? address : null;

export const isPayable = (link: Pick<Link, 'state' | 'address'>): boolean => addressToPay(link) !== null;

export const isOver = (link: Known): boolean => rowOf(displayStateOf(link)).isOver;

/** The next link of its sale can take its place. */
export const mayBeChanged = (link: Known): boolean =>
  isEndedRequest(link) ||
  ['waiting', 'replaced', 'expired', 'cancelled', 'not-made'].includes(displayStateOf(link));

/** As far as we know, the service does not have it. */
export const isNotMade = (link: Own): boolean => ownStateOf(link) === 'not-made';

/** It was asked for, and will not be made. */
export const isEndedRequest = (link: Pick<Own, 'state'>): boolean =>
  ['declined', 'withdrawn', 'lapsed'].includes(link.state);

type PartOfSale = Pick<Link, 'state' | 'amountFils'> & {
  payment: Pick<LinkPayment, 'finding' | 'amountFils'> | null;
};

/** What is missing of a part payment; null: it is none, or how much came is not known. */
const missingOf = ({ state, payment, amountFils }: PartOfSale): number | null =>
  ownStateOf({ state, payment }) === 'partly' && payment?.amountFils != null
    ? amountFils - payment.amountFils
    : null;

/** So little of a part payment is missing that no link can ask for it; null: it is not so, or somebody counted it as paid in full. */
export const settleableOf = (link: Link): number | null => {
  const wantedFils = wantedOf(link);
  return wantedFils !== null && wantedFils < SMALLEST_FILS && !isCountedAsPaid(link) ? wantedFils : null;
};

/** Somebody counted it as paid in full, and no more is missing than then. */
export const isCountedAsPaid = (link: PartOfSale & Pick<Link, 'settled'>): boolean =>
  link.settled !== null && (missingOf(link) ?? 0) <= link.settled.missingFils;

/** What is missing. Null where a part went back: nobody knows whether the rest is still wanted. */
const wantedOf = (link: Link): number | null => (link.payment?.refundedFils === 0 ? missingOf(link) : null);

export const mayChange = (link: Known): boolean => rowOf(displayStateOf(link)).mayChange;

/** The service may have news about it: that it was paid, or that its money went back. */
export const mayHaveNews = (link: Known): boolean => {
  const { mayChange, hadMoney } = rowOf(displayStateOf(link));
  return mayChange || hadMoney;
};

export const isSettled = (link: Known): boolean => rowOf(displayStateOf(link)).isSettled;

const HAS_MONEY: ReadonlySet<LinkState> = new Set(['reported', 'paid']);

/** A card waits for the link's address, unless money came. That of a request is posted at once. */
export const mayHaveCard = ({ address, state }: Pick<Link, 'address' | 'state'>): boolean =>
  state === 'asked' || address !== null || HAS_MONEY.has(state);
