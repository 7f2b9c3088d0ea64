import { noteFailure } from '../../request-context.ts';
import type { ListenerDependencies } from '../deps.ts';
import type { HomeOwner } from './read-home.ts';

/** What somebody did may change what their home shows. */
export const redrawOpenHome = async (owner: HomeOwner, dependencies: ListenerDependencies): Promise<void> => {
  const { openHomes, patientClient, work, log } = dependencies;
  if (!openHomes.isOpen({ ...owner, token: patientClient.token })) return;
  try {
    await work.track(import('./publish-home.ts').then(({ publishHome }) => publishHome(owner, dependencies)));
  } catch (error) {
    // What was asked for is done and told; the home is read anew when it is opened next.
    noteFailure();
    log.warn({ err: error }, 'home not drawn anew');
  }
};
