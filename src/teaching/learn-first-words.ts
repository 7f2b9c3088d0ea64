import type { Base } from '../app-parts.ts';
import type { Vocabulary } from '../payment-service/index.ts';
import { type KeptRecord, listFirstWords, type Verdict } from '../payments/index.ts';
import type { Link } from '../store/link.ts';

/** What is judged now, and what was kept before. */
interface Judged {
  kept: readonly KeptRecord[];
  records: readonly KeptRecord[];
  verdict: Pick<Verdict, 'outcome' | 'happenedAt'>;
  words: Vocabulary;
}

/** Learns the words of a link’s own record that mean “not paid yet”: those it had before this link was paid or ended. */
export type LearnFirstWords = (link: Pick<Link, 'id' | 'teamId'>, judged: Judged) => Promise<void>;

/**
 * | the link | proof that it had the word before anybody paid |
 * |---|---|
 * | is paid | by the service’s time and by its callbacks, all of that came after the word, not only its record, was read |
 * | waits, was cancelled or expired | its record has another word now, and no callback ever came |
 */
export const createLearnFirstWords =
  ({ store: { taughtWords, callbacks }, clock }: Base): LearnFirstWords =>
  async (link, { kept, records, verdict: { outcome, happenedAt }, words }) => {
    const isPaid = outcome === 'paid';
    if (!isPaid && outcome !== 'waiting' && outcome !== 'cancelled' && outcome !== 'expired') return;
    const read = (one: KeptRecord) =>
      listFirstWords(one, words).map((leaf) => ({ leaf, at: one.lastSeenAt }));
    const now = new Set(records.flatMap(read).map(({ leaf }) => `${leaf.name}\n${leaf.word}`));
    const before = kept
      .flatMap(read)
      .filter(({ leaf, at }) =>
        isPaid ? happenedAt !== null && happenedAt > at : !now.has(`${leaf.name}\n${leaf.word}`),
      );
    if (before.length === 0) return;
    const came = await callbacks.ofLink(link.id);
    const isProven = (at: number) =>
      isPaid ? came.length > 0 && came.every(({ receivedAt }) => receivedAt > at) : came.length === 0;
    for (const { leaf, at } of before) {
      if (!isProven(at) || !(await taughtWords.learnFirst(link, leaf, clock.now()))) continue;
    }
  };
