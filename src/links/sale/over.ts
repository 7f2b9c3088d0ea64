import type { Link } from '../../store/link.ts';
import { moneyOf } from '../../store/link-payment.ts';
import { broughtBy, keptOf, standingOf, sum } from './standing.ts';

/** More came for a sale than was due, and did not go back. */
export interface Over {
  /** How much too much, in integer fils. */
  fils: number;
  dueFils: number;
  /** Those that brought money, in the order of the sale. */
  paid: readonly Link[];
  /** What finance was asked to give back, as long as it has not given back so much since. */
  asked: { by: string; fils: number } | null;
  /** Finance was asked for no less than what is too much now. */
  isAsked: boolean;
  /** What went back since finance was asked. */
  back: { fils: number; lastAt: number } | null;
}

/** `sale`: all links of it. */
export const overOf = (
  sale: readonly Link[],
  { overFils: fils, dueFils, paid } = standingOf(sale),
): Over | null => {
  if (fils === 0) return null;
  const asked = askedOf(sale);
  const backFils = backSince(sale, asked);
  const leftFils = asked === null ? 0 : asked.fils - backFils;
  return {
    ...{ fils, dueFils, paid },
    asked: asked !== null && leftFils > 0 ? { by: asked.by, fils: asked.fils } : null,
    isAsked: leftFils >= fils,
    back: asked !== null && backFils > 0 ? { fils: backFils, lastAt: lastBackOf(sale) } : null,
  };
};

/** The first link of a sale keeps what was asked about it. */
const askedOf = (sale: readonly Link[]): Link['refundAsked'] =>
  sale.find(({ id, saleId }) => id === saleId)?.refundAsked ?? null;

/** What went back since finance was asked; else in all. */
export const backSince = (sale: readonly Link[], asked = askedOf(sale)): number =>
  goneOf(sale) - (asked?.goneFils ?? 0);

/** What of all that came went back; all of it, where nobody knows how much. */
export const goneOf = (sale: readonly Link[]): number => sum(sale.map((one) => broughtBy(one) - keptOf(one)));

const lastBackOf = (sale: readonly Link[]): number =>
  Math.max(...sale.flatMap((one) => (moneyOf(one)?.refunds ?? []).map(({ at }) => at)));
