import type { Exchange } from '../page/page-api.ts';
import type { ApiCall, LocalSlack, LocalSlackOptions } from './local-slack-api.ts';
import type { AppCredentials } from './oauth/authorize.ts';
import type { OrgReach } from './oauth/installs.ts';
import type { Faults } from './slack-faults.ts';
import type { SocketHub } from './sockets/socket-hub.ts';
import type { TeamOptions } from './team.ts';

export type { AppCredentials } from './oauth/authorize.ts';

export interface SlackOfTeamsOptions
  extends Pick<
    LocalSlackOptions,
    | 'appUrl'
    | 'now'
    | 'appName'
    | 'manifest'
    | 'sandboxUrl'
    | 'pageDir'
    | 'answerWithinMs'
    | 'filesReadyAfterMs'
    | 'allowance'
    | 'eventRetryDelaysMs'
    | 'behaviours'
  > {
  /** Without an `idMark` a workspace's ids end in its own id, so that no two have one in common; '' for the usual. */
  teams: readonly TeamOptions[];
  app: AppCredentials;
  /** `all` without it. */
  orgReach?: OrgReach;
  /** Of the front; 0 picks a free one. */
  port?: number;
}

export interface SlackOfTeams {
  url: string;
  /** One base of the Web API for all workspaces: the token tells which is meant. */
  apiUrl: string;
  /** Where an app sends somebody who installs it. */
  authorizeUrl: string;
  app: AppCredentials;
  /** Throws for an unknown id. */
  team(id: string): LocalSlack;
  teams(): LocalSlack[];
  setAppUrl(url: string): void;

  /**
   * Somebody follows the app's address for installing, and allows it; `holder` is a workspace's id, or an
   * organisation's. Resolves with where the browser is sent; rejects with what Slack shows instead.
   */
  allow(address: string, holder: string, by: string): Promise<string>;
  /** The same from Slack's own admin pages: the app had no part in it, so that no state comes back. */
  allowFromAdminPages(holder: string, by: string): string;
  /** The same as `allow` for Cancel. */
  deny(address: string): Promise<string>;
  /** Installs without the app's part in it; the token is good at once. */
  install(holder: string, by?: string, scopes?: readonly string[]): string;
  /** Null before the first installation. */
  latestToken(holder: string): string | null;
  /** Ends all its tokens and tells the app; true when it took both events at once. */
  uninstall(holder: string): Promise<boolean>;
  /** Ends all its tokens; the app hears of it, as late as one likes, when the result is called. */
  beginUninstall(holder: string): () => Promise<boolean>;
  /** An organisation's admin adds the app to these of its workspaces; true when the app took the event. */
  grantTeams(holder: string, teamIds: readonly string[]): Promise<boolean>;
  /** The same for taking it out of them. */
  revokeTeams(holder: string, teamIds: readonly string[]): Promise<boolean>;
  /** The tokens alone: `tokens_revoked` without `app_uninstalled`. */
  revokeTokens(holder: string): Promise<boolean>;

  sockets: Pick<SocketHub, 'count' | 'refresh' | 'drop'>;
  /** Of the front's own methods, and of calls with tokens that nobody has; the rest is in `team(id).calls()`. */
  calls(method?: string): ApiCall[];
  exchanges(): Exchange[];
  /** For the front's own methods (`oauth.v2.access`, `apps.connections.open`). */
  faults: Faults;
  /** Looks again on every change of any workspace. */
  until<T>(look: () => T | undefined | false, timeoutMs?: number): Promise<T>;
  close(): Promise<void>;
}
