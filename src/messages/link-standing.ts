import type { Link } from '../store/link.ts';

/**
 * How a link stands for the people who read of it: its state, told apart by what is known of the payment.
 * `failed`: the service gave up a link that existed. `not-made`: there never was one.
 */
export type Standing =
  | 'reserved'
  | 'unknown'
  | 'not-made'
  | 'waiting'
  | 'unconfirmed'
  | 'mismatch'
  | 'paid'
  | 'refunded'
  | 'expired'
  | 'cancelled'
  | 'failed';

/** One emoji and one word, the same on every message. */
const LABELS: Record<Standing, string> = {
  reserved: '⏳ Being made',
  unknown: '❔ Not known',
  'not-made': '✖️ Not made',
  waiting: '🟡 Waiting',
  unconfirmed: '🟠 Reported',
  mismatch: '🔴 Mismatch',
  paid: '✅ Paid',
  refunded: '↩️ Refunded',
  expired: '⌛ Expired',
  cancelled: '✖️ Cancelled',
  failed: '✖️ Failed',
};

type Known = Pick<Link, 'state' | 'payment'>;

export const standingOf = ({ state, payment }: Known): Standing => {
  const finding = payment?.finding;
  switch (state) {
    case 'open':
      return 'waiting';
    case 'paid':
      return finding === 'refunded' ? 'refunded' : 'paid';
    case 'reported':
      return finding === 'mismatch' || finding === 'refunded' ? finding : 'unconfirmed';
    case 'failed':
      if (finding === 'cancelled') return 'cancelled';
      return finding === 'declined' ? 'failed' : 'not-made';
    default:
      return state;
  }
};

export const labelOf = (link: Known): string => LABELS[standingOf(link)];

export const emojiOf = (link: Known): string => labelOf(link).split(' ')[0] ?? '';

/** The customer can pay now, so what leads to the payment page may be shown. */
export const isPayable = (link: Pick<Link, 'state' | 'address'>): boolean =>
  link.state === 'open' && link.address !== null;

const OVER: ReadonlySet<Standing> = new Set(['paid', 'refunded', 'expired', 'cancelled']);

/** Nobody can pay with it any more, as far as is known. */
export const isOver = (link: Known): boolean => OVER.has(standingOf(link));
