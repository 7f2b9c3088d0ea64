import type { SandboxTransaction } from '../sandbox/records.ts';
import type { Dialect } from './dialect.ts';
import type { createExplainer, Mistake } from './explainer.ts';

/** By the next sweep an answer has reached every link. */
export const JUDGED_WITHIN_MS = 11 * 60_000;

/** `unknown`: not everybody who has to has answered what was asked from the first. Between the two, either may be shown. */
export type Standing = 'known' | 'being explained' | 'unknown';

/** How far the words on rows of the service are explained. */
export interface KnownWords {
  standingOf(rows: readonly SandboxTransaction[]): Standing;
  /** A wrong answer that let one of them count; null: there was none. */
  findMistake(rows: readonly SandboxTransaction[]): Mistake | null;
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
  findMistake: (rows) =>
    explainer
      .mistakes()
      .find(({ key, takenBackAt }) =>
        rows.some(
          (row) => asksAbout(row, now()).includes(key) && row.createdAt <= (takenBackAt ?? row.createdAt),
        ),
      ) ?? null,
});
