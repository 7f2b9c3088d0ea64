import { isDisputed } from '../blocks/back-words.ts';
import { displayStateOf, labelOf, withoutEmoji } from '../links/sale/display-state.ts';
import { rowOf } from '../links/sale/display-states.ts';
import { inItsSale } from '../links/sale/link-in-sale.ts';
import type { BackKind } from '../payment-service/index.ts';
import type { Link } from '../store/link.ts';
import { isStanding, type LinkOfFigures, readSale, type Standing } from './sale-figures.ts';
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

/** By their ids, of all links of these sales of one workspace that the service has. */
export const readStandings = async (
  of: readonly Link[],
  saleFigures: SaleFiguresStore,
): Promise<Map<string, LinkStanding>> => {
  const [first] = of;
  if (first === undefined) return new Map();
  const sales = await saleFigures.linksOf(first.teamId, [...new Set(of.map(({ saleId }) => saleId))]);
  return new Map(sales.flatMap(standInSale));
};

const standInSale = (links: readonly LinkOfFigures[]): [string, LinkStanding][] => {
  const sale = readSale(links);
  return links.flatMap((link): [string, LinkStanding][] => {
    const { figure } = rowOf(displayStateOf({ ...inItsSale(link, links), instead: null }));
    if (!isStanding(figure)) return [];
    const isFirst = sale?.id === link.id;
    const standing: LinkStanding = {
      is: isFirst ? sale.is : 'further',
      alone: figure,
      label: nameInSale(link, links),
      amountFils: isFirst ? sale.dueFils : link.amountFils,
      refundedFils: isFirst ? sale.backFils : 0,
      backKind: isDisputed(link.payment) ? 'chargeback' : 'refund',
    };
    return [[link.id, standing]];
  });
};

/** Its state, without the emoji. `sale`: all links of it, in any order. */
export const nameInSale = <L extends Parameters<typeof inItsSale>[0]>(link: L, sale: readonly L[]): string =>
  withoutEmoji(labelOf(inItsSale(link, sale)));
