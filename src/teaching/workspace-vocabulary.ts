import {
  buildVocabulary,
  type ConfiguredState,
  type TaughtWord,
  type Vocabulary,
} from '../payment-service/index.ts';
import type { StoredWord, TaughtWordStore } from './taught-word-store.ts';

export type Vocabularies = ReturnType<typeof createVocabularies>;

/** The words we read a workspace's records by, including what its admins have said. */
export const createVocabularies = ({
  taughtWords,
  stateWords,
}: {
  taughtWords: Pick<TaughtWordStore, 'list'>;
  stateWords: Partial<Record<ConfiguredState, readonly string[]>>;
}) => {
  const untaught = buildVocabulary(stateWords);
  return {
    /** `without`: as if nobody had said that. */
    of: async (teamId: string, without?: Pick<StoredWord, 'name' | 'key'>): Promise<Vocabulary> => {
      const taught = (await taughtWords.list(teamId)).flatMap(
        ({ name, key, word, askedAt, answer }): TaughtWord[] =>
          answer?.inEffect && !(name === without?.name && key === without.key)
            ? [{ name, word, says: answer.says, at: askedAt ?? answer.at ?? 0 }]
            : [],
      );
      return taught.length === 0 ? untaught : buildVocabulary(stateWords, taught);
    },
  };
};
