import type { Message } from '../blocks/message.ts';
import { keepQuestion, type QuestionDependencies } from '../links/form/questions.ts';
import type { Batch } from '../store/batch.ts';
import type { BatchStore } from '../store/batch-store.ts';
import { buildHeldQuestion } from './held-rows-view.ts';

type Dependencies = Omit<QuestionDependencies, 'store'> & {
  store: QuestionDependencies['store'] & { batches: Pick<BatchStore, 'heldRows'> };
  timeZone: string;
};

/** The question about the rows that wait for an answer, as they stand now. Null: none does. */
export const askAboutHeld = async (batch: Batch, dependencies: Dependencies): Promise<Message | null> => {
  const { store, clock, timeZone } = dependencies;
  const held = await store.batches.heldRows(batch);
  if (held.length === 0) return null;
  const shown = Object.fromEntries(held.map((one) => [String(one.row.number), one.shown]));
  const question = await keepQuestion(batch.teamId, shown, dependencies);
  return buildHeldQuestion({ batch, held, question, now: clock.now(), timeZone });
};
