import type { AppUninstalledEvent, TokensRevokedEvent } from '@slack/types';
import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { retryUntil } from '../delivery/retry.ts';
import type { Log } from '../log.ts';
import type { Audit } from '../people/audit.ts';
import type { EventArgs } from '../slack/listener.ts';
import { findTeamId } from '../slack/read-origin.ts';
import type { Installations } from './installations.ts';

/** Slack sends an event again three times, within six minutes, if it is not saved within three seconds. */
const RETRY_FOR_MS = 15 * 60_000;

/** Saves what an event says, retrying while the database is briefly unavailable. */
export const untilSaved = <Result>(
  save: () => Promise<Result>,
  what: string,
  { log, clock, work, stopping }: Request,
): Promise<Result> => {
  const until = clock.now() + RETRY_FOR_MS;
  return work.track(
    retryUntil(save, {
      until: () => until,
      signal: stopping,
      clock,
      random: () => 0,
      onError: (error) => log.error({ err: error }, `${what} not saved; trying again`),
    }),
  );
};

const placeSchema = z.object({
  team_id: z.string().min(1).nullish().catch(null),
  is_enterprise_install: z.boolean().nullish(),
});
const envelopeSchema = placeSchema.extend({
  authorizations: z.array(placeSchema).nullish(),
  event_time: z.number().nullish(),
});

/** Whose installation an event is about, from its envelope. Null: an organisation's, which is not kept, or nobody's. */
const parseInstallationEvent = (body: unknown) => {
  const read = envelopeSchema.safeParse(body);
  if (!read.success) return null;
  const { authorizations, event_time } = read.data;
  const { team_id, is_enterprise_install } = authorizations?.[0] ?? read.data;
  if (!team_id || is_enterprise_install) return null;
  // The end of the second it happened in.
  return { teamId: team_id, happenedAt: event_time ? event_time * 1000 + 999 : null };
};

/** Slack does not say who removed an app. */
const ACTOR = 'slack';

/**
 * The token and the merchant's credentials are gone when this resolves. Slack sends both events for one removal, and may
 * repeat them. Only the first changes anything.
 */
export const removeInstallation = async (
  { body, event }: { body: unknown; event: AppUninstalledEvent | TokensRevokedEvent },
  { installations, audit, log }: { installations: Installations; audit: Audit; log: Log },
): Promise<void> => {
  // We never ask for a user's token. Without its bot token the app can do nothing in a workspace.
  if (event.type === 'tokens_revoked' && (event.tokens.bot ?? []).length === 0) return;
  const installation = parseInstallationEvent(body);
  if (installation === null) {
    log.warn({ event: event.type }, 'an event about an installation does not say which');
    return;
  }
  const { teamId, happenedAt } = installation;
  const entry = audit.build({ teamId, actorId: ACTOR, action: 'app-removed' });
  const isRemoved = await installations.remove(
    teamId,
    // A delayed event may arrive after a reinstall.
    { entry, ...(happenedAt === null ? {} : { installedUntil: happenedAt }) },
  );
  if (isRemoved) log.info({ event: event.type, teamId }, 'an installation was removed');
};

/** Slack removed the app or its tokens. A single-workspace setup stores no token, so it has nothing to delete. */
export const handleRemoval = async ({ body, event }: EventArgs, request: Request): Promise<void> => {
  const { installations, audit, log } = request;
  if (installations === null || (event.type !== 'tokens_revoked' && event.type !== 'app_uninstalled')) return;
  const remove = () => removeInstallation({ body, event }, { installations, audit, log });
  await untilSaved(remove, 'a removal', request);
};

const changeSchema = z.object({ old_channel_id: z.string().min(1), new_channel_id: z.string().min(1) });

/** When a private channel is shared with another company, Slack gives it a new id and the old one stops working. */
export const handleChannelIdChanged = async ({ event, body }: EventArgs, request: Request): Promise<void> => {
  const { store, clock, log } = request;
  const change = changeSchema.safeParse(event);
  const teamId = findTeamId(body);
  if (!change.success || teamId === null) {
    log.warn({ event: event.type }, 'an event about a channel does not say which');
    return;
  }
  const { old_channel_id: from, new_channel_id: to } = change.data;
  const cards = await untilSaved(
    () => store.channels.move({ teamId, from, to }, clock.now()),
    'a channel’s new id',
    request,
  );
  log.info({ teamId, from, to, cards }, 'a channel has a new id');
};
