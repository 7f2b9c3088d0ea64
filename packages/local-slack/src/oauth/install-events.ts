import { buildEventBody, deliverEvent } from '../acts/send-event.ts';
import type { TeamSlack } from '../local-slack.ts';
import type { Installs, Refusal } from './installs.ts';

/** Notifies the app; true if it accepted everything at once. */
type Tell = () => Promise<boolean>;

export interface Removals {
  /** Ends the tokens of a workspace at once; call the result to notify the app. */
  begin(teamId: string, why: Refusal): Tell;
}

export const createRemovals = (deps: {
  installs: Installs;
  findTeam: (id: string) => TeamSlack | undefined;
}): Removals => ({
  begin(teamId, why) {
    const team = deps.findTeam(teamId);
    if (deps.installs.latest(teamId) === undefined || team === undefined)
      throw new Error(`The app is not installed in ${teamId}.`);
    const { acts } = team;
    const types = why === 'account_inactive' ? ['tokens_revoked', 'app_uninstalled'] : ['tokens_revoked'];
    const posts = types.map((type) => {
      const event =
        type === 'tokens_revoked'
          ? { type, tokens: { oauth: [], bot: [acts.team.ids.botUser] }, event_ts: acts.ids.ts() }
          : { type, event_ts: acts.ids.ts() };
      // Without a token there are no authorizations.
      const { authorizations: _, ...body } = buildEventBody(event, acts);
      return { what: `event ${type}`, body };
    });
    deps.installs.end(teamId, why);
    return async () => {
      // Slack guarantees no order.
      const taken = await Promise.all(posts.map(({ what, body }) => deliverEvent(acts, what, body)));
      return taken.every(Boolean);
    };
  },
});
