import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CustomRoute } from '@slack/bolt';
import type { InstallationKey } from '../installations.ts';
import { createConnectVisit } from './connect-visit.ts';
import type { InstallOptions } from './install-parts.ts';
import { createInstallReturn, createInstallStart } from './oauth.ts';
import { buildInstallPage, buildTroublePage, type PageReply, sendPage } from './pages.ts';
import { createBrowserCookie, createConnectTickets, createInstallStates } from './tickets.ts';

export interface InstallRoutes {
  routes: CustomRoute[];
  /** A fresh private page for entering credentials. Anyone with the address can use it: once, within an hour. */
  createConnectAddress(key: InstallationKey, userId: string): Promise<string>;
}

type RoutedRequest = IncomingMessage & { params?: Record<string, unknown> };
/** Null: the browser has gone, so send no answer. */
type Visit = (request: RoutedRequest) => Promise<PageReply | null>;

/** The pages from *Add to Slack* to a connected payment service. */
export const createInstallRoutes = (options: InstallOptions): InstallRoutes => {
  const { clock, ids, log, publicUrl, stateSecret } = options;
  const installUrl = `${publicUrl}/slack/install`;
  const redirectUri = `${publicUrl}/slack/oauth_redirect`;
  const cookie = createBrowserCookie(publicUrl, 'paylink_install');
  const sentOn = createBrowserCookie(publicUrl, 'paylink_sent_on');
  const states = createInstallStates({ tickets: options.tickets, secret: stateSecret, clock, ids });
  const connectTickets = createConnectTickets({ tickets: options.tickets, clock, ids });
  const createConnectAddress: InstallRoutes['createConnectAddress'] = async (key, userId) =>
    `${publicUrl}/slack/connect/${await connectTickets.create(key, userId)}`;

  const parts = {
    ...options,
    installUrl,
    redirectUri,
    states,
    connectTickets,
    cookie,
    sentOn,
    createConnectAddress,
  };
  const connect = createConnectVisit(parts);
  const start = createInstallStart(parts);
  const finish = createInstallReturn(parts);

  const about = buildInstallPage({ scopes: options.scopes, installAddress: installUrl });

  const answer = async (visit: Visit, request: RoutedRequest, response: ServerResponse): Promise<void> => {
    const reply = await visit(request);
    if (reply !== null) sendPage(response, reply);
  };

  const route = (method: string, path: string, visit: Visit): CustomRoute => ({
    method,
    path,
    // Bolt does not await this handler: a rejection would leave the request hanging forever.
    handler: (request, response) => {
      answer(visit, request, response).catch((error: unknown) => {
        const reference = ids.reference();
        log.error({ err: error, reference }, 'a page of the install failed');
        if (response.headersSent) response.destroy();
        else sendPage(response, { status: 500, page: buildTroublePage({ ...FAILED, reference }) });
      });
    },
  });
  const ticketOf = (request: RoutedRequest) => String(request.params?.['ticket'] ?? '');

  return {
    routes: [
      route('GET', '/slack/about', async () => ({ status: 200, page: about })),
      route('GET', '/slack/install', start),
      route('GET', '/slack/oauth_redirect', finish),
      route('GET', '/slack/connect/:ticket', (request) => connect.show(ticketOf(request))),
      route('POST', '/slack/connect/:ticket', (request) => connect.submit(ticketOf(request), request)),
    ],
    createConnectAddress,
  };
};

const FAILED = {
  title: 'Something went wrong',
  what: 'The fault is on our side. The last step may not have been done.',
  next: 'Try again in a moment.',
};
