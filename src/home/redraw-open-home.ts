import { noteFailure } from '../request-context.ts';
import type { HomeListenerDependencies } from './home-listener-dependencies.ts';
import type { HomeOwner } from './open-homes.ts';

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
