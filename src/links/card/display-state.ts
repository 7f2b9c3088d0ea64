import type { Link } from '../../store/link.ts';
import type { PaymentFinding } from '../../store/link-payment.ts';
import { awaitsPayment } from '../../store/link-states.ts';

/**
 * A link's state as people read it, refined by its payment. `not-made`: the link never existed.
 */
export type DisplayState =
  | 'reserved'
  | 'unknown'
  | 'not-made'
  | 'waiting'
  | 'unconfirmed'
  | 'partly'
  | 'mismatch'
  | 'paid'
  | 'refunded'
  | 'expired'
  | 'cancelled';

/** What messages need to know about a state. */
interface DisplayFacts {
  /** One emoji and one label, the same in every message. */
  label: string;
  /** As far as we know, the link can no longer be paid. */
  isOver: boolean;
  /** Whether it is paid may still change. */
  mayChange: boolean;
  /** Money came, so some may go back. */
  hadMoney: boolean;
  /** The link exists or existed, and we know its state. */
  isSettled: boolean;
}

const FACTS: Readonly<Record<DisplayState, DisplayFacts>> = {
  reserved: { label: '⏳ Being made', isOver: false, mayChange: true, hadMoney: false, isSettled: false },
  unknown: { label: '❔ Checking', isOver: false, mayChange: true, hadMoney: false, isSettled: false },
  'not-made': { label: '✖️ Not made', isOver: false, mayChange: false, hadMoney: false, isSettled: false },
  waiting: { label: '🟡 Waiting', isOver: false, mayChange: true, hadMoney: false, isSettled: false },
  unconfirmed: { label: '🟠 Reported', isOver: false, mayChange: true, hadMoney: false, isSettled: true },
  partly: { label: '🟠 Partly paid', isOver: false, mayChange: true, hadMoney: true, isSettled: true },
  mismatch: { label: '🔴 Mismatch', isOver: false, mayChange: true, hadMoney: true, isSettled: true },
  paid: { label: '✅ Paid', isOver: true, mayChange: false, hadMoney: true, isSettled: true },
  refunded: { label: '↩️ Refunded', isOver: true, mayChange: false, hadMoney: true, isSettled: true },
  expired: { label: '⌛ Expired', isOver: true, mayChange: true, hadMoney: false, isSettled: true },
  cancelled: { label: '✖️ Cancelled', isOver: true, mayChange: false, hadMoney: false, isSettled: true },
};

interface Known {
  state: Link['state'];
  payment: { finding: PaymentFinding } | null;
}

export const displayStateOf = ({ state, payment }: Known): DisplayState => {
  switch (state) {
    case 'reserved':
    case 'unknown':
    case 'expired':
      return state;
    case 'open':
      return 'waiting';
    case 'paid':
      return payment?.finding === 'refunded' ? 'refunded' : 'paid';
    case 'reported':
      return REPORTED[payment?.finding ?? 'unconfirmed'];
    case 'failed':
      return payment?.finding === 'cancelled' ? 'cancelled' : 'not-made';
  }
};

const REPORTED: Record<PaymentFinding, DisplayState> = {
  unconfirmed: 'unconfirmed',
  confirmed: 'unconfirmed',
  declined: 'unconfirmed',
  cancelled: 'unconfirmed',
  partly: 'partly',
  mismatch: 'mismatch',
  refunded: 'refunded',
};

export const labelOf = (link: Known): string => FACTS[displayStateOf(link)].label;

export const emojiOf = (link: Known): string => labelOf(link).split(' ')[0] ?? '';

/** The payment page while the customer can pay there; only then may messages show it. */
export const addressToPay = ({ state, address }: Pick<Link, 'state' | 'address'>): string | null =>
  awaitsPayment(state) ? address : null;

export const isPayable = (link: Pick<Link, 'state' | 'address'>): boolean => addressToPay(link) !== null;

export const isOver = (link: Known): boolean => FACTS[displayStateOf(link)].isOver;

/** The next link of its sale can take its place. */
export const mayBeChanged = (link: Known): boolean =>
  ['waiting', 'expired', 'cancelled', 'not-made'].includes(displayStateOf(link));

/** The service makes no link for less. */
const LEAST_FILS = 1_000;

/** What is missing of a part payment; null: it is none, or how much came is not known. */
export const missingOf = (link: Pick<Link, 'state' | 'payment' | 'amountFils'>): number | null =>
  displayStateOf(link) === 'partly' && link.payment?.amountFils != null
    ? link.amountFils - link.payment.amountFils
    : null;

/** The same, if a link can ask for it. Where a part went back, nobody knows whether the rest is still wanted. */
export const restOf = (link: Link): number | null => {
  const missingFils = missingOf(link);
  return missingFils === null || missingFils < LEAST_FILS || link.payment?.refundedFils !== 0
    ? null
    : missingFils;
};

export const mayChange = (link: Known): boolean => FACTS[displayStateOf(link)].mayChange;

/** The service may have news about it: that it was paid, or that its money went back. */
export const mayHaveNews = (link: Known): boolean => {
  const { mayChange, hadMoney } = FACTS[displayStateOf(link)];
  return mayChange || hadMoney;
};

export const isSettled = (link: Known): boolean => FACTS[displayStateOf(link)].isSettled;
