import { isDisputed } from '../blocks/back-words.ts';
import { displayStateOf, nameState } from '../links/sale/display-state.ts';
import { rowOf } from '../links/sale/display-states.ts';
import { inSale } from '../links/sale/standing.ts';
import type { BackKind } from '../payment-service/index.ts';
import type { Link } from '../store/link.ts';
import type { LinkStore } from '../store/link-store.ts';
import { isStanding, type Standing } from './sale-figures.ts';
import type { SaleFiguresStore } from './sale-figures-store.ts';

/** How a link of ours stands, for lists that hold the service's record of it, too. */
export interface LinkStanding {
  /** How its sale stands, which counts in the row of its first link; another one of the sale is in no sum. */
  is: Standing | 'further';
  /** How it stands itself. */
  alone: Standing;
  /** As it reads in a list: `Replaced by INV-8`; of a sale that several links paid, *Paid*. */
  label: string;
  /** What is due for the sale; of another link of it what that asks for. */
  amountFils: number;
  /** What went back, in integer fils; null: not known. */
  refundedFils: number | null;
  backKind: BackKind;
}

/** By their ids, of links that the service has; all of one workspace. */
export const readStandings = async (
  links: readonly Link[],
  store: { links: Pick<LinkStore, 'salesOf'>; saleFigures: Pick<SaleFiguresStore, 'salesOf'> },
): Promise<Map<string, LinkStanding>> => {
  const [first] = links;
  if (first === undefined) return new Map();
  const all = await store.links.salesOf(links);
  const saleIds = [...new Set(links.map(({ saleId }) => saleId))];
  const sales = await store.saleFigures.salesOf(first.teamId, saleIds);
  const byFirst = new Map(sales.map((sale) => [sale.id, sale]));
  return new Map(
    links.flatMap((link): [string, LinkStanding][] => {
      const ofSale = all.filter(({ saleId }) => saleId === link.saleId);
      const { figure } = rowOf(displayStateOf({ ...readInSale(link, ofSale), instead: null }));
      if (!isStanding(figure)) return [];
      const sale = byFirst.get(link.id);
      return [
        [
          link.id,
          {
            is: sale?.is ?? 'further',
            alone: figure,
            label: nameInSale(link, ofSale),
            amountFils: sale?.dueFils ?? link.amountFils,
            refundedFils: sale?.backFils ?? 0,
            backKind: isDisputed(link.payment) ? 'chargeback' : 'refund',
          },
        ],
      ];
    }),
  );
};

/** Its state, without the emoji. `sale`: all links of it, in any order. */
export const nameInSale = (link: Link, sale: readonly Link[]): string => nameState(readInSale(link, sale));

const readInSale = (link: Link, sale: readonly Link[]): Parameters<typeof nameState>[0] => {
  const { instead, isRestPaid } = inSale(link, sale);
  return isRestPaid ? { state: 'paid', payment: null } : { ...link, instead };
};
