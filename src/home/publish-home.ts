import type { WebClient } from '@slack/web-api';
import { type EventArgs, guard } from '../slack/listener.ts';
import { readTeamId } from '../slack/read-origin.ts';
import type { ConnectionHealth, ConnectionHealths } from '../workspaces/connection-health.ts';
import type { HomeListenerDependencies } from './home-listener-dependencies.ts';
import { buildHome } from './home-view.ts';
import type { HomeOwner } from './open-homes.ts';
import { type HomeDependencies, readHome } from './read-home.ts';

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
  dependencies: HomeListenerDependencies,
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
