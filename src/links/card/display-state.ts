import type { Link } from '../../store/link.ts';
import type { PaymentFinding } from '../../store/link-payment.ts';

/**
 * A link's state as people read it, refined by what is known of the payment. `failed`: an earlier version
 * gave up a link that exists. `not-made`: the link never existed.
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
  | 'cancelled'
  | 'failed';

/** One emoji and one label, the same in every message. */
const LABELS: Record<DisplayState, string> = {
  reserved: '⏳ Being made',
  unknown: '❔ Checking',
  'not-made': '✖️ Not made',
  waiting: '🟡 Waiting',
  unconfirmed: '🟠 Reported',
  partly: '🟠 Partly paid',
  mismatch: '🔴 Mismatch',
  paid: '✅ Paid',
  refunded: '↩️ Refunded',
  expired: '⌛ Expired',
  cancelled: '✖️ Cancelled',
  failed: '✖️ Failed',
};

type Known = Pick<Link, 'state' | 'payment'>;

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
      if (payment?.finding === 'cancelled') return 'cancelled';
      return payment?.finding === 'declined' ? 'failed' : 'not-made';
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

export const labelOf = (link: Known): string => LABELS[displayStateOf(link)];

export const emojiOf = (link: Known): string => labelOf(link).split(' ')[0] ?? '';

/** The customer can pay now, so messages may show the way to the payment page. */
export const isPayable = (link: Pick<Link, 'state' | 'address'>): boolean =>
  link.state === 'open' && link.address !== null;

const OVER: ReadonlySet<DisplayState> = new Set(['paid', 'refunded', 'expired', 'cancelled']);

/** Nobody can pay with it any more, as far as we know. */
export const isOver = (link: Known): boolean => OVER.has(displayStateOf(link));
