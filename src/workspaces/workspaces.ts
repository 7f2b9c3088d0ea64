import type { Authorize, CustomRoute } from '@slack/bolt';
import type { SlackClients } from '../slack/slack-clients.ts';
import type { Installations } from './installations.ts';
import type { OwnWorkspace } from './own-workspace.ts';
import type { Services } from './service-of.ts';

/** Whom the app serves: one workspace by its token, or all that installed it. */
export interface Workspaces {
  services: Services;
  clients: SlackClients;
  authorize: Authorize<boolean>;
  /** Members who administer Paylink whatever roles were given. */
  adminsOf: (teamId: string) => Promise<readonly string[]>;
  /** What the app was allowed there; null: not known. */
  scopesOf: (teamId: string) => Promise<readonly string[] | null>;
  /** Whether the payment service's credentials are there. */
  isConnected: (teamId: string) => Promise<boolean>;
  /** A private page for the payment service's credentials, if the person may enter them; null: they are in the environment. */
  connectAddress: ((teamId: string, userId: string) => Promise<string | null>) | null;
  /** The only one that is served; null: `authorize` knows all that are. */
  own: OwnWorkspace | null;
  /** Routes that only this way of running has. */
  routes: CustomRoute[];
  /** Null: there is one workspace, and nothing of it is kept. */
  installations: Installations | null;
}
