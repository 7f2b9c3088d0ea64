import type { WebClientOptions } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { createSlackClients } from '../slack/slack-clients.ts';
import type { TokenWatch } from '../slack/token-watch.ts';
import { createOwnWorkspace } from './own-workspace.ts';
import type { Services } from './service-of.ts';
import type { Workspaces } from './workspaces.ts';

/** Startup waits for this call. */
const AUTH_TEST_WITHIN_MS = 2_500;

/** The workspace the token belongs to; requests from any other are not served. */
export const openOneWorkspace = ({
  botToken,
  services,
  admins,
  clientOptions,
  watch,
  clock,
  random,
  log,
}: {
  botToken: string;
  services: Services;
  admins: readonly string[];
  clientOptions: WebClientOptions;
  watch: TokenWatch;
  clock: Clock;
  random: () => number;
  log: Log;
}): Workspaces => {
  const open = (options: WebClientOptions) =>
    createSlackClients({ tokenOf: async () => botToken, hasOneToken: true, options, watch, clock });
  const hasty = open({ ...clientOptions, timeout: AUTH_TEST_WITHIN_MS }).withToken(botToken, null);
  const own = createOwnWorkspace({ authTest: () => hasty.auth.test(), clock, random, log });
  return {
    services,
    clients: open(clientOptions),
    authorize: async () => ({ token: botToken }),
    own,
    scopesOf: async () => own.scopes(),
    adminsOf: async () => admins,
    isConnected: async () => true,
    connectAddress: null,
    routes: [],
    installations: null,
  };
};
