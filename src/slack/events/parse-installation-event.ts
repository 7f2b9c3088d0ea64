import { z } from 'zod';
import type { InstallationKey } from '../../workspaces/installations.ts';

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
  /** The end of the second in which it happened, in epoch milliseconds; null when Slack did not say. */
  happenedAt: number | null;
}

/** Whose app an event is about, by its envelope. Null: it does not say. */
export const parseInstallationEvent = (body: unknown): InstallationEvent | null => {
  const read = envelopeSchema.safeParse(body);
  if (!read.success) return null;
  const { authorizations, event_time } = read.data;
  const place = authorizations?.[0] ?? read.data;
  const holder = place.team_id || null;
  // In an envelope an organisation can stand where a workspace does.
  const isHolderOrganisation = holder?.startsWith('E') ?? false;
  const isOfOrganisation = place.is_enterprise_install || isHolderOrganisation;
  const enterpriseId = place.enterprise_id || (isHolderOrganisation ? holder : null);
  const teamId = isOfOrganisation ? null : holder;
  if (isOfOrganisation ? enterpriseId === null : teamId === null) return null;
  return { enterpriseId, teamId, happenedAt: event_time ? event_time * 1000 + 999 : null };
};
