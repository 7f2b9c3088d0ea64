import { buildAttributes, escapeHtml } from './escape-html.ts';
import { listElements } from './list-elements.ts';
import type { Message, Snapshot } from './page-api.ts';
import type { PageState } from './page-state.ts';
import { readRecord, readText } from './read-json.ts';

/** Any name and number work: nothing leaves this machine. */
const TRY_LINE = '/paylink 250 Sara 0501234567';

type FirstStep = 'link' | 'home';

/** The app's messages with buttons in channels: cards of links and of batches. Other messages only tell something. */
const findCards = ({ messages, conversations, appUserId }: Snapshot): Message[] =>
  messages.filter(
    ({ user, ephemeralTo, channel, blocks }) =>
      user === appUserId &&
      ephemeralTo === null &&
      listElements(blocks).length > 0 &&
      conversations.some(({ id, kind }) => id === channel && kind !== 'dm'),
  );

/** What a newcomer does next; null when all is done, or where the app has no such command. */
export const findFirstStep = ({ snapshot, areStepsHidden }: PageState): FirstStep | null => {
  const [command] = TRY_LINE.split(' ');
  if (areStepsHidden || !snapshot.commands.some((one) => one.command === command)) return null;
  if (findCards(snapshot).length === 0) return 'link';
  return snapshot.home === null ? 'home' : null;
};

/** The card of a batch has no QR code. */
const hasQrButton = ({ blocks }: Message): boolean =>
  listElements(blocks).some(({ element }) => readText(readRecord(element['text'])['text']).includes('QR'));

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
      const ready = findCards(snapshot).some(hasQrButton)
        ? '<b>Your first link is ready.</b> Press Show QR on its card and hold it out to the customer.'
        : '<b>Your card is in the channel.</b>';
      return `<section class="first-step" data-testid="first-step" aria-label="Next step"><p>${ready} ${escapeHtml(snapshot.appName)}’s Home shows what comes next.</p><p class="first-step-acts">${open}${HIDE}</p></section>`;
    }
    case null:
      return '';
  }
};
