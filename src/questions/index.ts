import { press } from '../people/frame.ts';
import type { Room } from '../room.ts';
import { answerQuestion } from './answer-question.ts';
import { WHO_HAS_NOT_ACTION, WHO_PAID_ACTION } from './answer-view.ts';
import { readQuestion } from './intents.ts';

/** The next question, which a button asks. */
const ask = (name: string) =>
  press({ name, needs: null }, async ({ place: { value, teamId, userId }, tell }, request) => {
    const question = readQuestion(value ?? '', { amount: false, contact: false });
    return question && answerQuestion(question, { asker: { teamId, userId }, tell }, request);
  });

export const QUESTIONS = {
  actions: { [WHO_PAID_ACTION]: ask('who_paid'), [WHO_HAS_NOT_ACTION]: ask('who_has_not') },
} satisfies Room;
