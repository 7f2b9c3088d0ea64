import type { Base } from '../../app-parts.ts';
import type { FirstWord } from '../../payments/index.ts';

/** Notes what a link began with. Once enough links of a workspace began with a word, it says “not paid” there. */
export type LearnFirstWords = (
  link: { teamId: string; id: string },
  began: readonly FirstWord[] | null,
) => Promise<void>;

export const createLearnFirstWords =
  ({ store: { firstWords, taughtWords }, clock }: Base): LearnFirstWords =>
  async (link, began) => {
    if (began === null) return;
    for (const word of await firstWords.note(link, began))
      await taughtWords.learnFirst(link.teamId, word, clock.now());
  };
