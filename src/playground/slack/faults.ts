import type { RandomSlackFaults, SlackFault } from '../page/page-api.ts';
import type { Changes } from './changes.ts';
import { createRandomDraws } from './random-faults.ts';

export interface Faults {
  add(fault: SlackFault): void;
  /** Turns random trouble on, with a new plan in place of an old one; null turns it off. */
  random(plan: RandomSlackFaults | null): void;
  /** Turns everything off. */
  clear(): void;
  /** Random trouble among them. */
  list(): SlackFault[];
}

export interface FaultTaker {
  /** The fault that touches this call, used up by one: a planned one, or else what chance brings. */
  take(method: string): SlackFault | undefined;
}

/** Not Web API methods, so a fault touches them only when it names them. */
export const uploadMethod = 'upload';
export const responseUrlMethod = 'response_url';

const NO_TROUBLE: RandomSlackFaults = { seed: 0, rate: 0 };

export const createFaults = (deps: { changes: Changes }): Faults & FaultTaker => {
  let faults: SlackFault[] = [];
  let plan: RandomSlackFaults | null = null;
  let draw = createRandomDraws(NO_TROUBLE);
  const isAsked = (method: string): boolean => method === uploadMethod || method === responseUrlMethod;
  const touches = (fault: SlackFault, method: string): boolean =>
    fault.method === undefined ? !isAsked(method) : fault.method === method;
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
    take(method) {
      const fault = faults.find((one) => touches(one, method));
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
