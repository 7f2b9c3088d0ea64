import { type LinkTally, PAID_WITHIN_MINUTES } from '../store/team-figures.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * In how many minutes half of the paid links were paid, rounded up to the next step; infinite: later than all of them.
 * Null: none was paid. One link paid after a month does not move it, as it would an average.
 */
export const halfPaidWithin = ({ paid, paidWithin }: LinkTally): number | null => {
  if (paid === 0) return null;
  let sum = 0;
  for (const [at, most] of PAID_WITHIN_MINUTES.entries()) {
    sum += paidWithin[at] ?? 0;
    if (sum * 2 >= paid) return most;
  }
  return Number.POSITIVE_INFINITY;
};

/** `45 min`, `1.5 h`, `3 days`; null: none was paid. */
export const describeHalf = (tally: LinkTally): string | null => {
  const minutes = halfPaidWithin(tally);
  if (minutes === null) return null;
  const last = PAID_WITHIN_MINUTES.at(-1) ?? 0;
  return minutes > last ? `over ${describeMinutes(last)}` : describeMinutes(minutes);
};

function describeMinutes(minutes: number): string {
  if (minutes < HOUR) return `${minutes} min`;
  if (minutes < DAY) return `${minutes / HOUR} h`;
  return minutes === DAY ? '1 day' : `${minutes / DAY} days`;
}
