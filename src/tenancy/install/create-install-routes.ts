import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CustomRoute } from '@slack/bolt';
import { createConnectVisit } from './connect-visit.ts';
import type { InstallOptions } from './install-parts.ts';
import { createInstaller } from './oauth.ts';
import { buildInstallPage, buildTroublePage, PAGE_HEADERS, type PageReply, sendPage } from './pages.ts';
import { createConnectTickets, createSentOnCookie } from './tickets.ts';

interface InstallRoutes {
  routes: CustomRoute[];
  /** A fresh private page for entering credentials. Anyone with the address can use it: once, within an hour. */
  createConnectAddress(teamId: string, userId: string): Promise<string>;
}

type RoutedRequest = IncomingMessage & { params?: Record<string, unknown> };
/** Null: it has answered, or the browser has gone. */
type Visit = (request: RoutedRequest, response: ServerResponse) => Promise<PageReply | null>;

/** The pages from *Add to Slack* to a connected payment service. */
export const createInstallRoutes = (options: InstallOptions): InstallRoutes => {
  const { clock, ids, log, publicUrl } = options;
  const installUrl = `${publicUrl}/slack/install`;
  const redirectUri = `${publicUrl}/slack/oauth_redirect`;
  const sentOn = createSentOnCookie(publicUrl);
  const connectTickets = createConnectTickets({ tickets: options.tickets, clock, ids });
  const createConnectAddress: InstallRoutes['createConnectAddress'] = async (teamId, userId) =>
    `${publicUrl}/slack/connect/${await connectTickets.create(teamId, userId)}`;

  const parts = {
    ...options,
    installUrl,
    redirectUri,
    connectTickets,
    sentOn,
    createConnectAddress,
  };
  const connect = createConnectVisit(parts);
  const installer = createInstaller(parts);

  const about = buildInstallPage({ ...options, installAddress: installUrl });

  const answer = async (visit: Visit, request: RoutedRequest, response: ServerResponse): Promise<void> => {
    const reply = await visit(request, response);
    if (reply !== null) sendPage(response, reply);
  };

  const route = (method: string, path: string, visit: Visit): CustomRoute => ({
    method,
    path,
    // Bolt does not await this handler: a rejection would leave the request hanging forever.
    handler: (request, response) => {
      response.setHeaders(PAGE_HEADERS);
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
      route('GET', '/slack/install', installer.start),
      route('GET', '/slack/oauth_redirect', installer.finish),
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
