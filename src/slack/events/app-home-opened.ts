import type { ListenerDependencies } from '../deps.ts';
import { guard } from '../guard.ts';
import { publishHome } from '../home/publish-home.ts';
import { readTeamId } from '../read-origin.ts';
import type { EventArgs } from './event-args.ts';

/** Somebody looks at the app: its home is drawn for them. */
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
