import type { Request } from '../app-parts.ts';
import { readQuestion } from '../links/issuing/questions.ts';
import { Refused } from '../slack/refused.ts';
import type { BatchPress } from './about-batch.ts';
import { askAboutHeld } from './ask-about-held.ts';
import { changeBatch } from './card-presses.ts';
import type { HeldAnswers } from './held-row-store.ts';
import { buildHeldAnswered, buildNothingHeld } from './held-rows-view.ts';

export const handleBatchHeld = async (
  { about: batch, tell }: BatchPress,
  request: Request,
): Promise<void> => {
  const question = batch.state === 'done' ? await askAboutHeld(batch, request) : null;
  if (question === null) throw new Refused(buildNothingHeld());
  await tell(question);
};

/**
 * The button's value is `bat_…:question`. An answer is about the rows that the question showed, as it showed them. One to a
 * question that is too old gets the question as it is now.
 */
const createAnswer =
  (isCreated: boolean) =>
  async (press: BatchPress, request: Request): Promise<void> => {
    const { about: batch, place, tell } = press;
    const [, question = null] = place.value?.split(':') ?? [];
    const held = await request.store.batches.heldRows(batch);
    const shown = await readQuestion(batch.teamId, question, request);
    const answers: HeldAnswers = new Map(
      held.flatMap(({ row }) => {
        const consent = shown.get(String(row.number));
        return consent === undefined ? [] : [[row.number, isCreated ? consent.shown : null]];
      }),
    );
    if (answers.size === 0) return handleBatchHeld(press, request);
    await changeBatch(press, isCreated ? 'createHeld' : 'leaveHeld', request, { held: answers });
    await tell(buildHeldAnswered(answers.size, isCreated));
  };

export const handleHeldCreate = createAnswer(true);

export const handleHeldLeave = createAnswer(false);
