import type { WebClient } from '@slack/web-api';
import { buildHome } from '../../messages/home-view.ts';
import type { ConnectionHealth, ConnectionHealths } from '../../workspaces/connection-health.ts';
import { type HomeDependencies, type HomeOwner, readHome } from './read-home.ts';

export type PublishHomeDependencies = HomeDependencies & {
  patientClient: Pick<WebClient, 'views'>;
  healths: ConnectionHealths;
};

/** Shows a person's home as it is now, at once, and again when the payment service has been looked at. */
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
