import type { Request } from '../app-parts.ts';
import { readQuestion } from '../links/form/questions.ts';
import { createButton, type Pressed } from '../slack/button.ts';
import type { Batch } from '../store/batch.ts';
import { askAboutHeld } from './ask-about-held.ts';
import { findBatch, mayPress, move, run } from './card-presses.ts';
import type { HeldAnswers } from './held-row-store.ts';
import { buildHeldAnswered, buildNothingHeld } from './held-rows-view.ts';

/** For the creator, and for everyone who may make batches. */
export const handleBatchHeld = createButton<Request>('batch_held', async (pressed, request) => {
  const batch = await findBatch(pressed, request);
  if (batch === null || !(await mayPress(batch, pressed, request))) return;
  await askAgain(batch, pressed, request);
});

const askAgain = async (
  batch: Batch,
  { tell, ask }: Pick<Pressed, 'tell' | 'ask'>,
  request: Request,
): Promise<void> => {
  const question = batch.state === 'done' ? await askAboutHeld(batch, request) : null;
  await (question === null ? tell(buildNothingHeld()) : ask(question));
};

/**
 * The button's value is `bat_…:question`. An answer is about the rows that the question showed, as it showed them. One to a
 * question that is too old gets the question as it is now.
 */
const createAnswer = (name: string, isCreated: boolean) =>
  createButton<Request>(name, async (pressed, request) => {
    const [id = '', question = null] = pressed.place.value?.split(':') ?? [];
    const batch = await findBatch({ ...pressed, place: { ...pressed.place, value: id } }, request);
    if (batch === null || !(await mayPress(batch, pressed, request))) return;
    const held = await request.store.batches.heldRows(batch);
    const shown = await readQuestion(batch.teamId, question, request);
    const answers: HeldAnswers = new Map(
      held.flatMap(({ row }) => {
        const consent = shown.get(String(row.number));
        return consent === undefined ? [] : [[row.number, isCreated ? consent.shown : null]];
      }),
    );
    if (answers.size === 0) return askAgain(batch, pressed, request);
    const moved = isCreated
      ? await run({ ...pressed, batch }, { from: ['done'], held: answers }, request)
      : await move({ ...pressed, batch }, { from: ['done'], to: 'done', held: answers }, request);
    if (moved !== null) await pressed.tell(buildHeldAnswered(answers.size, isCreated));
  });

export const handleHeldCreate = createAnswer('batch_held_create', true);

export const handleHeldLeave = createAnswer('batch_held_leave', false);
