import type { Link } from '../../store/link.ts';
import type { LinkStore } from '../../store/link-store.ts';
import type { SaleState } from './display-state.ts';
import { rowOf } from './display-states.ts';
import { aboutOf, type LinkInSale, readSales } from './link-in-sale.ts';
import { standingOf } from './standing.ts';

/** The sales of one person that somebody still has to look after, soonest to expire first. */
export const readOpenSales = async (
  { limit, ...of }: { teamId: string; ownerId: string; limit: number },
  links: Pick<LinkStore, 'unfinishedOf' | 'salesOf'>,
): Promise<LinkInSale[]> => {
  // Few unfinished links are of a sale that is over.
  for (let most = limit; ; most *= 4) {
    const unfinished = await links.unfinishedOf({ ...of, limit: most });
    const sales = (await readSales(unfinished, links)).filter(
      ({ ownerId, sale }) => ownerId === of.ownerId && !rowOf(sale.state).isOver,
    );
    if (sales.length >= limit || unfinished.length < most)
      return sales.toSorted((one, other) => one.expiresAt - other.expiresAt).slice(0, limit);
  }
};

/** Somebody still has to look after it, and it is made, or may be. */
export const mayBeHandedOver = (state: SaleState): boolean => {
  const { isOver, figure } = rowOf(state);
  return !isOver && figure !== 'toGo' && figure !== 'notMade';
};

/** Who has a sale that may be handed over, by all its links; else null. */
export const holderOf = (sale: readonly Link[]): string | null =>
  mayBeHandedOver(standingOf(sale).state) ? aboutOf(sale).ownerId : null;
