import type { Ids } from '../../ids.ts';
import type { Link } from '../../store/link.ts';
import { buildEditNotice, buildSaleNotices, type NewNotice } from '../card/notice-kinds.ts';

/** Who looks after a workspace's money: the people with that role, otherwise its admins. */
export type FinanceOf = (teamId: string) => Promise<readonly string[]>;

/** What to do about the other links of a sale when one of them changes. */
interface SaleNews {
  /** The other link that was paid as well; null: none was. */
  paidTwiceWith: string | null;
  jobs: NewNotice[];
}

/**
 * Tells both cards, both owners and the people who handle the money about two links for one sale. `hasTurnedUp`:
 * we did not know that the link existed, and another was made in its place.
 */
export const buildSaleNews = (
  link: Link,
  others: readonly Link[],
  {
    financeIds,
    ids,
    hasTurnedUp,
  }: { financeIds: readonly string[]; ids: Pick<Ids, 'notice'>; hasTurnedUp: boolean },
): SaleNews => {
  const paid = others.find(({ state }) => state === 'paid');
  if (link.state === 'paid' && paid) {
    const edits = [link, paid].map((one) => buildEditNotice(one, ids));
    const told = buildSaleNotices('paid-twice', link, paid, financeIds, ids);
    return { paidTwiceWith: paid.id, jobs: [...edits, ...told] };
  }
  const beside = hasTurnedUp ? others.find(isThere) : undefined;
  return {
    paidTwiceWith: null,
    jobs: beside ? buildSaleNotices('two-links', link, beside, [], ids) : [],
  };
};

/** The service has it, or may have it. */
const isThere = ({ state, address }: Link): boolean => {
  switch (state) {
    case 'failed':
    case 'expired':
      return false;
    case 'open':
      return address !== null;
    case 'reserved':
    case 'unknown':
    case 'reported':
    case 'paid':
      return true;
  }
};
