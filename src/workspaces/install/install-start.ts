import type { IncomingMessage } from 'node:http';
import type { Ids } from '../../ids.ts';
import type { BrowserCookie } from './browser-cookie.ts';
import type { InstallRoutesDependencies } from './install-dependencies.ts';
import { type InstallStates, STATE_LASTS_MS } from './install-states.ts';
import type { PageReply } from './page-reply.ts';

interface InstallStartDependencies
  extends Pick<InstallRoutesDependencies, 'authorizeUrl' | 'clientId' | 'scopes'> {
  redirectUri: string;
  states: InstallStates;
  cookie: BrowserCookie;
  ids: Pick<Ids, 'callbackToken'>;
}

/**
 * `GET /slack/install`: redirects straight to Slack, as Slack requires of a direct install URL. Each visit gets its
 * own state; the browser keeps its cookie.
 */
export const createInstallStart =
  ({ authorizeUrl, clientId, scopes, redirectUri, states, cookie, ids }: InstallStartDependencies) =>
  async (request: IncomingMessage): Promise<PageReply> => {
    const browser = cookie.read(request) ?? ids.callbackToken();
    const state = states.create(browser);
    const authorize = new URL(authorizeUrl);
    for (const [name, value] of Object.entries({
      client_id: clientId,
      scope: scopes.join(','),
      redirect_uri: redirectUri,
      state,
    }))
      authorize.searchParams.set(name, value);
    return {
      status: 302,
      location: authorize.href,
      cookie: cookie.build(browser, STATE_LASTS_MS / 1000),
    };
  };
