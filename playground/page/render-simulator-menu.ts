import { buildAttributes, escapeHtml } from './escape-html.ts';
import { nameConversation } from './name-conversation.ts';
import type { Drawer, PageState } from './page-state.ts';
import { renderAppSwitch } from './render-app-switch.ts';

/** What only this machine has: neither Slack nor Paylink shows any of it. */
export const renderSimulatorMenu = (state: PageState): string => {
  const { snapshot, drawer, place } = state;
  const open = snapshot.conversations.find((one) => one.id === place);
  const item = (words: string, note: string, attributes: Record<string, string>): string =>
    `<button${buildAttributes({ type: 'button', class: 'menu-item', ...attributes })}>${escapeHtml(words)}<small>${escapeHtml(note)}</small></button>`;
  const panel = (name: Drawer, words: string, note: string): string =>
    item(words, note, {
      'data-drawer': name,
      'aria-pressed': drawer === name ? 'true' : 'false',
      'data-testid': `${name === 'exchanges' ? 'inspector' : name}-toggle`,
    });
  const isChannel = open?.kind === 'public' || open?.kind === 'private';
  const parts = [
    renderAppSwitch(snapshot.app),
    snapshot.sandboxUrl === null ? '' : panel('payments', 'Payments', 'Pay and refund as a customer'),
    panel('faults', 'Faults', 'Make Slack or the payment service misbehave'),
    panel('exchanges', 'Inspector', 'What the app and Slack say to each other'),
    open && isChannel && open.botIsMember
      ? item(
          `Remove ${snapshot.appName} from ${nameConversation(open, snapshot)}`,
          'As when somebody removes the app from a channel',
          { 'data-membership': 'remove', 'data-testid': 'membership' },
        )
      : '',
    snapshot.sandboxUrl === null
      ? ''
      : `<a${buildAttributes({ class: 'menu-item', href: `${snapshot.sandboxUrl}/`, target: '_blank', rel: 'noopener' })}>Payment service sandbox ↗<small>Its links and callbacks, on a page</small></a>`,
    `<p class="simulator-note" data-testid="pay-from">${
      snapshot.payFrom === 'network'
        ? 'QR codes open on phones in the same network.'
        : 'QR codes open on this machine only. For phones, start the demo with <code>--host</code>.'
    }</p>`,
  ];
  return `<details class="overflow simulator" data-key="simulator"><summary class="simulator-button" data-testid="simulator">Simulator</summary><div class="menu simulator-menu">${parts.join('')}</div></details>`;
};
