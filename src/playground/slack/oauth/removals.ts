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
    const team = latest?.teamIds[0] === undefined ? undefined : deps.findTeam(latest.teamIds[0]);
    if (latest === undefined || team === undefined) throw new Error(`The app is not installed in ${holder}.`);
    const { acts } = team;
    const types = why === 'account_inactive' ? ['tokens_revoked', 'app_uninstalled'] : ['tokens_revoked'];
    const posts = types.map((type) => {
      const event =
        type === 'tokens_revoked'
          ? { type, tokens: { oauth: [], bot: [acts.team.ids.botUser] }, event_ts: acts.ids.ts() }
          : { type, event_ts: acts.ids.ts() };
      // An organisation's own events come from no workspace.
      return { what: `event ${type}`, body: { ...buildEventBody(event, acts), team_id: holder } };
    });
    deps.installs.end(holder, why);
    return async () => {
      // Slack promises no order.
      const taken = await Promise.all(posts.map(({ what, body }) => deliverEvent(acts, what, body)));
      return taken.every(Boolean);
    };
  },
});
