import { buildAttributes, escapeHtml } from './escape-html.ts';
import { listElements } from './list-elements.ts';
import type { Message, Snapshot } from './page-api.ts';
import type { PageState } from './page-state.ts';

type FirstStep = 'command' | 'home';

/** The app's messages with buttons in channels. Other messages only tell something. */
const findCards = ({ messages, conversations, appUserId }: Snapshot): Message[] =>
  messages.filter(
    ({ user, ephemeralTo, channel, blocks }) =>
      user === appUserId &&
      ephemeralTo === null &&
      listElements(blocks).length > 0 &&
      conversations.some(({ id, kind }) => id === channel && kind !== 'dm'),
  );

/** What a newcomer does next; null when all is done, or where the app has no such command or no steps. */
export const findFirstStep = ({ snapshot, areStepsHidden }: PageState): FirstStep | null => {
  const [command] = snapshot.page.firstSteps?.line.split(' ') ?? [];
  if (areStepsHidden || !snapshot.commands.some((one) => one.command === command)) return null;
  if (findCards(snapshot).length === 0) return 'command';
  return snapshot.home === null ? 'home' : null;
};

const HIDE =
  '<button type="button" class="button button-small button-quiet" data-hide-steps data-testid="hide-steps">Hide</button>';

const button = (words: string, attributes: Record<string, string>): string =>
  `<button${buildAttributes({ type: 'button', class: 'button button-small button-primary', ...attributes })}>${escapeHtml(words)}</button>`;

/** One thing to do at a time, above the field where it is typed. */
export const renderFirstSteps = (state: PageState): string => {
  const { snapshot } = state;
  const steps = snapshot.page.firstSteps;
  const step = findFirstStep(state);
  if (steps === null || step === null) return '';
  const [title, words] = step === 'command' ? steps.before : steps.after;
  const told = `<p><b>${escapeHtml(title)}</b> ${escapeHtml(words)}`;
  switch (step) {
    case 'command':
      return `<section class="first-step" data-testid="first-step" aria-label="First step">${told}</p><code>${escapeHtml(steps.line)}</code><p class="first-step-acts">${button('Fill it in for me', { 'data-try': steps.line, 'data-testid': 'try-line' })}${HIDE}</p></section>`;
    case 'home': {
      const app = snapshot.conversations.find(({ kind }) => kind === 'dm');
      const open = app
        ? button(`Open ${snapshot.appName}’s Home`, { 'data-open-home': app.id, 'data-testid': 'open-home' })
        : '';
      return `<section class="first-step" data-testid="first-step" aria-label="Next step">${told} ${escapeHtml(snapshot.appName)}’s Home shows what comes next.</p><p class="first-step-acts">${open}${HIDE}</p></section>`;
    }
  }
};
