import { z } from 'zod';

const idSchema = z.string().min(1);
/** Slack gives people and channels either as a plain id or as an object with one. */
const named = z
  .union([idSchema, z.object({ id: idSchema }).transform(({ id }) => id)])
  .nullish()
  .catch(null);
const id = idSchema.nullish().catch(null);

const bodySchema = z.object({
  type: id,
  team_id: id,
  authorizations: z.array(z.object({ team_id: id })).nullish(),
  team: z.object({ id: idSchema, enterprise_id: id }).nullish(),
  enterprise: z.object({ id }).nullish(),
  user: z.object({ id, team_id: id }).nullish(),
  user_id: id,
  channel: named,
  channel_id: id,
  container: z.object({ channel_id: id }).nullish(),
  message: z.object({ team: id }).nullish(),
  view: z.object({ team_id: id, app_installed_team_id: id }).nullish(),
  event: z
    .object({
      user: named,
      user_id: id,
      channel: named,
      channel_id: id,
      item: z.object({ channel: named }).nullish().catch(null),
    })
    .nullish(),
});

type Body = z.infer<typeof bodySchema>;

/** Who sent the request, and from where. Null: Slack did not say. */
export interface Origin {
  /** The workspace whose data the request may see: the person's own, whichever workspace hosts the channel. */
  teamId: string | null;
  /**
   * The workspace whose app received the request, and whose token opens and updates its windows; null if Slack names none. The
   * message of a shortcut may be anybody's.
   */
  hostTeamId: string | null;
  userId: string | null;
  channelId: string | null;
}

const isOrganisation = (one: string): boolean => one.startsWith('E');

/** The first id that is a workspace: Slack may give an organisation instead. */
const findWorkspace = (...ids: readonly (string | null | undefined)[]): string | null =>
  ids.find((one) => one != null && !isOrganisation(one)) ?? null;

/** The only place that decides who a Slack request belongs to: a command, an event, a press or a form. */
export const readOrigin = (body: unknown): Origin => {
  const read = bodySchema.safeParse(body);
  if (!read.success) return { teamId: null, hostTeamId: null, userId: null, channelId: null };
  const { authorizations, team, user, user_id, event, ...rest } = read.data;
  const { type, view, message, channel, container, channel_id } = rest;
  const pressed = type === 'block_actions' ? message : null;
  const install = authorizations?.[0];
  return {
    // In a channel shared with another company, an event may name that company's workspace beside it.
    teamId: install ? findWorkspace(install.team_id) : readTeamOfPerson(read.data),
    hostTeamId: findWorkspace(view?.app_installed_team_id, pressed?.team, team?.id),
    userId: user?.id ?? user_id ?? event?.user ?? event?.user_id ?? null,
    channelId:
      channel ??
      container?.channel_id ??
      channel_id ??
      event?.channel ??
      event?.channel_id ??
      event?.item?.channel ??
      null,
  };
};

export const findTeamId = (body: unknown): string | null => readOrigin(body).teamId;

/** Should not happen: requests that do not name their workspace are not admitted. */
class OriginUnknownError extends Error {
  override name = 'OriginUnknownError';
}

/** Throws `OriginUnknownError`. */
export const readTeamId = (body: unknown): string => {
  const teamId = findTeamId(body);
  if (teamId === null) throw new OriginUnknownError('Slack does not say which workspace a request is for');
  return teamId;
};

/**
 * For a press in a shared channel, `team` is either the workspace whose app is there or the person's own;
 * `user.team_id` is always the person's. For members of an organisation, Slack may put the organisation there, or the same
 * one of their workspaces wherever they are (slackapi/bolt-js#1875); a window then says where it is shown.
 */
function readTeamOfPerson({ team_id, team, enterprise, user, view }: Body): string | null {
  if (view && team && view.team_id === team.id && !isOrganisation(team.id)) return team.id;
  const own = user?.team_id ?? null;
  if (own !== null && (!isOrganisation(own) || own !== (team?.enterprise_id ?? enterprise?.id))) return own;
  return (
    findWorkspace(team?.id, team_id, view?.team_id, view?.app_installed_team_id) ??
    team?.id ??
    team_id ??
    view?.team_id ??
    own
  );
}
