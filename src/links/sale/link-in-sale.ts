import { type Link, wasAsked } from '../../store/link.ts';
import { awaitsPayment, isIssued, isRequest } from '../../store/link-states.ts';
import type { LinkStore } from '../../store/link-store.ts';
import {
  displayStateOf,
  isPaidInFull,
  isPaidItself,
  isPayable,
  mayHaveCard,
  ownStateOf,
  settleableOf,
} from './display-state.ts';
import { type Instead, rowOf } from './display-states.ts';
import { type Over, overOf } from './over.ts';
import { broughtBy, type LinkOfSale, type SaleStanding, standingOf } from './standing.ts';

export type { Instead } from './display-states.ts';

/** A link as people read of it: with what the other links of its sale mean for it. */
export type LinkInSale<L extends NamedLink = Link> = L & {
  instead: Instead | null;
  sale: SaleStanding<L>;
};

type NamedLink = LinkOfSale & Pick<Link, 'invoiceId'>;

/** What a link has to do with the others of its sale. */
export interface InSale extends Pick<LinkInSale, 'instead' | 'sale'> {
  /** The newest link in its place that the service certainly has. Paylink cannot end this one, so customers may still pay it. */
  replacedBy: Link | null;
  /** Which link the state of the sale is about: this one while it can be paid, else the newest that is so. */
  about: LinkInSale;
  /** Of a link that is paid in part: the newest link that asks for the rest. */
  restBy: Link | null;
  /** Of a link that asks for the rest: the link that asked for all, and what was paid before this one. */
  restOf: { whole: Link; paidFils: number } | null;
  /** Of both: with it all is paid. */
  isRestPaid: boolean;
  /** Of the newest link that a card shows: those before it that the customer could pay as well. */
  stillPayable: readonly Link[];
  /** Of the same: those up to it that brought money, or may have, without the one that the state is about. */
  paidBeside: readonly Link[];
  /** Of the same, if a part was paid of the sale: what was due, and what of that is missing, in integer fils. */
  missing: { fils: number; dueFils: number } | null;
  /** So little is missing of its part payment that a person may count it as paid in full, in integer fils. */
  settleFils: number | null;
  /** Of the same, and of one whose customer paid it: that more came for the sale than was due. */
  over: Over | null;
}

/** `links`: those of its sale, in any order, with it or without. */
export const inItsSale = <L extends NamedLink>(link: L, links: readonly L[]): LinkInSale<L> => {
  const { instead, sale } = readPlace(link, links);
  return { ...link, instead, sale };
};

/** For what happened to itself. */
export const alone = <L extends NamedLink>(link: L): LinkInSale<L> => inItsSale(link, []);

/** The same, with what is in its place: a part of a sale stays a part when all is paid. */
export const byItself = (link: LinkInSale): LinkInSale => ({ ...alone<Link>(link), instead: link.instead });

const readPlace = <L extends NamedLink>(link: L, links: readonly L[]) => {
  const others = links
    .filter(({ id }) => id !== link.id)
    .toSorted((one, other) => other.saleOrder - one.saleOrder);
  const all = [link, ...others];
  const sale = standingOf(all);
  const later = others.filter((one) => one.saleOrder > link.saleOrder && isIssued(one.state));
  const next = later[0] ?? null;
  const restBy = next !== null && sale.rests.has(next.id) && broughtBy(link) > 0 ? next : null;
  const replacedBy = restBy === null ? next : null;
  const instead = awaitsPayment(link.state) ? findInstead(link, others, replacedBy) : null;
  return { others, all, later, restBy, replacedBy, instead, sale };
};

/** The same, with all that a card says of the others. */
export const inSale = (link: Link, links: readonly Link[]): InSale => {
  const { others, all, later, restBy, replacedBy, instead, sale } = readPlace(link, links);
  const isNewest = !later.some(mayHaveCard);
  const restOf = sale.rests.get(link.id) ?? null;
  const over = overOf(all, sale);
  const before = others.filter((one) => one.saleOrder < link.saleOrder);
  const isSo = (one: Link) => displayStateOf({ ...one, instead: null, sale }) === sale.state;
  const about = awaitsPayment(link.state) ? link : (all.find(isSo) ?? link);
  return {
    ...{ replacedBy, restBy, restOf, instead, sale },
    about: inItsSale(about, all),
    isRestPaid: (restOf !== null || restBy !== null) && isPaidInFull(sale.state),
    stillPayable: isNewest ? before.filter(isPayable) : [],
    paidBeside: isNewest ? [link, ...before].filter((one) => one.id !== about.id && mayHavePaid(one)) : [],
    missing: isNewest && sale.missingFils > 0 ? { fils: sale.missingFils, dueFils: sale.dueFils } : null,
    settleFils: sale.missingFils > 0 ? settleableOf(link) : null,
    over: over !== null && (isNewest || over.paid.includes(link)) ? over : null,
  };
};

const mayHavePaid = (link: Link): boolean => {
  const own = ownStateOf(link);
  return rowOf(own).hadMoney || own === 'unconfirmed';
};

/** A link made after a payment is meant to be paid. */
const findInstead = <L extends NamedLink>(
  link: L,
  others: readonly L[],
  replacedBy: L | null,
): Instead | null => {
  const paid = others.find(
    (one) => isPaidItself(one) && one.payment !== null && one.payment.noticedAt >= link.createdAt,
  );
  if (paid) return { why: 'paid', by: paid };
  return replacedBy && { why: 'replaced', by: replacedBy };
};

/** Which of a sale's links it is about now: the newest that the customer can have, else the newest. `sale`: at least one. */
export const aboutOf = <L extends Link>(sale: readonly L[]): L => {
  const newestFirst = sale.toSorted((one, other) => other.saleOrder - one.saleOrder);
  const about =
    newestFirst.find((one) => !isRequest(one.state) && mayHaveCard(one)) ??
    newestFirst.find(wasAsked) ??
    newestFirst[0];
  if (about === undefined) throw new Error('a sale without links');
  return about;
};

/** The links of each sale, by its id. */
export const groupBySale = <L extends Pick<Link, 'saleId'>>(links: readonly L[]): Map<string, L[]> => {
  const sales = new Map<string, L[]>();
  for (const link of links) {
    const sale = sales.get(link.saleId);
    if (sale) sale.push(link);
    else sales.set(link.saleId, [link]);
  }
  return sales;
};

/** The sales of these links of one workspace, each once, in the order in which they are met. */
export const readSales = async (
  listed: readonly Pick<Link, 'teamId' | 'saleId'>[],
  links: Pick<LinkStore, 'salesOf'>,
): Promise<LinkInSale[]> => {
  const sales = groupBySale(await links.salesOf(listed));
  return [...new Set(listed.map(({ saleId }) => saleId))].map((saleId) => {
    const sale = sales.get(saleId) ?? [];
    return inItsSale(aboutOf(sale), sale);
  });
};

/** The same of each of these links of one workspace, also of those of one sale. */
export const readEachInSale = async (
  listed: readonly Link[],
  links: Pick<LinkStore, 'salesOf'>,
): Promise<LinkInSale[]> => {
  const sales = groupBySale(await links.salesOf(listed));
  return listed.map((link) => inItsSale(link, sales.get(link.saleId) ?? []));
};

/** With the other links of its sale, as they are now. */
export const readInSale = async <L extends Link>(
  link: L,
  links: Pick<LinkStore, 'saleOf'>,
): Promise<L & LinkInSale> => ({ ...link, ...inItsSale<Link>(link, await links.saleOf(link)) });
