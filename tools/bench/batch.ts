import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { LocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { MOST_REQUESTS } from '../../src/batches/batch-pace.ts';
import { loadConfig } from '../../src/config/config.ts';
import { createPaymentServiceClient } from '../../src/payment-service/index.ts';
import { buildAppEnvironment } from '../app-process.ts';
import { freePort } from '../free-port.ts';
import { createSandboxService, type SandboxService } from '../sandbox/sandbox-service.ts';
import { startApp } from './app-under-test.ts';
import { describeCpu, describeRatio, inTurn, median, ROUNDS } from './statistics.ts';

const ROWS = 200;
/** A realistic response time for a service on the internet. */
const SERVICE_MS = 250;
const WITHIN_MS = 300_000;

/**
 * Files of two hundred rows, one after the other in one process: from pressing Create to the last link: each row is reserved, requested and settled. The
 * baseline is a loop of the same requests with the same concurrency that stores nothing.
 */
export const benchBatch = async (slack: LocalSlack) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-bench-'));
  const sandbox = await createSandboxService({ history: 'none' });
  sandbox.faults.add({ operation: 'generate', kind: 'delay', delayMs: SERVICE_MS });
  const port = await freePort(0);
  const env = {
    ...buildAppEnvironment({ slack, sandbox }),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    PAYLINK_BATCH_ROWS_PER_SECOND: '1000',
    // With more arenas, glibc keeps memory that threads freed, and the figure would show only that.
    MALLOC_ARENA_MAX: '2',
  };
  const app = await startApp({
    entry: new URL('../../paylink/index.js', import.meta.url),
    port,
    readyWord: 'Paylink is ready',
    env,
  });
  slack.setAppUrl(`http://127.0.0.1:${port}`);
  try {
    const resident = [app.residentKiB()];
    const make = async (round: number): Promise<number> => {
      const viewId = await preview(slack, round);
      const known = sandbox.links().length;
      const startedAt = performance.now();
      await slack.click(SARA, { viewId }, { actionId: 'batch_create' });
      await sandbox.until(() => sandbox.links().length >= known + ROWS, WITHIN_MS);
      const ms = performance.now() - startedAt;
      const isMade = ({ text }: { text: string }) =>
        text.includes(`0 of ${ROWS} paid`) && text.includes(nameFile(round));
      await slack.until(() => slack.messages(FRONT_DESK).some(isMade), WITHIN_MS);
      resident.push(app.residentKiB());
      return ms;
    };
    const cpu = { ours: 0, bare: 0 };
    const each = { ours: [] as number[], bare: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const which of inTurn(round)) {
        const before = app.cpuMs();
        const made =
          which === 'ours' ? { ms: await make(round), cpuMs: 0 } : await askBarely(env, sandbox, round);
        each[which].push(made.ms);
        cpu[which] += which === 'ours' ? app.cpuMs() - before : made.cpuMs;
      }
    return {
      bench: 'batch',
      rows: ROWS,
      ...describeRatio(each.bare.map((ms, round) => ms / (each.ours[round] ?? Number.NaN))),
      ...describeCpu(cpu),
      perSecond: Math.round((ROWS * 1000) / median(each.ours)),
      memoryMiB: resident.map((kib) => Math.round(kib / 1024)),
    };
  } finally {
    await app.stop();
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const nameFile = (number: number): string => `bench-${number}.csv`;

/** The modal with the preview. No two files share a customer. */
async function preview(slack: LocalSlack, number: number): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const at = number * ROWS + row;
    return `${10 + row}.50,Omar Haddad,+97150${1_000_000 + at},p${at}@example.com,June fees`;
  });
  await slack.command(SARA, FRONT_DESK, '/paylink', 'batch');
  const form = await slack.until(() => {
    const top = slack.topModal(SARA);
    return top?.callbackId === 'batch_form' ? top : undefined;
  }, WITHIN_MS);
  const bytes = Buffer.from(['Amount,Name,Phone,E-mail,For', ...rows].join('\n'));
  const sent = await slack.submit(SARA, form.id, {
    batch_file: { batch_file: [slack.giveFile(SARA, { name: nameFile(number), bytes })] },
    batch_channel: { batch_channel: FRONT_DESK },
    batch_terms: { batch_terms: ['accepted'] },
  });
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const shown = await slack.until(() => {
    const top = slack.topModal(SARA);
    return top?.callbackId === 'batch_preview' ? top : undefined;
  }, WITHIN_MS);
  return shown.id;
}

async function askBarely(env: Record<string, string>, sandbox: SandboxService, round: number) {
  const { config } = loadConfig({ ...env, PORT: '1' });
  if (config.credentials === null) throw new Error('no credentials to bench with');
  const client = createPaymentServiceClient({
    settings: { ...config.paymentService, ...config.credentials },
  });
  const left = Array.from({ length: ROWS }, (_, at) => at);
  const known = sandbox.links().length;
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const worker = async () => {
    for (let at = left.pop(); at !== undefined; at = left.pop())
      await client.generateLink({
        FullName: 'Omar Haddad',
        Email: `bare${round}-${at}@example.com`,
        Phone: `+97155${1_000_000 + round * ROWS + at}`,
        invoiceAmount: 10.5 + at,
        notes: 'June fees',
        isTermsAndConditionsAccepted: true,
        currency: 'AED',
        expiryOn: '2030-01-01 00:00:00',
        Is_QR_needed: false,
        Is_invoice_generated: false,
        Invoice_Id: `BARE-${round}-${at}`,
      });
  };
  await Promise.all(Array.from({ length: MOST_REQUESTS }, worker));
  const ms = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(before);
  if (sandbox.links().length !== known + ROWS) throw new Error('the bare loop lost a link');
  await client.close();
  return { ms, cpuMs: (user + system) / 1_000 };
}
