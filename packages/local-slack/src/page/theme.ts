import { createStored } from './stored.ts';

/** Light, dark or system theme. */
export const createTheme = (root: HTMLElement, storage: () => Storage) => {
  const stored = createStored('local-slack-theme', storage);
  const apply = (theme: string): void => {
    root.dataset['theme'] = theme;
  };
  apply(stored.read() ?? 'system');
  return {
    next(): void {
      const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
      const order = isDark ? ['system', 'light', 'dark'] : ['system', 'dark', 'light'];
      const theme = order[(order.indexOf(root.dataset['theme'] ?? '') + 1) % order.length] ?? 'system';
      apply(theme);
      stored.write(theme);
    },
  };
};
