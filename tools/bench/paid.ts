import { WebClient } from '@slack/web-api';
import type { LocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK } from '../../packages/local-slack/src/people-and-places.ts';
import { buildAppEnvironment } from '../app-process.ts';
import { freePort } from '../free-port.ts';
import { createSandboxService, type SandboxService } from '../sandbox/sandbox-service.ts';
import { startApp, watchCpu } from './app-under-test.ts';
import { onBothEngines, readPlace } from './callback-place.ts';
import { type Card, payAndWatch, prepareCards } from './open-cards.ts';
import { ANSWER_MS, describeCpu, describeRatio, inTurn, median, ROUNDS, rounded } from './statistics.ts';

/** The first of each round is left out: its caches are cold. */
const ONE_BY_ONE = 21;

/**
 * From a customer's payment to the card that says paid: callback, commit, read-back, commit, edit. One at a time, alternating with a
 * bare server that makes the same calls, while Slack and the service take their time to answer.
 */
export const benchPaid = (
  slack: LocalSlack,
  print: (figure: Record<string, unknown>) => void,
): Promise<void> => onBothEngines('paid', print, (engine, env) => benchOn(slack, engine, env));

const benchOn = async (slack: LocalSlack, engine: string, env: Record<string, string>) => {
  const sandbox = await createSandboxService({ history: 'none' });
  const client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl });
  const start = async (file: string, readyWord: string) => {
    const port = await freePort(0);
    const place = { ...buildAppEnvironment({ slack, sandbox }), PUBLIC_URL: 'http://127.0.0.1:9', ...env };
    const entry = new URL(file, import.meta.url);
    return { port, start: () => startApp({ entry, port, readyWord, env: place }) };
  };
  const ours = await start('../paylink/index.js', 'Paylink is ready');
  const bare = await start('./paid-bare-server.js', 'ready');
  const cards = await prepareCards({
    place: readPlace(env),
    count: ROUNDS * ONE_BY_ONE,
    sandbox,
    client,
    appUrl: `http://127.0.0.1:${ours.port}`,
  });
  const bareCards = await prepareBareCards(sandbox, client, `http://127.0.0.1:${bare.port}`);
  const apps = { ours: await ours.start(), bare: await bare.start() };
  slack.faults.add({ delayMs: ANSWER_MS.slack });
  sandbox.faults.add({ kind: 'delay', delayMs: ANSWER_MS.service });
  try {
    const ratios: number[] = [];
    const each: number[] = [];
    const cpu = watchCpu(apps);
    for (let round = 0; round < ROUNDS; round += 1) {
      const ms = { ours: 0, bare: 0 };
      for (const which of inTurn(round)) {
        const own = (which === 'ours' ? cards : bareCards).splice(0, ONE_BY_ONE);
        ms[which] = median(await payOneByOne(slack, sandbox, own));
      }
      ratios.push(ms.ours / ms.bare);
      each.push(ms.ours);
    }
    const figures = { ...describeRatio(ratios), ms: rounded(median(each)), answerMs: ANSWER_MS };
    return { bench: 'paid', engine, ...figures, ...describeCpu(cpu()) };
  } finally {
    slack.faults.clear();
    await Promise.all([apps.ours.stop(), apps.bare.stop()]);
    await sandbox.close();
  }
};

async function payOneByOne(slack: LocalSlack, sandbox: SandboxService, cards: Card[]): Promise<number[]> {
  const all: number[] = [];
  for (const card of cards) all.push(await payAndWatch(slack, sandbox, card));
  return all.slice(1);
}

/** Links that only the service and the callback address know. */
async function prepareBareCards(sandbox: SandboxService, client: WebClient, url: string): Promise<Card[]> {
  const cards: Card[] = [];
  for (let at = 0; at < ROUNDS * ONE_BY_ONE; at += 1) {
    const { ts } = await client.chat.postMessage({ channel: FRONT_DESK, text: `Payment link BARE-${at}` });
    if (!ts) throw new Error('no card to bench with');
    const [made] = sandbox.seedLinks(1, () => ({
      invoiceId: `BARE-${at}`,
      amountFils: 25_000,
      callbackUrl: `${url}/${ts}`,
    }));
    if (!made) throw new Error('no link to bench with');
    cards.push({ orderId: made.orderId, ts });
  }
  return cards;
}
