import type { AuthorizeSourceData, CustomRoute } from '@slack/bolt';
import type { SlackClients } from '../slack/slack-clients.ts';
import type { Accounts } from './accounts.ts';
import type { Authorized, OwnWorkspace } from './admission.ts';
import type { Installations } from './installations.ts';
import type { Services } from './service-of.ts';

/** The workspaces the app serves: a single one by its token, or all that installed it. */
export interface Workspaces {
  services: Services;
  accounts: Accounts;
  clients: SlackClients;
  authorize: (source: AuthorizeSourceData<boolean>, body?: object) => Promise<Authorized>;
  /** Fixed admins of Paylink, regardless of given roles. */
  adminsOf: (teamId: string) => Promise<readonly string[]>;
  /** The scopes granted in the workspace; null: not known. */
  scopesOf: (teamId: string) => Promise<readonly string[] | null>;
  /** A private page for entering credentials, if the user may; null: credentials are in the environment. */
  connectAddress: ((teamId: string, userId: string) => Promise<string>) | null;
  /** The only workspace served; null: `authorize` knows which ones are. */
  own: OwnWorkspace | null;
  /** Extra routes that this mode needs. */
  routes: CustomRoute[];
  /** Null: a single workspace, which is not stored. */
  installations: Installations | null;
}
