import type { Clock } from '../../clock.ts';
import type { HomeOwner } from './read-home.ts';

/** Who has opened a home lately: what one does elsewhere shows there, without opening it again. */
export interface OpenHomes {
  opened(owner: HomeOwner): void;
  isOpen(owner: HomeOwner): boolean;
}

/** Slack does not say when somebody leaves. */
const OPEN_FOR_MS = 30 * 60_000;
const MOST_KEPT = 5_000;

export const createOpenHomes = (clock: Pick<Clock, 'now'>): OpenHomes => {
  const openedAt = new Map<string, number>();
  const keyOf = ({ teamId, userId }: HomeOwner) => `${teamId} ${userId}`;
  return {
    opened: (owner) => {
      openedAt.delete(keyOf(owner));
      openedAt.set(keyOf(owner), clock.now());
      const [oldest] = openedAt.keys();
      if (oldest !== undefined && openedAt.size > MOST_KEPT) openedAt.delete(oldest);
    },
    isOpen: (owner) => clock.now() - (openedAt.get(keyOf(owner)) ?? Number.NEGATIVE_INFINITY) < OPEN_FOR_MS,
  };
};
