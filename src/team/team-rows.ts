import { type ByPerson, NOTHING, noFigures, type SaleFigures, type Sum } from '../figures/sale-figures.ts';

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
