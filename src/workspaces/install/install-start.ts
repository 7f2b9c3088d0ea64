import type { IncomingMessage } from 'node:http';
import type { Ids } from '../../ids.ts';
import type { BrowserCookie } from './browser-cookie.ts';
import type { InstallRoutesDependencies } from './install-dependencies.ts';
import { type InstallStates, STATE_LASTS_MS } from './install-states.ts';
import type { PageReply } from './page-reply.ts';

export interface InstallStartDependencies
  extends Pick<InstallRoutesDependencies, 'authorizeUrl' | 'clientId' | 'scopes'> {
  redirectUri: string;
  states: InstallStates;
  cookie: BrowserCookie;
  ids: Pick<Ids, 'callbackToken'>;
}

/**
 * `GET /slack/install`: straight to Slack, as Slack wants it of an address that it offers for installing. Each opening gets
 * a state of its own, a browser keeps its name.
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
