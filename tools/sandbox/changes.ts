interface ChangeSignal {
  changed(): void;
  /** Resolves when the predicate holds; it is checked now and after each change. Rejects on timeout. */
  until(predicate: () => boolean, timeoutMs: number): Promise<void>;
  /** Rejects everything that still waits. */
  close(): void;
}

export const createChangeSignal = (): ChangeSignal => {
  const waiting = new Map<() => void, (error: Error) => void>();

  return {
    changed: () => {
      for (const look of [...waiting.keys()]) look();
    },
    until: (predicate, timeoutMs) =>
      new Promise((resolve, reject) => {
        // Created here, so that its stack names the caller.
        const timedOut = new Error(`Not true within ${timeoutMs / 1_000} s: ${predicate}`);
        const finish = (settle: () => void): void => {
          clearTimeout(timer);
          waiting.delete(look);
          settle();
        };
        const look = (): void => {
          try {
            if (predicate()) finish(resolve);
          } catch (error) {
            finish(() => reject(error));
          }
        };
        const timer = setTimeout(() => finish(() => reject(timedOut)), timeoutMs);
        waiting.set(look, (error) => finish(() => reject(error)));
        look();
      }),
    close: () => {
      for (const fail of [...waiting.values()]) fail(new Error('The sandbox was closed'));
    },
  };
};

/** A value that can be changed while the sandbox runs. */
export interface Setting<T extends object> {
  get(): T;
  /** Members left out keep their value. */
  set(change: { [Key in keyof T]?: T[Key] | undefined }): void;
}

export const createSetting = <T extends object>(initial: T, changed: () => void): Setting<T> => {
  let value = initial;
  return {
    get: () => value,
    set: (change) => {
      const named = Object.entries(change).filter(([, member]) => member !== undefined);
      value = { ...value, ...Object.fromEntries(named) };
      changed();
    },
  };
};
