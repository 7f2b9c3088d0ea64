import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { HTTPReceiver } from '@slack/bolt';
import { createSlackOfTeams, type SlackOfTeams } from '../../../playground/slack/slack-of-teams.ts';
import { createIds } from '../../../src/ids.ts';
import { createLog } from '../../../src/log.ts';
import { createBoltLogger } from '../../../src/slack/bolt-logger.ts';
import type { Store } from '../../../src/store/open-store.ts';
import { answerUnrouted } from '../../../src/web/http-server.ts';
import {
  createInstallRoutes,
  type InstallRoutes,
} from '../../../src/workspaces/install/create-install-routes.ts';
import type { InstallRoutesDependencies } from '../../../src/workspaces/install/install-dependencies.ts';
import { createInstallations, type Installations } from '../../../src/workspaces/installations.ts';
import { createSealer } from '../../../src/workspaces/sealer.ts';
import { createTestDatabase, type TestDatabase } from '../../fixtures/test-database.ts';

export const CREDENTIALS = {
  apiKey: 'planted-api-key',
  accountId: 'planted-account',
  secretKey: 'planted-secret-key',
};

const APP = {
  clientId: 'client-id',
  clientSecret: 'planted-client-secret',
  signingSecret: 'planted-signing-secret',
};
const SHOP = { id: 'T1', name: 'Corner <Shop>', domain: 'corner', ids: { botUser: 'U0BOT', sara: 'U0SARA' } };
const SCOPES = ['chat:write', 'commands', 'files:write'];

export interface InstallScene extends Pick<InstallRoutes, 'createConnectAddress'> {
  url: string;
  slack: SlackOfTeams;
  /** The forms sent to `oauth.v2.access`. */
  exchanges(): object[];
  /** Who presses *Allow* from now on. */
  installer: string;
  store: Store;
  database: TestDatabase;
  installations: Installations;
  logLines: string[];
  /** The credentials that the payment service was asked about. */
  trials: object[];
  /** Its answer from the next trial on. */
  testCredentials: InstallRoutesDependencies['testCredentials'];
  /** Moves the clock. */
  pass(ms: number): void;
  openBrowser(): Browser;
  close(): Promise<void>;
}

export interface Browser {
  cookie: string | null;
  get(address: string): Promise<Response>;
  submit(
    address: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** Opens the install page; returns the state that it sends to Slack. */
  begin(): Promise<string>;
  /** Comes back from Slack; by default after *Allow*. */
  comeBack(state: string, query?: Record<string, string>): Promise<Response>;
  /** From the install page through Slack's *Allow*. */
  allow(): Promise<Response>;
}

/** The routes behind the app's receiver, with their own database and Slack. */
export const startInstall = async (
  changes: Partial<InstallRoutesDependencies> | ((store: Store) => Partial<InstallRoutesDependencies>) = {},
): Promise<InstallScene> => {
  const database = await createTestDatabase();
  const store = await database.open();
  const logLines: string[] = [];
  const log = createLog('trace', { write: (line: string) => void logLines.push(line) });
  let now = Date.UTC(2026, 10, 21, 8);
  const clock = { now: () => now };
  const slack = await createSlackOfTeams({ teams: [SHOP], app: APP, ...clock });
  const installations = createInstallations({
    store: store.installations,
    sealer: createSealer([randomBytes(32)]),
    clock,
  });
  // The routes need the address, which is known once the server listens.
  const customRoutes: InstallRoutes['routes'] = [];
  const receiverOf = (routes: InstallRoutes['routes']) =>
    new HTTPReceiver({
      signingSecret: APP.signingSecret,
      customRoutes: routes,
      dispatchErrorHandler: async ({ error, response }) => answerUnrouted(error, response, log),
      logger: createBoltLogger(log),
    });
  const first = receiverOf(customRoutes);
  const server = await first.start(0);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { routes, createConnectAddress } = createInstallRoutes({
    installations,
    tickets: store.tickets,
    publicUrl: url,
    slackApiUrl: slack.apiUrl,
    authorizeUrl: slack.authorizeUrl,
    clientId: APP.clientId,
    clientSecret: APP.clientSecret,
    stateSecret: 'planted-state-secret',
    scopes: SCOPES,
    mayConnect: async () => true,
    testCredentials: (credentials) => scene.testCredentials(credentials),
    clock,
    ids: createIds(),
    log,
    ...(typeof changes === 'function' ? changes(store) : changes),
  });
  server.removeAllListeners('request');
  server.on('request', receiverOf(routes).requestListener);

  /** The code that Slack gives to whoever presses *Allow*. */
  const allowAtSlack = async (): Promise<string> => {
    const asked = new URLSearchParams({
      client_id: APP.clientId,
      scope: SCOPES.join(),
      redirect_uri: `${url}/slack/oauth_redirect`,
    });
    const back = await slack.allow(`${slack.authorizeUrl}?${asked}`, SHOP.id, scene.installer);
    return new URL(back).searchParams.get('code') ?? '';
  };

  const openBrowser = (): Browser => {
    const request = async (address: string, init: RequestInit = {}) => {
      const headers = { ...init.headers, ...(browser.cookie === null ? {} : { cookie: browser.cookie }) };
      const response = await fetch(new URL(address, url), { ...init, headers, redirect: 'manual' });
      const given = response.headers.get('set-cookie')?.split(';')[0];
      const [name = ''] = given?.split('=') ?? [];
      const others = (browser.cookie?.split('; ') ?? []).filter((one) => !one.startsWith(`${name}=`));
      if (given !== undefined) browser.cookie = [...others, given].join('; ');
      return response;
    };
    const browser: Browser = {
      cookie: null,
      get: (address) => request(address),
      submit: (address, fields, headers = {}) =>
        request(address, { method: 'POST', body: new URLSearchParams(fields), headers }),
      begin: async () => {
        const { headers } = await browser.get('/slack/install');
        return new URL(headers.get('location') ?? '').searchParams.get('state') ?? '';
      },
      comeBack: async (state, query) => {
        const given = query ?? { code: await allowAtSlack() };
        return browser.get(`/slack/oauth_redirect?${new URLSearchParams({ state, ...given })}`);
      },
      allow: async () => browser.comeBack(await browser.begin()),
    };
    return browser;
  };

  const scene: InstallScene = {
    url,
    slack,
    exchanges: () => slack.calls('oauth.v2.access').map(({ args }) => args),
    installer: SHOP.ids.sara,
    store,
    database,
    installations,
    logLines,
    trials: [],
    testCredentials: async (credentials) => {
      scene.trials.push(credentials);
      return { businessName: 'Corner Shop LLC' };
    },
    pass: (ms) => {
      now += ms;
    },
    openBrowser,
    createConnectAddress,
    close: async () => {
      server.closeAllConnections();
      await first.stop();
      await slack.close();
      await database.remove();
    },
  };
  return scene;
};

/** From the install page to the private page's address. */
export const install = async (scene: InstallScene): Promise<string> =>
  (await scene.openBrowser().allow()).headers.get('location') ?? '';

/** The reference that an error page shows. */
export const referenceOn = async (response: Response): Promise<string> =>
  /reference <code>(\w+)<\/code>/.exec(await response.text())?.[1] ?? 'no reference';
