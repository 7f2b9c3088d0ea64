import {
  type ByPerson,
  NOTHING,
  noFigures,
  PAID_WITHIN_MINUTES,
  type SaleFigures,
  type Sum,
} from '../figures/sale-figures.ts';

/**
 * The minutes within which half of the paid sales were paid, rounded up to the next step; infinite past the last step.
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

/** A person’s sales. */
export interface TeamRow {
  id: string;
  /** What they made, and what came while they had it. */
  figures: SaleFigures;
  /** What they have now, whenever made. */
  toCome: Sum;
}

/** Most received first. */
export const listPeople = ({ byPerson }: ByPerson<SaleFigures>, toCome: ByPerson<Sum>): TeamRow[] =>
  [...new Set([...byPerson.keys(), ...toCome.byPerson.keys()])]
    .map((id) => ({
      id,
      figures: byPerson.get(id) ?? noFigures(),
      toCome: toCome.byPerson.get(id) ?? NOTHING,
    }))
    .toSorted(
      (one, other) =>
        other.figures.received.fils - one.figures.received.fils ||
        other.figures.made.count - one.figures.made.count ||
        one.id.localeCompare(other.id),
    );
