import { api } from './api.ts';
import { splitCommand } from './completion.ts';
import { createComposer } from './composer.ts';
import { createConversation, createThread } from './conversation.ts';
import { createElementActs } from './element-acts.ts';
import { type CreateExtension, NO_EXTENSION } from './extension.ts';
import { renderFirstSteps } from './first-steps.ts';
import { createFormState } from './form-state.ts';
import { pointAt, readHash, writeHash } from './hash-place.ts';
import { createHome } from './home.ts';
import { createInspector } from './inspector.ts';
import { createLive, takeSnapshot } from './live.ts';
import { createModalStack } from './modal.ts';
import { createPageActs } from './page-acts.ts';
import { createStore, type PageState } from './page-state.ts';
import { createRegion, findRoot } from './patch-dom.ts';
import { nameConversation } from './render-place.ts';
import { renderSidebar } from './render-sidebar.ts';
import { createStored } from './stored.ts';
import { listenForTabKeys } from './tab-keys.ts';
import { createTheme } from './theme.ts';

const MINUTE_MS = 60_000;

const theme = createTheme(document.documentElement, () => localStorage);
/** `hidden`: the reader has hidden the first steps. */
const steps = createStored('local-slack-first-steps', () => localStorage);
const wanted = readHash(location.hash);
const found = await api.snapshot(wanted.as);
const isKnown = found.people.some((one) => one.id === wanted.as && !one.isBot);
const first = isKnown ? wanted.as : (found.people.find((one) => !one.isBot && !one.isExternal)?.id ?? '');

/** Its panels are extras: the page works without a script that cannot be loaded. */
const loadExtension = async (address: string) => {
  try {
    const { default: create } = (await import(address)) as { default: CreateExtension };
    return create({ root: findRoot('inspector'), changed: () => store.set({}) });
  } catch (error) {
    console.warn(`The panels at ${address} could not be loaded.`, error);
    return NO_EXTENSION;
  }
};

const forms = createFormState();
const blank: PageState = {
  snapshot: isKnown ? found : await api.snapshot(first),
  now: Date.now(),
  isLive: true,
  place: wanted.place,
  tab: wanted.tab,
  thread: wanted.thread || null,
  drawer: 'none',
  extension: found.page.panels === null ? NO_EXTENSION : await loadExtension(found.page.panels),
  isSidebarOpen: false,
  areStepsHidden: steps.read() === 'hidden',
  seen: {},
  notice: null,
  dismissed: null,
  errors: {},
  problems: {},
  sending: [],
  pending: [],
  tables: {},
  offered: {},
  labels: {},
};
const store = createStore({ ...blank, ...takeSnapshot(blank, blank.snapshot, forms) });

const live = createLive({
  since: blank.snapshot.version,
  onSnapshot: (snapshot) => {
    // The local Slack has restarted: ids on this page are no longer valid.
    if (snapshot.version < store.get().snapshot.version) {
      location.reload();
      return;
    }
    const isOther = snapshot.me !== store.get().snapshot.me;
    store.set(takeSnapshot(store.get(), snapshot, forms));
    if (isOther && store.get().tab === 'home') acts.openHome();
  },
  onState: (isLive) => store.set({ isLive }),
});

const commands = () => store.get().snapshot.commands;
const nameOfPlace = (): string => {
  const { snapshot, place } = store.get();
  const open = snapshot.conversations.find((one) => one.id === place);
  if (open === undefined) return '';
  const isChannel = open.kind === 'public' || open.kind === 'private';
  return `${isChannel ? '#' : ''}${nameConversation(open, snapshot)}`;
};

const composer = createComposer({
  root: findRoot('composer'),
  name: 'main',
  commands,
  target: () => ({
    key: `${store.get().snapshot.me} ${store.get().place}`,
    placeholder: `Message ${nameOfPlace()}`,
  }),
  send: (text) => void acts.send(text, null),
  shortcuts: () => store.get().snapshot.shortcuts.filter(({ type }) => type === 'global'),
});
const threadComposer = createComposer({
  root: findRoot('thread-composer'),
  name: 'thread',
  commands: () => [],
  target: () => ({ key: `${store.get().snapshot.me} ${store.get().thread}`, placeholder: 'Reply…' }),
  send: (text) => void acts.send(text, store.get().thread),
});

const acts = createPageActs({
  store,
  actAs: (id) => {
    store.set({ thread: null, notice: null });
    live.follow(id);
  },
  nextTheme: theme.next,
  hideSteps: () => {
    steps.write('hidden');
    store.set({ areStepsHidden: true });
  },
  type: composer.write,
  // After the render that shows it: hidden elements cannot be focused.
  focusComposer: () => queueMicrotask(composer.focus),
  focusHome: () => queueMicrotask(() => findRoot('home').focus({ preventScroll: true })),
  focusThread: () => setTimeout(threadComposer.focus),
  parse: splitCommand,
});
createElementActs({ store, forms });
listenForTabKeys();

const app = findRoot('app');
const drawSidebar = createRegion(findRoot('sidebar'));
const drawConversation = createConversation({ store, forms });
const drawThread = createThread({ store, forms });
const drawSteps = createRegion(findRoot('first-steps'));
const drawHome = createHome({ store, forms });
const drawModals = createModalStack({ store, forms, onClosed: composer.focus });
const drawInspector = createInspector({ store });

const draw = (): void => {
  const { snapshot, place, tab, isSidebarOpen, drawer, thread } = store.get();
  app.classList.toggle('sidebar-open', isSidebarOpen);
  app.classList.toggle('drawer-open', drawer !== 'none');
  app.classList.toggle('thread-open', thread !== null);
  findRoot('composer').hidden = tab === 'home';
  drawSidebar(renderSidebar(store.get()));
  drawConversation();
  drawThread();
  drawHome();
  drawSteps(tab === 'home' ? '' : renderFirstSteps(store.get()));
  composer.render();
  threadComposer.render();
  drawInspector();
  drawModals();
  document.title = `${nameOfPlace()} · ${snapshot.appName} demo`;
  const hash = writeHash({ as: snapshot.me, place, tab });
  if (location.hash !== hash) history.replaceState(null, '', hash);
};

store.subscribe(draw);
// Not fired by the page's own changes: a person edited the address or went back.
addEventListener('hashchange', () => location.reload());
draw();
live.follow(first);
if (wanted.at) pointAt(wanted.at);
if (store.get().tab === 'home') acts.openHome();
else composer.focus();
setInterval(() => store.set({ now: Date.now() }), MINUTE_MS);
