import type { Changes } from './changes.ts';
import { type RandomSlackFaults, SLACK_MISHAPS, type SlackFault } from './page/page-api.ts';
import { createMishapDrawer } from './random.ts';

/** Slack's reference names no such code, as it names none of those that Slack will add. */
const NEW_CODE = 'a_word_of_next_year';

/** Draws a random fault for a call. */
const createRandomDraws = (
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
      case 'new-code':
        return { error: NEW_CODE };
      case 'late':
        return { delayMs: drawn.random.whole(1, delayMs) };
    }
  };
};

export interface Faults {
  add(fault: SlackFault): void;
  /** Turns random faults on, replacing an earlier plan; null turns them off. */
  random(plan: RandomSlackFaults | null): void;
  /** Turns all faults off. */
  clear(): void;
  /** Includes random faults. */
  list(): SlackFault[];
}

export interface FaultTaker {
  /**
   * Takes the fault for this call: a planned one, otherwise a random one. `isReused`: the connection has carried a
   * call before, so Slack may have closed it while idle. `channel`: the call's argument.
   */
  take(method: string, isReused?: boolean, channel?: unknown): SlackFault | undefined;
}

/** Not Web API methods, so faults affect them only by name. */
export const uploadMethod = 'upload';
export const responseUrlMethod = 'response_url';
/** The view in the app's answer to a submission: only `delayMs` applies. */
export const responseActionMethod = 'response_action';
/** A click on its way to the app: uses up `delayMs` of its trigger's lifetime. */
export const triggerMethod = 'trigger';

const NO_METHODS = [uploadMethod, responseUrlMethod, responseActionMethod, triggerMethod];

const NO_TROUBLE: RandomSlackFaults = { seed: 0, rate: 0 };

export const createFaults = (deps: { changes: Changes }): Faults & FaultTaker => {
  let faults: SlackFault[] = [];
  let plan: RandomSlackFaults | null = null;
  let draw = createRandomDraws(NO_TROUBLE);
  const isAsked = (method: string): boolean => NO_METHODS.includes(method);
  const touches = (fault: SlackFault, method: string, isReused: boolean, channel: unknown): boolean =>
    (fault.method === undefined ? !isAsked(method) : fault.method === method) &&
    (fault.channel === undefined || fault.channel === channel) &&
    (isReused || fault.closedWhileIdle !== true);
  const random = (wanted: RandomSlackFaults | null): void => {
    plan = wanted;
    draw = createRandomDraws(wanted ?? NO_TROUBLE);
    deps.changes.changed();
  };
  return {
    add(fault) {
      if (fault.random) return random(fault.random);
      if (fault.times !== undefined && fault.times < 1) return;
      faults.push({ ...fault });
      deps.changes.changed();
    },
    random,
    clear() {
      faults = [];
      random(null);
    },
    list: () => [...faults.map((fault) => ({ ...fault })), ...(plan === null ? [] : [{ random: plan }])],
    take(method, isReused = false, channel = undefined) {
      const fault = faults.find((one) => touches(one, method, isReused, channel));
      if (fault === undefined) return draw(method, isAsked(method));
      if (fault.times === undefined) return fault;
      const taken = { ...fault };
      fault.times -= 1;
      if (fault.times === 0) faults = faults.filter((one) => one !== fault);
      deps.changes.changed();
      return taken;
    },
  };
};
