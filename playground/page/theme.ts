const KEY = 'playground-theme';
const THEMES = ['system', 'light', 'dark'];

/** Light, dark or system theme; stored if the browser allows it. */
export const createTheme = (root: HTMLElement, storage: () => Storage) => {
  const read = (): string => {
    try {
      return storage().getItem(KEY) ?? 'system';
    } catch {
      return 'system';
    }
  };
  const apply = (theme: string): void => {
    root.dataset['theme'] = theme;
  };
  apply(read());
  return {
    next(): void {
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
      const order = isDark ? ['system', 'light', 'dark'] : ['system', 'dark', 'light'];
      const theme = order[(order.indexOf(root.dataset['theme'] ?? '') + 1) % THEMES.length] ?? 'system';
      apply(theme);
      try {
        storage().setItem(KEY, theme);
      } catch {
        // Not stored: it holds until the page is closed.
        return;
      }
    },
  };
};
