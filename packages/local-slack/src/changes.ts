/** The version of what is shown, and who waits for the next one. */
export const createChanges = () => {
  let version = 0;
  const listeners = new Set<() => void>();
  return {
    version: (): number => version,
    /** Call after every visible change. */
    changed(): void {
      version += 1;
      for (const listener of [...listeners]) listener();
    },
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};

export type Changes = ReturnType<typeof createChanges>;

interface UntilDeps {
  changes: Changes;
  /** The current state in a few lines, for the error message. */
  describe: () => string[];
}

/** Long enough for a busy machine. */
const PATIENCE_MS = 60_000;

/** A text's beginning on one line. */
export const oneLine = (text: string, longest: number): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
};

export const createUntil =
  ({ changes, describe }: UntilDeps) =>
  <T>(look: () => T | undefined | false, timeoutMs = PATIENCE_MS): Promise<T> =>
    new Promise((resolve, reject) => {
      // Created here, so that its stack names the caller.
      const timedOut = new Error();
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
        const lines = [
          `Not seen within ${timeoutMs / 1_000} s: ${oneLine(String(look), 200)}`,
          ...describe(),
        ];
        timedOut.message = lines.join('\n  ');
        settle(() => reject(timedOut));
      }, timeoutMs);
      stop = changes.onChange(tryIt);
      tryIt();
    });
