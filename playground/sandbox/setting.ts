/** A value that can be changed while the sandbox runs. */
export interface Setting<T extends object> {
  get(): T;
  /** Members not named keep their value. */
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
