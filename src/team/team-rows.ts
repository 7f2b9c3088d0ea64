import { isChannel } from '../blocks/place.ts';
import { addFigures, noFigures, PAID_WITHIN_MINUTES, type SaleFigures } from '../figures/sale-figures.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/**
 * The minutes within which half of the paid links were paid, rounded up to the next step; infinite past the last step.
 * Null: none was paid. One late payment does not shift it as it would an average.
 */
export const halfPaidWithin = ({ paidWithin }: SaleFigures): number | null => {
  const paid = paidWithin.reduce((all, count) => all + count, 0);
  if (paid === 0) return null;
  let sum = 0;
  for (const [at, most] of PAID_WITHIN_MINUTES.entries()) {
    sum += paidWithin[at] ?? 0;
    if (sum * 2 >= paid) return most;
  }
  return Number.POSITIVE_INFINITY;
};

/** `45 min`, `1.5 h`, `3 days`; null: none was paid. */
export const describeHalf = (figures: SaleFigures): string | null => {
  const minutes = halfPaidWithin(figures);
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
export interface TeamRow {
  id: string | null;
  figures: SaleFigures;
}

export const listPeople = (byOwner: ReadonlyMap<string, SaleFigures>): TeamRow[] =>
  sortRows([...byOwner].map(([id, figures]) => ({ id, figures })));

export const listChannels = (byPlace: ReadonlyMap<string, SaleFigures>): TeamRow[] => {
  const rows: TeamRow[] = [];
  const direct: TeamRow = { id: null, figures: noFigures() };
  for (const [id, figures] of byPlace) {
    if (isChannel(id)) rows.push({ id, figures });
    else addFigures(direct.figures, figures);
  }
  return sortRows(rows.length === byPlace.size ? rows : [...rows, direct]);
};

const sortRows = (rows: TeamRow[]): TeamRow[] =>
  rows.toSorted(
    (one, other) =>
      other.figures.received.fils - one.figures.received.fils ||
      other.figures.made.count - one.figures.made.count ||
      (one.id ?? '').localeCompare(other.id ?? ''),
  );
