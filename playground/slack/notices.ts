import type { Snapshot } from '../page/page-api.ts';
import type { Changes } from './changes.ts';

type Notice = NonNullable<Snapshot['notice']>;

/** Slack's words to one person about an app that did not answer; gone when the person acts again. */
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
