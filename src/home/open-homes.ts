import type { WebClient } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { ListenerDependencies } from '../listener-dependencies.ts';
import { createRecentMap } from '../recent-map.ts';
import { noteFailure } from '../request-context.ts';
import type { EventArgs } from '../slack/event-args.ts';
import { guard } from '../slack/guard.ts';
import { readTeamId } from '../slack/read-origin.ts';
import type { ConnectionHealth, ConnectionHealths } from '../workspaces/connection-health.ts';
import { buildHome } from './home-view.ts';
import { type HomeDependencies, type HomeOwner, readHome } from './read-home.ts';

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

export type PublishHomeDependencies = HomeDependencies & {
  patientClient: Pick<WebClient, 'views'>;
  healths: ConnectionHealths;
};

/** Shows a person's home as it is now, then again once the payment service has been checked. */
export const publishHome = async (owner: HomeOwner, dependencies: PublishHomeDependencies): Promise<void> => {
  const { patientClient, healths } = dependencies;
  const publish = async (health: ConnectionHealth | null): Promise<void> => {
    const view = buildHome(await readHome(owner, health, dependencies));
    await patientClient.views.publish({ user_id: owner.userId, view });
  };
  const known = healths.known(owner.teamId);
  await publish(known);
  if (known === null) await publish(await healths.check(owner.teamId));
};

/** The person opens the app's home: we draw it for them. */
export const handleAppHomeOpened = async (
  { event, body }: EventArgs,
  dependencies: ListenerDependencies,
): Promise<void> => {
  if (event.type !== 'app_home_opened' || event.tab !== 'home') return;
  const owner = { teamId: readTeamId(body), userId: event.user };
  dependencies.openHomes.opened({ ...owner, token: dependencies.patientClient.token });
  await dependencies.work.track(
    guard(
      dependencies,
      'home opened',
      () => publishHome(owner, dependencies),
      (text) => dependencies.patientClient.chat.postMessage({ channel: owner.userId, text }),
    ),
  );
};

/** What a person just did may change what their home shows. */
export const redrawOpenHome = async (owner: HomeOwner, dependencies: ListenerDependencies): Promise<void> => {
  const { openHomes, patientClient, work, log } = dependencies;
  if (!openHomes.isOpen({ ...owner, token: patientClient.token })) return;
  try {
    await work.track(import('./open-homes.ts').then(({ publishHome }) => publishHome(owner, dependencies)));
  } catch (error) {
    // The work itself is done and reported; the home is read again when it is next opened.
    noteFailure();
    log.warn({ err: error }, 'home not drawn anew');
  }
};
