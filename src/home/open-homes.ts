import type { Clock } from '../clock.ts';
import { createRecentMap } from '../recent-map.ts';

export interface HomeOwner {
  teamId: string;
  userId: string;
}

interface OpenHome extends HomeOwner {
  /**
   * The token of the installation that the home belongs to. In a shared channel, a person may press a button
   * of another company's app, where they have no home.
   */
  token: string | undefined;
}

/** Slack does not say when a person leaves their home. */
const OPEN_FOR_MS = 30 * 60_000;
const MOST_KEPT = 5_000;

/** Who opened their home recently. What they do elsewhere then shows there without opening it again. */
export type OpenHomes = ReturnType<typeof createOpenHomes>;

export const createOpenHomes = (clock: Pick<Clock, 'now'>) => {
  const openedAt = createRecentMap<number>(MOST_KEPT);
  const keyOf = ({ teamId, userId, token = '' }: OpenHome) => `${teamId} ${userId} ${token}`;
  return {
    opened: (home: OpenHome): void => {
      openedAt.set(keyOf(home), clock.now());
    },
    isOpen: (home: OpenHome): boolean =>
      clock.now() - (openedAt.get(keyOf(home)) ?? Number.NEGATIVE_INFINITY) < OPEN_FOR_MS,
  };
};
