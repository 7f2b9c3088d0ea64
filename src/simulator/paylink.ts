import { createIds, hashToken, type Ids } from '../ids.ts';
import { type Approvals, createApprovals } from '../links/approvals.ts';
import type { Issuer } from '../links/issuer.ts';
import { createLinkWork } from '../links/link-work.ts';
import { createWorkspaceWords } from '../links/workspace-words.ts';
import type { Log } from '../log.ts';
import { createPaymentServiceClient, type Transport } from '../payment-service/index.ts';
import { buildStateWords } from '../payments/index.ts';
import { SANDBOX_CREDENTIALS } from '../playground/sandbox/sandbox-credentials.ts';
import { createReportReader } from '../reports/report-reader.ts';
import { createBoltLogger } from '../slack/bolt-logger.ts';
import { createJobs } from '../slack/jobs/create-jobs.ts';
import { createNotices } from '../slack/notices/create-notices.ts';
import { createSlackClients } from '../slack/slack-clients.ts';
import { createTokenWatch } from '../slack/token-watch.ts';
import type { Store } from '../store/open-store.ts';
import { createAudit } from '../workspaces/audit.ts';
import { createMembers } from '../workspaces/members.ts';
import { REQUEST_LASTS_MS } from './service.ts';
import type { Process, World } from './world.ts';

export const TEAM = 'T1';
export const ADMIN = 'UADMIN';
const SLACK_API = 'https://slack.example/api/';
const TOKEN = 'xoxb-simulated';

/** One running Paylink: the rooms as `app.ts` puts them together, without its HTTP. */
export interface Paylink {
  issuer: Issuer;
  approvals: Approvals;
  /** What the callback route does with what comes. */
  takeCallback(token: string, evidence: Record<string, string>): Promise<void>;
  start(): Promise<void>;
}

export interface PaylinkDependencies {
  process: Process;
  world: World;
  store: Store;
  /** Others work on the same database. */
  isAlone: boolean;
  send: Transport['send'];
  fetchSlack: (method: string, form: URLSearchParams) => Promise<Response>;
  dataDir: string;
  timeZone: string;
  log: Log;
}

export const createPaylink = (dependencies: PaylinkDependencies): Paylink => {
  const { process, world, send, fetchSlack, dataDir, timeZone, log } = dependencies;
  const { clock } = process;
  const random = world.dice.next;
  const ids: Ids = createIds((size) =>
    Buffer.from(Array.from({ length: size }, () => world.dice.whole(0, 255))),
  );
  const store = throughProcess(dependencies.store, process, dependencies.isAlone);
  const audit = createAudit({ entries: store.auditEntries, ids, clock });
  const members = createMembers({ members: store.members, adminsOf: async () => [ADMIN], clock });
  const service = createPaymentServiceClient({
    settings: {
      baseUrl: 'https://pay.example/api',
      ...SANDBOX_CREDENTIALS,
      timeZone,
      userAgent: 'Paylink',
      signatureEncoding: 'hex',
      signatureGet: 'query',
      paths: {
        transactions: '/transactions-history/{fromDate}/{toDate}',
        payouts: '/get-payout-summary/{fromDate}/{toDate}',
        links: '/payment-link/get/{fromDate}/{toDate}',
        link: '/payment-link/get/{id}',
        transaction: '/transactions-history/{id}',
      },
    },
    clock,
    random,
    newReference: ids.reference,
    transport: {
      send: (request) => process.call(`${request.method} ${request.target}`, () => send(request)),
      close: async () => undefined,
    },
  });
  const watch = createTokenWatch({
    clock,
    random,
    log,
    onBack: () => {
      notifier.wake();
      jobs.worker.wake();
    },
  });
  const clients = createSlackClients({
    tokenOf: async () => TOKEN,
    hasOneToken: true,
    options: {
      slackApiUrl: SLACK_API,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logger: createBoltLogger(log),
      fetch: (url, init) => {
        const method = String(url).slice(SLACK_API.length);
        return process.call(method, () => fetchSlack(method, new URLSearchParams(String(init?.body ?? ''))));
      },
    },
    watch,
    clock,
  });
  const notifier = createNotices({
    store,
    clientOf: clients.of,
    held: watch.held,
    onNotice: () => undefined,
    clock,
    ids,
    random,
    timeZone,
    log,
  });
  const words = createWorkspaceWords({ rowKinds: store.rowKinds, states: buildStateWords(), clock });
  const { issuer, watcher } = createLinkWork({
    store,
    serviceOf: () => service,
    nudgeHoursOf: async () => 1,
    financeOf: members.financeOf,
    isLookUpConfigured: true,
    settings: {
      checkAfterMs: 5_000,
      checkAtMostMs: 300_000,
      sweepEveryMs: 600_000,
      requestLastsMs: REQUEST_LASTS_MS,
    },
    wordsOf: words.of,
    callbackBase: 'https://paylink.example/callbacks',
    clock,
    ids,
    timeZone,
    log,
    onNews: () => notifier.wake(),
    onQuestion: () => jobs.worker.wake(),
  });
  const jobs = createJobs({
    store,
    clientOf: clients.of,
    held: watch.held,
    installations: null,
    readerOf: () => createReportReader({ service, timeZone, now: clock.now }),
    audit,
    members,
    wordsOf: words.of,
    dataDir,
    exportRows: 50_000,
    clock,
    ids,
    random,
    timeZone,
    log,
  });
  const approvals = createApprovals({
    approvals: store.approvals,
    issuer,
    members,
    clock,
    ids,
    onJobs: () => jobs.worker.wake(),
  });
  return {
    issuer,
    approvals,
    takeCallback: async (token, evidence) => {
      const [tokenHash, evidenceHash] = [hashToken(token), hashToken(JSON.stringify(evidence))];
      await store.callbacks.take([{ tokenHash, evidenceHash, evidence, receivedAt: clock.now() }]);
      watcher.wake();
    },
    start: async () => {
      await watcher.start();
      notifier.start();
      await jobs.start();
    },
  };
};

type Methods = Record<string, unknown>;

/** The store as this process reaches it: each call is a moment at which it can die. */
function throughProcess(store: Store, process: Process, isAlone: boolean): Store {
  const wrap = (group: string, methods: Methods): Methods =>
    Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [
        name,
        typeof method === 'function'
          ? (...given: unknown[]) =>
              process.call(`${group}.${name}`, async () => method.apply(methods, given) as unknown)
          : method,
      ]),
    );
  const groups = Object.entries(store).map(([name, group]) =>
    typeof group === 'object' ? [name, wrap(name, group as Methods)] : [name, group],
  );
  return { ...Object.fromEntries(groups), engine: isAlone ? 'sqlite' : 'postgres' } as Store;
}
