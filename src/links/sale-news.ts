import type { Ids } from '../ids.ts';
import { buildEditNotice, buildSaleNotices } from '../notices/notice-kinds.ts';
import type { Link } from '../store/link.ts';
import type { NewNotice } from '../store/notice-store.ts';

/** What the other links of a link's sale call for when it changes. */
export interface SaleNews {
  /** The other link that was paid as well; null: none was. */
  paidTwiceWith: string | null;
  notices: NewNotice[];
}

/**
 * Two links of one sale: told to both cards, both makers and whoever looks after the money. `hasTurnedUp`: the
 * link was not known to exist, and another was made in its place.
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
    return { paidTwiceWith: paid.id, notices: [...edits, ...told] };
  }
  const beside = hasTurnedUp ? others.find(isThere) : undefined;
  return {
    paidTwiceWith: null,
    notices: beside ? buildSaleNotices('two-links', link, beside, [], ids) : [],
  };
};

/** The service has it, or may have it. */
const isThere = ({ state, address }: Link): boolean =>
  state === 'failed' || state === 'expired' ? false : state !== 'open' || address !== null;
