import type { WebClient, WebClientOptions } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import { createRecentMap } from '../recent-map.ts';
import { NotInstalledError } from './not-installed.ts';
import type { TokenWatch } from './token-watch.ts';
import { WatchedClient } from './watched-client.ts';

/** A workspace's own patient client: a long timeout, and no retries of its own. Rejects with `NotInstalledError`. */
export type SlackClientOf = (teamId: string) => Promise<WebClient>;

export interface SlackClients {
  of: SlackClientOf;
  /**
   * For a token of this workspace that the caller already has. Null token: Slack refuses every call. Null team: the one
   * that all workspaces share.
   */
  withToken(token: string | null, teamId: string | null): WebClient;
}

/**
 * Tokens change with each installation, and each client holds a queue, so only the most recently used clients stay.
 */
const MOST_CLIENTS = 500;

export const createSlackClients = ({
  tokenOf,
  hasOneToken,
  options,
  watch,
  clock,
}: {
  /** Read on every use, so that a removal takes effect at once; null: the app is not installed there. */
  tokenOf: (teamId: string) => Promise<string | null>;
  /** All workspaces share one token. */
  hasOneToken: boolean;
  options: WebClientOptions;
  watch: Pick<TokenWatch, 'onCall'>;
  clock: Pick<Clock, 'now'>;
}): SlackClients => {
  const clients = createRecentMap<WebClient>(MOST_CLIENTS);
  const withToken = (token: string | null, teamId: string | null): WebClient => {
    // An organisation's token may work for one of its workspaces and not for another.
    const key = hasOneToken ? String(token) : `${teamId} ${token}`;
    const client =
      clients.get(key) ??
      new WatchedClient(token ?? undefined, options, {
        clock,
        onCall: (method, error) =>
          watch.onCall({
            teamId: hasOneToken ? null : teamId,
            method,
            error,
            ask: async () => (teamId === null ? client : await of(teamId)).auth.test(),
          }),
      });
    clients.set(key, client);
    return client;
  };
  const of = async (teamId: string): Promise<WebClient> => {
    const token = await tokenOf(teamId);
    if (token === null) throw new NotInstalledError(teamId);
    return withToken(token, teamId);
  };
  return { withToken, of };
};
