import type { Link } from '../../store/link.ts';
import type { LinkStore } from '../../store/link-store.ts';
import { displayStateOf, isPayable } from './display-state.ts';

/**
 * The other paid link of a link's sale, if the link was paid too or still can be: the customer pays twice. `sale`: its other
 * links. A link made after that payment is meant to be paid.
 */
export const findTwin = (link: Link, sale: readonly Link[]): Link | null => {
  const isTwin = (other: Link): boolean =>
    link.state === 'paid'
      ? other.state === 'paid'
      : isPayable(link) && displayStateOf(other) === 'paid' && isPaidSince(other, link.createdAt);
  return sale.find(isTwin) ?? null;
};

/** The same, with the sale read from the store. */
export const readTwin = async (link: Link, links: Pick<LinkStore, 'saleOf'>): Promise<Link | null> =>
  mayHaveTwin(link) ? findTwin(link, await links.saleOf(link)) : null;

const mayHaveTwin = (link: Link): boolean => link.state === 'paid' || isPayable(link);

const isPaidSince = ({ payment }: Link, since: number): boolean =>
  payment !== null && payment.noticedAt >= since;
