import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { PageState } from './page-state.ts';

/** Any name and number will do: nothing here leaves this machine. */
const TRY_LINE = '/paylink 250 Sara 0501234567';

type FirstStep = 'link' | 'home';

/** What a newcomer does next; null once all is done, or where the app has no such command. */
export const findFirstStep = ({ snapshot, areStepsHidden }: PageState): FirstStep | null => {
  const [command] = TRY_LINE.split(' ');
  if (areStepsHidden || !snapshot.commands.some((one) => one.command === command)) return null;
  const hasCard = snapshot.messages.some(
    ({ user, ephemeralTo, channel }) =>
      user === snapshot.appUserId &&
      ephemeralTo === null &&
      snapshot.conversations.some(({ id, kind }) => id === channel && kind !== 'dm'),
  );
  if (!hasCard) return 'link';
  return snapshot.home === null ? 'home' : null;
};

const HIDE =
  '<button type="button" class="button button-small button-quiet" data-hide-steps data-testid="hide-steps">Hide</button>';

const button = (words: string, attributes: Record<string, string>): string =>
  `<button${buildAttributes({ type: 'button', class: 'button button-small button-primary', ...attributes })}>${escapeHtml(words)}</button>`;

/** One thing to do at a time, above the field where it is typed. */
export const renderFirstSteps = (state: PageState): string => {
  const { snapshot } = state;
  switch (findFirstStep(state)) {
    case 'link':
      return `<section class="first-step" data-testid="first-step" aria-label="First step"><p><b>Create your first link.</b> Type an amount, a name and a phone number:</p><code>${escapeHtml(TRY_LINE)}</code><p class="first-step-acts">${button('Fill it in for me', { 'data-try': TRY_LINE, 'data-testid': 'try-line' })}${HIDE}</p></section>`;
    case 'home': {
      const app = snapshot.conversations.find(({ kind }) => kind === 'dm');
      const open = app
        ? button(`Open ${snapshot.appName}’s Home`, { 'data-open-home': app.id, 'data-testid': 'open-home' })
        : '';
      return `<section class="first-step" data-testid="first-step" aria-label="Next step"><p><b>Your first link is made.</b> Its card has the QR code to hold out. ${escapeHtml(snapshot.appName)}’s Home says what is next.</p><p class="first-step-acts">${open}${HIDE}</p></section>`;
    }
    case null:
      return '';
  }
};

const KEY = 'playground-first-steps';
const HIDDEN = 'hidden';

/** Whether the reader has put the first steps away; remembered where the browser allows it. */
export const createHiddenSteps = (storage: () => Storage) => ({
  read(): boolean {
    try {
      return storage().getItem(KEY) === HIDDEN;
    } catch {
      return false;
    }
  },
  hide(): void {
    try {
      storage().setItem(KEY, HIDDEN);
    } catch {
      // Hidden until the page is closed, then.
      return;
    }
  },
});
