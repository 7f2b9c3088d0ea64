import type { RandomSlackFaults, SlackFault, SlackMishap } from '../page/page-api.ts';
import { createMishapDrawer } from '../random-mishaps.ts';

export const SLACK_MISHAPS = [
  'rate-limited',
  'error-before-work',
  'error-after-work',
  'drop-before-work',
  'drop-after-work',
  'late',
] as const satisfies readonly SlackMishap[];

/** Draws the fault that befalls a call by chance. */
export const createRandomDraws = (
  plan: RandomSlackFaults,
): ((method: string, isAsked: boolean) => SlackFault | undefined) => {
  const { methods, retryAfter = 1, delayMs = 300 } = plan;
  const draw = createMishapDrawer(plan, SLACK_MISHAPS);
  return (method, isAsked) => {
    if (methods ? !methods.includes(method) : isAsked) return undefined;
    const drawn = draw(method);
    switch (drawn?.kind) {
      case undefined:
        return undefined;
      case 'rate-limited':
        return { status: 429, error: 'ratelimited', retryAfter };
      case 'error-before-work':
        return { status: drawn.random.pick([500, 502, 503]) };
      case 'error-after-work':
        return { status: drawn.random.pick([500, 502, 503]), afterWork: true };
      case 'drop-before-work':
        return { dropBeforeWork: true };
      case 'drop-after-work':
        return { dropAfterWork: true };
      case 'late':
        return { delayMs: drawn.random.whole(1, delayMs) };
    }
  };
};
