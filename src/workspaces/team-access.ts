import { z } from 'zod';
import type { Log } from '../log.ts';
import type { Audit } from './audit.ts';
import type { Installations } from './installations.ts';
import { untilWritten } from './removal.ts';
import type { WorkspaceDependencies } from './workspace-dependencies.ts';

export interface TeamAccessDependencies {
  installations: Pick<Installations, 'joinTeam' | 'leaveTeam'>;
  audit: Pick<Audit, 'write'>;
  log: Log;
}

const id = z.string().min(1);
const eventSchema = z.object({
  type: z.enum(['team_access_granted', 'team_access_revoked']),
  team_ids: z.array(id),
});
const holderSchema = z.object({ enterprise_id: id.nullish() });
/** Slack's SDK samples have this event in the usual place; Slack's reference wraps it once more. Accept both. */
const bodySchema = holderSchema.extend({
  authorizations: z.array(holderSchema).nullish(),
  event_time: z.number().nullish(),
  event: z.union([eventSchema, holderSchema.extend({ event: eventSchema })]),
});

export interface TeamAccess {
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

/** Slack does not say which admin it was. */
const ACTOR = 'slack';

/**
 * Each workspace joins the organisation's install, or leaves it as if it had removed the app. Slack may send the
 * event twice; the second one changes nothing.
 */
export const changeTeamAccess = async (
  { enterpriseId, teamIds, isIn, happenedAt }: TeamAccess,
  { installations, audit, log }: TeamAccessDependencies,
): Promise<void> => {
  for (const teamId of teamIds) {
    const team = { enterpriseId, teamId };
    if (isIn) {
      if (!(await installations.joinTeam(team, happenedAt ?? undefined))) continue;
      log.info(team, 'a workspace joined its organisation’s install');
      continue;
    }
    // The workspace may still have sent a request within the second of the event.
    const until = happenedAt === null ? undefined : happenedAt + 999;
    if (!(await installations.leaveTeam(team, until))) continue;
    log.info(team, 'a workspace left its organisation’s install');
    await audit.write({ teamId, actorId: ACTOR, action: 'app-removed' });
  }
};

/** An organisation's admin adds the app to some of its workspaces, or takes it out. */
export const handleTeamAccess = async (
  { body }: { body: unknown },
  dependencies: WorkspaceDependencies,
): Promise<void> => {
  const { installations, audit, log } = dependencies;
  if (installations === null) return;
  const access = parseTeamAccess(body);
  if (access === null) {
    log.warn('an event about an organisation’s workspaces does not say which');
    return;
  }
  await untilWritten(() => changeTeamAccess(access, { installations, audit, log }), {
    ...dependencies,
    what: 'an organisation’s choice of workspaces',
  });
};
