import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { WebClient } from '@slack/web-api';
import { buildAppEnvironment } from '../playground/app-environment.ts';
import { freePort } from '../playground/free-port.ts';
import { createSandboxService, type SandboxService } from '../playground/sandbox/sandbox-service.ts';
import type { LocalSlack } from '../playground/slack/local-slack.ts';
import { FRONT_DESK, SARA } from '../playground/slack/people-and-places.ts';
import { createIds, hashToken } from '../src/ids.ts';
import { buildCardNotice } from '../src/links/card/notice-kinds.ts';
import { openStore } from '../src/store/open-store.ts';
import { startApp } from './app-under-test.ts';
import { buildBenchLink } from './bench-link.ts';
import { median, quantile, rounded } from './statistics.ts';

const ROUNDS = 6;
const PER_ROUND = 100;
const AT_ONCE = 16;
const DAY_MS = 24 * 60 * 60_000;
const WITHIN_MS = 60_000;

interface Card {
  orderId: string;
  ts: string;
}

interface Measured {
  ms: number;
  latencies: number[];
}

/**
 * From a customer's payment to the card that says Paid, all the way: callback, commit, read-back, commit, edit.
 * Beside it, the same number of bare edits of the same messages.
 */
export const benchSettle = async (slack: LocalSlack) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-bench-'));
  const sandbox = await createSandboxService({ history: 'none' });
  const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl });
  const port = await freePort(0);
  const cards = await prepareCards({ dataDir, sandbox, client, appUrl: `http://127.0.0.1:${port}` });
  const app = await startApp({
    entry: new URL('../src/index.js', import.meta.url),
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
    const perSecond = (all: Measured[]) => median(all.map(({ ms }) => (PER_ROUND * 1000) / ms));
    const p99 = (all: Measured[]) =>
      quantile(
        all.flatMap(({ latencies }) => latencies),
        0.99,
      );
    return {
      bench: 'settle',
      ratio: rounded(perSecond(ours) / perSecond(bare)),
      perSecond: Math.round(perSecond(ours)),
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

/** Open links with their cards, as the app would have left them. */
async function prepareCards(scene: {
  dataDir: string;
  sandbox: SandboxService;
  client: WebClient;
  appUrl: string;
}): Promise<Card[]> {
  const ids = createIds();
  const store = await openStore({ dataDir: scene.dataDir });
  const at = Date.now();
  const cards: Card[] = [];
  for (let i = 0; i < ROUNDS * PER_ROUND; i += 1) {
    const token = ids.callbackToken();
    const invoiceId = `BENCH-${i}`;
    const callbackUrl = `${scene.appUrl}/callbacks/${token}`;
    const [made] = scene.sandbox.seedLinks(1, () => ({
      invoiceId,
      createdAt: at,
      amountFils: 25_000,
      callbackUrl,
    }));
    const { ts } = await scene.client.chat.postMessage({
      channel: FRONT_DESK,
      text: `Payment link ${invoiceId}`,
    });
    if (!made || !ts) throw new Error('no link to bench with');
    const id = ids.link();
    await store.links.reserve(
      buildBenchLink({
        id,
        nonce: ids.nonce(),
        teamId: 'T0PLAY',
        channelId: FRONT_DESK,
        creatorId: SARA,
        creatorName: 'sara',
        invoiceId,
        callbackTokenHash: hashToken(token),
        expiresAt: at + 30 * DAY_MS,
        at,
      }),
    );
    const address = `${scene.sandbox.url}/pay/${made.token}`;
    await store.links.move({ id, to: 'open', at, cause: 'answered', orderId: made.orderId, address });
    const link = await store.links.get(id);
    await store.jobs.addAll([buildCardNotice(link, ids)], at);
    const later = at + (i + 1) * 2_000;
    const [claimed] = await store.jobs.claim({ at: later, leaseMs: 1_000, limit: 1, token: ids.nonce() });
    if (!claimed) throw new Error('no card to bench with');
    await store.jobs.finish(claimed, at, { card: { channelId: FRONT_DESK, ts } });
    cards.push({ orderId: made.orderId, ts });
  }
  await store.close();
  return cards;
}

async function payAndWatch(slack: LocalSlack, sandbox: SandboxService, cards: Card[]): Promise<Measured> {
  const startedAt = performance.now();
  const latencies: number[] = [];
  const waiting = new Map(cards.map(({ ts }) => [ts, 0]));
  let seen = slack.updates().length;
  for (const { orderId, ts } of cards) {
    waiting.set(ts, performance.now());
    void sandbox.pay(orderId);
  }
  await slack.until(() => {
    const updates = slack.updates();
    for (const { ts, text } of updates.slice(seen)) {
      const paidAt = waiting.get(ts);
      if (paidAt === undefined || !text.includes('Paid')) continue;
      waiting.delete(ts);
      latencies.push(performance.now() - paidAt);
    }
    seen = updates.length;
    return waiting.size === 0;
  }, WITHIN_MS);
  return { ms: performance.now() - startedAt, latencies };
}

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
