import type { Clock } from '../../clock.ts';
import type { FirstWord } from '../../payments/index.ts';
import type { FirstWordStore } from '../../store/first-word-store.ts';
import type { TaughtWordStore } from '../../store/taught-word-store.ts';

/** Notes what a link began with. Once enough links of a workspace began with a word, it says “not paid” there. */
export type LearnFirstWords = (
  link: { teamId: string; id: string },
  began: readonly FirstWord[] | null,
) => Promise<void>;

export const createLearnFirstWords =
  ({
    firstWords,
    taughtWords,
    clock,
  }: {
    firstWords: Pick<FirstWordStore, 'note'>;
    taughtWords: Pick<TaughtWordStore, 'learnFirst'>;
    clock: Clock;
  }): LearnFirstWords =>
  async (link, began) => {
    if (began === null) return;
    for (const word of await firstWords.note(link, began))
      await taughtWords.learnFirst(link.teamId, word, clock.now());
  };
