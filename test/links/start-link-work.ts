import {
  createSandboxService,
  type SandboxOptions,
  type SandboxService,
} from '../../playground/sandbox/sandbox-service.ts';
import { createIds, hashToken } from '../../src/ids.ts';
import { createApplyRecords } from '../../src/links/checks/apply-records.ts';
import { createAskAdmins } from '../../src/links/checks/ask-admins.ts';
import { createCheckPlan } from '../../src/links/checks/check-plan.ts';
import { createDueChecks } from '../../src/links/checks/due-checks.ts';
import { createLearnFirstWords } from '../../src/links/checks/learn-first-words.ts';
import { createLinkWork, type LinkWork } from '../../src/links/checks/link-work.ts';
import { createReadBack } from '../../src/links/checks/read-back.ts';
import { createSettleSeen } from '../../src/links/checks/settle-seen.ts';
import { createSweep, type SweepEnd } from '../../src/links/checks/sweep.ts';
import type { LinkDraft } from '../../src/links/form/issuer.ts';
import { createLog } from '../../src/log.ts';
import {
  buildVocabulary,
  formatLocalDateTime,
  type PaymentServiceClient,
} from '../../src/payment-service/index.ts';
import type { Link } from '../../src/store/link.ts';
import type { Store } from '../../src/store/open-store.ts';
import { CAST, ORDER } from '../fixtures/links.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { connectTo, ZONE } from '../fixtures/payment-service.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

export const START = Date.UTC(2026, 10, 21, 8);
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

type DraftChanges = Partial<LinkDraft> & { amount?: number; invoiceId?: string };

