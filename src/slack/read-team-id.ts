import { z } from 'zod';

const idSchema = z.string().min(1);
const bodySchema = z.object({
  team_id: idSchema.nullish(),
  authorizations: z.array(z.object({ team_id: idSchema.nullish() })).nullish(),
  team: z.object({ id: idSchema, enterprise_id: idSchema.nullish() }).nullish(),
  enterprise: z.object({ id: idSchema.nullish() }).nullish(),
  user: z.object({ team_id: idSchema.nullish() }).nullish(),
  view: z.object({ team_id: idSchema.nullish() }).nullish(),
});

const isOrganisation = (id: string): boolean => id.startsWith('E');

/**
 * The workspace whose data a request may see: that of its person. In a shared channel `team` is the one whose app is
 * there. Of an organisation's members Slack may name the organisation, and an organisation's own install leaves `team`
 * empty.
 */
export const readTeamId = (body: unknown): string => {
  const read = bodySchema.safeParse(body);
  if (!read.success) return '';
  const { authorizations, team_id, team, enterprise, user, view } = read.data;
  const own = user?.team_id ?? null;
  const isMember = own === null || own === (team?.enterprise_id ?? enterprise?.id);
  if (own !== null && (!isOrganisation(own) || (team && !isMember))) return own;
  return team?.id ?? authorizations?.[0]?.team_id ?? team_id ?? view?.team_id ?? own ?? '';
};
