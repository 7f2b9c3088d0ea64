import type { JsonRecord } from '../parse-json.ts';
import { APP, type PersonRecord, VERIFICATION_TOKEN } from '../people-and-places.ts';
import type { AppPost } from '../post-to-app.ts';
import type { World } from '../slack-world.ts';
import type { Team } from '../team.ts';

const describeTeam = ({ id, domain, enterprise }: Team): JsonRecord => ({
  id,
  domain,
  ...(enterprise === null ? {} : { enterprise_id: enterprise.id, enterprise_name: enterprise.name }),
});

/** What every interaction payload carries. */
export const buildInteraction = (
  type: string,
  person: PersonRecord,
  where: 'message' | 'view',
  { team, access, behaviours }: Pick<World, 'team' | 'access' | 'behaviours'>,
): JsonRecord => {
  const isEnterpriseInstall = access.current()?.isEnterpriseInstall === true;
  const isOutsider = person.teamId !== team.id;
  // In a window that somebody from elsewhere opened, only the view says whose app it is.
  const isOwnNamed = isOutsider && (where === 'view' || behaviours.of('teamOfOutsider') === 'own');
  return {
    type,
    // A view of an organisation's installation belongs to no workspace; only the person does.
    team: isOwnNamed
      ? { id: person.teamId, domain: person.teamId.toLowerCase() }
      : isEnterpriseInstall && where === 'view'
        ? null
        : describeTeam(team),
    user: { id: person.id, username: person.name, name: person.name, team_id: person.teamId },
    api_app_id: APP,
    token: VERIFICATION_TOKEN,
    enterprise: team.enterprise,
    is_enterprise_install: isEnterpriseInstall,
  };
};

export const buildInteractionDelivery = (what: string, payload: JsonRecord): AppPost => ({
  kind: 'interactive',
  what,
  contentType: 'application/x-www-form-urlencoded',
  body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
  shown: payload,
});