export interface Stage extends Omit<LinkWork, 'sweep' | 'checks'> {
  store: Store;
  sandbox: SandboxService;
  service: PaymentServiceClient;
  clock: ManualClock;
  /** Sweeps all workspaces, to the end. */
  sweep: () => Promise<SweepEnd>;
  /** Two instances do so at the same moment. */
  sweepAtOnce: () => Promise<SweepEnd[]>;
  /** Makes all due checks, to the end. */
  checkDue: () => Promise<number>;
  /** The workspace gets its account, as its first request does. Those of the usual links have one. */
  claimAccount(teamId: string): Promise<unknown>;
  /** Reserves a link, as a submitted form does; `send` requests it. */
  reserve(changes?: DraftChanges): Promise<{ link: Link; send: () => Promise<Link> }>;
  /** Reserves and requests a link. */
  issue(changes?: DraftChanges): Promise<Link>;
  /** Stores a callback for the link. */
  callBack(link: Link, evidence?: Record<string, string>): Promise<void>;
  /** The kinds of the link's waiting notices. */
  noticesOf(link: Link): Promise<string[]>;
  /** A whole table. */
  rows(table: string): Promise<Record<string, unknown>[]>;
  /** Changes tables behind the store's back. */
  run(statement: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface StageOptions {
  sandbox?: SandboxOptions;
  isLookUpConfigured?: boolean;
  connect?: (sandbox: SandboxService, clock: ManualClock, timeZone: string) => PaymentServiceClient;
  /** A workspace's own client instead of the shared one. */
  serviceOf?: (teamId: string, shared: PaymentServiceClient) => PaymentServiceClient;
  /** The merchant's time zone; the sandbox has its own. */
  timeZone?: string;
  startAt?: number;
  isClockSure?: () => Promise<boolean>;
}

/** The whole life of links without Slack: a real store, a sandbox and a manual clock. */
export const startLinkWork = async (options: StageOptions = {}): Promise<Stage> => {
  const { isLookUpConfigured = true, timeZone = ZONE, startAt = START } = options;
  const connect = options.connect ?? ((service) => connectTo(service, { timeZone }));
  const database = await createTestDatabase();
  const clock = createManualClock(startAt, database.isBusy);
  const store = await database.open();
  const sandbox = await createSandboxService({
    history: 'none',
    now: clock.now,
    timeZone,
    ...options.sandbox,
  });
  const service = connect(sandbox, clock, timeZone);
  const settings = {
    checkAfterMs: 5_000,
    checkAtMostMs: 300_000,
    sweepEveryMs: 600_000,
    requestLastsMs: 120_000,
  };
  const words = buildVocabulary();
  const common = {
    store,
    serviceOf: ({ teamId }: { teamId: string }) => options.serviceOf?.(teamId, service) ?? service,
    reminderHoursOf: async () => 24,
    financeOf: async () => ['UFINANCE'],
    adminsOf: async () => ['UADMIN'],
    isLookUpConfigured,
    settings,
    wordsOf: async () => words,
    callbackBase: 'http://127.0.0.1:9/callbacks',
    clock,
    isClockSure: options.isClockSure ?? (async () => true),
    ids: createIds(),
    timeZone,
    log: createLog('silent'),
    onNews: () => {},
  };
  const work = createLinkWork(common);
  const shared = {
    ...common,
    links: store.links,
    keptRecords: store.keptRecords,
    plan: createCheckPlan(settings),
    lostLinks: work.lostLinks,
    learnFirstWords: createLearnFirstWords({ ...store, clock }),
  };
  const readBack = createReadBack({ ...shared, requestLastsMs: settings.requestLastsMs });
  const applyRecords = createApplyRecords({
    ...shared,
    callbacks: store.callbacks,
    jobs: store.jobs,
    askAdmins: createAskAdmins({ ...shared, jobs: store.jobs, taughtWords: store.taughtWords }),
  });
  const settleSeen = createSettleSeen({ ...shared, readBack, applyRecords });
  const sweep = createSweep({ ...shared, readings: store.transactionReadings, settleSeen });
  const sweepElsewhere = createSweep({ ...shared, readings: store.transactionReadings, settleSeen });
  const checks = createDueChecks({
    ...shared,
    lostLinks: work.lostLinks,
    callbacks: store.callbacks,
    readBack,
    applyRecords,
    onEnd: () => {},
  });
  const claimAccount = (teamId: string) =>
    store.accounts.claim(teamId, { id: 'A1', host: 'pay.example.com' }, clock.now());
  for (const teamId of [ORDER.teamId, CAST.teamId]) await claimAccount(teamId);
  let made = 0;
  const reserve: Stage['reserve'] = async ({ amount = 250, invoiceId, ...changes } = {}) => {
    made += 1;
    await claimAccount(changes.teamId ?? ORDER.teamId);
    const reservation = await work.issuer.reserve({
      nonce: `nonce-${made}`,
      ...ORDER,
      request: {
        FullName: 'Omar Haddad',
        Email: `omar${made}@example.com`,
        Phone: `+97150${String(made).padStart(7, '0')}`,
        invoiceAmount: amount,
        notes: 'June rent',
        isTermsAndConditionsAccepted: true,
        expiryOn: formatLocalDateTime(startAt + 30 * DAY, timeZone),
        Is_QR_needed: false,
        Is_invoice_generated: false,
        ...(invoiceId === undefined ? {} : { Invoice_Id: invoiceId }),
      },
      expiresAt: startAt + 30 * DAY,
      consent: null,
      ...changes,
    });
    const { link, send } = reservation;
    if (!send) throw new Error('not reserved');
    return { link, send };
  };
  return {
    ...work,
    store,
    sandbox,
    service,
    clock,
    sweep: async () => (await sweep()).ended,
    sweepAtOnce: () => Promise.all([sweep, sweepElsewhere].map(async (one) => (await one()).ended)),
    checkDue: async () => {
      const begun = await checks.begin();
      await checks.finished();
      return begun;
    },
    claimAccount,
    reserve,
    issue: async (changes) => (await reserve(changes)).send(),
    callBack: async (link, evidence = { status: 'PAID' }) => {
      const tokenHash = tokenHashOf(sandbox, link);
      const evidenceHash = JSON.stringify(evidence);
      await store.callbacks.take([{ tokenHash, evidenceHash, evidence, receivedAt: clock.now() }]);
    },
    noticesOf: async (link) => {
      const kinds: string[] = [];
      for (const kind of ['card', 'edit', 'qr', 'reply', 'nudge', 'news', 'sale'])
        if (await store.jobs.isWaiting(link.id, kind)) kinds.push(kind);
      return kinds;
    },
    rows: async (table) => {
      const tables = await openTables(database.place);
      return tables.rows(table).finally(() => tables.close());
    },
    run: async (statement) => {
      const tables = await openTables(database.place);
      return tables.run(statement).finally(() => tables.close());
    },
    close: async () => {
      await work.watcher.stop();
      await service.close();
      await sandbox.close();
      await database.remove();
    },
  };
};

/** The token is only in the request; the store has its hash. */
function tokenHashOf(sandbox: SandboxService, link: Link): string {
  const made = sandbox.links().find(({ invoiceId }) => invoiceId === link.invoiceId);
  return hashToken(made?.request.callback_url?.split('/').at(-1) ?? '');
}
