/** A word that the browser keeps, if it allows it; otherwise it is lost when the page is closed. */
export const createStored = (key: string, storage: () => Storage) => ({
  read(): string | null {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  },
  write(word: string): void {
    try {
      storage().setItem(key, word);
    } catch {
      return;
    }
  },
});
