import type { Changes } from './changes.ts';
import type { BehaviourState } from './page/page-api.ts';

interface Question {
  words: string;
  /** The default answer. */
  usual: string;
  /** Answers with their descriptions. */
  answers: Record<string, string>;
}

/**
 * Open questions about the real Slack, with their possible answers, so that the app can be tested with each. To add
 * one: a question here, `world.behaviours.of('…')` where the local Slack decides, and a line in the
 * README.
 */
export const QUESTIONS = {
  teamOfOutsider: {
    words: 'Somebody of another workspace presses a button in a shared channel',
    usual: 'host',
    answers: {
      host: 'the payload names the workspace that has the app',
      own: 'the payload names the workspace of the person',
    },
  },
  threadOfReply: {
    words: 'A message is posted in the thread of a reply',
    usual: 'parent',
    answers: {
      parent: 'it goes to the thread that the reply is in',
      apart: 'it starts a thread of its own, which nobody sees',
      refused: 'it is refused: cannot_reply_to_message',
    },
  },
  threadOfNothing: {
    words: 'A message is posted in the thread of a message that is gone',
    usual: 'thread_not_found',
    answers: {
      thread_not_found: 'it is refused: thread_not_found',
      cannot_reply_to_message: 'it is refused: cannot_reply_to_message',
      apart: 'it is taken, and nobody sees it',
    },
  },
  homeOfNobody: {
    words: 'A home is published for a person who is unknown',
    usual: 'invalid_arguments',
    answers: {
      invalid_arguments: 'it is refused: invalid_arguments',
      user_not_found: 'it is refused: user_not_found',
    },
  },
  unknownInitialUser: {
    words: 'A menu of people begins with somebody unknown',
    usual: 'refused',
    answers: { refused: 'it is refused', taken: 'it is taken' },
  },
  lateAnswer: {
    words: 'An answer to a submission that comes after an update of the same view',
    usual: 'new-hash',
    answers: {
      'new-hash': 'it is another version of the view: the hash changes',
      'same-hash': 'it wins on the person’s screen alone: the hash stays that of the update',
    },
  },
  closedView: {
    words: 'A person closes a modal with `notify_on_close` in which they typed',
    usual: 'typed',
    answers: {
      typed: '`view_closed` has it in `view.state`',
      empty: '`view_closed` has the view as it was opened',
    },
  },
  initialOutsideMenu: {
    words: 'A menu of conversations begins with one that it does not offer',
    usual: 'refused',
    answers: { refused: 'the view is refused', empty: 'the menu begins empty' },
  },
  broadcastReply: {
    words: 'A reply in a thread is sent to the channel as well',
    usual: 'taken',
    answers: { taken: 'it is in both', refused: 'it is refused: restricted_action_thread_only_channel' },
  },
  runEndedByBotToken: {
    words: 'A step of a workflow is ended with the app’s own token, not with that of its run',
    usual: 'taken',
    answers: { taken: 'it ends', refused: 'it is refused: access_denied' },
  },
  slackFilesByEdit: {
    words: 'An edit names an uploaded picture that no message has shared',
    usual: 'blank',
    answers: {
      blank: 'it is accepted, and its place stays blank',
      shown: 'it shares the picture, as a post does',
    },
  },
  slackFilesInModals: {
    words: 'A modal names an uploaded picture that no message has shared',
    usual: 'blank',
    answers: {
      blank: 'its place stays blank',
      shown: 'it is shown',
    },
  },
} as const satisfies Record<string, Question>;

export type BehaviourName = keyof typeof QUESTIONS;
export type BehaviourOf<Name extends BehaviourName> = Extract<
  keyof (typeof QUESTIONS)[Name]['answers'],
  string
>;
export type GivenBehaviours = { [Name in BehaviourName]?: BehaviourOf<Name> };

export interface Behaviours {
  of<Name extends BehaviourName>(name: Name): BehaviourOf<Name>;
  set<Name extends BehaviourName>(name: Name, answer: BehaviourOf<Name>): void;
  /** Like `set`, for unchecked strings; false if there is no such question or answer. */
  setByName(name: string, answer: string): boolean;
  list(): BehaviourState[];
}

const NAMES = Object.keys(QUESTIONS) as BehaviourName[];

export const createBehaviours = ({
  given = {},
  changes,
}: {
  given?: GivenBehaviours;
  changes: Changes;
}): Behaviours => {
  const chosen: Partial<Record<BehaviourName, string>> = { ...given };
  const now = (name: BehaviourName): string => chosen[name] ?? QUESTIONS[name].usual;
  const set = (name: BehaviourName, answer: string): void => {
    chosen[name] = answer;
    changes.changed();
  };
  return {
    of: <Name extends BehaviourName>(name: Name) => now(name) as BehaviourOf<Name>,
    set,
    setByName(name, answer) {
      const known = NAMES.find((one) => one === name);
      if (known === undefined || !Object.hasOwn(QUESTIONS[known].answers, answer)) return false;
      set(known, answer);
      return true;
    },
    list: () =>
      NAMES.map((name) => ({
        name,
        words: QUESTIONS[name].words,
        answer: now(name),
        answers: Object.entries(QUESTIONS[name].answers).map(([answer, words]) => ({ answer, words })),
      })),
  };
};
