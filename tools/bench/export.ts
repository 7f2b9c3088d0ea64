import { performance } from 'node:perf_hooks';
import { freePort } from '../free-port.ts';
import { runStandIn } from '../stand-in.ts';
import { startApp } from './app-under-test.ts';
import { readBarely } from './export-bare.ts';
import { exportOnce, openClient } from './export-place.ts';
import { describeCpu, describeRatio, inTurn, ROUNDS, rounded } from './statistics.ts';

const ROWS = 10_000;
const WARM_UPS = 2;
/** Few rows and many, for what an export takes of memory beyond what the process takes. */
const FEW = 1_000;
const MANY = 100_000;

/** A service of its own process with that many rows, while `work` is at it. */
export const withExportService = async <T>(
  file: 'export-service' | 'export-pages',
  rows: number,
  work: (port: number) => Promise<T>,
): Promise<T> => {
  const port = await freePort(0);
  const entry = new URL(`./${file}.js`, import.meta.url);
  const env = { ROWS: String(rows) };
  const service = await startApp({ entry, port, readyWord: 'ready', env });
  try {
    return await work(port);
  } finally {
    await service.stop();
  }
};

/** Rows to a CSV file as it is uploaded, against a bare loop over the same pages, in turn within one run. */
export const benchExport = async () => {
  const figures = await withExportService('export-service', ROWS, measureRatios);
  const few = await withExportService('export-pages', FEW, peakKiB);
  const many = await withExportService('export-pages', MANY, peakKiB);
  return {
    bench: 'export',
    ...figures,
    memoryMiB: rounded((many - few) / 1024),
    rows: ROWS,
  };
};

async function measureRatios(port: number) {
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
  const cpu = { ours: 0, bare: 0 };
  for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
    const ms = { ours: 0, bare: 0 };
    for (const way of inTurn(round)) {
      const before = process.cpuUsage();
      ms[way] = await ways[way]();
      const { user, system } = process.cpuUsage(before);
      if (round >= WARM_UPS) cpu[way] += (user + system) / 1_000;
    }
    if (round >= WARM_UPS) ratios.push(ms.ours / ms.bare);
  }
  await client.close();
  return { ...describeRatio(ratios), ...describeCpu(cpu) };
}

async function peakKiB(port: number): Promise<number> {
  const entry = new URL('./export-once.js', import.meta.url).pathname;
  const { stdout } = await runStandIn([entry], { env: { SERVICE_PORT: String(port) } });
  const { peakKiB: peak } = JSON.parse(stdout) as { peakKiB: number };
  return peak;
}
