import { rowKindJobKey } from '../links/row-kind-job.ts';
import type { RowKindChoice } from '../messages/row-kind.ts';
import type { RowKindWord } from '../store/row-kind-store.ts';
import type { ListenerDependencies } from './deps.ts';

/** What came of an answer. `unknown`: nobody asks about this word any more. */
export type SortedRowKind =
  | { outcome: 'kept' | 'taken' | 'forgotten'; word: RowKindWord }
  | { outcome: 'unknown' };

/** Keeps what an admin says of a word, or forgets it, with its entry in the audit trail; links that wait are checked. */
export const sortRowKind = async (
  { teamId, userId }: { teamId: string; userId: string },
  { key, choice }: { key: string; choice: RowKindChoice },
  { store, words, watcher, ids, clock }: ListenerDependencies,
): Promise<SortedRowKind> => {
  const at = clock.now();
  const found = await store.rowKinds.find(teamId, key);
  if (found === null) return { outcome: 'unknown' };
  const entry = {
    id: ids.auditEntry(),
    teamId,
    at,
    actorId: userId,
    action: 'word-explained' as const,
    subject: null,
    detail: { word: found.word, as: MEANINGS[choice] },
  };
  const sort = async (): Promise<SortedRowKind> => {
    if (choice === 'forget') {
      const jobKey = rowKindJobKey(teamId, found.word);
      const word = await store.rowKinds.forget(teamId, key, { at, jobKey, entry });
      return word === null ? { outcome: 'unknown' } : { outcome: 'forgotten', word };
    }
    const answered = await store.rowKinds.answer(teamId, key, { is: choice, by: userId, at }, entry);
    if (answered === null) return { outcome: 'unknown' };
    return { outcome: answered.isFirst ? 'kept' : 'taken', word: answered.word };
  };
  try {
    return await sort();
  } finally {
    // Whatever became of it: the next judgement reads what is true.
    words.changed(teamId);
    watcher.wake();
  }
};

const MEANINGS: Record<RowKindChoice, string> = {
  payment: 'a payment',
  other: 'no payment',
  forget: 'forgotten',
};
