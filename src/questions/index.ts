import { press } from '../people/frame.ts';
import type { Room } from '../room.ts';
import { answerQuestion } from './answer-question.ts';
import { WHO_HAS_NOT_ACTION, WHO_PAID_ACTION } from './answer-view.ts';
import type { IntentName } from './intents.ts';

/** The next question, about the days that the button carries. */
const ask = (name: string, intent: IntentName) =>
  press({ name, needs: null }, async ({ place: { value, ...asker }, tell }, request) =>
    answerQuestion({ intent, isBare: false, about: value ?? '' }, { asker, tell }, request),
  );

export const QUESTIONS = {
  actions: { [WHO_PAID_ACTION]: ask('who_paid', 'paid'), [WHO_HAS_NOT_ACTION]: ask('who_has_not', 'unpaid') },
} satisfies Room;
