import { APP, type PersonRecord, VERIFICATION_TOKEN } from '../people-and-places.ts';
import type { AppPost } from '../post-to-app.ts';
import type { JsonRecord } from '../read-json.ts';
import type { World } from '../world.ts';

/** What every interaction payload carries. */
export const buildInteraction = (
  type: string,
  person: PersonRecord,
  { team, access }: Pick<World, 'team' | 'access'>,
): JsonRecord => ({
  type,
  team: {
    id: team.id,
    domain: team.domain,
    ...(team.enterprise === null
      ? {}
      : { enterprise_id: team.enterprise.id, enterprise_name: team.enterprise.name }),
  },
  user: { id: person.id, username: person.name, name: person.name, team_id: person.teamId },
  api_app_id: APP,
  token: VERIFICATION_TOKEN,
  enterprise: team.enterprise,
  is_enterprise_install: access.current()?.isEnterpriseInstall === true,
});

export const buildInteractionDelivery = (what: string, payload: JsonRecord): AppPost => ({
  kind: 'interactive',
  what,
  contentType: 'application/x-www-form-urlencoded',
  body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
  shown: payload,
});
