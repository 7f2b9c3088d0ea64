import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { buildAppEnvironment } from '../playground/app-process.ts';
import { freePort } from '../playground/free-port.ts';
import type { LocalSlack } from '../playground/slack/local-slack.ts';
import { FRONT_DESK, SARA } from '../playground/slack/people-and-places.ts';
import { startApp } from './app-under-test.ts';
import { withExportService } from './export.ts';
import { listBarely } from './export-bare.ts';
import { describeRatio, median, quantile, rounded } from './statistics.ts';

const ROWS = 1_000;
const WARM_UPS = 20;
const ROUNDS = 5;
const PER_ROUND = 20;
/** The interface's own page size. */
const PAGE = { page: 0, size: 10 };

/** From `/paylink transactions today` to the first page on screen, against the bare listing call. */
export const benchFirstPage = (slack: LocalSlack) =>
  withExportService('export-service', { rows: ROWS }, async (servicePort) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'paylink-bench-'));
    const app = await startApp({
      entry: new URL('../paylink/index.js', import.meta.url),
      port: await freePort(0),
      readyWord: 'Paylink is ready',
      env: {
        ...buildAppEnvironment({ slack, sandbox: { baseUrl: `http://127.0.0.1:${servicePort}/api` } }),
        PUBLIC_URL: 'http://127.0.0.1:9',
        DATA_DIR: dataDir,
      },
    });
    slack.setAppUrl(app.url);
    try {
      const ours: number[] = [];
      const bare: number[] = [];
      for (let asked = 0; asked < WARM_UPS + ROUNDS * PER_ROUND; asked += 1) {
        const calledAt = performance.now();
        await listBarely(servicePort, PAGE);
        const bareMs = performance.now() - calledAt;
        const oursMs = await askForPage(slack);
        if (asked < WARM_UPS) continue;
        bare.push(bareMs);
        ours.push(oursMs);
      }
      const ratios = Array.from({ length: ROUNDS }, (_, round) => {
        const ofRound = (all: number[]) => median(all.slice(round * PER_ROUND, (round + 1) * PER_ROUND));
        return ofRound(ours) / ofRound(bare);
      });
      return {
        bench: 'first-page',
        ...describeRatio(ratios),
        ms: rounded(median(ours)),
        p95Ms: rounded(quantile(ours, 0.95)),
        commands: ROUNDS * PER_ROUND,
      };
    } finally {
      await app.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });

async function askForPage(slack: LocalSlack): Promise<number> {
  const seen = () => slack.messages(FRONT_DESK, { as: SARA });
  const before = seen().length;
  const askedAt = performance.now();
  const outcome = await slack.command(SARA, FRONT_DESK, '/paylink', 'transactions today');
  if (!outcome.ok) throw new Error(outcome.problem);
  const shown = await slack.until(() => seen().slice(before).at(-1), 10_000);
  const ms = performance.now() - askedAt;
  if (!shown.text.startsWith('Transactions')) throw new Error(`Something else was shown: ${shown.text}`);
  return ms;
}
