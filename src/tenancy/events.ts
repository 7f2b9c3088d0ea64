import type { AppUninstalledEvent, TokensRevokedEvent } from '@slack/types';
import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { retryUntil } from '../delivery/retry.ts';
import type { Log } from '../log.ts';
import type { Audit } from '../people/audit.ts';
import type { EventArgs } from '../slack/listener.ts';
import { findTeamId } from '../slack/read-origin.ts';
import { CHANNEL_NOT_FOUND } from '../slack/slack-errors.ts';
import { holderIdOf, type InstallationKey, type Installations } from './installations.ts';

/** Slack sends an event again three times, within six minutes, if it is not saved within three seconds. */
const RETRY_FOR_MS = 15 * 60_000;

/** Saves what an event says, retrying while the database is briefly unavailable. */
const untilSaved = <Result>(
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
  team_id: z.string().nullish(),
  enterprise_id: z.string().nullish(),
  is_enterprise_install: z.boolean().nullish(),
});
const envelopeSchema = placeSchema.extend({
  authorizations: z.array(placeSchema).nullish(),
  event_time: z.number().nullish(),
});

interface InstallationEvent extends InstallationKey {
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

/** Slack does not say who removed an app, or which admin took it out of a workspace. */
const ACTOR = 'slack';

/**
 * The token and the merchant's credentials are gone when this resolves. Slack sends both events for one removal, and may
 * repeat them. Only the first changes anything.
 */
export const removeInstallation = async (
  { body, event }: { body: unknown; event: AppUninstalledEvent | TokensRevokedEvent },
  {
    installations,
    audit,
    log,
  }: { installations: Pick<Installations, 'remove'>; audit: Pick<Audit, 'build'>; log: Log },
): Promise<void> => {
  // We never ask for a user's token. Without its bot token the app can do nothing in a workspace.
  if (event.type === 'tokens_revoked' && (event.tokens.bot ?? []).length === 0) return;
  const installation = parseInstallationEvent(body);
  if (installation === null) {
    log.warn({ event: event.type }, 'an event about an installation does not say which');
    return;
  }
  const { enterpriseId, teamId, happenedAt } = installation;
  const entry = audit.build({ teamId: holderIdOf(installation), actorId: ACTOR, action: 'app-removed' });
  const isRemoved = await installations.remove(
    { enterpriseId, teamId },
    // A delayed event may arrive after a reinstall.
    { entry, ...(happenedAt === null ? {} : { installedUntil: happenedAt }) },
  );
  if (isRemoved) log.info({ event: event.type, teamId, enterpriseId }, 'an installation was removed');
};

/** Slack removed the app or its tokens. A single-workspace setup stores no token, so it has nothing to delete. */
export const handleRemoval = async ({ body, event }: EventArgs, request: Request): Promise<void> => {
  const { installations, audit, log } = request;
  if (installations === null || (event.type !== 'tokens_revoked' && event.type !== 'app_uninstalled')) return;
  const remove = () => removeInstallation({ body, event }, { installations, audit, log });
  await untilSaved(remove, 'a removal', request);
};

const idSchema = z.string().min(1);
const eventSchema = z.object({
  type: z.enum(['team_access_granted', 'team_access_revoked']),
  team_ids: z.array(idSchema),
});
const holderSchema = z.object({ enterprise_id: idSchema.nullish() });
/** Slack's SDK samples have this event in the usual place; Slack's reference wraps it twice. Accept both. */
const bodySchema = holderSchema.extend({
  authorizations: z.array(holderSchema).nullish(),
  event_time: z.number().nullish(),
  event: z.union([eventSchema, holderSchema.extend({ event: eventSchema })]),
});

interface TeamAccess {
  enterpriseId: string;
  teamIds: readonly string[];
  isIn: boolean;
  /** The beginning of the second it happened in, in epoch milliseconds; null when Slack did not say. */
  happenedAt: number | null;
}

/** Null: not such an event, or it does not say which organisation it is about. */
export const parseTeamAccess = (body: unknown): TeamAccess | null => {
  const read = bodySchema.safeParse(body);
  if (!read.success) return null;
  const { event: sent, enterprise_id, authorizations, event_time } = read.data;
  const [event, wrapped] = 'event' in sent ? [sent.event, sent.enterprise_id] : [sent, null];
  const enterpriseId = enterprise_id ?? wrapped ?? authorizations?.[0]?.enterprise_id ?? null;
  if (enterpriseId === null) return null;
  return {
    enterpriseId,
    teamIds: [...new Set(event.team_ids)],
    isIn: event.type === 'team_access_granted',
    happenedAt: event_time ? event_time * 1000 : null,
  };
};

/**
 * Each workspace joins the organisation's install, or leaves it as if it had removed the app. Slack may send the
 * event twice; the second one changes nothing.
 */
export const changeTeamAccess = async (
  { enterpriseId, teamIds, isIn, happenedAt }: TeamAccess,
  {
    installations,
    audit,
    log,
  }: {
    installations: Pick<Installations, 'joinTeam' | 'leaveTeam'>;
    audit: Pick<Audit, 'build'>;
    log: Log;
  },
): Promise<void> => {
  for (const teamId of teamIds) {
    const team = { enterpriseId, teamId };
    if (isIn) {
      if (!(await installations.joinTeam(team, happenedAt ?? undefined))) continue;
      log.info(team, 'a workspace joined its organisation’s install');
      continue;
    }
    // The workspace may still have sent a request within the second of the event.
    const at = happenedAt === null ? {} : { at: happenedAt + 999 };
    const entry = audit.build({ teamId, actorId: ACTOR, action: 'app-removed' });
    if (await installations.leaveTeam(team, { entry, ...at }))
      log.info(team, 'a workspace left its organisation’s install');
  }
};

/** An organisation's admin adds the app to some of its workspaces, or takes it out. */
export const handleTeamAccess = async ({ body }: { body: unknown }, request: Request): Promise<void> => {
  const { installations, audit, log } = request;
  if (installations === null) return;
  const access = parseTeamAccess(body);
  if (access === null) {
    log.warn('an event about an organisation’s workspaces does not say which');
    return;
  }
  const change = () => changeTeamAccess(access, { installations, audit, log });
  await untilSaved(change, 'an organisation’s choice of workspaces', request);
};

const timeSchema = z.object({ event_time: z.number() });

/** The beginning of the second that an event happened in, in epoch milliseconds; undefined: not an event. */
export const readEventTime = (body: unknown): number | undefined => {
  const read = timeSchema.safeParse(body);
  return read.success ? read.data.event_time * 1000 : undefined;
};

const changeSchema = z.object({ old_channel_id: z.string().min(1), new_channel_id: z.string().min(1) });

/** When a private channel is shared with another company, Slack gives it a new id and the old one stops working. */
export const handleChannelIdChanged = async (
  { event, body }: Pick<EventArgs, 'event' | 'body'>,
  request: Request,
): Promise<void> => {
  const { store, wake, clock, log } = request;
  const change = changeSchema.safeParse(event);
  const teamId = findTeamId(body);
  if (!change.success || teamId === null) {
    log.warn({ event: event.type }, 'an event about a channel does not say which');
    return;
  }
  const { old_channel_id: from, new_channel_id: to } = change.data;
  const move = { teamId, from, to, refusedAs: CHANNEL_NOT_FOUND };
  const cards = await untilSaved(() => store.channels.move(move, clock.now()), 'a channel’s new id', request);
  log.info({ teamId, from, to, cards }, 'a channel has a new id');
  wake.notices();
  wake.jobs();
};
