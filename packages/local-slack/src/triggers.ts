export interface Trigger {
  user: string;
  /** The conversation in which the person acted. */
  channel: string | null;
  /** Acted in a view, so a view can be pushed on it. */
  viewId: string | null;
}

type Taken =
  | { ok: true; trigger: Trigger }
  | { ok: false; error: 'expired_trigger_id' | 'exchanged_trigger_id' | 'invalid_trigger_id' };

export const createTriggers = (deps: {
  now: () => number;
  secret: () => string;
  /** Milliseconds that a click takes to reach the app: the three seconds start with the click. */
  underway: () => number;
  livesMs: number;
}) => {
  const issued = new Map<string, Trigger & { at: number; used: boolean }>();
  /** Checks without using it up. */
  const peek = (id: string): Taken => {
    const found = issued.get(id);
    if (found === undefined) return { ok: false, error: 'invalid_trigger_id' };
    if (found.used) return { ok: false, error: 'exchanged_trigger_id' };
    if (deps.now() - found.at > deps.livesMs) return { ok: false, error: 'expired_trigger_id' };
    return { ok: true, trigger: found };
  };
  return {
    issue(trigger: Trigger): string {
      const id = `${issued.size + 1}.${deps.now()}.${Buffer.from(deps.secret()).toString('hex').slice(0, 32)}`;
      issued.set(id, { ...trigger, at: deps.now() - deps.underway(), used: false });
      return id;
    },
    peek,
    take(id: string): Taken {
      const taken = peek(id);
      const found = issued.get(id);
      if (taken.ok && found !== undefined) found.used = true;
      return taken;
    },
  };
};

export type Triggers = ReturnType<typeof createTriggers>;
