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
  const sumOf = (span: { from: number; to: number }): BesideDays => ({
    ...span,
    dates: describeSpan(span, timeZone),
    sums: sumMoney(timed.slice(indexAt(span.from), indexAt(span.to + 1))),
  });
  return (payout) =>
    daysOf(payout, timeZone)
      .filter(({ from }) => from >= readFrom)
      .map(sumOf);
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

const MATCHES = 'Matches by date and sum.';

/** Plain text: `Fri 20 Nov 2026: received AED 253.00 − refunded 0.00 − fees 31.30 = net 221.70. Matches by date and sum.` */
export const describeBeside = ({ paid }: Pick<PayoutRecord, 'paid'>, { dates, sums }: BesideDays): string => {
  const stated = paid.fils;
  return `${dates}: ${describeMoney(sums)}.${stated === null ? '' : ` ${compare(stated, sums)}`}`;
};

const isAlike = (stated: number | null, { payments, netFils, withoutFee, unreadable }: MoneySums): boolean =>
  payments > 0 && withoutFee === 0 && unreadable === 0 && stated === netFils;

/** Those of these days that come to what the payout says, to the fils. */
export const listAlike = (
  { paid }: Pick<PayoutRecord, 'paid'>,
  beside: readonly BesideDays[],
): BesideDays[] => beside.filter(({ sums }) => isAlike(paid.fils, sums));

const compare = (stated: number, sums: MoneySums): string => {
  const { netFils, withoutFee, unreadable } = sums;
  if (unreadable > 0) return 'Not compared: the money of a transaction can’t be read.';
  if (withoutFee > 0) return 'Not compared: a payment does not say its fee.';
  if (isAlike(stated, sums)) return MATCHES;
  return `The payout says ${formatAed(stated)}: ${groupFils(Math.abs(stated - netFils))} ${stated > netFils ? 'more' : 'less'}.`;
};

const describeBack = ({
  refundedFils,
  chargedBackFils,
}: Pick<MoneySums, 'refundedFils' | 'chargedBackFils'>): string =>
  [
    `refunded ${groupFils(refundedFils - chargedBackFils)}`,
    ...(chargedBackFils === 0 ? [] : [`charged back ${groupFils(chargedBackFils)}`]),
  ].join(' − ');

/** Plain text: `received AED 253.00 − refunded 0.00 − fees 31.30 = net 221.70` */
export const describeMoney = (sums: Omit<MoneySums, 'payments' | 'refunds'>): string =>
  [
    `received ${formatAed(sums.receivedFils)} − ${describeBack(sums)}`,
    sums.withoutFee > 0
      ? `fees ${groupFils(sums.feeFils)}, not all stated`
      : `fees ${groupFils(sums.feeFils)} = net ${groupFils(sums.netFils)}`,
  ].join(' − ');
