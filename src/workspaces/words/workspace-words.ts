import type { Clock } from '../../clock.ts';
import { buildKindWords, type PaymentWords, type StateWords } from '../../payments/index.ts';
import { createRecentMap } from '../../recent-map.ts';
import type { RowKindStore } from '../../store/row-kind-store.ts';

/** The words we read a workspace's records by, including its admins' answers. */
export type PaymentWordsOf = (teamId: string) => Promise<PaymentWords>;

/** Keep it short: another instance may have received an answer. */
const RECENT_MS = 5_000;
const MOST_KEPT = 1_000;

export type WorkspaceWords = ReturnType<typeof createWorkspaceWords>;

export const createWorkspaceWords = ({
  rowKinds,
  states,
  clock,
}: {
  rowKinds: Pick<RowKindStore, 'list'>;
  states: StateWords;
  clock: Pick<Clock, 'now'>;
}) => {
  const untaught: PaymentWords = { states, kinds: buildKindWords() };
  const kept = createRecentMap<{ words: PaymentWords; until: number }>(MOST_KEPT);
  let changes = 0;

  return {
    of: async (teamId: string): Promise<PaymentWords> => {
      const known = kept.get(teamId);
      if (known && clock.now() < known.until) return known.words;
      const before = changes;
      const said = (await rowKinds.list(teamId)).flatMap(({ word, answer }) =>
        answer === null ? [] : [{ word, is: answer.is }],
      );
      const sorted = (as: 'payment' | 'other') => said.filter(({ is }) => is === as).map(({ word }) => word);
      const words =
        said.length === 0
          ? untaught
          : { states, kinds: buildKindWords({ payment: sorted('payment'), other: sorted('other') }) };
      // Do not cache a read that overlapped with an answer: it may predate it.
      if (before === changes) kept.set(teamId, { words, until: clock.now() + RECENT_MS });
      return words;
    },
    /** Call after an answer was saved or forgotten; later reads include it. */
    changed: (teamId: string): void => {
      changes += 1;
      kept.delete(teamId);
    },
  };
};
