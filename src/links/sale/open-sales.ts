import type { LinkStore } from '../../store/link-store.ts';
import { rowOf } from './display-states.ts';
import { readSales, type SaleShown } from './standing.ts';

/** The sales of one person that somebody still has to look after, soonest to expire first. */
export const readOpenSales = async (
  { limit, ...of }: { teamId: string; ownerId: string; limit: number },
  links: Pick<LinkStore, 'unfinishedOf' | 'salesOf'>,
): Promise<SaleShown[]> => {
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
