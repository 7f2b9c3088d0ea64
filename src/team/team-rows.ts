import { isChannel } from '../blocks/place.ts';
import { type LinkTally, PAID_WITHIN_MINUTES, type TeamFigures } from './team-figures-store.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * The minutes within which half of the paid links were paid, rounded up to the next step; infinite past the last step.
 * Null: none was paid. One late payment does not shift it as it would an average.
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

/** `id` is null for the one row of all direct messages. */
interface TeamRow {
  id: string | null;
  tally: LinkTally;
}

export const listPeople = ({ byOwner }: TeamFigures): TeamRow[] =>
  sortRows([...byOwner].map(([id, tally]) => ({ id, tally })));

export const listChannels = ({ byPlace }: TeamFigures): TeamRow[] => {
  const channels = [...byPlace].filter(([id]) => isChannel(id)).map(([id, tally]) => ({ id, tally }));
  const direct = [...byPlace].filter(([id]) => !isChannel(id)).map(([, tally]) => tally);
  return sortRows(direct.length === 0 ? channels : [...channels, { id: null, tally: direct.reduce(add) }]);
};

const sortRows = (rows: TeamRow[]): TeamRow[] =>
  rows.toSorted(
    (one, other) =>
      other.tally.paidFils - one.tally.paidFils ||
      other.tally.made - one.tally.made ||
      (one.id ?? '').localeCompare(other.id ?? ''),
  );

const add = (one: LinkTally, other: LinkTally): LinkTally => ({
  made: one.made + other.made,
  madeFils: one.madeFils + other.madeFils,
  paid: one.paid + other.paid,
  paidFils: one.paidFils + other.paidFils,
  waiting: one.waiting + other.waiting,
  waitingFils: one.waitingFils + other.waitingFils,
  paidAfterMs: one.paidAfterMs + other.paidAfterMs,
  paidWithin: one.paidWithin.map((count, at) => count + (other.paidWithin[at] ?? 0)),
});
