import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { createLocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { createRandom } from '../../packages/local-slack/src/random.ts';
import { readManifest as readFeatures } from '../../packages/local-slack/src/read-manifest.ts';
import { createApp } from '../../src/app.ts';
import { systemClock } from '../../src/clock.ts';
import { loadConfig } from '../../src/config/config.ts';
import { readManifest } from '../../src/config/manifest.ts';
import { createPendingWork } from '../../src/delivery/pending-work.ts';
import type { LinkDraft } from '../../src/links/issuing/issuer.ts';
import { createLog } from '../../src/log.ts';
import { formatLocalDateTime } from '../../src/payment-service/index.ts';
import { createRequests } from '../../src/requests.ts';
import { jobsOf } from '../../src/rooms.ts';
import { buildNewRoleJobs } from '../../src/settings/new-role.ts';
import { createResponseUrls } from '../../src/slack/slack-fetch.ts';
import { toSnakeCase } from '../../src/store/engine/table.ts';
import { TABLES } from '../../src/store/schema.ts';
import { buildAppEnvironment } from '../app-process.ts';
import { createSandboxService } from '../sandbox/sandbox-service.ts';
import { createBatchDesk } from '../simulator/batch-desk.ts';
import { createDesk } from '../simulator/shop-desk.ts';

type Row = Record<string, unknown>;

/** A database of this version with work queued, and what the service has at that moment. */
export interface StoredDatabase {
  at: number;
  /** In place of the service's host and port. */
  host: string;
  service: { invoiceId: string; amountFils: number; createdAt: number; expiresAt: number; paidAt?: number }[];
  tables: Record<string, Row[]>;
}

/** 21 November 2026, noon in Dubai. */
const BEGIN = Date.UTC(2026, 10, 21, 8);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const HOST = 'service.example';
/** Always the same, since hashes of what the service says are stored. */
const PORT = 40_917;

const readTables = (dataDir: string): StoredDatabase['tables'] => {
  const database = new Database(join(dataDir, 'paylink.db'));
  const tables = Object.values(TABLES).map(({ name, key }) => {
    const table = toSnakeCase(name);
    const order = key.map(toSnakeCase).join(', ');
    const rows = database.prepare(`select * from ${table} order by ${order}`).all() as Row[];
    // Which commit wrote it is said by whatever inserts it.
    return [table, rows.filter((row) => row['name'] !== 'written-by')];
  });
  database.close();
  return Object.fromEntries(tables);
};

/** A shop's morning, after which nothing that is queued has been done. */
export const buildStoredDatabase = async (): Promise<StoredDatabase> => {
  /** The same in each run. */
  const random = createRandom(1).next;
  const randomBytes = (size: number) => Buffer.from(Array.from({ length: size }, () => random() * 256));
  let now = BEGIN;
  const clock = { now: () => now, sleep: systemClock.sleep };
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-stored-'));
  const sandbox = await createSandboxService({ history: 'none', now: clock.now, port: PORT });
  const slack = await createLocalSlack({
    ...{ appName: 'Paylink', manifest: readFeatures(readManifest()).features, now: clock.now },
  });
  const { config } = loadConfig({
    ...buildAppEnvironment({ slack, sandbox }),
    ...{ DATA_DIR: dataDir, PUBLIC_URL: 'https://paylink.example.com' },
  });
  const log = createLog('silent');
  const paylink = await createApp({ config, clock, random, randomBytes, log });
  const { app } = paylink;
  const { store, ids, audit } = app;
  const { sara, omar, ravi, fatima, frontDesk } = slack.team.ids;
  const teamId = slack.team.id;
  await app.own?.start();

  const requestOf = createRequests(app, {
    ...{ work: createPendingWork(), stopping: new AbortController().signal },
    responses: createResponseUrls({ fetchSlack: fetch }),
  });
  const requestNow = () => requestOf({ teamId, token: slack.botToken, tokenTeamId: teamId });
  const desk = createDesk(teamId, requestNow, ravi);
  const batchDesk = createBatchDesk(teamId, requestNow);
  const kinds = jobsOf(app);

  /** Sends what is due now, one after the other. */
  const deliver = async (): Promise<void> => {
    for (;;) {
      const { jobs, nextDueAt } = await store.jobs.claim({
        ...{ at: now, queue: 'notices', kinds: ['show', 'tell', 'post'] },
        ...{ leaseMs: MINUTE_MS, limit: 1, token: ids.nonce() },
      });
      const [job] = jobs;
      // Slack takes one post a second.
      if (job === undefined && nextDueAt !== null && nextDueAt < now + MINUTE_MS) {
        now = nextDueAt;
        continue;
      }
      if (job === undefined) return;
      const saveProgress = async () => true;
      const context = { signal: new AbortController().signal, saveProgress, givenUp: null };
      const ended = await kinds[job.kind as 'show']?.run(job, context);
      if (ended?.outcome !== 'done') throw new Error(`${job.kind} ended as ${JSON.stringify(ended)}`);
      const { outcome: _, ...result } = ended;
      await store.jobs.finish(job, now, result);
    }
  };
  const draftOf = (name: string, aed: number, more: Partial<LinkDraft['request']> = {}): LinkDraft => {
    now += MINUTE_MS;
    const expiresAt = now + 30 * DAY_MS;
    return {
      ...{ nonce: ids.nonce(), teamId, channelId: frontDesk, threadTs: null, saleId: null, consent: null },
      ...{ creatorId: sara, creatorName: 'sara', expiresAt },
      request: {
        ...{
          FullName: name,
          Email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
          Phone: `+9715${String(aed).padEnd(8, '0')}`,
        },
        ...{ invoiceAmount: aed, notes: 'perfume', isTermsAndConditionsAccepted: true },
        ...{ expiryOn: formatLocalDateTime(expiresAt, app.timeZone) },
        ...{ Is_QR_needed: false, Is_invoice_generated: false, ...more },
      },
    };
  };
  const make = async (...given: Parameters<typeof draftOf>) => {
    const { send, ...reserved } = await app.issuer.reserve(draftOf(...given));
    if (!send) throw new Error(`no link: ${JSON.stringify(reserved)}`);
    return send();
  };

  await app.members.change(
    teamId,
    [
      { userId: ravi, role: 'admin' },
      { userId: omar, role: 'supervisor' },
      { userId: fatima, role: 'finance' },
    ],
    ravi,
    (change) => {
      const detail = { from: change.from ?? 'cashier', to: change.to ?? 'cashier' };
      const entry = {
        teamId,
        actorId: ravi,
        action: 'role-changed',
        subject: change.userId,
        detail,
      } as const;
      return { entry: audit.build(entry), jobs: buildNewRoleJobs(change, { teamId, by: ravi, at: now }) };
    },
  );
  await app.settings.change(teamId, { approvalLimitFils: 200_000, reminderHours: 24 }, ravi, () =>
    audit.build({
      teamId,
      actorId: ravi,
      action: 'settings-changed',
      detail: { approvalLimitFils: '200000' },
    }),
  );

  const paid = await make('Huda Salem', 205);
  const silent = await make('Nour Aziz', 510);
  const soon = await make('Omar Haddad', 330);
  await deliver();
  await sandbox.pay(paid.orderId ?? '', { callback: false });
  await app.watcher.refresh(await store.links.get(paid.id));
  await deliver();
  // From here on, nothing is delivered.
  now += MINUTE_MS;
  // Of this payment, the app does not know yet.
  await sandbox.pay(silent.orderId ?? '', { callback: false });
  await make('Sara Khan', 250, { Is_QR_needed: true });
  await app.approvals.ask(draftOf('Layla Mansour', 5_000), 200_000);
  const batch = await batchDesk.give({
    ...{ fileName: 'parents.csv', channelId: frontDesk, by: omar, expiresAt: now + 30 * DAY_MS },
    text: [
      'Full name,Amount,Phone,Email,Notes',
      'Aisha Rahman,100,0501111111,aisha@example.com,June fees',
      'Bilal Qureshi,200,0502222222,bilal@example.com,June fees',
    ].join('\n'),
  });
  await batchDesk.press('create', batch.id, omar);
  await desk.daily(frontDesk, 'on 21:00');
  await desk.startExport('links', { from: BEGIN - DAY_MS, to: now });
  await sandbox.pay(soon.orderId ?? '', { callback: false });
  await app.watcher.refresh(await store.links.get(soon.id));

  const service = sandbox.links().map(({ invoiceId, amountFils, createdAt, expiresAt, paidAt }) => ({
    ...{ invoiceId: invoiceId ?? '', amountFils, createdAt, expiresAt },
    ...(paidAt != null && { paidAt }),
  }));
  await paylink.stop();
  const tables = readTables(dataDir);
  await slack.close();
  await sandbox.close();
  await rm(dataDir, { recursive: true });
  const stored = { at: now, host: HOST, service, tables };
  return JSON.parse(JSON.stringify(stored).replaceAll(new URL(sandbox.url).host, HOST));
};
