import { buildEventBody, deliverEvent } from '../acts/send-event.ts';
import type { TeamSlack } from '../local-slack.ts';
import type { Installs, Refusal } from './installs.ts';

/** Tells the app; true when it took everything at once. */
export type Tell = () => Promise<boolean>;

export interface Removals {
  /** Ends a workspace's or an organisation's tokens at once; the app hears of it when the result is called. */
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
      // With no token left there is no authorisation to name.
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
      // Slack promises no order.
      const taken = await Promise.all(posts.map(({ what, body }) => deliverEvent(acts, what, body)));
      return taken.every(Boolean);
    };
  },
});
