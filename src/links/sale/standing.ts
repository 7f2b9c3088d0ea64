import { isDisputed } from '../../blocks/back-words.ts';
import type { Link } from '../../store/link.ts';
import { moneyOf } from '../../store/link-payment.ts';
import { awaitsPayment, isIssued } from '../../store/link-states.ts';
import type { LinkStore } from '../../store/link-store.ts';
import { displayStateOf, isCountedAsPaid, isPaid, isPayable, mayHaveCard } from './display-state.ts';
import { type Instead, rowOf } from './display-states.ts';

export type { Instead } from './display-states.ts';

/** What the other links of its sale mean for a link. */
export interface Standing {
  /** The newest link in its place that the service certainly has. Paylink cannot end this one, so customers may still pay it. */
  replacedBy: Link | null;
  instead: Instead | null;
  /** Of a link that is paid in part: the newest link that asks for the rest. */
  restBy: Link | null;
  /** Of a link that asks for the rest: the link that asked for all, and what was paid before this one. */
  restOf: { whole: Link; paidFils: number } | null;
  /** Of both: with it all is paid. */
  isRestPaid: boolean;
  /** Of the newest link that a card shows: those before it that the customer could pay as well. */
  stillPayable: readonly Link[];
  /** Of the same: those before it that brought money, or may have. */
  paidBefore: readonly Link[];
  /** Of the same, if a part was paid of the sale: what was due, and what of that is missing, in integer fils. */
  missing: { fils: number; dueFils: number } | null;
  /** Of the same, and of one whose customer paid it: that more came for the sale than was due. */
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

/** A link asks for the rest if it asks for no more than was missing when it was made. Any other link says anew what is due. */
const readDue = (sale: readonly Link[]) => {
  const made = inOrder(sale).filter(({ state }) => isIssued(state));
  const rests = new Map<string, NonNullable<Standing['restOf']>>();
  let whole: Link | null = null;
  for (const link of made) {
    const paidFils = sum(made.filter((one) => wasPaidBefore(one, link)).map(broughtBy));
    if (whole !== null && paidFils > 0 && link.amountFils <= whole.amountFils - paidFils)
      rests.set(link.id, { whole, paidFils });
    else whole = link;
  }
  const dueFils = whole?.amountFils ?? 0;
  return { dueFils, rests };
};

/** Of a part payment, more may have come since. */
const wasPaidBefore = (one: Link, link: Link): boolean =>
  one.saleOrder < link.saleOrder &&
  one.payment !== null &&
  (one.state !== 'paid' || one.payment.noticedAt < link.createdAt);

const inOrder = (sale: readonly Link[]): Link[] =>
  sale.toSorted((one, other) => one.saleOrder - other.saleOrder);

/** `sale`: all links of it. */
export const overOf = (sale: readonly Link[], { dueFils } = readDue(sale)): Over | null => {
  // Their bank may give it back: nobody may be asked to refund it, too.
  if (sale.some(({ payment }) => isDisputed(payment))) return null;
  const ordered = inOrder(sale);
  const paid = ordered.filter((one) => receivedOf(one) > 0);
  const fils = sum(paid.map(receivedOf)) - dueFils;
  // The first link of a sale keeps what was asked about it.
  return fils > 0 && dueFils > 0
    ? { fils, dueFils, paid, refundAsked: ordered[0]?.refundAsked ?? null }
    : null;
};

/** `sale`: the other links of its sale, newest first. */
export const standingOf = (link: Link, sale: readonly Link[]): Standing => {
  const all = [link, ...sale];
  const due = readDue(all);
  const { dueFils, rests } = due;
  const later = sale.filter((one) => one.saleOrder > link.saleOrder && isIssued(one.state));
  const isNewest = !later.some(mayHaveCard);
  const next = later[0] ?? null;
  const restBy = next !== null && rests.has(next.id) && broughtBy(link) > 0 ? next : null;
  const replacedBy = restBy === null ? next : null;
  const restOf = rests.get(link.id) ?? null;
  const over = overOf(all, due);
  const before = sale.filter((one) => one.saleOrder < link.saleOrder);
  const receivedFils = sum(all.map(receivedOf));
  return {
    ...{ replacedBy, restBy, restOf },
    isRestPaid: (restOf !== null || restBy !== null) && receivedFils >= dueFils,
    instead: awaitsPayment(link.state) ? findInstead(link, sale, replacedBy) : null,
    stillPayable: isNewest ? before.filter(isPayable) : [],
    paidBefore: isNewest ? before.filter(mayHavePaid) : [],
    missing:
      isNewest && isPartPaid(all) && receivedFils < dueFils
        ? { fils: dueFils - receivedFils, dueFils }
        : null,
    over: over !== null && (isNewest || over.paid.includes(link)) ? over : null,
  };
};

const mayHavePaid = (link: Link): boolean =>
  rowOf(displayStateOf(link)).hadMoney || displayStateOf(link) === 'unconfirmed';

/** Where money went back, nobody knows whether the rest is still wanted; where somebody counted it as paid in full, it is not. */
const isPartPaid = (sale: readonly Link[]): boolean =>
  sale.some((one) => receivedOf(one) > 0) &&
  sale.every((one) => !isCountedAsPaid(one) && (one.payment === null || one.payment.refundedFils === 0));

/** What was paid with it, before refunds: the amount asked for, where no record says how much. */
export const cameOf = ({ payment, amountFils }: Link): number => payment?.amountFils ?? amountFils;

/** What came of it, before refunds; nothing, where nobody knows how large a part it is. */
const broughtBy = (link: Link): number => moneyOf(link)?.receivedFils ?? 0;

/** What came of it and did not go back; nothing, where nobody knows how much went back. */
const receivedOf = (link: Link): number => {
  const { refundedFils = null } = moneyOf(link) ?? {};
  if (refundedFils === null || displayStateOf(link) === 'refunded') return 0;
  return Math.max(broughtBy(link) - refundedFils, 0);
};

const sum = (fils: readonly number[]): number => fils.reduce((total, one) => total + one, 0);

/** A link made after a payment is meant to be paid. */
const findInstead = (link: Link, sale: readonly Link[], replacedBy: Link | null): Instead | null => {
  const paid = sale.find(
    (one) => isPaid(one) && one.payment !== null && one.payment.noticedAt >= link.createdAt,
  );
  if (paid) return { why: 'paid', by: paid };
  return replacedBy && { why: 'replaced', by: replacedBy };
};

/** Why nobody should pay a link that the customer is about to be asked for. */
export const readInstead = async (link: Link, links: Pick<LinkStore, 'saleOf'>): Promise<Instead | null> =>
  awaitsPayment(link.state) ? standingOf(link, await links.saleOf(link)).instead : null;

/** The same for the links of a list, all of one workspace, by their ids. */
export const readInsteads = async (
  listed: readonly Link[],
  links: Pick<LinkStore, 'salesOf'>,
): Promise<Map<string, Instead | null>> => {
  const ofSales = await links.salesOf(listed.filter(({ state }) => awaitsPayment(state)));
  const standing = (link: Link) =>
    standingOf(
      link,
      ofSales.filter(({ id, saleId }) => saleId === link.saleId && id !== link.id),
    );
  return new Map(listed.map((link) => [link.id, standing(link).instead]));
};
