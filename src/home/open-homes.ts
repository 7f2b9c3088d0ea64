import type { Clock } from '../clock.ts';
import { createRecentMap } from '../recent-map.ts';
import { noteFailure } from '../request-context.ts';
import type { HomeListenerDependencies } from './home-listener-dependencies.ts';
import type { HomeOwner } from './read-home.ts';

/** Who opened their home recently. What they do elsewhere then shows there without opening it again. */
export interface OpenHomes {
  opened(home: OpenHome): void;
  isOpen(home: OpenHome): boolean;
}

export interface OpenHome extends HomeOwner {
  /**
   * The token of the installation that the home belongs to. In a shared channel, a person may press a button
   * of another company's app, where they have no home.
   */
  token: string | undefined;
}

/** Slack does not say when a person leaves their home. */
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

/** What a person just did may change what their home shows. */
export const redrawOpenHome = async (
  owner: HomeOwner,
  dependencies: HomeListenerDependencies,
): Promise<void> => {
  const { openHomes, patientClient, work, log } = dependencies;
  if (!openHomes.isOpen({ ...owner, token: patientClient.token })) return;
  try {
    await work.track(import('./publish-home.ts').then(({ publishHome }) => publishHome(owner, dependencies)));
  } catch (error) {
    // The work itself is done and reported; the home is read again when it is next opened.
    noteFailure();
    log.warn({ err: error }, 'home not drawn anew');
  }
};
