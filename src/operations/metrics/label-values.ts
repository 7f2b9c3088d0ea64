/** Slack has some two hundred codes for the methods that we call, and uses few of them. */
const MOST_NAMES = 100;

/** Names from outside as values of a label: the first hundred that look like a code, and `other`. */
export const createNames = (): ((name: string) => string) => {
  const known = new Set<string>();
  return (name) => {
    if (known.has(name)) return name;
    if (known.size >= MOST_NAMES || !/^[\w. -]{1,60}$/.test(name)) return 'other';
    known.add(name);
    return name;
  };
};

/** By the status of the answer. */
export const CALLBACK_OUTCOMES: Record<number, string> = {
  200: 'taken',
  404: 'unknown_token',
  408: 'too_slow',
  413: 'too_large',
  429: 'throttled',
  503: 'busy',
};

export const nameCallbackOutcome = (status: number | null): string =>
  status === null ? 'gone' : (CALLBACK_OUTCOMES[status] ?? 'other');
