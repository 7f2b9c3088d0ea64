import type { Changes } from './changes.ts';
import type { Snapshot } from './page/page-api.ts';

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

/** Slack's notices that an app did not respond; a person's next action clears theirs. */
export const createNotices = (deps: { changes: Changes }) => {
  const notices = new Map<string, Notice>();
  return {
    tell(person: string, notice: Notice): void {
      notices.set(person, notice);
      deps.changes.changed();
    },
    clear(person: string): void {
      if (notices.delete(person)) deps.changes.changed();
    },
    of: (person: string): Notice | null => notices.get(person) ?? null,
  };
};

export type Notices = ReturnType<typeof createNotices>;
