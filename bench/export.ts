import { performance } from 'node:perf_hooks';
import { freePort } from '../playground/free-port.ts';
import { runStandIn } from '../playground/stand-in.ts';
import { startApp } from './app-under-test.ts';
import { readBarely } from './export-bare.ts';
import { exportOnce, openClient } from './export-place.ts';
import { ANSWER_MS, describeRatio, describeWithAnswers, inTurn, rounded } from './statistics.ts';

const ROWS = 10_000;
const ROUNDS = 7;
const WARM_UPS = 2;
/** A hundred answers each. */
const ROUNDS_WITH_ANSWER_MS = 5;
/** Few rows and many, for what an export takes of memory beyond what the process takes. */
const FEW = 1_000;
const MANY = 100_000;

/** A service of its own process with that many rows, while `work` is at it. */
export const withExportService = async <T>(
  file: 'export-service' | 'export-pages',
  { rows, answerMs = 0 }: { rows: number; answerMs?: number },
  work: (port: number) => Promise<T>,
): Promise<T> => {
  const port = await freePort(0);
  const entry = new URL(`./${file}.js`, import.meta.url);
  const env = { ROWS: String(rows), ANSWER_MS: String(answerMs) };
  const service = await startApp({ entry, port, readyWord: 'ready', env });
  try {
    return await work(port);
  } finally {
    await service.stop();
  }
};

/**
 * Rows to a CSV file as it is uploaded, against a bare loop over the same pages, in turn within one run: first where each
 * page is answered at once, and then where an answer takes its time.
 */
export const benchExport = async () => {
  const ratios = await withExportService('export-service', { rows: ROWS }, (port) =>
    measureRatios(port, { warmUps: WARM_UPS, rounds: ROUNDS }),
  );
  const slowRatios = await withExportService(
    'export-service',
    { rows: ROWS, answerMs: ANSWER_MS.service },
    (port) => measureRatios(port, { warmUps: 0, rounds: ROUNDS_WITH_ANSWER_MS }),
  );
  const few = await withExportService('export-pages', { rows: FEW }, peakKiB);
  const many = await withExportService('export-pages', { rows: MANY }, peakKiB);
  return {
    bench: 'export',
    ...describeRatio(ratios),
    answerMs: ANSWER_MS.service,
    ...describeWithAnswers(slowRatios),
    memoryMiB: rounded((many - few) / 1024),
    rows: ROWS,
  };
};

async function measureRatios(
  port: number,
  { warmUps, rounds }: { warmUps: number; rounds: number },
): Promise<number[]> {
  const client = openClient(port);
  const time = async (work: () => Promise<number>): Promise<number> => {
    const startedAt = performance.now();
    const rows = await work();
    if (rows !== ROWS) throw new Error(`${rows} rows came instead of ${ROWS}`);
    return performance.now() - startedAt;
  };
  const ways = {
    ours: () => time(async () => (await exportOnce(client)).rows),
    bare: () => time(() => readBarely(port)),
  };
  const ratios: number[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const ms = { ours: 0, bare: 0 };
    for (const way of inTurn(round)) ms[way] = await ways[way]();
    if (round >= warmUps) ratios.push(ms.ours / ms.bare);
  }
  await client.close();
  return ratios;
}

async function peakKiB(port: number): Promise<number> {
  const entry = new URL('./export-once.js', import.meta.url).pathname;
  const { stdout } = await runStandIn([entry], { env: { SERVICE_PORT: String(port) } });
  const { peakKiB: peak } = JSON.parse(stdout) as { peakKiB: number };
  return peak;
}
