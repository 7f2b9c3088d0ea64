import type { Clock } from '../clock.ts';
import {
  buildVocabulary,
  type ConfiguredState,
  type TaughtWord,
  type Vocabulary,
} from '../payment-service/index.ts';
import { createRecentMap } from '../recent-map.ts';
import type { TaughtWordStore } from './taught-word-store.ts';

/** The words we read a workspace's records by, including what its admins have said. */
export type PaymentWordsOf = (teamId: string) => Promise<Vocabulary>;

/** Keep it short: another instance may have received an answer. */
const RECENT_MS = 5_000;
const MOST_KEPT = 1_000;

export type Vocabularies = ReturnType<typeof createVocabularies>;

export const createVocabularies = ({
  taughtWords,
  stateWords,
  clock,
}: {
  taughtWords: Pick<TaughtWordStore, 'list'>;
  stateWords: Partial<Record<ConfiguredState, readonly string[]>>;
  clock: Pick<Clock, 'now'>;
}) => {
  const untaught = buildVocabulary(stateWords);
  const kept = createRecentMap<{ words: Vocabulary; until: number }>(MOST_KEPT);
  let changes = 0;

  return {
    of: async (teamId: string): Promise<Vocabulary> => {
      const known = kept.get(teamId);
      if (known && clock.now() < known.until) return known.words;
      const before = changes;
      const taught = (await taughtWords.list(teamId)).flatMap(({ name, word, answer }): TaughtWord[] =>
        answer?.inEffect ? [{ name, word, says: answer.says }] : [],
      );
      const words = taught.length === 0 ? untaught : buildVocabulary(stateWords, taught);
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
