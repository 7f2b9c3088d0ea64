export interface Changes {
  version(): number;
  /** To be called after every change that somebody could see. */
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
