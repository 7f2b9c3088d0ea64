import { isDisputed } from '../blocks/back-words.ts';
import { displayStateOf, nameState } from '../links/sale/display-state.ts';
import { rowOf } from '../links/sale/display-states.ts';
import { readInsteads } from '../links/sale/standing.ts';
import type { BackKind } from '../payment-service/index.ts';
import type { Link } from '../store/link.ts';
import { moneyOf } from '../store/link-payment.ts';
import type { LinkStore } from '../store/link-store.ts';
import { isStanding, type Standing } from './sale-figures.ts';

/** How a link of ours stands, for lists that hold the service's record of it, too. */
export interface LinkStanding {
  is: Standing;
  /** As its card says it, without the emoji: `Replaced by INV-8`. */
  label: string;
  amountFils: number;
  /** What went back, in integer fils; null: not known. */
  refundedFils: number | null;
  backKind: BackKind;
}

/** By their ids, of links that the service has; all of one workspace. */
export const readStandings = async (
  links: readonly Link[],
  store: Pick<LinkStore, 'salesOf'>,
): Promise<Map<string, LinkStanding>> => {
  const insteads = await readInsteads(links, store);
  return new Map(
    links.flatMap((one) => {
      const link = { ...one, instead: insteads.get(one.id) ?? null };
      const { figure } = rowOf(displayStateOf(link));
      if (!isStanding(figure)) return [];
      const { refundedFils = 0 } = moneyOf(link) ?? {};
      const { amountFils, payment } = link;
      const backKind = isDisputed(payment) ? 'chargeback' : 'refund';
      return [[link.id, { is: figure, label: nameState(link), amountFils, refundedFils, backKind }] as const];
    }),
  );
};
