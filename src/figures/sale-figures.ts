import type { SaleFigure } from '../links/sale/display-states.ts';

/** How many links or payments, and how much in all, in integer fils. */
export interface Sum {
  count: number;
  fils: number;
}

/** What becomes of a link that the service has. In this order wherever all are listed. */
export const STANDINGS = [
  'paid',
  'partly',
  'refunded',
  'disputed',
  'toCheck',
  'stillToCome',
  'replaced',
  'expired',
] as const satisfies readonly SaleFigure[];

export type Standing = (typeof STANDINGS)[number];

export const isStanding = (figure: SaleFigure): figure is Standing => STANDINGS.some((one) => one === figure);

/** Our sales of a span. Every sum of what was made is by the amounts asked for. */
export interface SaleFigures {
  /** Links created in the span that the service has. Each is in one of `now`, and adds to it what it asks for. */
  made: Sum;
  now: Record<Standing, Sum>;
  /** Of those still to come: their last attempt to pay was declined. */
  declined: Sum;
  /** Payments of the span, gross, whenever their links were created. */
  received: Sum;
  /** What went back in the span; what the banks took apart, less what was won back. */
  refunded: Sum;
  chargedBack: Sum;
  /** How many of the paid were paid within each step of `PAID_WITHIN_MINUTES`, counted in the first that fits; the last: later. */
  paidWithin: number[];
}

const HOUR = 60;
const DAY = 24 * HOUR;

/** Steps of the time from a link’s creation to its payment. */
export const PAID_WITHIN_MINUTES: readonly number[] = [
  ...[1, 2, 5, 10, 15, 20, 30, 45],
  ...[1, 1.5, 2, 3, 4, 6, 8, 12, 18].map((hours) => hours * HOUR),
  ...[1, 2, 3, 4, 5, 7, 10, 14, 21, 30].map((days) => days * DAY),
];

export const NOTHING: Readonly<Sum> = { count: 0, fils: 0 };

export const noFigures = (): SaleFigures => ({
  made: { ...NOTHING },
  now: {
    paid: { ...NOTHING },
    partly: { ...NOTHING },
    refunded: { ...NOTHING },
    disputed: { ...NOTHING },
    toCheck: { ...NOTHING },
    stillToCome: { ...NOTHING },
    replaced: { ...NOTHING },
    expired: { ...NOTHING },
  },
  declined: { ...NOTHING },
  received: { ...NOTHING },
  refunded: { ...NOTHING },
  chargedBack: { ...NOTHING },
  paidWithin: PAID_WITHIN_MINUTES.map(() => 0).concat(0),
});

export const addSum = (sum: Sum, { count, fils }: Sum): void => {
  sum.count += count;
  sum.fils += fils;
};

/** Received minus what went back, in integer fils. */
export const netOf = ({
  received,
  refunded,
  chargedBack,
}: Pick<SaleFigures, 'received' | 'refunded' | 'chargedBack'>): number =>
  received.fils - refunded.fils - chargedBack.fils;
