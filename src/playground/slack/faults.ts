import type { SlackFault } from '../page/page-api.ts';
import type { Changes } from './changes.ts';

export interface Faults {
  add(fault: SlackFault): void;
  clear(): void;
  list(): SlackFault[];
  /** The fault that touches this call, used up by one. */
  take(method: string): SlackFault | undefined;
}

/** Not Web API methods, so a fault touches them only when it names them. */
export const uploadMethod = 'upload';
export const responseUrlMethod = 'response_url';

export const createFaults = (deps: { changes: Changes }): Faults => {
  let faults: SlackFault[] = [];
  const touches = (fault: SlackFault, method: string): boolean =>
    fault.method === undefined
      ? method !== uploadMethod && method !== responseUrlMethod
      : fault.method === method;
  return {
    add(fault) {
      if (fault.times !== undefined && fault.times < 1) return;
      faults.push({ ...fault });
      deps.changes.changed();
    },
    clear() {
      faults = [];
      deps.changes.changed();
    },
    list: () => faults.map((fault) => ({ ...fault })),
    take(method) {
      const fault = faults.find((one) => touches(one, method));
      if (fault?.times === undefined) return fault;
      const taken = { ...fault };
      fault.times -= 1;
      if (fault.times === 0) faults = faults.filter((one) => one !== fault);
      return taken;
    },
  };
};
