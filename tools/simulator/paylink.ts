import type { Approvals } from '../../src/approvals/approvals.ts';
import { createClockTrust } from '../../src/clock-trust.ts';
import { loadConfig } from '../../src/config/config.ts';
import { connectRooms } from '../../src/connect-rooms.ts';
import { createPendingWork } from '../../src/delivery/pending-work.ts';
import { createRecurring } from '../../src/delivery/recurring.ts';
import { drawIdentity } from '../../src/identity.ts';
import { createIds, hashToken, type Ids } from '../../src/ids.ts';
import { createCallbackIntake } from '../../src/links/callbacks/callback-intake.ts';
import type { Issuer, Reservation } from '../../src/links/issuing/issuer.ts';
import type { Log } from '../../src/log.ts';
import type { Store } from '../../src/open-store.ts';
import type { PaymentCredentials } from '../../src/payment-service/client-settings.ts';
import {
  createPaymentServiceClient,
  DOCUMENTED_SETTINGS,
  type Transport,
} from '../../src/payment-service/index.ts';
import { createAudit } from '../../src/people/audit.ts';
import { createMembers } from '../../src/people/members.ts';
import { createRequests } from '../../src/requests.ts';
import { createSettings } from '../../src/settings/settings.ts';
import { createBoltLogger } from '../../src/slack/bolt-logger.ts';
import { createSlackClients } from '../../src/slack/slack-clients.ts';
import { createResponseUrls } from '../../src/slack/slack-fetch.ts';
import { createTokenWatch } from '../../src/slack/token-watch.ts';
import { createVocabularies } from '../../src/teaching/workspace-vocabulary.ts';
import { createAccounts, nameAccount } from '../../src/tenancy/accounts.ts';
import { createServices } from '../../src/tenancy/service-of.ts';
import type { SandboxCredentials } from '../sandbox/check-caller.ts';
import { SANDBOX_CREDENTIALS } from '../sandbox/check-caller.ts';
import { type BatchDesk, createBatchDesk } from './batch-desk.ts';
import { REQUEST_LASTS_MS } from './service.ts';
import { createDesk, type Desk } from './shop-desk.ts';
import type { Process, World } from './simulated-world.ts';
import type { SimulatedSlack } from './slack.ts';
import { throughProcess } from './store-through-process.ts';

export const TEAM = 'T1';
export const ADMIN = 'UADMIN';
export const SUPERVISOR = 'USUPERVISOR';
export const FINANCE = 'UFINANCE';
const BASE_URL = 'https://pay.example/api';
const SLACK_API = 'https://slack.example/api/';

/** One running Paylink: the rooms wired as in `app.ts`, without HTTP. */
export interface Paylink {
  issuer: Issuer;
  approvals: Approvals;
  desk: Desk;
  batchDesk: BatchDesk;
  /** Like pressing *Refresh* on a card. */
  refresh(orderId: string): Promise<void>;
  /** Like the callback route. Returns the HTTP status of its answer. */
  takeCallback(token: string, body: Buffer): Promise<number>;
  start(): Promise<void>;
}

/** The credentials that a workspace has entered. */
export interface Credentials {
  now(): SandboxCredentials;
}

export interface PaylinkDependencies {
  process: Process;
  world: World;
  store: Store;
  /** False: other processes use the same database. */
  isAlone: boolean;
  send: Transport['send'];
  slack: Pick<SimulatedSlack, 'call' | 'put' | 'installedToken'>;
  credentials: Credentials;
  dataDir: string;
  timeZone: string;
  log: Log;
}

const nameOf = ({ accountId }: Pick<PaymentCredentials, 'accountId'>) => nameAccount(accountId, BASE_URL);
/** Confirmed when the workspace was connected. */
export const OWN_ACCOUNT = nameOf(SANDBOX_CREDENTIALS);

const { config: CONFIG } = loadConfig({
  PUBLIC_URL: 'https://paylink.example',
  SLACK_SIGNING_SECRET: 'a signing secret',
  SLACK_BOT_TOKEN: 'xoxb-simulated',
  PAYLINK_BASE_URL: BASE_URL,
  PAYLINK_API_KEY: SANDBOX_CREDENTIALS.apiKey,
  PAYLINK_ACCOUNT_ID: SANDBOX_CREDENTIALS.accountId,
  PAYLINK_SECRET_KEY: SANDBOX_CREDENTIALS.secretKey,
});

/** Of the database: the same for every process on it, and in every run of a seed. */
const IDENTITY = drawIdentity((size) => Buffer.alloc(size, 1));

