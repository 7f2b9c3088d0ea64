import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerCall, type Connections } from './answer-call.ts';
import type { Journal } from './journal.ts';
import type { TeamSlack } from './local-slack.ts';
import {
  type AppCredentials,
  buildReturn,
  type Codes,
  checkApp,
  exchangeCode,
  readAuthorizeRequest,
} from './oauth/authorize.ts';
import { listInstallers, renderConsent, renderRefusal } from './oauth/consent-page.ts';
import type { Removals } from './oauth/install-events.ts';
import type { Installs } from './oauth/installs.ts';
import type { JsonRecord } from './page/read-json.ts';
import type { LocalRequest } from './serve-locally.ts';
import type { Faults, FaultTaker } from './slack-faults.ts';
import type { SocketHub } from './sockets/socket-hub.ts';
import { refuseArguments } from './web-api/argument-names.ts';
import { CONNECT } from './web-api/handle-web-api.ts';
import { fail } from './web-api/method.ts';
import { readCall } from './web-api/read-call.ts';

interface FrontDeps {
  app: AppCredentials;
  appName: string;
  slacks: ReadonlyMap<string, TeamSlack>;
  installs: Installs;
  codes: Codes;
  removals: Removals;
  sockets: SocketHub;
  connections: Connections;
  faults: Faults & FaultTaker;
  journal: Journal;
}

const sendPage = (response: ServerResponse, status: number, html: string): void => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
};

const redirect = (response: ServerResponse, location: string): void => {
  response.writeHead(302, { location, 'cache-control': 'no-store' }).end();
};

/** The front that all workspaces share: consent, tokens, and Web API calls by token. */
export const createFrontHandler = (deps: FrontDeps) => {
  const { app, slacks, installs, codes } = deps;

  const authorize = (response: ServerResponse, query: URLSearchParams): void => {
    const read = readAuthorizeRequest(query, app);
    const people = [...slacks.values()].map(({ world }) => ({
      team: world.team,
      people: world.workspace.people(),
    }));
    if (read.ok)
      sendPage(
        response,
        200,
        renderConsent(deps.appName, read.request.scopes, listInstallers(people), query.toString()),
      );
    else sendPage(response, 400, renderRefusal(read.error));
  };

  const decide = (response: ServerResponse, form: URLSearchParams): void => {
    const read = readAuthorizeRequest(new URLSearchParams(form.get('query') ?? ''), app);
    if (!read.ok) {
      sendPage(response, 400, renderRefusal(read.error));
      return;
    }
    const { scopes, redirectUri } = read.request;
    const [teamId = '', by = ''] = (form.get('installer') ?? '').split(' ');
    const answer =
      form.get('answer') === 'allow'
        ? { code: codes.issue({ teamId, by, scopes, redirectUri }) }
        : { error: 'access_denied' };
    redirect(response, buildReturn(read.request, answer));
  };

  /** `auth.revoke` and `apps.uninstall`, called by the app itself. */
  const remove = (name: string, token: string | undefined): JsonRecord => {
    const install = token === undefined ? undefined : installs.find(token);
    if (token === undefined) return fail('not_authed');
    if (install === undefined) return fail('invalid_auth');
    if (install.refusal !== null) return fail(install.refusal);
    const tell = deps.removals.begin(
      install.teamId,
      name === 'auth.revoke' ? 'token_revoked' : 'account_inactive',
    );
    setImmediate(tell);
    return { ok: true, ...(name === 'auth.revoke' ? { revoked: true } : {}) };
  };

  const call = async (
    request: IncomingMessage,
    response: ServerResponse,
    received: { name: string; body: Buffer; query: URLSearchParams },
  ): Promise<void> => {
    const { name } = received;
    const { token, args } = await readCall(request, received.body, received.query);
    const own = (): JsonRecord => {
      const unknown = isOwn ? refuseArguments(name, args) : null;
      if (unknown !== null) return unknown;
      switch (name) {
        case 'oauth.v2.access':
          return exchangeCode(request.headers, args, {
            app,
            codes,
            installs,
            teams: [...slacks.values()].map(({ world }) => world.team),
          });
        case CONNECT:
          return deps.sockets.connect(token);
        case 'apps.uninstall':
          checkApp(request.headers, args, app);
          return remove(name, token);
        case 'auth.revoke':
          return remove(name, token);
        case 'api.test':
          return { ok: true, args };
        default:
          return fail(token === undefined ? 'not_authed' : 'invalid_auth');
      }
    };
    const isOwn = ['oauth.v2.access', CONNECT, 'apps.uninstall', 'auth.revoke', 'api.test'].includes(name);
    const install = isOwn || token === undefined ? undefined : installs.find(token);
    const team = install === undefined ? undefined : slacks.get(install.teamId);
    if (team !== undefined) return team.handleCall(request, response, received);
    await answerCall({ name, args, response }, own, deps);
  };

  return ({ request, response, path, query, body }: LocalRequest): Promise<void> | boolean => {
    if (path.startsWith('/api/')) return call(request, response, { name: path.slice(5), body, query });
    if (path === '/oauth/v2/authorize' && request.method === 'GET') authorize(response, query);
    else if (path === '/oauth/v2/decide' && request.method === 'POST')
      decide(response, new URLSearchParams(body.toString('utf8')));
    else return false;
    return true;
  };
};
