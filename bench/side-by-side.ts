import { describeRatio } from './statistics.ts';

/** How long Slack and the payment service take for an answer, where they do not answer at once. */
export const ANSWER_MS = { slack: 80, service: 120 };

/** Which comes first takes turns: what else the machine does falls on both. */
export const inTurn = (round: number): ('ours' | 'bare')[] =>
  round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];

/** What a line says of the rounds in which answers took their time, beside those in which they did not. */
export const describeWithAnswers = (ratios: number[]) => {
  const { ratio, from, to } = describeRatio(ratios);
  return { ratioWithAnswerMs: ratio, withAnswerMsFrom: from, withAnswerMsTo: to };
};
