import { buildEventBody, deliverEvent } from '../acts/send-event.ts';
import type { BehaviourOf } from '../behaviours.ts';
import type { TeamSlack } from '../local-slack.ts';
import type { JsonRecord } from '../parse-json.ts';
import type { Installs } from './installs.ts';

/** The SDKs' samples have it bare, the reference wraps it once more beside an authorisation that is no organisation's. */
const wrap = (
  envelope: BehaviourOf<'teamAccess'>,
  body: JsonRecord,
  { holder, teamIds }: { holder: string; teamIds: readonly string[] },
): JsonRecord => {
  const { team_id: _team, enterprise_id: _enterprise, authorizations: _authorizations, ...rest } = body;
  switch (envelope) {
    case 'bare':
      return { ...rest, enterprise_id: holder };
    case 'reference':
      return {
        ...rest,
        team_id: teamIds[0],
        event: { team_id: null, enterprise_id: holder, api_app_id: body['api_app_id'], event: body['event'] },
        authorizations: [
          { enterprise_id: holder, team_id: teamIds[0], is_bot: false, is_enterprise_install: false },
        ],
      };
    case 'authorized':
      return {
        ...rest,
        team_id: null,
        enterprise_id: holder,
        authorizations: [{ enterprise_id: holder, team_id: null, is_bot: true, is_enterprise_install: true }],
      };
  }
};

/** An organisation's admin adds the app to workspaces or takes it out of them; the app hears of it. */
export const createTeamAccess =
  (deps: { installs: Installs; findTeam: (id: string) => TeamSlack | undefined }) =>
  async (holder: string, teamIds: readonly string[], isIn: boolean): Promise<boolean> => {
    deps.installs.reach(holder, teamIds, isIn);
    const first = deps.installs.teamsOf(holder)[0];
    const team = first === undefined ? undefined : deps.findTeam(first);
    if (team === undefined) throw new Error(`${holder} has no workspace.`);
    const { acts } = team;
    const type = isIn ? 'team_access_granted' : 'team_access_revoked';
    const body = buildEventBody({ type, team_ids: teamIds, event_ts: acts.ids.ts() }, acts);
    return deliverEvent(
      acts,
      `event ${type}`,
      wrap(acts.behaviours.of('teamAccess'), body, { holder, teamIds }),
    );
  };
