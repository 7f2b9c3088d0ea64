const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** One Tab stop for a row of tabs; arrow keys move between tabs and open them. */
export const tabStop = (isOpen: boolean): { role: string; 'aria-selected': string; tabindex: string } => ({
  role: 'tab',
  'aria-selected': isOpen ? 'true' : 'false',
  tabindex: isOpen ? '0' : '-1',
});

export const listenForTabKeys = (): void =>
  document.addEventListener('keydown', (event) => {
    const step = Object.hasOwn(STEPS, event.key) ? STEPS[event.key] : undefined;
    const tab = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=tab]') : null;
    const row = tab?.closest('[role=tablist]');
    if (!step || !tab || !row) return;
    const tabs = [...row.querySelectorAll<HTMLElement>('[role=tab]')];
    const next = tabs[step(tabs.indexOf(tab), tabs.length)];
    event.preventDefault();
    next?.focus();
    next?.click();
  });
