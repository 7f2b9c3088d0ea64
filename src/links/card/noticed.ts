import type { App } from '../../app-parts.ts';
import type { JobOutcome } from '../../delivery/run-claimed-job.ts';
import type { Link } from '../../store/link.ts';
import { type LinkWithCard, SHOWN_SALE } from '../../store/link-card.ts';
import type { Placed } from '../../store/message-store.ts';
import { inItsSale, type LinkInSale } from '../sale/link-in-sale.ts';
import { buildBatchShow } from './notice-kinds.ts';

/** The link that a message is about, and how its sale stands now. */
export interface Noticed {
  link: LinkWithCard & LinkInSale;
  /** The other links of the sale. */
  others: readonly Link[];
  card: Placed | null;
}

/** Null: there is no such link. */
export const readNoticed = async (
  { teamId, linkId }: { teamId: string; linkId: string | null },
  { store }: App,
): Promise<Noticed | null> => {
  const found = linkId === null ? null : await store.links.findWith(teamId, linkId, SHOWN_SALE);
  if (found === null) return null;
  const { link, others, placed: card } = found;
  return { link: { ...inItsSale<Link>(link, others), card }, others, card };
};

/** A batch has one card for all its links, which says it. Null: the link has a card of its own. */
export const showOnBatch = ({ teamId, batchId }: Link, { clock }: App): JobOutcome | null =>
  batchId === undefined
    ? null
    : { outcome: 'done', next: [buildBatchShow({ teamId, batchId }, clock.now())] };

/** Another road is telling it just now: look again how that ended. */
export const waitForOther = (retryAfterMs: number): JobOutcome => ({
  ...{ outcome: 'later', reason: 'being told elsewhere', retryAfterMs },
  isTry: false,
});
