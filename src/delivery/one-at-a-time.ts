/** Runs work one after the other for each key, in the order in which it came. */
export interface OneAtATime {
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export const createOneAtATime = (): OneAtATime => {
  const last = new Map<string, Promise<unknown>>();
  return {
    run: async (key, work) => {
      const before = last.get(key);
      const mine = (async () => {
        // Whoever came before has reported its own failure.
        await before?.catch(() => undefined);
        return work();
      })();
      last.set(key, mine);
      try {
        return await mine;
      } finally {
        if (last.get(key) === mine) last.delete(key);
      }
    },
  };
};
