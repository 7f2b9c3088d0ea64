import type { SandboxTransaction } from '../playground/sandbox/records.ts';
import type { Dialect } from './dialect.ts';
import type { createExplainer } from './explainer.ts';

/** By the next sweep an answer has reached every link. */
const JUDGED_WITHIN_MS = 11 * 60_000;

/** `unknown`: not everybody who has to has answered what was asked from the first. Between the two, either may be shown. */
export type Standing = 'known' | 'being explained' | 'unknown';

/** How far the words on rows of the service are explained. */
export interface KnownWords {
  standingOf(rows: readonly SandboxTransaction[]): Standing;
  /** A wrong answer let them count. */
  areMistaken(rows: readonly SandboxTransaction[]): boolean;
}

export const createKnownWords = (
  { asksAbout }: Pick<Dialect, 'asksAbout'>,
  explainer: Pick<ReturnType<typeof createExplainer>, 'countsFrom' | 'mayCount' | 'mistakes'>,
  now: () => number,
): KnownWords => ({
  standingOf: (rows) => {
    const isOpen = (row: SandboxTransaction) =>
      asksAbout(row, row.createdAt).some((key) => !explainer.mayCount(key));
    const isKnown = (row: SandboxTransaction) =>
      asksAbout(row, now()).every((key) => {
        const from = explainer.countsFrom(key);
        return from !== null && from < now() - JUDGED_WITHIN_MS;
      });
    return rows.every(isKnown) ? 'known' : rows.some(isOpen) ? 'unknown' : 'being explained';
  },
  areMistaken: (rows) =>
    rows.some((row) => {
      const asked = asksAbout(row, now());
      return explainer
        .mistakes()
        .some(
          ({ key, takenBackAt }) => asked.includes(key) && row.createdAt <= (takenBackAt ?? row.createdAt),
        );
    }),
});
