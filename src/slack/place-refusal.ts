import type { SlackFailure } from './slack-failure.ts';

/** What is the same in every conversation: what was sent, or who sent it. */
const NOT_ABOUT_THE_PLACE: readonly SlackFailure['why'][] = ['blocks', 'unsayable', 'removed'];

/** Whether another conversation may take what this one refused for good. */
export const isRefusedByPlace = (failure: SlackFailure): boolean =>
  failure.kind === 'permanent' && !NOT_ABOUT_THE_PLACE.includes(failure.why);
