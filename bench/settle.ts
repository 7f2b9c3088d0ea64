import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { WebClient } from '@slack/web-api';
import { buildAppEnvironment } from '../playground/app-process.ts';
import { freePort } from '../playground/free-port.ts';
import { createSandboxService } from '../playground/sandbox/sandbox-service.ts';
import type { LocalSlack } from '../playground/slack/local-slack.ts';
import { FRONT_DESK } from '../playground/slack/people-and-places.ts';
import { startApp } from './app-under-test.ts';
import { type Card, type Measured, payAndWatch, prepareCards } from './open-cards.ts';
import { describeRatio, median, quantile, rounded } from './statistics.ts';

const ROUNDS = 6;
const PER_ROUND = 100;
const AT_ONCE = 16;

/**
 * From a customer's payment to the card that says Paid: callback, commit, read-back, commit, edit. The baseline is
 * the same number of bare edits of the same messages.
 */
export const benchSettle = async (slack: LocalSlack) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-bench-'));
  const sandbox = await createSandboxService({ history: 'none' });
  const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl });
  const port = await freePort(0);
  const cards = await prepareCards({
    place: { dataDir },
    count: ROUNDS * PER_ROUND,
    sandbox,
    client,
    appUrl: `http://127.0.0.1:${port}`,
  });
  const app = await startApp({
    entry: new URL('../paylink/index.js', import.meta.url),
    port,
    readyWord: 'Paylink is ready',
    env: {
      ...buildAppEnvironment({ slack, sandbox }),
      PUBLIC_URL: 'http://127.0.0.1:9',
      DATA_DIR: dataDir,
    },
  });
  try {
    const ours: Measured[] = [];
    const bare: Measured[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const some = cards.slice(round * PER_ROUND, (round + 1) * PER_ROUND);
      bare.push(await editBarely(client, some));
      ours.push(await payAndWatch(slack, sandbox, some));
    }
    const p99 = (all: Measured[]) =>
      quantile(
        all.flatMap(({ latencies }) => latencies),
        0.99,
      );
    return {
      bench: 'settle',
      ...describeRatio(ours.map(({ ms }, round) => (bare[round]?.ms ?? Number.NaN) / ms)),
      perSecond: Math.round(median(ours.map(({ ms }) => (PER_ROUND * 1000) / ms))),
      p99: rounded(p99(ours) / p99(bare)),
      p99Ms: Math.round(p99(ours)),
      callbacks: ROUNDS * PER_ROUND,
    };
  } finally {
    await app.stop();
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  }
};

async function editBarely(client: WebClient, cards: Card[]): Promise<Measured> {
  const startedAt = performance.now();
  const latencies: number[] = [];
  const left = [...cards];
  const worker = async () => {
    for (let card = left.pop(); card; card = left.pop()) {
      const sentAt = performance.now();
      await client.chat.update({ channel: FRONT_DESK, ts: card.ts, text: 'Payment link' });
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return { ms: performance.now() - startedAt, latencies };
}
