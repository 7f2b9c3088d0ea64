import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { AppState, Conversation, Posts } from './page-api.ts';
import type { PageState } from './page-state.ts';
import { safeLink } from './render-link.ts';
import { renderAvatar } from './render-person.ts';
import { nameConversation, SIGNS } from './render-place.ts';
import { isUnread } from './seen-messages.ts';

type AppAct = Posts['app']['act'];

const WORDS: Record<AppState, string> = {
  running: 'App running',
  starting: 'App starting…',
  stopping: 'App stopping…',
  stopped: 'App stopped',
};

const TITLES: Record<AppAct, string> = {
  start: 'Start the app again on its database',
  stop: 'SIGTERM: the app finishes its work',
  kill: 'SIGKILL: the app is gone at once, as when the power fails',
};

export const readAppAct = (name: string): AppAct | null =>
  name === 'start' || name === 'stop' || name === 'kill' ? name : null;

/** The state of the app's process, with start and stop buttons. */
export const renderAppSwitch = (app: AppState | null): string => {
  if (app === null) return '';
  const button = (act: AppAct, words: string, disabled = false): string =>
    `<button${buildAttributes({ type: 'button', 'data-app-act': act, 'data-key': `app-${act}`, 'data-testid': `app-${act}`, title: TITLES[act], disabled })}>${words}</button>`;
  const isDown = app === 'stopped' || app === 'starting';
  // Buttons keep their places, so that a double click does not hit another one.
  const buttons = [
    isDown ? button('start', 'Start', app === 'starting') : button('stop', 'Stop', app === 'stopping'),
    button('kill', 'Kill', app === 'stopped'),
  ];
  return `<div class="app-switch" role="group" aria-label="App"><span class="app-state app-${app}" role="status" data-testid="app-state">${WORDS[app]}</span>${buttons.join('')}</div>`;
};

/** Simulator functions, which neither Slack nor the app has. */
export const renderSimulatorMenu = (state: PageState): string => {
  const { snapshot, drawer, place, extension } = state;
  const open = snapshot.conversations.find((one) => one.id === place);
  const item = (words: string, note: string, attributes: Record<string, string>): string =>
    `<button${buildAttributes({ type: 'button', class: 'menu-item', ...attributes })}>${escapeHtml(words)}<small>${escapeHtml(note)}</small></button>`;
  const panel = (name: string, words: string, note: string): string =>
    item(words, note, {
      'data-drawer': name,
      'aria-pressed': drawer === name ? 'true' : 'false',
      'data-testid': `${name === 'exchanges' ? 'inspector' : name}-toggle`,
    });
  const isChannel = open?.kind === 'public' || open?.kind === 'private';
  const parts = [
    renderAppSwitch(snapshot.app),
    ...extension.panels.map(({ name, title, note }) => panel(name, title, note)),
    panel(
      'faults',
      'Faults',
      `Make ${['Slack', ...extension.faults.map(({ who }) => who)].join(' or ')} misbehave`,
    ),
    snapshot.steps.length === 0
      ? ''
      : panel('workflows', 'Workflows', 'Run a step of the app, as a workflow does'),
    panel('exchanges', 'Inspector', 'What the app and Slack say to each other'),
    open && isChannel && open.botIsMember
      ? item(
          `Remove ${snapshot.appName} from ${nameConversation(open, snapshot)}`,
          'As when somebody removes the app from a channel',
          { 'data-membership': 'remove', 'data-testid': 'membership' },
        )
      : '',
    ...snapshot.page.links.map(
      ({ words, note, url }) =>
        `<a${buildAttributes({ class: 'menu-item', href: safeLink(url), target: '_blank', rel: 'noopener' })}>${escapeHtml(words)} ↗<small>${escapeHtml(note)}</small></a>`,
    ),
    snapshot.page.note === ''
      ? ''
      : `<p class="simulator-note" data-testid="simulator-note">${escapeHtml(snapshot.page.note)}</p>`,
  ];
  return `<details class="overflow simulator" data-key="simulator"><summary class="simulator-button" data-testid="simulator">Simulator</summary><div class="menu simulator-menu">${parts.join('')}</div></details>`;
};

const renderItem = (place: Conversation, state: PageState, sign: string): string => {
  const isOpen = place.id === state.place;
  const unread = isUnread(place, state);
  return `<li><button${buildAttributes({
    type: 'button',
    class: `nav-item${unread ? ' nav-unread' : ''}`,
    'data-channel': place.id,
    [place.kind === 'dm' ? 'data-go-app' : 'data-go']: place.id,
    'aria-current': isOpen ? 'page' : null,
  })}><span class="nav-sign">${sign}</span><span class="nav-name">${escapeHtml(nameConversation(place, state.snapshot))}</span>${place.isExtShared ? '<span class="nav-mark" title="Shared with another workspace">⇄</span>' : ''}${unread ? '<span class="unseen">unread</span><span class="nav-dot"></span>' : ''}</button></li>`;
};

export const renderSidebar = (state: PageState): string => {
  const { snapshot } = state;
  const me = snapshot.people.find((one) => one.id === snapshot.me);
  const app = snapshot.people.find((one) => one.id === snapshot.appUserId);
  const channels = snapshot.conversations.filter((one) => one.kind === 'public' || one.kind === 'private');
  const direct = snapshot.conversations.filter((one) => one.kind === 'direct' || one.kind === 'group');
  const apps = snapshot.conversations.filter((one) => one.kind === 'dm');
  const people = snapshot.people
    .filter((one) => !one.isBot)
    .map((one) => {
      const words = one.isExternal || one.isRestricted ? `${one.realName} (guest)` : one.realName;
      return `<option${buildAttributes({ value: one.id, selected: one.id === snapshot.me })}>${escapeHtml(words)}</option>`;
    });
  const list = (name: string, items: string[]): string =>
    items.length === 0 ? '' : `<h2>${escapeHtml(name)}</h2><ul>${items.join('')}</ul>`;
  return [
    `<div class="workspace">${renderAvatar(app)}<b>${escapeHtml(snapshot.appName)} demo</b><span>Local Slack simulator</span><button type="button" class="icon-button only-narrow" data-sidebar aria-label="Close the list">×</button></div>`,
    `<label class="act-as">${renderAvatar(me)}<span><span class="act-as-words">${me?.isExternal || me?.isRestricted ? 'You act as a guest' : 'You act as'}</span><select data-testid="act-as" data-act-as>${people.join('')}</select></span></label>`,
    '<div class="nav">',
    list(
      'Channels',
      channels.map((place) => renderItem(place, state, SIGNS[place.kind])),
    ),
    list(
      'Direct messages',
      direct.map((place) => renderItem(place, state, SIGNS[place.kind])),
    ),
    list(
      'Apps',
      apps.map((place) => renderItem(place, state, renderAvatar(app, 'small'))),
    ),
    '</div>',
    '<div class="sidebar-foot">',
    renderSimulatorMenu(state),
    '<button type="button" data-theme-next data-testid="theme" title="Light or dark" aria-label="Light or dark">◐</button>',
    '</div>',
  ].join('');
};
