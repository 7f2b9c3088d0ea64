import type { Snapshot } from '../page/page-api.ts';
import type { Changes } from './changes.ts';

/** What Slack shows a person when an app does not respond. */
export const commandFailed = (command: string, status: number): string =>
  status === 0 || status === 404
    ? `${command} failed because the app did not respond. Try again or contact its owner.`
    : `${command} failed with the error "http_service_error (${status})". Try again or contact the app's owner.`;

export const modalTrouble = 'We had some trouble connecting. Try again?';
export const actionTrouble = 'Something did not work: the app did not respond.';

/** The same with details for developers. */
export const modalTroubleBecause = (why: string): string => `${modalTrouble} (${why})`;

type Notice = NonNullable<Snapshot['notice']>;

/** Slack's notice to one person that an app did not respond; cleared by the person's next action. */
export interface Notices {
  tell(person: string, notice: Notice): void;
  clear(person: string): void;
  of(person: string): Notice | null;
}

export const createNotices = (deps: { changes: Changes }): Notices => {
  const notices = new Map<string, Notice>();
  return {
    tell(person, notice) {
      notices.set(person, notice);
      deps.changes.changed();
    },
    clear(person) {
      if (notices.delete(person)) deps.changes.changed();
    },
    of: (person) => notices.get(person) ?? null,
  };
};
