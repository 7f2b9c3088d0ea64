import { WebClient, type WebClientOptions } from '@slack/web-api';
import { createRecentMap } from '../recent-map.ts';
import { NotInstalledError } from './not-installed.ts';

/** A workspace's own client, patient and without retries of its own. Rejects with `NotInstalledError`. */
export type SlackClientOf = (teamId: string) => Promise<WebClient>;

export interface SlackClients {
  of: SlackClientOf;
  /** For a token that is known already. */
  withToken(token: string): WebClient;
}

/** Tokens change with each install, and clients hold a queue each: those used last stay. */
const MOST_CLIENTS = 500;

export const createSlackClients = ({
  tokenOf,
  options,
}: {
  /** Read at every use, so that a removal counts at once; null: the app is not installed there. */
  tokenOf: (teamId: string) => Promise<string | null>;
  options: WebClientOptions;
}): SlackClients => {
  const clients = createRecentMap<WebClient>(MOST_CLIENTS);
  const withToken = (token: string): WebClient => {
    const client = clients.get(token) ?? new WebClient(token, options);
    clients.set(token, client);
    return client;
  };
  return {
    withToken,
    of: async (teamId) => {
      const token = await tokenOf(teamId);
      if (token === null) throw new NotInstalledError(teamId);
      return withToken(token);
    },
  };
};
