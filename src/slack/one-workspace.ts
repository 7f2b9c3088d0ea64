import type { WebClientOptions } from '@slack/web-api';
import type { Services } from '../workspaces/service-of.ts';
import { createSlackClients } from './slack-clients.ts';
import type { Workspaces } from './workspaces.ts';

/** The workspace that a token leads to; Slack says of each request which one that is. */
export const openOneWorkspace = ({
  botToken,
  services,
  admins,
  clientOptions,
}: {
  botToken: string;
  services: Services;
  admins: readonly string[];
  clientOptions: WebClientOptions;
}): Workspaces => ({
  services,
  clients: createSlackClients({ tokenOf: async () => botToken, options: clientOptions }),
  authorize: async () => ({ botToken }),
  adminsOf: async () => admins,
  isConnected: async () => true,
  connectAddress: null,
  routes: [],
  installations: null,
});
