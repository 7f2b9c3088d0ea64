import type { Log } from '../../log.ts';
import type { Audit } from '../../workspaces/audit.ts';
import type { Installations } from '../../workspaces/installations.ts';
import { parseInstallationEvent } from './parse-installation-event.ts';

export interface RemovalDependencies {
  installations: Pick<Installations, 'remove'>;
  audit?: Pick<Audit, 'write'>;
  log: Log;
}

/** Slack does not say who removed an app. */
const ACTOR = 'slack';

/** Once is as good as often: Slack sends both events for one removal, and repeats them. */
export const removeInstallation = async (
  body: unknown,
  { installations, audit, log }: RemovalDependencies,
  event: string,
): Promise<void> => {
  const about = parseInstallationEvent(body);
  if (about === null) {
    log.warn({ event }, 'an event about an installation does not say which');
    return;
  }
  const { enterpriseId, teamId, happenedAt } = about;
  // An event that was held up may come after the app was installed anew.
  const isGone = await installations.remove({ enterpriseId, teamId }, happenedAt ?? undefined);
  if (!isGone) return;
  log.info({ event, teamId, enterpriseId }, 'an installation was removed');
  await audit?.write({ teamId: teamId ?? enterpriseId ?? '', actorId: ACTOR, action: 'app-removed' });
};
