import { formatAed, groupFils } from '../blocks/money-and-time.ts';
import { addDays, dayOf, describeSpan, spanOfDays } from '../calendar/date-span.ts';
import { type MoneySums, type Movement, sumMoney } from '../figures/movements.ts';
import type { PayoutRecord } from './payout-record.ts';

/** The transactions of a day, or of the days that a payout names, beside that payout: never proof that they are in it. */
export interface BesideDays {
  /** `Fri 20 Nov 2026` */
  dates: string;
  /** In epoch milliseconds, both inclusive. */
  from: number;
  to: number;
  sums: MoneySums;
}

/** A payout that names no days is for its own day or one shortly before it. */
const DAYS_BEFORE = 3;

/** The days of a payout, oldest first; days that were not read in full are left out. */
export const createBeside = (
  transactions: readonly Movement[],
  { readFrom, timeZone }: { readFrom: number; timeZone: string },
): ((payout: PayoutRecord) => readonly BesideDays[]) => {
  const timed = transactions
    .filter(({ at }) => at !== null)
    .sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
  /** The index of the first transaction at or after the moment. */
  const indexAt = (moment: number): number => {
    let [low, high] = [0, timed.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((timed[middle]?.at ?? 0) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const sumDays = (span: { from: number; to: number }): BesideDays => ({
    ...span,
    dates: describeSpan(span, timeZone),
    sums: sumMoney(timed.slice(indexAt(span.from), indexAt(span.to + 1))),
  });
  return (payout) =>
    daysOf(payout, timeZone)
      .filter(({ from }) => from >= readFrom)
      .map(sumDays);
};

function daysOf({ from, to, at, state }: PayoutRecord, timeZone: string): { from: number; to: number }[] {
  if (state === 'came-back') return [];
  if (from !== null && to !== null) return [{ from, to }];
  if (at === null) return [];
  const day = dayOf(at, timeZone);
  return Array.from({ length: DAYS_BEFORE + 1 }, (_, index) => addDays(day, index - DAYS_BEFORE)).map(
    (one) => {
      const span = spanOfDays(one, one, timeZone);
      return { ...span, to: span.to + 999 };
    },
  );
}

/** What of its days a payout matches, or that it matches none. Plain text. */
export const describeBeside = (payout: Stated, beside: readonly BesideDays[]): string[] => {
  const alike = listAlike(payout, beside).map(
    ({ dates, sums }) => `${dates}: ${describeMoney(sums)}. Matches by date and sum.`,
  );
  if (alike.length > 0 || beside.length === 0) return alike;
  if (beside.some(({ sums }) => sums.withoutFee > 0 || sums.unreadable > 0))
    return ['Not compared with its days: a payment does not say its fee, or cannot be read.'];
  const [first, last] = [beside[0]?.dates, beside.at(-1)?.dates];
  return [`It has the sum of no day: ${first === last ? first : `${first} to ${last}`}.`];
};

type Stated = Pick<PayoutRecord, 'paid'>;

const isAlike = (stated: number | null, { payments, netFils, withoutFee, unreadable }: MoneySums): boolean =>
  payments > 0 && withoutFee === 0 && unreadable === 0 && stated === netFils;

/** Those of these days that come to what the payout says, to the fils. */
export const listAlike = ({ paid }: Stated, beside: readonly BesideDays[]): BesideDays[] =>
  beside.filter(({ sums }) => isAlike(paid.fils, sums));

/** Each payout takes one day that has its sum: that the money of that day is in it is likely, and no more. */
export const matchDays = <Tied extends { payout: Stated; beside: readonly BesideDays[] }>(
  payouts: readonly Tied[],
): Map<Tied, BesideDays> => {
  const taken = new Set<string>();
  return new Map(
    payouts.flatMap((one) => {
      const day = listAlike(one.payout, one.beside).find(({ dates }) => !taken.has(dates));
      if (day !== undefined) taken.add(day.dates);
      return day === undefined ? [] : [[one, day] as const];
    }),
  );
};

/** Plain text: `received AED 253.00 − refunded 4.00 − fees 31.30 = net 217.70`, without what is none. */
export const describeMoney = (sums: Omit<MoneySums, 'payments' | 'refunds'>): string => {
  const parts = [
    ['refunded', sums.refundedFils - sums.chargedBackFils],
    ['charged back', sums.chargedBackFils],
    ['fees', sums.feeFils],
  ] as const;
  const taken = parts.flatMap(([what, fils]) => (fils === 0 ? [] : [`${what} ${groupFils(fils)}`]));
  const net = sums.withoutFee > 0 ? ', fees not all stated' : ` = net ${groupFils(sums.netFils)}`;
  return `${[`received ${formatAed(sums.receivedFils)}`, ...taken].join(' − ')}${net}`;
};
