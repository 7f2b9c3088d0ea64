export interface Changes {
  version(): number;
  /** Call after every visible change. */
  changed(): void;
  onChange(listener: () => void): () => void;
}

export const createChanges = (): Changes => {
  let version = 0;
  const listeners = new Set<() => void>();
  return {
    version: () => version,
    changed() {
      version += 1;
      for (const listener of [...listeners]) listener();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};

interface UntilDeps {
  changes: Changes;
  /** The current state, for the error message. */
  dump: () => string;
}

/** Long enough for a busy machine. */
const PATIENCE_MS = 60_000;

export const createUntil =
  ({ changes, dump }: UntilDeps) =>
  <T>(look: () => T | undefined | false, timeoutMs = PATIENCE_MS): Promise<T> =>
    new Promise((resolve, reject) => {
      let stop = (): void => {};
      const settle = (finish: () => void): void => {
        stop();
        clearTimeout(timer);
        finish();
      };
      const tryIt = (): void => {
        try {
          const found = look();
          if (found !== undefined && found !== false) settle(() => resolve(found));
        } catch (error) {
          settle(() => reject(error));
        }
      };
      const timer = setTimeout(() => {
        settle(() => reject(new Error(`Not seen within ${timeoutMs} ms. There is:\n${dump()}`)));
      }, timeoutMs);
      stop = changes.onChange(tryIt);
      tryIt();
    });
