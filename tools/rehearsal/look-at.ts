import type { BehaviourName } from '../../packages/local-slack/src/behaviours.ts';

/** What Paylink takes for true of Slack without a public source, and how a person sees whether it is. */
interface Belief {
  belief: string;
  lookAt: string;
}

/** Each open question of the local Slack, as Paylink hopes that it is answered. */
const OF_QUESTIONS: Record<BehaviourName, Belief> = {
  teamOfOutsider: {
    belief: 'A press by somebody of another company names their workspace, and the one whose app it is',
    lookAt:
      'In a channel shared with another company, one of their people presses a card’s button: they read that only members of the workspace may.',
  },
  threadOfReply: {
    belief: 'A reply to a reply goes into the same thread',
    lookAt: 'Use *Make payment link* on a reply in a thread: the card is in that thread.',
  },
  threadOfNothing: {
    belief: 'A reply to a deleted message is refused',
    lookAt: 'Delete a card, then have its link paid: its owner is told by direct message.',
  },
  homeOfNobody: {
    belief: 'A home of a person who is unknown is refused',
    lookAt: 'After somebody left the workspace, the log has no line about their home that repeats.',
  },
  unknownInitialUser: {
    belief: 'A menu of people that begins with somebody unknown is refused',
    lookAt: 'Open *People* in `/paylink settings` after somebody with a role left the workspace: it opens.',
  },
  lateAnswer: {
    belief: 'The answer to a form never covers an update that Slack took after it',
    lookAt: 'Make a link on a slow phone: the window ends with the link, not with the progress.',
  },
  closedView: {
    belief: 'A form that is closed tells what was typed',
    lookAt: 'Type an amount and a name, close the form, type `/paylink`: both are offered again.',
  },
  initialOutsideMenu: {
    belief: 'A menu of channels may begin with none',
    lookAt: 'Type `/paylink` in a direct message between two people: the form opens.',
  },
  broadcastReply: {
    belief: 'A reply may be sent to its channel as well',
    lookAt: 'Have a link paid: *Paid* stands in the card’s thread and in the channel.',
  },
  runEndedByBotToken: {
    belief: 'The app’s own token ends the run of a workflow’s step, also after a day',
    lookAt:
      'With the manifest of `--workflows`, run the step, and again above the limit; approve that a day later: both workflows go on.',
  },
  slackFilesByEdit: {
    belief: 'An edit may name a picture that no message shared',
    lookAt: 'Wait until a new card shows its QR code: on it or in its thread, and no blank.',
  },
  slackFilesInModals: {
    belief: 'A window may show a blank in place of an uploaded picture',
    lookAt: 'Press *Show QR* with a public address, and without one: the code, or where it is.',
  },
};

const OTHERS: readonly Belief[] = [
  {
    belief: 'Windows open, and answers to commands are taken',
    lookAt: 'Type `/paylink`, `/paylink help` and `/paylink links`, and press each button of a card.',
  },
  {
    belief: 'In a public channel without the app, a card is edited, answered and has its picture',
    lookAt: 'Make a link in such a channel and have it paid: the card, its QR code and its thread.',
  },
  {
    belief: 'An answer to a command may have as much in its blocks as a message',
    lookAt: 'Type `/paylink transactions last month` where there are many: a table, not lines of text.',
  },
  {
    belief: 'A window is updated by the app that opened it (`view.app_installed_team_id`)',
    lookAt:
      'In a channel shared with a workspace that has Paylink too, their people press a button that opens a window, and one in it.',
  },
  {
    belief: 'A step that ends with an error shows it to whoever started the workflow',
    lookAt: 'Run the step with the amount 5: Slackbot says that the smallest is AED 10.',
  },
  {
    belief: 'A press or a form is sent once, whatever becomes of it',
    lookAt:
      'Stop Paylink, press a button, start it again within five minutes: nothing happens until it is pressed again.',
  },
];

/** The end of a rehearsal. `tokenApp`: what `auth.test` names as the app of the token. */
export const buildLookAt = (tokenApp: unknown): string =>
  [
    'No public source says these. Look at each by hand:',
    ...[...OTHERS, ...Object.values(OF_QUESTIONS)].map(({ belief, lookAt }) => `- ${belief}.\n    ${lookAt}`),
    typeof tokenApp === 'string'
      ? `- Slack names the app of the token (${tokenApp}): the log warns of tokens of two apps.`
      : '- Slack does not name the app of the token: tokens of two apps show only by windows that do not open.',
    '',
  ].join('\n');
