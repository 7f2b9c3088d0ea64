import type { Noun } from '../blocks/refusal.ts';

export interface Asker {
  teamId: string;
  userId: string;
}

/** What the table of all listeners says of one. */
export interface Row {
  does: 'press' | 'open' | 'submit' | 'command' | 'shortcut' | 'choose';
  /** As the log calls it. */
  name: string;
  /** The permission that it needs; null: none. */
  needs: string | null;
  /** What a button is about; null: nothing that is looked up. */
  about: Noun | null;
  /** Nobody needs a permission for their own. */
  isOwnFree: boolean;
}

export const rowOf = (
  does: Row['does'],
  { name, needs, about }: { name: string; needs: string | null; about?: { noun: Noun; isTheirs?: unknown } },
): Row => ({ does, name, needs, about: about?.noun ?? null, isOwnFree: about?.isTheirs !== undefined });

export type Listener<Args, Needs> = ((args: Args, request: Needs) => Promise<void>) & { row: Row };

/** For a button with an address: Slack opens it by itself, but still wants an acknowledgement. */
export const acknowledge: Listener<{ ack: () => Promise<void> }, unknown> = Object.assign(
  ({ ack }: { ack: () => Promise<void> }): Promise<void> => ack(),
  { row: { does: 'press', name: 'address', needs: null, about: null, isOwnFree: false } as const },
);
