import { createButton } from '../../slack/button.ts';
import { updateView } from '../../slack/views.ts';
import type { RowKindWord } from '../../store/row-kind-store.ts';
import { permit } from '../members.ts';
import { buildSettings } from '../settings/open-settings.ts';
import type { WorkspaceDependencies } from '../workspace-dependencies.ts';
import { rowKindJobKey } from './ask-row-kind.ts';
import {
  buildRowKindAnswered,
  buildRowKindTaken,
  ROW_KIND_CHOICES,
  type RowKindChoice,
} from './row-kind-question-view.ts';

/** The result of an answer. `unknown`: Paylink no longer asks about this word. */
type SortedRowKind = { outcome: 'kept' | 'taken' | 'forgotten'; word: RowKindWord } | { outcome: 'unknown' };

/** Saves or forgets an admin's answer about a word, with an audit entry, and has the waiting links checked. */
const sortRowKind = async (
  { teamId, userId }: { teamId: string; userId: string },
  { key, choice }: { key: string; choice: RowKindChoice },
  { store, words, watcher, ids, clock }: WorkspaceDependencies,
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
    // Even after a failure: the next check must read the stored state.
    words.changed(teamId);
    watcher.wake();
  }
};

const MEANINGS: Record<RowKindChoice, string> = {
  payment: 'a payment',
  other: 'no payment',
  forget: 'forgotten',
};

const FORGOTTEN = 'This question is closed. If the payment service uses the word again, Paylink asks again.';

/** For the buttons of the question sent by direct message. */
const createAnswer = (choice: RowKindChoice) =>
  createButton<WorkspaceDependencies>(`row kind ${choice}`, async ({ place, tell, args }, dependencies) => {
    if (!(await permit(place, 'change-settings', dependencies, tell))) return;
    const { value: key } = place;
    const sorted = key === null ? null : await sortRowKind(place, { key, choice }, dependencies);
    if (sorted === null || sorted.outcome === 'unknown') {
      await tell(FORGOTTEN);
      return;
    }
    if (sorted.outcome === 'taken') await tell(buildRowKindTaken(sorted.word));
    await args.respond({ replace_original: true, ...buildRowKindAnswered(sorted.word) });
  });

export const handleRowKindPayment = createAnswer('payment');
export const handleRowKindOther = createAnswer('other');

/** For the settings form: explains a word or forgets its explanation. Keeps what the admin has typed in the form. */
export const handleRowKindMenu = createButton<WorkspaceDependencies>(
  'row kind menu',
  async ({ place, tell }, dependencies) => {
    if (!(await permit(place, 'change-settings', dependencies, tell))) return;
    const [name = '', ...rest] = place.value?.split(':') ?? [];
    const choice = ROW_KIND_CHOICES.find((one) => one === name);
    if (choice === undefined) throw new Error('no such choice of a word');
    const sorted = await sortRowKind(place, { key: rest.join(':'), choice }, dependencies);
    if (sorted.outcome === 'taken') await tell(buildRowKindTaken(sorted.word));
    if (place.view === null) return;
    const { id, hash, privateMetadata } = place.view;
    const view = await buildSettings(place, dependencies, privateMetadata);
    await updateView({ viewId: id, hash, view }, dependencies);
  },
);
