import { describeRatio } from './statistics.ts';

/** Response time of Slack and the payment service in the slow rounds. */
export const ANSWER_MS = { slack: 80, service: 120 };

/** Alternates the order, so that other load on the machine affects both. */
export const inTurn = (round: number): ('ours' | 'bare')[] =>
  round % 2 === 0 ? ['ours', 'bare'] : ['bare', 'ours'];

/** The line about the slow rounds, next to the fast ones. */
export const describeWithAnswers = (ratios: number[]) => {
  const { ratio, from, to } = describeRatio(ratios);
  return { ratioWithAnswerMs: ratio, withAnswerMsFrom: from, withAnswerMsTo: to };
};
