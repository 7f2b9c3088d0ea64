import { buildAttributes, escapeHtml } from './escape-html.ts';
import { nameConversation } from './name-conversation.ts';
import type { Conversation } from './page-api.ts';
import type { PageState } from './page-state.ts';
import { renderAvatar } from './render-avatar.ts';
import { SIGNS } from './render-place.ts';
import { renderSimulatorMenu } from './render-simulator-menu.ts';
import { isUnread } from './seen-messages.ts';

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
