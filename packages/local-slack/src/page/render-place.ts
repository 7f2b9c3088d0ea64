import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { Conversation, Person } from './page-api.ts';
import type { PageState } from './page-state.ts';
import { isUnread } from './seen-messages.ts';
import { tabStop } from './tab-keys.ts';

/** A conversation's display name: for direct and group conversations, the other members' names. */
export const nameConversation = (
  { kind, name, members }: Conversation,
  { me, people }: { me: string; people: Person[] },
): string =>
  kind === 'direct' || kind === 'group'
    ? members
        .filter((id) => id !== me)
        .map((id) => people.find((one) => one.id === id)?.realName ?? id)
        .join(', ')
    : name;

export const SIGNS = { public: '#', private: '🔒', dm: '', direct: '@', group: '👥' } as const;

const MENU =
  '<button type="button" class="icon-button only-narrow" data-sidebar aria-label="Open the list of channels" data-testid="menu">☰</button>';

const PANELS = { home: 'home', messages: 'log' } as const;

const renderTabs = (app: Conversation, state: PageState): string => {
  const one = (name: PageState['tab'], words: string): string =>
    `<button${buildAttributes({
      type: 'button',
      id: `tab-${name}`,
      ...tabStop(state.tab === name),
      'aria-controls': PANELS[name],
      'data-tab': name,
      'data-testid': `tab-${name}`,
    })}>${words}</button>`;
  const news = isUnread(app, state) ? ' <span class="unseen">unread</span><span class="nav-dot"></span>' : '';
  return `<div${buildAttributes({ class: 'tabs', role: 'tablist', 'aria-label': app.name })}>${one('home', 'Home')}${one('messages', `Messages${news}`)}</div>`;
};

/** The header of a conversation. */
export const renderPlace = (state: PageState): string => {
  const { snapshot } = state;
  const place = snapshot.conversations.find((one) => one.id === state.place);
  const offline = state.isLive
    ? snapshot.app === 'stopped'
      ? '<span class="offline">App stopped</span>'
      : ''
    : '<span class="offline" role="status">Reconnecting…</span>';
  if (!place) return `${MENU}<h1>No conversation</h1>${offline}`;
  const shared = place.isExtShared
    ? '<span class="shared" title="People of another workspace read along">⇄ shared</span>'
    : '';
  const name = `<h1><span class="faint">${SIGNS[place.kind]}</span> ${escapeHtml(nameConversation(place, snapshot))}${place.kind === 'dm' ? ' <span class="badge">APP</span>' : ''}</h1>`;
  if (place.kind === 'dm') return `${MENU}${name}${renderTabs(place, state)}${offline}`;
  if (place.kind === 'direct' || place.kind === 'group') return `${MENU}${name}${offline}`;
  const members = place.members.length;
  const line = `${MENU}${name}${shared}<span class="members faint">${members} ${members === 1 ? 'member' : 'members'}</span>${offline}`;
  if (place.botIsMember) return line;
  const invite = buildAttributes({
    type: 'button',
    class: 'button button-small place-act',
    'data-membership': 'invite',
    'data-testid': 'membership',
  });
  return `${line}<button${invite}>${escapeHtml(`Add ${snapshot.appName}`)}</button>`;
};
