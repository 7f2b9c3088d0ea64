const KEY = 'playground-first-steps';
const HIDDEN = 'hidden';

/** Whether the reader has put the first steps away; remembered where the browser allows it. */
export const createHiddenSteps = (storage: () => Storage) => ({
  read(): boolean {
    try {
      return storage().getItem(KEY) === HIDDEN;
    } catch {
      return false;
    }
  },
  hide(): void {
    try {
      storage().setItem(KEY, HIDDEN);
    } catch {
      // Hidden until the page is closed, then.
      return;
    }
  },
});
