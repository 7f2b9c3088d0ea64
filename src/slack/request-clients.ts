import type { Context } from '@slack/bolt';
import { WebClient, type WebClientOptions } from '@slack/web-api';
import { createRecentMap } from '../recent-map.ts';

/** A client has a function for each of Slack's methods, which takes 24 KiB. */
const MOST_CLIENTS = 500;

/**
 * The clients with which requests from Slack are answered; null: there is no token. Bolt would keep one of its own for
 * each workspace that ever sent a request, for ever, so `authorize` gives it no token under Bolt's name.
 */
export const createRequestClients = (options: WebClientOptions): ((context: Context) => WebClient | null) => {
  const clients = createRecentMap<WebClient>(MOST_CLIENTS);
  return (context) => {
    const token = tokenOf(context);
    if (token === null) return null;
    const { teamId } = context;
    const key = `${teamId} ${token}`;
    const client =
      clients.get(key) ?? new WebClient(token, { ...options, ...(teamId === undefined ? {} : { teamId }) });
    clients.set(key, client);
    return client;
  };
};

/** The workspace's token, which `authorize` put into the context. */
export const tokenOf = ({ token }: Context): string | null => (typeof token === 'string' ? token : null);
