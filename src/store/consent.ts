import type { Link } from './link.ts';
import { isBack, type LinkPayment } from './link-payment.ts';
import { awaitsPayment, isUncertain } from './link-states.ts';
import type { ShownLink } from './tables/shown-links.ts';

export { type ShownLink, shownLinksSchema } from './tables/shown-links.ts';

/** A person agreed to one more link for a customer and amount, and had seen these. */
export interface Consent {
  shown: readonly ShownLink[];
  /** When they were shown, in milliseconds since the epoch. */
  at: number;
}

/** A link paid or made within this time before a form is submitted makes another one look like a mistake. */
const RECENT_MS = 24 * 60 * 60_000;

/** A link that can no longer be paid counts if it was made or paid from this instant on. */
export const recentAt = ({ at }: Pick<Consent, 'at'>): number => at - RECENT_MS;

type Shown = Pick<Link, 'id' | 'state'> & {
  payment: Pick<LinkPayment, 'finding' | 'amountFils'> | null;
};

export const describeShown = ({ id, state, payment }: Shown): ShownLink => ({
  id,
  state,
  // A link whose request is under way is about to be payable.
  isPayable: awaitsPayment(state) || state === 'reserved',
  paidFils: state === 'paid' || state === 'reported' ? readPaid(payment) : 0,
});

function readPaid(payment: Shown['payment']): number | null {
  if (payment === null) return null;
  return isBack(payment.finding) ? 0 : payment.amountFils;
}

/**
 * The links that a person must be asked about before one more is made: not shown, and payable, paid or in doubt; paid
 * since they were shown; or payable again. What merely ended asks nothing.
 */
export const whatIsNew = <L extends Shown>(shown: readonly ShownLink[], now: readonly L[]): L[] => {
  const before = new Map(shown.map((link) => [link.id, link]));
  return now.filter((link) => {
    const current = describeShown(link);
    const known = before.get(link.id);
    if (known === undefined) return current.isPayable || current.paidFils !== 0 || isUncertain(link.state);
    return (current.isPayable && !known.isPayable) || isPaidSince(known, current);
  });
};

function isPaidSince(before: ShownLink, now: ShownLink): boolean {
  if (now.paidFils === 0) return false;
  if (before.paidFils === 0 || (now.state === 'paid' && before.state !== 'paid')) return true;
  return now.paidFils === null ? before.paidFils !== null : now.paidFils > (before.paidFils ?? 0);
}

/** What counts as shown once a person has been asked about `links`. */
export const addShown = (shown: readonly ShownLink[], links: readonly Shown[]): ShownLink[] => [
  ...new Map([...shown, ...links.map(describeShown)].map((link) => [link.id, link])).values(),
];
