import { press } from '../people/frame.ts';
import type { Room } from '../room.ts';
import { answerQuestion } from './answer-question.ts';
import { WHO_HAS_NOT_ACTION, WHO_PAID_ACTION } from './answer-view.ts';
import type { Question } from './intents.ts';

/** The next question, about the days that the button carries. */
const ask = (name: string, read: (value: string) => Pick<Question, 'intent' | 'about'>) =>
  press({ name, needs: null }, async ({ place: { value, ...asker }, tell }, request) =>
    answerQuestion({ ...read(value ?? ''), isBare: false }, { asker, tell }, request),
  );

export const QUESTIONS = {
  actions: {
    [WHO_PAID_ACTION]: ask('who_paid', (about) => ({ intent: 'paid', about })),
    [WHO_HAS_NOT_ACTION]: ask('who_has_not', () => ({ intent: 'unpaid', about: '' })),
  },
} satisfies Room;
