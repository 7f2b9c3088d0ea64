import { api } from './api.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import { SLACK_FAULTS } from './fault-switches.ts';
import { createFaultsPanel } from './faults-panel.ts';
import { formatTime } from './format-date.ts';
import type { Exchange } from './page-api.ts';
import type { Store } from './page-state.ts';
import { createRegion, findRoot } from './patch-dom.ts';
import { zoneOf } from './render-context.ts';
import { renderLink } from './render-link.ts';
import { tabStop } from './tab-keys.ts';
import { createWorkflowsPanel } from './workflows-panel.ts';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON, formatted and coloured. */
const renderJson = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  if (text === '') return '<pre class="json faint">empty</pre>';
  if (typeof value === 'string') return `<pre class="json">${escapeHtml(text)}</pre>`;
  let html = '';
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    html += escapeHtml(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [all, quoted, colon] = match;
    const name = quoted === undefined ? 'json-word' : colon ? 'json-key' : 'json-text';
    html += `<span class="${name}">${escapeHtml(quoted ?? all)}</span>${colon ?? ''}`;
  }
  return `<pre class="json">${html}${escapeHtml(text.slice(from))}</pre>`;
};

const statusClass = (status: number): string =>
  status >= 200 && status < 300 ? 'status status-good' : 'status status-bad';

/** Slack answers a refused call with status 200 and an error code. */
const refusal = ({ direction, answer }: Exchange): string => {
  if (direction !== 'app-to-slack' || typeof answer !== 'object' || answer === null) return '';
  const said = 'ok' in answer && answer.ok === false && 'error' in answer ? String(answer.error) : '';
  return said ? `<span class="status status-bad">${escapeHtml(said)}</span>` : '';
};

const renderBroken = ({ broken = [] }: Exchange): string =>
  broken.length === 0
    ? ''
    : `<h3>Refused by</h3><ul class="broken-rules">${broken.map(({ rule, source }) => `<li>${escapeHtml(rule)}<small>${renderLink(source)}</small></li>`).join('')}</ul>`;

const renderExchange = (exchange: Exchange, isOpen: boolean, timeZone: string): string => {
  const { id, direction, what, status, durationMs, at } = exchange;
  const isToApp = direction === 'slack-to-app';
  const body = isOpen
    ? `<h3>Request</h3>${renderJson(exchange.request)}<h3>Answer</h3>${renderJson(exchange.answer)}${renderBroken(exchange)}`
    : '';
  return `<details${buildAttributes({ class: 'exchange', 'data-key': `x${id}`, 'data-exchange': id })}><summary><span${buildAttributes({ class: isToApp ? 'way way-in' : 'way way-out', title: isToApp ? 'Slack to the app' : 'The app to Slack' })}>${isToApp ? '→ app' : '← app'}</span><span class="what">${escapeHtml(what)}</span>${refusal(exchange)}<span class="${statusClass(status)}">${status === 0 ? 'no answer' : status}</span><span class="faint took">${Math.round(durationMs)} ms</span><time class="faint">${escapeHtml(formatTime(Date.parse(at), timeZone, true))}</time></summary>${body}</details>`;
};

const KEPT = 300;

/** The drawer with requests, fault switches and the panels of others. */
export const createInspector = ({ store }: { store: Store }) => {
  const { panels, faults } = store.get().extension;
  const root = findRoot('inspector');
  const draw = createRegion(root);
  const panel = createFaultsPanel({ groups: [SLACK_FAULTS, ...faults], changed: () => store.set({}) });
  const workflows = createWorkflowsPanel({ store, root });
  const hasSteps = () => store.get().snapshot.steps.length > 0;
  const open = new Set<number>();
  let exchanges: Exchange[] = [];
  let isReading = false;
  let seenVersion = -1;
  let seenDrawer = 'none';

  const readOn = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    try {
      const more = await api.exchanges(exchanges.at(-1)?.id ?? 0);
      exchanges = [...exchanges, ...more].slice(-KEPT);
      if (more.length > 0) store.set({});
    } catch {
      // The page already shows that the local Slack is down; the next change reads again.
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

  const renderHead = (drawer: string): string => {
    const tab = (name: string, words: string): string =>
      `<button${buildAttributes({ type: 'button', ...tabStop(drawer === name), 'data-drawer-tab': name })}>${escapeHtml(words)}</button>`;
    return `<header class="place"><div class="tabs" role="tablist" aria-label="Inspector">${tab('exchanges', 'Requests')}${tab('faults', 'Faults')}${hasSteps() ? tab('workflows', 'Workflows') : ''}${panels.map(({ name, title }) => tab(name, title)).join('')}</div><button type="button" class="icon-button" data-close-drawer aria-label="Close the inspector">×</button></header>`;
  };
  root.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const tab = target?.closest('[data-drawer-tab]')?.getAttribute('data-drawer-tab');
    if (tab) store.set({ drawer: tab });
  });

  return () => {
    const state = store.get();
    const { drawer, snapshot } = state;
    root.hidden = drawer === 'none';
    for (const { name, watch } of panels) watch(drawer === name);
    if (drawer === 'none') {
      seenDrawer = drawer;
      return;
    }
    if (snapshot.version !== seenVersion || drawer !== seenDrawer) {
      // Ids start again when the local Slack restarts.
      if (snapshot.version < seenVersion) exchanges = [];
      seenVersion = snapshot.version;
      seenDrawer = drawer;
      if (drawer === 'exchanges') void readOn();
      if (drawer === 'faults') void panel.refresh();
    }
    const timeZone = zoneOf(state);
    const renderExchanges = (): string =>
      exchanges
        .toReversed()
        .map((one) => renderExchange(one, open.has(one.id), timeZone))
        .join('') || '<div class="empty"><b>No messages yet.</b><span>Type a command.</span></div>';
    const own = drawer === 'faults' ? panel : drawer === 'workflows' ? workflows : null;
    const shown = panels.find(({ name }) => name === drawer) ?? own;
    draw(
      `${renderHead(drawer)}<div class="drawer-body" data-key="body-${drawer}">${shown?.render() ?? renderExchanges()}</div>`,
    );
  };
};
