import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebClient } from '@slack/web-api';
import { createSandboxService, type SandboxService } from '../../playground/sandbox/sandbox-service.ts';
import {
  createLocalSlack,
  type LocalSlack,
  type SeenFile,
  type SeenMessage,
} from '../../playground/slack/local-slack.ts';
import { SARA, SARA_DM, TEAM } from '../../playground/slack/people-and-places.ts';
import type { Clock } from '../../src/clock.ts';
import { createJobWorker, type JobWorker } from '../../src/delivery/job-worker.ts';
import { createExportFiles, type ExportFiles } from '../../src/exports/export-files.ts';
import { createExportJob, type ExportJobDependencies } from '../../src/exports/export-job.ts';
import { EXPORT_JOB, type ExportPayload, type ExportProgress } from '../../src/exports/export-job-state.ts';
import { createFinalMessageJob, FINAL_MESSAGE_JOB } from '../../src/exports/export-message-jobs.ts';
import { createIds } from '../../src/ids.ts';
import { createLog } from '../../src/log.ts';
import { createReconcileMonth } from '../../src/reconciliation/reconcile.ts';
import { spanOfDays } from '../../src/reports/date-span.ts';
import { createReportReader } from '../../src/reports/report-reader.ts';
import { createBoltLogger } from '../../src/slack/bolt-logger.ts';
import type { StoredJob } from '../../src/store/job-store.ts';
import type { Store } from '../../src/store/open-store.ts';
import { createNoonClock } from '../fixtures/noon-clock.ts';
import { connectTo, ZONE } from '../fixtures/payment-service.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

export const MADE = Date.UTC(2026, 9, 5, 8);
export const SPAN = spanOfDays('2026-10-01', '2026-10-15', ZONE);

/** Shorter than a lease, longer than the first few waits between two tries. */
const LONGEST_WAIT_MS = 60_000;

export interface ExportStage {
  slack: LocalSlack;
  sandbox: SandboxService;
  clock: Clock;
  store: Store;
  files: ExportFiles;
  folder: string;
  /** Called before each request for a page; if it throws, the request fails. */
  gate: { beforePage: ((page: number) => Promise<void> | void) | undefined };
  /** The requested pages, in order. */
  asked: number[];
  /** Adds so many paid links, with different amounts. */
  seed(count: number): void;
  worker(changes?: Partial<ExportJobDependencies>): JobWorker;
  /** How often a job was postponed. */
  tries(): number;
  /** Moves the clock to the next try. */
  hurry(): void;
  ask(changes?: Partial<ExportPayload>, id?: string): Promise<string>;
  findJob(id: string): Promise<StoredJob & { progress: ExportProgress | null }>;
  /** The export's message, once it has these words. */
  says(words: RegExp): Promise<SeenMessage>;
  file(): SeenFile;
  leftFiles(): Promise<string[]>;
  postAsApp(channel: string, text: string): Promise<void>;
  /** As a process that is believed dead. */
  editAsApp(message: { channel: string; ts: string }, text: string): Promise<void>;
  close(): Promise<void>;
}

