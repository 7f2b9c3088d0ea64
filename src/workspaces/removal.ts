import type { TokensRevokedEvent } from '@slack/types';
import { z } from 'zod';
import { retryUntil } from '../delivery/retry.ts';
import type { Log } from '../log.ts';
import type { EventArgs } from '../slack/listener.ts';
import type { Audit } from './audit.ts';
import { holderIdOf, type InstallationKey, type Installations } from './installations.ts';
import type { WorkspaceDependencies } from './workspace-dependencies.ts';

const id = z.string().nullish();
const placeSchema = z.object({
  team_id: id,
  enterprise_id: id,
  is_enterprise_install: z.boolean().nullish(),
});
const envelopeSchema = placeSchema.extend({
  authorizations: z.array(placeSchema).nullish(),
  event_time: z.number().nullish(),
});

export interface InstallationEvent extends InstallationKey {
  /** The end of the second it happened in, in epoch milliseconds; null when Slack did not say. */
  happenedAt: number | null;
}

/** Reads from an event's envelope which installation it is about. Null: the envelope does not say. */
const parseInstallationEvent = (body: unknown): InstallationEvent | null => {
  const read = envelopeSchema.safeParse(body);
  if (!read.success) return null;
  const { authorizations, event_time } = read.data;
  const place = authorizations?.[0] ?? read.data;
  const holder = place.team_id || null;
  // An envelope can have an organisation's id in the workspace's place.
  const isHolderOrganisation = holder?.startsWith('E') ?? false;
  const isOfOrganisation = place.is_enterprise_install || isHolderOrganisation;
  const enterpriseId = place.enterprise_id || (isHolderOrganisation ? holder : null);
  const teamId = isOfOrganisation ? null : holder;
  if (isOfOrganisation ? enterpriseId === null : teamId === null) return null;
  return { enterpriseId, teamId, happenedAt: event_time ? event_time * 1000 + 999 : null };
};

export interface RemovalDependencies {
  installations: Pick<Installations, 'remove'>;
  audit?: Pick<Audit, 'write'>;
  log: Log;
}

/** Slack does not say who removed an app. */
const ACTOR = 'slack';

/** Slack sends both events for one removal, and may repeat them. Only the first changes anything. */
const removeInstallation = async (
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
  // A delayed event may arrive after a reinstall.
  const isGone = await installations.remove({ enterpriseId, teamId }, happenedAt ?? undefined);
  if (!isGone) return;
  log.info({ event, teamId, enterpriseId }, 'an installation was removed');
  await audit?.write({ teamId: holderIdOf(about), actorId: ACTOR, action: 'app-removed' });
};

/** Without its bot token the app can do nothing in a workspace. Ignore user tokens: we never ask for one. */
export const handleTokensRevoked = async (
  { body, event }: { body: unknown; event: Pick<TokensRevokedEvent, 'tokens'> },
  deps: RemovalDependencies,
): Promise<void> => {
  if ((event.tokens.bot ?? []).length === 0) return;
  await removeInstallation(body, deps, 'tokens_revoked');
};

/** Slack removed the app. Its token and the merchant's credentials are gone when this resolves. */
export const handleAppUninstalled = async (
  { body }: { body: unknown },
  deps: RemovalDependencies,
): Promise<void> => removeInstallation(body, deps, 'app_uninstalled');

/** Bolt acknowledges events before we handle them, so Slack does not resend one we failed to save. */
const RETRY_FOR_MS = 15 * 60_000;

/** Saves what an event says, retrying while the database is briefly unavailable. */
export const untilWritten = <Result>(
  write: () => Promise<Result>,
  {
    what,
    log,
    clock,
    work,
    stopping,
  }: Pick<WorkspaceDependencies, 'log' | 'clock' | 'work' | 'stopping'> & {
    what: string;
  },
): Promise<Result> => {
  const until = clock.now() + RETRY_FOR_MS;
  return work.track(
    retryUntil(write, {
      until: () => until,
      signal: stopping,
      clock,
      random: () => 0,
      onError: (error) => log.error({ err: error }, `${what} was not written down; trying again`),
    }),
  );
};

/** Slack removed the app or its tokens. A single-workspace setup stores no token, so it has nothing to delete. */
export const handleRemoval = async (
  { body, event }: EventArgs,
  dependencies: WorkspaceDependencies,
): Promise<void> => {
  const { installations, audit, log } = dependencies;
  if (installations === null) return;
  const deps = { installations, audit, log };
  await untilWritten(
    () =>
      event.type === 'tokens_revoked'
        ? handleTokensRevoked({ body, event }, deps)
        : handleAppUninstalled({ body }, deps),
    { ...dependencies, what: 'a removal' },
  );
};
