import { APP, type PersonRecord, TEAM, TEAM_DOMAIN, VERIFICATION_TOKEN } from '../people-and-places.ts';
import type { AppPost } from '../post-to-app.ts';
import type { JsonRecord } from '../read-json.ts';

/** What every interaction payload carries. */
export const buildInteraction = (type: string, person: PersonRecord): JsonRecord => ({
  type,
  team: { id: TEAM, domain: TEAM_DOMAIN },
  user: { id: person.id, username: person.name, name: person.name, team_id: person.teamId },
  api_app_id: APP,
  token: VERIFICATION_TOKEN,
  enterprise: null,
  is_enterprise_install: false,
});

export const buildInteractionDelivery = (what: string, payload: JsonRecord): AppPost => ({
  what,
  contentType: 'application/x-www-form-urlencoded',
  body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
  shown: payload,
});
