import { SANDBOX_CREDENTIALS } from '../playground/sandbox/check-caller.ts';
import type { Approvals } from '../src/approvals/approvals.ts';
import { createClockTrust } from '../src/clock-trust.ts';
import { connectRooms } from '../src/connect-rooms.ts';
import { createOneAtATime } from '../src/delivery/one-at-a-time.ts';
import { drawIdentity } from '../src/identity.ts';
import { createIds, hashToken, type Ids } from '../src/ids.ts';
import { createCallbackIntake } from '../src/links/callbacks/callback-intake.ts';
import type { Issuer, Reservation } from '../src/links/form/issuer.ts';
import type { Log } from '../src/log.ts';
import type { PaymentCredentials } from '../src/payment-service/client-settings.ts';
import {
  createPaymentServiceClient,
  DOCUMENTED_SETTINGS,
  type Transport,
} from '../src/payment-service/index.ts';
import { createBoltLogger } from '../src/slack/bolt-logger.ts';
import { createSlackClients } from '../src/slack/slack-clients.ts';
import { createTokenWatch } from '../src/slack/token-watch.ts';
import type { Store } from '../src/store/open-store.ts';
import { createAccounts, nameAccount } from '../src/workspaces/accounts.ts';
import { createAudit } from '../src/workspaces/audit.ts';
import { createMembers } from '../src/workspaces/members.ts';
import { createServices } from '../src/workspaces/service-of.ts';
import { createSettings } from '../src/workspaces/settings/settings.ts';
import { type BatchDesk, createBatchDesk } from './batch-desk.ts';
import type { Credentials } from './credentials.ts';
import { REQUEST_LASTS_MS } from './service.ts';
import { createDesk, type Desk } from './shop-desk.ts';
import type { Process, World } from './simulated-world.ts';
import type { SimulatedSlack } from './slack.ts';
import { throughProcess } from './store-through-process.ts';

export const TEAM = 'T1';
export const ADMIN = 'UADMIN';
export const SUPERVISOR = 'USUPERVISOR';
export const FINANCE = 'UFINANCE';
const BATCH_SETTINGS = { mostRows: 1_000, rowsPerSecond: 5 };
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
  const clockTrust = createClockTrust({ meta: store.meta, clock, log });
  const audit = createAudit({ entries: store.auditEntries, ids, clock });
  const members = createMembers({ members: store.members, adminsOf: async () => [ADMIN], clock });
  const accounts = createAccounts({
    store: store.accounts,
    accountNow: async () => nameOf(credentials.now()),
    clock,
  });
  const services = createServices({
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
        onCall: ({ date }) => clockTrust.hear(date),
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
    onBack: () => rooms.wake(),
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
        const answer = await process.call(method, () =>
          slack.call({ method, form, token, isHeard: process.isAlive }),
        );
        clockTrust.hear(answer.headers.get('date'));
        return answer;
      },
    },
    watch,
    clock,
  });
  const settings = createSettings({
    settings: store.settings,
    channelSettings: store.channelSettings,
    clock,
  });
  const rooms = connectRooms({
    store,
    isClockSure: clockTrust.isSure,
    clientOf: clients.of,
    held: watch.held,
    installations: null,
    services,
    accounts,
    members,
    audit,
    reminderHoursOf: async () => 1,
    askNextMinutesOf: async () => 1,
    settingsOf: settings.of,
    isLookUpConfigured: true,
    checks: {
      checkAfterMs: 5_000,
      checkAtMostMs: 300_000,
      sweepEveryMs: 600_000,
      requestLastsMs: REQUEST_LASTS_MS,
    },
    stateWords: {},
    callbackBase: 'https://paylink.example/callbacks',
    dataDir,
    exportRows: 50_000,
    batchSettings: BATCH_SETTINGS,
    onNotice: () => undefined,
    sendBytes: put,
    // Really drawing it would take real time, which must not affect the order of events.
    drawQr: async (address) => Buffer.from(address),
    clock,
    ids,
    random,
    timeZone,
    log,
  });
  const intake = createCallbackIntake({
    callbacks: store.callbacks,
    clock,
    log,
    onStored: () => rooms.watcher.wake(),
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
      reserve: async (...given) => sendAfterAnswer(await rooms.issuer.reserve(...given)),
      repeat: async (...given) => {
        const reserved = await rooms.issuer.repeat(...given);
        return reserved && sendAfterAnswer(reserved);
      },
    },
    refresh: async (orderId) => {
      const values = { invoiceIds: [], orderIds: [orderId], addresses: [] };
      const [link] = await store.links.sharing({ teamId: TEAM, id: '' }, values);
      if (link) await rooms.watcher.refresh(await store.links.get(link.id));
    },
    approvals: rooms.approvals,
    desk: createDesk({
      rooms,
      clientOf: () => clients.of(TEAM),
      store,
      audit,
      accounts,
      members,
      process,
      ids,
      timeZone,
      log,
      by: ADMIN,
      teamId: TEAM,
    }),
    batchDesk: createBatchDesk(
      TEAM,
      {
        store,
        audit,
        members,
        settings,
        retentionDays: null,
        jobWorker: rooms.jobs.worker,
        notifier: rooms.notifier,
        exports: rooms.jobs.exports,
        batches: BATCH_SETTINGS,
        fileTurns: createOneAtATime(),
        businessName: { of: async () => null } as never,
        accounts,
        scopesOf: async () => null,
        work: { track: (task) => task },
        stopping: new AbortController().signal,
        clock,
        ids,
        timeZone,
        log,
      },
      () => clients.of(TEAM),
    ),
    takeCallback: async (token, body) => {
      return (await intake.take(hashToken(token), '', body)).status;
    },
    start: async () => {
      // As with every start of the app.
      await accounts.keepFirst(TEAM);
      await rooms.start();
    },
  };
};
