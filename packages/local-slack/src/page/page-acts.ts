import { type Act, api } from './api.ts';
import { showPicture } from './dialogs.ts';
import type { Posts } from './page-api.ts';
import { homeKey, type PageState, type Store } from './page-state.ts';
import { readAppAct } from './render-sidebar.ts';
import { isUnread, markSeen } from './seen-messages.ts';

interface PageActsOptions {
  store: Store;
  actAs: (id: string) => void;
  nextTheme: () => void;
  hideSteps: () => void;
  /** Fills the composer of the open conversation. */
  type: (text: string) => void;
  focusComposer: () => void;
  focusHome: () => void;
  focusThread: () => void;
  parse: (text: string) => { command: string; text: string } | null;
}

/** As in page.css. */
const ONE_PANEL = '(max-width: 1480px)';

const copyFrom = async (button: Element): Promise<void> => {
  const text = button.parentElement?.querySelector('pre')?.textContent ?? '';
  await navigator.clipboard.writeText(text).then(
    () => {
      button.textContent = 'Copied';
    },
    () => {
      button.textContent = 'Cannot copy';
    },
  );
};

/** Handles actions on the page itself, outside of blocks. */
export const createPageActs = (options: PageActsOptions) => {
  const { store, actAs, nextTheme, hideSteps, type, focusComposer, focusHome, focusThread, parse } = options;

  const tell = (text: string): void =>
    store.set({ notice: { conversation: store.get().place, text }, dismissed: null });

  const show = (change: Pick<PageState, 'place' | 'tab'>): void => {
    const { seen, snapshot } = store.get();
    store.set({ ...change, seen: markSeen({ ...change, seen }, snapshot), thread: null });
  };

  const open = (place: string): void => {
    show({ place, tab: 'messages' });
    store.set({ isSidebarOpen: false });
    focusComposer();
  };

  let lastTab: PageState['tab'] = 'home';
  /** Sends `app_home_opened` for each opened tab; the app only acknowledges it. */
  const openTab = (tab: PageState['tab']): void => {
    lastTab = tab;
    const { place, snapshot, problems } = store.get();
    const { me } = snapshot;
    const { [homeKey(me)]: _, ...others } = problems;
    store.set({ problems: others });
    show({ place, tab });
    void api.act('home', { as: me, tab }).then((outcome) => {
      if (!outcome.ok && tab === 'home')
        store.set({ problems: { ...store.get().problems, [homeKey(me)]: outcome.problem } });
    });
  };

  /** Like Slack: opens Messages if there is something unread, otherwise the last tab. */
  const openApp = (place: string): void => {
    const tab = isUnread({ id: place }, store.get()) ? 'messages' : lastTab;
    store.set({ place, isSidebarOpen: false });
    openTab(tab);
    if (tab === 'home') focusHome();
    else focusComposer();
  };

  const send = async (text: string, threadTs: string | null): Promise<void> => {
    const { snapshot, place } = store.get();
    const typed = text.startsWith('/') ? parse(text) : null;
    store.set({ notice: null });
    if (typed && threadTs !== null) {
      tell(`${typed.command} cannot be used in a thread. Slack allows commands in conversations only.`);
      return;
    }
    const isKnown =
      snapshot.commands.length === 0 || snapshot.commands.some((one) => one.command === typed?.command);
    if (typed && !isKnown) {
      tell(`${typed.command} is not a valid command. In Slack, all messages that start with / are commands.`);
      return;
    }
    const as = snapshot.me;
    const outcome = typed
      ? await api.act('command', { as, channel: place, ...typed })
      : await api.act('message', { as, channel: place, text, ...(threadTs === null ? {} : { threadTs }) });
    if (!outcome.ok) store.set({ notice: { conversation: place, text: outcome.problem }, dismissed: null });
  };

  /** Sends an action and shows its problem, if there is one. */
  const act = async <Name extends Act>(name: Name, body: Posts[Name]): Promise<void> => {
    const outcome = await api.act(name, body);
    if (!outcome.ok) tell(outcome.problem);
  };

  const turnTable = (target: Element): void => {
    const table = target.closest('[data-table]');
    const scope = table?.closest('[data-scope]')?.getAttribute('data-scope') ?? '';
    const key = `${scope} ${table?.getAttribute('data-table') ?? ''}`;
    const { tables } = store.get();
    const look = tables[key] ?? { page: 0, sortColumn: null, isDescending: false };
    const page = target.getAttribute('data-page');
    const column = Number(target.getAttribute('data-sort'));
    const turned =
      page !== null
        ? { ...look, page: Number(page) }
        : { page: 0, sortColumn: column, isDescending: look.sortColumn === column && !look.isDescending };
    store.set({ tables: { ...tables, [key]: turned } });
  };

  const clicks: Record<string, (target: Element, value: string) => void> = {
    'data-go': (_, place) => open(place),
    'data-go-app': (_, place) => openApp(place),
    'data-tab': (_, tab) => openTab(tab === 'home' ? 'home' : 'messages'),
    'data-thread': (_, ts) => {
      // If there is no room for both panels, show the one opened last.
      store.set({ thread: ts, ...(matchMedia(ONE_PANEL).matches ? { drawer: 'none' } : {}) });
      focusThread();
    },
    'data-shortcut': (target, callbackId) => {
      const channel = target.getAttribute('data-shortcut-channel');
      const ts = target.getAttribute('data-shortcut-ts');
      const message = channel && ts ? { channel, ts } : null;
      void act('shortcut', { as: store.get().snapshot.me, callbackId, message });
    },
    'data-close-thread': () => {
      store.set({ thread: null });
      focusComposer();
    },
    'data-membership': (target, what) => {
      target.closest('details')?.removeAttribute('open');
      void act('membership', { channel: store.get().place, botIsMember: what === 'invite' });
    },
    'data-app-act': (_, name) => {
      const wanted = readAppAct(name);
      if (wanted) void act('app', { act: wanted });
    },
    'data-sidebar': () => store.set({ isSidebarOpen: !store.get().isSidebarOpen }),
    'data-drawer': (target, wanted) => {
      target.closest('details')?.removeAttribute('open');
      const isOpen = store.get().drawer === wanted;
      store.set({
        drawer: isOpen ? 'none' : wanted,
        isSidebarOpen: false,
      });
    },
    'data-theme-next': nextTheme,
    'data-hide-steps': hideSteps,
    'data-try': (_, text) => {
      type(text);
      focusComposer();
    },
    'data-open-home': (_, place) => {
      store.set({ place });
      openTab('home');
      focusHome();
    },
    'data-enlarge': (target, src) => {
      const alt = target.querySelector('img')?.alt ?? '';
      const { pictureNote: note } = store.get().snapshot.page;
      showPicture(src, alt, note !== null && alt.includes(note.alt) ? note.words : '');
    },
    'data-copy': (target) => void copyFrom(target),
    'data-dismiss': (_, text) => store.set({ dismissed: text, notice: null }),
    'data-sort': turnTable,
    'data-page': turnTable,
  };
  const selector = Object.keys(clicks)
    .map((name) => `[${name}]`)
    .join(', ');

  document.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest(selector) : null;
    for (const [name, click] of Object.entries(clicks))
      if (target?.hasAttribute(name)) click(target, target.getAttribute(name) ?? '');
    const isOutside = event.target instanceof Element && !event.target.closest('#sidebar, [data-sidebar]');
    if (isOutside && store.get().isSidebarOpen) store.set({ isSidebarOpen: false });
    for (const menu of document.querySelectorAll('details.overflow[open]'))
      if (!(event.target instanceof Node && menu.contains(event.target))) menu.removeAttribute('open');
  });
  document.addEventListener('change', (event) => {
    if (event.target instanceof HTMLSelectElement && event.target.hasAttribute('data-act-as'))
      actAs(event.target.value);
  });
  document.addEventListener('keydown', (event) => {
    const { drawer, thread, isSidebarOpen } = store.get();
    if (event.altKey && event.code === 'KeyI') {
      event.preventDefault();
      store.set({ drawer: drawer === 'none' ? 'exchanges' : 'none' });
    } else if (
      event.key === 'Escape' &&
      !event.defaultPrevented &&
      document.querySelector('dialog[open]') === null
    ) {
      const menu = event.target instanceof Element ? event.target.closest('details.overflow[open]') : null;
      if (menu) {
        menu.removeAttribute('open');
        menu.querySelector('summary')?.focus();
      } else if (isSidebarOpen) store.set({ isSidebarOpen: false });
      else if (thread !== null) {
        store.set({ thread: null });
        focusComposer();
      } else if (drawer !== 'none') store.set({ drawer: 'none' });
    }
  });

  return { openHome: () => openTab('home'), send };
};
