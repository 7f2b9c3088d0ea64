/** A map with a maximum size: a new entry evicts the oldest one. `get` does not make an entry newer. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined;
  /** Returns the evicted value, if any. */
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
