import { z } from 'zod';

const idSchema = z.string().min(1);
const bodySchema = z.object({
  team_id: idSchema.nullish(),
  team: z.object({ id: idSchema }).nullish(),
  user: z.object({ team_id: idSchema.nullish() }).nullish(),
  view: z.object({ team_id: idSchema.nullish() }).nullish(),
});

/** The workspace that a request of Slack's is about: an organisation's own install leaves `team` empty. */
export const readTeamId = (body: unknown): string => {
  const read = bodySchema.safeParse(body);
  if (!read.success) return '';
  const { team_id, team, user, view } = read.data;
  return team?.id ?? team_id ?? user?.team_id ?? view?.team_id ?? '';
};
