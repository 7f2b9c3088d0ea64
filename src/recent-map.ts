/** A map that holds so many entries at most: those that were put in last stay. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined;
  /** Gives what had to go for it, if anything. */
  set(key: string, value: Value): Value | undefined;
  delete(key: string): void;
}

export const createRecentMap = <Value>(most: number): RecentMap<Value> => {
  const entries = new Map<string, Value>();
  return {
    get: (key) => entries.get(key),
    set: (key, value) => {
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries;
      if (oldest === undefined || entries.size <= most) return undefined;
      entries.delete(oldest[0]);
      return oldest[1];
    },
    delete: (key) => {
      entries.delete(key);
    },
  };
};
