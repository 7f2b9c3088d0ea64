import type { Link } from '../../store/link.ts';
import { isIssued } from '../../store/link-states.ts';
import type { LinkStore } from '../../store/link-store.ts';
import { displayStateOf, isPayable, missingOf } from './display-state.ts';
import type { Instead } from './display-states.ts';

export type { Instead } from './display-states.ts';

/** What the other links of its sale mean for a link. */
export interface Standing {
  /** The other paid link of its sale: the customer paid both. */
  paidTwiceWith: Link | null;
  /** The newest link in its place that the service certainly has. Paylink cannot end this one, so customers may still pay it. */
  replacedBy: Link | null;
  instead: Instead | null;
  /** Of a partly paid link: the newest link that asks for the rest. */
  restBy: Link | null;
  /** Of a link that asks for the rest: the link that was paid in part first, and what was paid before this one. */
  restOf: { whole: Link; paidFils: number } | null;
  /** Of both: with it all is paid. */
  isRestPaid: boolean;
  /** Of the newest link: those before it that the customer could pay as well. */
  stillPayable: readonly Link[];
  /** Of a link whose customer paid it: that more came for the sale than was due. */
  over: Over | null;
}

/** More came for a sale than was due, and did not go back. */
export interface Over {
  /** How much too much, in integer fils. */
  fils: number;
  dueFils: number;
  /** Those that brought money, in the order of the sale. */
  paid: readonly Link[];
  refundAsked: Link['refundAsked'];
}

/** `sale`: all links of it. */
export const overOf = (sale: readonly Link[]): Over | null => {
  const inOrder = sale.toSorted((one, other) => one.saleOrder - other.saleOrder);
  const paid = inOrder.filter((one) => receivedOf(one) > 0);
  const newest = inOrder.findLast(({ state }) => isIssued(state));
  if (newest === undefined || paid.length === 0) return null;
  const dueFils = (inOrder.find((one) => asksForRest(newest, one)) ?? newest).amountFils;
  const fils = sum(paid.map(receivedOf)) - dueFils;
  // The first link of a sale keeps what was asked about it.
  return fils > 0 ? { fils, dueFils, paid, refundAsked: inOrder[0]?.refundAsked ?? null } : null;
};

/** `sale`: the other links of its sale, newest first. */
export const standingOf = (link: Link, sale: readonly Link[]): Standing => {
  const paidTwiceWith = link.state === 'paid' ? (sale.find(({ state }) => state === 'paid') ?? null) : null;
  const next = sale.find((one) => one.saleOrder > link.saleOrder && isIssued(one.state)) ?? null;
  const restBy = next !== null && asksForRest(next, link) ? next : null;
  const replacedBy = restBy === null ? next : null;
  const isNewest = isIssued(link.state) && next === null;
  const over = overOf([link, ...sale]);
  const before = sale.filter((one) => one.saleOrder < link.saleOrder);
  const whole = before.findLast((one) => asksForRest(link, one));
  const restOf = whole === undefined ? null : { whole, paidFils: sum(before.map(receivedOf)) };
  return {
    ...{ paidTwiceWith, replacedBy, restBy, restOf },
    isRestPaid:
      restOf === null ? restBy !== null && hasAll(link, sale) : hasAll(restOf.whole, [link, ...sale]),
    instead: isPayable(link) ? findInstead(link, sale, replacedBy) : null,
    stillPayable: isNewest ? before.filter(isPayable) : [],
    over: over?.paid.includes(link) ? over : null,
  };
};

const asksForRest = (link: Link, before: Link): boolean => {
  const missingFils = missingOf(before);
  return missingFils !== null && link.amountFils <= missingFils;
};

/** The links after it brought what is missing of it. */
const hasAll = (whole: Link, sale: readonly Link[]): boolean =>
  sum(sale.filter((one) => one.saleOrder > whole.saleOrder).map(receivedOf)) >=
  (missingOf(whole) ?? Infinity);

/** What was paid with it, before refunds: the amount asked for, where no record says how much. */
export const cameOf = ({ payment, amountFils }: Link): number => payment?.amountFils ?? amountFils;

/** What came of it and did not go back. */
const receivedOf = (link: Link): number => {
  const { payment } = link;
  if (payment === null || !['paid', 'partly', 'mismatch'].includes(displayStateOf(link))) return 0;
  if (payment.currency !== null && !/^AED$/i.test(payment.currency)) return 0;
  return payment.refundedFils === null ? 0 : cameOf(link) - payment.refundedFils;
};

const sum = (fils: readonly number[]): number => fils.reduce((total, one) => total + one, 0);

/** A link made after a payment is meant to be paid. */
const findInstead = (link: Link, sale: readonly Link[], replacedBy: Link | null): Instead | null => {
  const paid = sale.find(
    (one) =>
      displayStateOf(one) === 'paid' && one.payment !== null && one.payment.noticedAt >= link.createdAt,
  );
  if (paid) return { why: 'paid', by: paid };
  return replacedBy && { why: 'replaced', by: replacedBy };
};

/** Why nobody should pay a link that the customer is about to be asked for. */
export const readInstead = async (link: Link, links: Pick<LinkStore, 'saleOf'>): Promise<Instead | null> =>
  isPayable(link) ? standingOf(link, await links.saleOf(link)).instead : null;

/** The same for the links of a list, all of one workspace, by their ids. */
export const readInsteads = async (
  listed: readonly Link[],
  links: Pick<LinkStore, 'salesOf'>,
): Promise<Map<string, Instead | null>> => {
  const ofSales = await links.salesOf(listed.filter(isPayable));
  const standing = (link: Link) =>
    standingOf(
      link,
      ofSales.filter(({ id, saleId }) => saleId === link.saleId && id !== link.id),
    );
  return new Map(listed.map((link) => [link.id, standing(link).instead]));
};
