import type { Clock } from '../../clock.ts';
import { createRecentMap } from '../../recent-map.ts';
import type { HomeOwner } from './read-home.ts';

/** Who has opened a home lately: what one does elsewhere shows there, without opening it again. */
export interface OpenHomes {
  opened(home: OpenHome): void;
  isOpen(home: OpenHome): boolean;
}

export interface OpenHome extends HomeOwner {
  /**
   * Of the install whose home it is. In a shared channel, what somebody presses can be another company's app, in
   * which they have no home.
   */
  token: string | undefined;
}

/** Slack does not say when somebody leaves. */
const OPEN_FOR_MS = 30 * 60_000;
const MOST_KEPT = 5_000;

export const createOpenHomes = (clock: Pick<Clock, 'now'>): OpenHomes => {
  const openedAt = createRecentMap<number>(MOST_KEPT);
  const keyOf = ({ teamId, userId, token = '' }: OpenHome) => `${teamId} ${userId} ${token}`;
  return {
    opened: (home) => {
      openedAt.set(keyOf(home), clock.now());
    },
    isOpen: (home) => clock.now() - (openedAt.get(keyOf(home)) ?? Number.NEGATIVE_INFINITY) < OPEN_FOR_MS,
  };
};
