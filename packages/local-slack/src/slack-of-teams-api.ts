import type { ApiCall, LocalSlack, LocalSlackOptions } from './local-slack-api.ts';
import type { AppCredentials } from './oauth/authorize.ts';
import type { Exchange } from './page/page-api.ts';
import type { Faults } from './slack-faults.ts';
import type { SocketHub } from './sockets/socket-hub.ts';
import type { TeamOptions } from './team.ts';

export type { AppCredentials } from './oauth/authorize.ts';

export interface SlackOfTeamsOptions
  extends Omit<
    LocalSlackOptions,
    'team' | 'workspace' | 'signingSecret' | 'botToken' | 'appToken' | 'scopes' | 'app' | 'onCall'
  > {
  /**
   * Without an `idMark`, ids end in the workspace's id, so that they differ between workspaces; '' for the default
   * ids.
   */
  teams: readonly TeamOptions[];
  app: AppCredentials;
}

export interface SlackOfTeams {
  url: string;
  /** Web API base for all workspaces: the token determines the workspace. */
  apiUrl: string;
  /** Where an app sends people to install it. */
  authorizeUrl: string;
  app: AppCredentials;
  /** Throws for an unknown id. */
  team(id: string): LocalSlack;
  teams(): LocalSlack[];
  setAppUrl(url: string): void;

  /**
   * A person opens the app's authorize URL and allows it. Resolves to the redirect target; rejects with
   * Slack's error.
   */
  allow(address: string, teamId: string, by: string): Promise<string>;
  /** The same from Slack's admin pages, without the app and therefore without `state`. */
  allowFromAdminPages(teamId: string, by: string): string;
  /** Like `allow`, but the person cancels. */
  deny(address: string): Promise<string>;
  /** Installs without OAuth; the token is valid at once. */
  install(teamId: string, by?: string, scopes?: readonly string[]): string;
  /** Null before the first installation. */
  latestToken(teamId: string): string | null;
  /** Ends all its tokens and notifies the app; true if it accepted both events at once. */
  uninstall(teamId: string): Promise<boolean>;
  /** Ends all its tokens; call the result to notify the app. */
  beginUninstall(teamId: string): () => Promise<boolean>;
  /** Only revokes the tokens: `tokens_revoked` without `app_uninstalled`. */
  revokeTokens(teamId: string): Promise<boolean>;

  sockets: Pick<SocketHub, 'count' | 'refresh' | 'drop'>;
  /** Calls of the front's own methods and with unknown tokens; others are in `team(id).calls()`. */
  calls(method?: string): ApiCall[];
  exchanges(): Exchange[];
  /** For the front's own methods (`oauth.v2.access`, `apps.connections.open`). */
  faults: Faults;
  /** Checks again after every change in any workspace. */
  until<T>(look: () => T | undefined | false, timeoutMs?: number): Promise<T>;
  close(): Promise<void>;
}
