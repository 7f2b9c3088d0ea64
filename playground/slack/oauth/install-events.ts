import type { JsonRecord } from '../../page/read-json.ts';
import { buildEventBody, deliverEvent } from '../acts/send-event.ts';
import type { BehaviourOf } from '../behaviours.ts';
import type { TeamSlack } from '../local-slack.ts';
import type { Installs, Refusal } from './installs.ts';

/** Notifies the app; true if it accepted everything at once. */
type Tell = () => Promise<boolean>;

export interface Removals {
  /** Ends the tokens of a workspace or organisation at once; call the result to notify the app. */
  begin(holder: string, why: Refusal): Tell;
}

export const createRemovals = (deps: {
  installs: Installs;
  findTeam: (id: string) => TeamSlack | undefined;
}): Removals => ({
  begin(holder, why) {
    const latest = deps.installs.latest(holder);
    const first = latest === undefined ? undefined : deps.installs.teamsOf(holder)[0];
    const team = first === undefined ? undefined : deps.findTeam(first);
    if (latest === undefined || team === undefined) throw new Error(`The app is not installed in ${holder}.`);
    const { acts } = team;
    const types = why === 'account_inactive' ? ['tokens_revoked', 'app_uninstalled'] : ['tokens_revoked'];
    const posts = types.map((type) => {
      const event =
        type === 'tokens_revoked'
          ? { type, tokens: { oauth: [], bot: [acts.team.ids.botUser] }, event_ts: acts.ids.ts() }
          : { type, event_ts: acts.ids.ts() };
      // Without a token there are no authorizations.
      const { authorizations: _, ...body } = buildEventBody(event, acts);
      const { isEnterpriseInstall } = latest;
      return {
        what: `event ${type}`,
        body: {
          ...body,
          team_id: holder,
          ...(isEnterpriseInstall ? { is_enterprise_install: isEnterpriseInstall } : {}),
        },
      };
    });
    deps.installs.end(holder, why);
    return async () => {
      // Slack guarantees no order.
      const taken = await Promise.all(posts.map(({ what, body }) => deliverEvent(acts, what, body)));
      return taken.every(Boolean);
    };
  },
});

/**
 * The SDKs' samples have a bare event; the reference wraps it twice, with an authorization that is not an
 * organisation's.
 */
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

/** An organisation's admin adds the app to workspaces or removes it; the app is notified. */
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