export const createPaylink = (dependencies: PaylinkDependencies): Paylink => {
  const { process, world, send, slack, credentials, dataDir, timeZone, log } = dependencies;
  const { clock } = process;
  const random = world.dice.next;
  const ids: Ids = createIds(
    (size) => Buffer.from(Array.from({ length: size }, () => world.dice.whole(0, 255))),
    IDENTITY,
  );
  const store = throughProcess(dependencies.store, process, dependencies.isAlone);
  const adminsOf = async () => [ADMIN];
  const config = {
    ...CONFIG,
    dataDir,
    paymentService: { ...CONFIG.paymentService, timeZone },
    checks: {
      checkAfterMs: 5_000,
      checkAtMostMs: 300_000,
      sweepEveryMs: 600_000,
      requestLastsMs: REQUEST_LASTS_MS,
    },
  };
  const clockTrust = createClockTrust({ meta: store.meta, clock, log });
  const audit = createAudit({ entries: store.auditEntries, ids, clock });
  const members = createMembers({ members: store.members, adminsOf, clock });
  const accounts = createAccounts({
    store: store.accounts,
    accountNow: async () => nameOf(credentials.now()),
    clock,
  });
  const vocabularies = createVocabularies({ taughtWords: store.taughtWords, stateWords: {} });
  const services = createServices({
    vocabularies,
    credentialsOf: async () => credentials.now(),
    nameAccount: nameOf,
    accounts,
    connect: (entered) =>
      createPaymentServiceClient({
        settings: {
          baseUrl: BASE_URL,
          ...entered,
          timeZone,
          userAgent: 'Paylink',
          ...DOCUMENTED_SETTINGS,
        },
        clock,
        random,
        newReference: ids.reference,
        onCall: clockTrust.hear,
        transport: {
          send: (request) => process.call(`${request.method} ${request.target}`, () => send(request)),
          close: async () => undefined,
        },
      }),
    disconnect: async () => undefined,
    newReference: ids.reference,
  });
  const put = (url: string, file?: { path: string }) =>
    process.call('the upload of a file', () => slack.put(url, file));
  const watch = createTokenWatch({
    clock,
    random,
    log,
    onBack: store.jobs.lookAgain,
  });
  const clients = createSlackClients({
    tokenOf: async () => slack.installedToken(),
    hasOneToken: false,
    options: {
      slackApiUrl: SLACK_API,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logger: createBoltLogger(log),
      fetch: async (url, init) => {
        const address = String(url);
        if (!address.startsWith(SLACK_API)) return new Response('OK', { status: await put(address) });
        const method = address.slice(SLACK_API.length);
        const form = new URLSearchParams(String(init?.body ?? ''));
        const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length) ?? '';
        const askedAt = clock.now();
        const answer = await process.call(method, () =>
          slack.call({ method, form, token, isHeard: process.isAlive }),
        );
        clockTrust.hear({ date: answer.headers.get('date'), durationMs: clock.now() - askedAt });
        return answer;
      },
    },
    watch,
    clock,
  });
  const settings = createSettings({ settings: store.settings, clock });
  const { app, jobs } = connectRooms({
    config,
    store,
    identity: IDENTITY,
    isClockSure: clockTrust.isSure,
    isClockOff: clockTrust.isOff,
    metrics: { onNotice: () => undefined, onJobGivenUp: () => undefined, onSweep: () => undefined },
    clients,
    services,
    accounts,
    authorize: async () => ({ token: slack.installedToken() ?? '' }),
    adminsOf,
    scopesOf: async () => null,
    connectAddress: null,
    own: null,
    routes: [],
    installations: null,
    held: watch.held,
    only: () => null,
    members,
    audit,
    settings: {
      ...settings,
      of: async (teamId) => ({ ...(await settings.of(teamId)), reminderHours: 1, askNextMinutes: 1 }),
    },
    vocabularies,
    sendBytes: put,
    // Really drawing it would take real time, which must not affect the order of events.
    drawQr: async (address) => Buffer.from(address),
    clock,
    ids,
    random,
    timeZone,
    log,
  });
  const recurring = createRecurring({
    ...{ ...app, jobs: store.jobs, isAlone: store.engine === 'sqlite' },
    turns: { sweep: app.sweepTurn },
  });
  const requestOf = createRequests(app, {
    work: createPendingWork(),
    stopping: new AbortController().signal,
    responses: createResponseUrls({ fetchSlack: fetch }),
  });
  const requestNow = () => requestOf({ teamId: TEAM, token: slack.installedToken(), tokenTeamId: TEAM });
  const intake = createCallbackIntake({
    callbacks: store.callbacks,
    clock,
    log,
  });
  /** Slack is answered first, so that users see that the link is being created. */
  const sendAfterAnswer = <R extends Reservation>(reserved: R): R => {
    const { send } = reserved;
    return send === null
      ? reserved
      : { ...reserved, send: () => process.call('progress', async () => undefined).then(send) };
  };
  return {
    issuer: {
      reserve: async (...given) => sendAfterAnswer(await app.issuer.reserve(...given)),
      repeat: async (...given) => {
        const reserved = await app.issuer.repeat(...given);
        return reserved && sendAfterAnswer(reserved);
      },
    },
    refresh: async (orderId) => {
      const values = { invoiceIds: [], orderIds: [orderId], addresses: [] };
      const [link] = await store.links.sharing({ teamId: TEAM, id: '' }, values);
      if (link) await app.watcher.refresh(await store.links.get(link.id));
    },
    approvals: app.approvals,
    desk: createDesk(TEAM, requestNow, ADMIN),
    batchDesk: createBatchDesk(TEAM, requestNow),
    takeCallback: async (token, body) => {
      return (await intake.take(hashToken(token), '', body)).status;
    },
    start: async () => {
      // As with every start of the app: Slack is asked whose token it is, and its answer says what time it is.
      await clients
        .of(TEAM)
        .then((client) => client.auth.test())
        .catch(() => undefined);
      await accounts.keepFirst(TEAM);
      await app.watcher.start();
      await recurring.start();
      await jobs.start();
    },
  };
};