/** Exports with a real store, a sandbox, a local Slack and the worker, but without buttons. */
export const startExports = async (): Promise<ExportStage> => {
  const noonClock = createNoonClock();
  let skipped = 0;
  const clock: Clock = { now: () => noonClock.now() + skipped, sleep: noonClock.sleep };
  const folder = await mkdtemp(join(tmpdir(), 'paylink-exports-'));
  const database = await createTestDatabase();
  const store = await database.open();
  const sandbox = await createSandboxService({ history: 'none', now: clock.now });
  const slack = await createLocalSlack({ now: clock.now });
  const client = new WebClient(slack.botToken, {
    slackApiUrl: slack.apiUrl,
    logger: createBoltLogger(createLog('silent')),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
  const ids = createIds();
  const service = connectTo(sandbox);
  const gate: ExportStage['gate'] = { beforePage: undefined };
  const asked: number[] = [];
  const watched =
    (list: typeof service.listTransactions): typeof service.listTransactions =>
    async (range, page) => {
      asked.push(page?.page ?? 0);
      await gate.beforePage?.(page?.page ?? 0);
      return list(range, page);
    };
  const reader = createReportReader({
    service: {
      listTransactions: watched(service.listTransactions),
      listPayouts: watched(service.listPayouts),
      listLinks: watched(service.listLinks),
    },
    timeZone: ZONE,
    now: clock.now,
  });
  const files = createExportFiles({ folder: join(folder, 'exports'), newToken: ids.nonce });
  const workers = new Set<JobWorker>();
  let tries = 0;
  const jobs: Store['jobs'] = {
    ...store.jobs,
    postpone: async (...given) => {
      const isOurs = await store.jobs.postpone(...given);
      tries += 1;
      return isOurs;
    },
  };

  return {
    slack,
    sandbox,
    clock,
    store,
    files,
    folder: join(folder, 'exports'),
    gate,
    asked,
    seed: (count) => {
      sandbox.seedLinks(count, (index) => {
        const createdAt = MADE + index * 10_000;
        return { createdAt, paidAt: createdAt + 1_000, amountFils: 10_000 + index };
      });
    },
    worker: (changes = {}) => {
      const worker = createJobWorker({
        held: () => [],
        jobs,
        kinds: {
          [FINAL_MESSAGE_JOB]: { run: createFinalMessageJob(client) },
          [EXPORT_JOB]: {
            isCancellable: true,
            run: createExportJob({
              client,
              jobs,
              members: { may: async () => true },
              reader,
              reconcile: createReconcileMonth(store),
              files,
              words: WORDS,
              timeZone: ZONE,
              exportRows: 200_000,
              clock,
              log: createLog('silent'),
              saveEveryMs: 0,
              ids,
              ...changes,
            }),
          },
        },
        clock,
        random: () => 0,
        newToken: ids.nonce,
        isAlone: true,
        log: createLog('silent'),
      });
      workers.add(worker);
      worker.start();
      return worker;
    },
    tries: () => tries,
    hurry: () => {
      skipped += LONGEST_WAIT_MS;
      for (const worker of workers) worker.wake();
    },
    ask: async (changes = {}, id = ids.job()) => {
      const payload: ExportPayload = {
        kind: 'transactions',
        span: SPAN,
        userId: SARA,
        format: 'csv',
        toggled: [],
        readTo: null,
        thread: null,
        schedule: null,
        continues: null,
        ...changes,
      };
      const at = clock.now();
      await store.jobs.add({ id, teamId: TEAM, kind: EXPORT_JOB, key: id, payload, dueAt: at }, at);
      return id;
    },
    findJob: async (id) => {
      const job = await store.jobs.find(TEAM, id);
      if (!job) throw new Error('no such job');
      return { ...job, progress: job.progress as ExportProgress | null };
    },
    says: (words) =>
      slack.until(() =>
        slack
          .messages(SARA_DM)
          .findLast((message) => words.test(JSON.stringify(message.blocks ?? message.text))),
      ),
    file: () => {
      const shared = slack.messages(SARA_DM).flatMap((message) => message.files ?? []);
      const file = shared[0] && slack.file(shared[0].id);
      if (!file || shared.length !== 1) throw new Error(`${shared.length} files`);
      return file;
    },
    leftFiles: () => readdir(join(folder, 'exports')).catch(() => []),
    postAsApp: async (channel, text) => {
      await client.chat.postMessage({ channel, text });
    },
    editAsApp: async (message, text) => {
      await client.chat.update({ ...message, text, blocks: [] });
    },
    close: async () => {
      for (const worker of workers) await worker.stop();
      await service.close();
      await slack.close();
      await sandbox.close();
      await database.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
