import { wasMade } from '../links/sale/display-state.ts';
import { rowOf, type SaleFigure } from '../links/sale/display-states.ts';
import { type LinkOfSale, type SaleStanding, standingOf } from '../links/sale/standing.ts';

/** What becomes of a sale, in the words of every list of figures. */
export { SUMS } from '../links/sale/display-states.ts';

/** How many sales or payments, and how much in all, in integer fils. */
export interface Sum {
  count: number;
  fils: number;
}

/** What becomes of a sale that the service has a link of. In this order wherever all are listed. */
export const STANDINGS = [
  'paid',
  'partly',
  'refunded',
  'disputed',
  'anotherAmount',
  'toCheck',
  'stillToCome',
  'expired',
] as const satisfies readonly SaleFigure[];

export type Standing = (typeof STANDINGS)[number];

export const isStanding = (figure: SaleFigure): figure is Standing => STANDINGS.some((one) => one === figure);

/** Figures of all, and of each person. */
export interface ByPerson<Figures> {
  all: Figures;
  byPerson: Map<string, Figures>;
}

/** What a sale is counted from, of each of its links. */
export interface LinkOfFigures extends LinkOfSale {
  saleId: string;
  invoiceId: string;
  creatorId: string;
  ownerId: string;
}

/** A sale that the service has a link of, or had before it cancelled it. Sums in integer fils. */
export interface SaleInFigures
  extends Pick<
    SaleStanding,
    ('state' | 'dueFils' | 'receivedFils' | 'overFils' | 'toComeFils' | 'backFils') | 'disputedFils'
  > {
  /** The first link that the service has: it stands for the sale in every list. */
  id: string;
  saleId: string;
  invoiceId: string;
  madeAt: number;
  maker: string;
  /** Who has it now. */
  owner: string;
  is: Standing;
  /** Something is to come, and the customer has a link for it. */
  canPay: boolean;
}

/** Null: the service has none of these links. In the order of the sale. */
export const readSale = (links: readonly LinkOfFigures[]): SaleInFigures | null => {
  const made = links.filter(wasMade);
  const [first] = made;
  if (first === undefined) return null;
  const { state, dueFils, receivedFils, overFils, toComeFils, ...rest } = standingOf(made);
  const { figure } = rowOf(state);
  if (!isStanding(figure)) return null;
  const { id, saleId, invoiceId, createdAt, creatorId } = first;
  const { backFils, disputedFils, payable, paid } = rest;
  const newest = payable.at(-1);
  return {
    ...{ id, saleId, invoiceId, madeAt: createdAt, maker: creatorId, is: figure },
    owner: (newest ?? paid.at(-1) ?? first).ownerId,
    canPay: toComeFils > 0 && newest !== undefined && newest === made.at(-1),
    ...{ state, dueFils, receivedFils, overFils, toComeFils },
    ...{ backFils, disputedFils },
  };
};

/** Our sales of a span. Every sum of what was made is by what is due. */
export interface SaleFigures {
  /** Sales whose first link was made in the span. Each is in one of `now`, and adds to it what is due. */
  made: Sum;
  now: Record<Standing, Sum>;
  /** Payments of the span, gross, whenever their sales were made. */
  received: Sum;
  /** What went back in the span; what the banks took apart, less what was won back. */
  refunded: Sum;
  chargedBack: Sum;
  /** How many of those made a colleague has now. */
  handedTo: Map<string, number>;
}

/** What somebody owes for it, whether or not it can still be paid. */
export const unpaidOf = ({
  state,
  dueFils,
  toComeFils,
}: Pick<SaleStanding, 'state' | 'dueFils' | 'toComeFils'>): number =>
  rowOf(state).figure === 'expired' ? dueFils : toComeFils;

export const NOTHING: Readonly<Sum> = { count: 0, fils: 0 };

export const noFigures = (): SaleFigures => ({
  made: { ...NOTHING },
  now: {
    paid: { ...NOTHING },
    partly: { ...NOTHING },
    refunded: { ...NOTHING },
    disputed: { ...NOTHING },
    anotherAmount: { ...NOTHING },
    toCheck: { ...NOTHING },
    stillToCome: { ...NOTHING },
    expired: { ...NOTHING },
  },
  received: { ...NOTHING },
  refunded: { ...NOTHING },
  chargedBack: { ...NOTHING },
  handedTo: new Map(),
});

/** Everybody's, or only those of this person. */
export const figuresOf = (
  { all, byPerson }: ByPerson<SaleFigures>,
  { userId, seesAll }: { userId: string; seesAll: boolean },
): SaleFigures => (seesAll ? all : (byPerson.get(userId) ?? noFigures()));

export const addSum = (sum: Sum, { count, fils }: Sum): void => {
  sum.count += count;
  sum.fils += fils;
};

/** Adds a sale that was made in the span. */
export const addSale = (
  { made, now, handedTo }: SaleFigures,
  { is, dueFils, maker, owner }: SaleInFigures,
): void => {
  const sum = { count: 1, fils: dueFils };
  addSum(made, sum);
  addSum(now[is], sum);
  if (owner !== maker) handedTo.set(owner, (handedTo.get(owner) ?? 0) + 1);
};
