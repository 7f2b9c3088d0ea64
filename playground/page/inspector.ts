import { api } from './api.ts';
import { zoneOf } from './build-context.ts';
import { buildAttributes } from './escape-html.ts';
import { createFaultsPanel } from './faults-panel.ts';
import type { Exchange } from './page-api.ts';
import { type Drawer, readDrawer, type Store } from './page-state.ts';
import { createPaymentsPanel } from './payments-panel.ts';
import { createRegion, findRoot } from './region.ts';
import { renderExchange } from './render-exchange.ts';
import { tabStop } from './tab-keys.ts';

const KEPT = 300;

/** The drawer: what Slack and the app said to each other, the switches for faults, and the payment service. */
export const createInspector = ({ store }: { store: Store }) => {
  const root = findRoot('inspector');
  const draw = createRegion(root);
  const panel = createFaultsPanel({ store, changed: () => store.set({}) });
  const payments = createPaymentsPanel({ root, store, changed: () => store.set({}) });
  const open = new Set<number>();
  let exchanges: Exchange[] = [];
  let isReading = false;
  let seenVersion = -1;
  let seenDrawer: Drawer = 'none';

  const readOn = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      const more = await api.exchanges(exchanges.at(-1)?.id ?? 0);
      exchanges = [...exchanges, ...more].slice(-KEPT);
      if (more.length > 0) store.set({});
    } catch {
      // The line above the conversation tells that the playground is away; the next change reads again.
      seenVersion = -1;
    } finally {
      isReading = false;
    }
  };

  root.addEventListener(
    'toggle',
    (event) => {
      const details = event.target;
      if (!(details instanceof HTMLDetailsElement)) return;
      const id = Number(details.dataset['exchange']);
      if (details.open === open.has(id)) return;
      if (details.open) open.add(id);
      else open.delete(id);
      store.set({});
    },
    true,
  );
  root.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const fault = target?.closest('[data-fault]')?.getAttribute('data-fault');
    if (fault) void panel.toggle(fault);
    if (target?.closest('[data-clear-faults]')) void panel.clear();
    if (target?.closest('[data-close-drawer]')) store.set({ drawer: 'none' });
  });
  root.addEventListener('change', (event) => {
    const select = event.target;
    const name = select instanceof HTMLSelectElement ? select.dataset['slackBehaviour'] : undefined;
    if (select instanceof HTMLSelectElement && name !== undefined) void panel.answer(name, select.value);
  });

  const renderHead = (drawer: Drawer, hasService: boolean): string => {
    const tab = (name: Drawer, words: string): string =>
      `<button${buildAttributes({ type: 'button', ...tabStop(drawer === name), 'data-drawer-tab': name })}>${words}</button>`;
    return `<header class="place"><div class="tabs" role="tablist" aria-label="Inspector">${tab('exchanges', 'Requests')}${tab('faults', 'Faults')}${hasService ? tab('payments', 'Payments') : ''}</div><button type="button" class="icon-button" data-close-drawer aria-label="Close the inspector">×</button></header>`;
  };
  root.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const tab = target?.closest('[data-drawer-tab]')?.getAttribute('data-drawer-tab');
    if (tab) store.set({ drawer: readDrawer(tab) });
  });

  return () => {
    const state = store.get();
    const { drawer, snapshot } = state;
    root.hidden = drawer === 'none';
    payments.watch(drawer === 'payments');
    if (drawer === 'none') {
      seenDrawer = drawer;
      return;
    }
    if (snapshot.version !== seenVersion || drawer !== seenDrawer) {
      // Numbers begin anew when the playground does.
      if (snapshot.version < seenVersion) exchanges = [];
      seenVersion = snapshot.version;
      seenDrawer = drawer;
      if (drawer === 'exchanges') void readOn();
      if (drawer === 'faults') void panel.refresh();
    }
    const timeZone = zoneOf(state);
    const bodies: Record<Exclude<Drawer, 'none'>, () => string> = {
      exchanges: () =>
        exchanges
          .toReversed()
          .map((one) => renderExchange(one, open.has(one.id), timeZone))
          .join('') || '<div class="empty"><b>No messages yet.</b><span>Type a command.</span></div>',
      faults: panel.render,
      payments: payments.render,
    };
    draw(
      `${renderHead(drawer, snapshot.sandboxUrl !== null)}<div class="drawer-body" data-key="body-${drawer}">${bodies[drawer]()}</div>`,
    );
  };
};
