import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { createLocalSlack, type LocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import {
  FATIMA,
  FATIMA_DM,
  OMAR,
  OMAR_DM,
  RAVI,
  RAVI_DM,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { buildAppEnvironment } from '../app-process.ts';
import { freePort } from '../free-port.ts';
import { createSandboxService, type SandboxService } from '../sandbox/sandbox-service.ts';
import { startApp } from './app-under-test.ts';
import { ANSWER_MS, quantile } from './statistics.ts';
import { createTill } from './till.ts';

/** Beyond this Slack shows the person an error. */
const ACK_WITHIN_MS = 3_000;
/** From a payment to its card. */
const PAID_WITHIN_MS = 5_000;
/** After this a person gives up, and it counts as lost. */
const PATIENCE_MS = 30_000;
/** What a cashier needs between two sales. */
const BETWEEN_MS = 500;
/** Slack takes one post a second in a conversation, so each has their own. */
const CASHIERS = [
  { cashier: SARA, channel: SARA_DM, name: 'Sara Khan' },
  { cashier: OMAR, channel: OMAR_DM, name: 'Huda Saleh' },
  { cashier: FATIMA, channel: FATIMA_DM, name: 'Nour Aziz' },
  { cashier: RAVI, channel: RAVI_DM, name: 'Mina Das' },
];
type Cashier = (typeof CASHIERS)[number];

interface Sale {
  ackMs: number[];
  /** From *Create link* to the card, and from the payment to *Paid*. */
  cardMs: number;
  paidMs: number;
}

/**
 * Four people who sell without a pause, each in their own conversation with the app: command, form, link, card, payment. Slack and the
 * service answer as slowly as real ones do. Returns what was late, lost or refused.
 */
export const runLoad = async ({
  seconds,
  env,
  entry,
  print,
}: {
  seconds: number;
  /** Where the app keeps its data. */
  env: Record<string, string>;
  /** Path of the compiled app. */
  entry: string;
  print: (figure: Record<string, unknown>) => void;
}): Promise<string[]> => {
  const slack = await createLocalSlack({ allowance: Number.POSITIVE_INFINITY });
  const sandbox = await createSandboxService({ history: 'none' });
  const port = await freePort(0);
  const url = `http://127.0.0.1:${port}`;
  const app = await startApp({
    entry: new URL(`file://${entry}`),
    port,
    readyWord: 'Paylink is ready',
    // With more arenas, glibc keeps memory that threads freed, and the figure would show only that.
    env: { ...buildAppEnvironment({ slack, sandbox }), PUBLIC_URL: url, MALLOC_ARENA_MAX: '2', ...env },
  });
  slack.setAppUrl(url);
  slack.faults.add({ delayMs: ANSWER_MS.slack });
  sandbox.faults.add({ kind: 'delay', delayMs: ANSWER_MS.service });
  const sales: Sale[] = [];
  const faults: string[] = [];
  try {
    const until = performance.now() + seconds * 1_000;
    const sellOn = async (seller: Cashier) => {
      const till = createTill(slack, seller);
      for (let number = 0; performance.now() < until; number += 1) {
        try {
          sales.push(await sell(slack, sandbox, till, { ...seller, number }));
        } catch (error) {
          faults.push(`a sale was lost: ${error instanceof Error ? error.message : String(error)}`);
          await till.closeAll();
        }
        await delay(BETWEEN_MS);
      }
    };
    const [residentBefore, cpuBefore] = [app.residentKiB(), app.cpuMs()];
    await Promise.all(CASHIERS.map(sellOn));
    const acks = sales.flatMap(({ ackMs }) => ackMs);
    print({
      load: 'sales',
      sales: sales.length,
      perMinute: Math.round((60 * sales.length) / seconds),
      cpuMsASale: Math.round((app.cpuMs() - cpuBefore) / Math.max(1, sales.length)),
      residentMiB: [residentBefore, app.residentKiB()].map((kib) => Math.round(kib / 1024)),
    });
    print({ load: 'acks', ...describe(acks) });
    print({ load: 'link to card', ...describe(sales.map(({ cardMs }) => cardMs)) });
    print({ load: 'payment to card', ...describe(sales.map(({ paidMs }) => paidMs)) });
    const late = (all: number[], most: number, what: string) => {
      const count = all.filter((ms) => ms > most).length;
      if (count > 0) faults.push(`${count} ${what}`);
    };
    late(acks, ACK_WITHIN_MS, 'acks took over three seconds');
    late(
      sales.map(({ paidMs }) => paidMs),
      PAID_WITHIN_MS,
      'payments came later to their cards than five seconds',
    );
    const made = sandbox.links().length;
    if (made !== sales.length && faults.length === 0) faults.push(`${made} links for ${sales.length} sales`);
    const refused = slack.calls().filter(({ status }) => status >= 400).length;
    if (refused > 0) faults.push(`${refused} calls were refused by Slack`);
  } finally {
    await app.stop();
    await sandbox.close();
    await slack.close();
  }
  print({ load: 'ended', isWell: faults.length === 0, faults });
  return faults;
};

/** One sale, from the command to the card that says paid. */
async function sell(
  slack: LocalSlack,
  sandbox: SandboxService,
  till: ReturnType<typeof createTill>,
  { channel, name, number }: Cashier & { number: number },
): Promise<Sale> {
  const ackMs: number[] = [];
  const timed = async (act: () => Promise<void>) => {
    const startedAt = performance.now();
    await act();
    ackMs.push(performance.now() - startedAt);
  };

  const amount = 100 + number;
  // A customer who comes back would be asked about.
  const person = CASHIERS.findIndex((one) => one.channel === channel) * 100_000 + number;
  await timed(() =>
    till.type(`${amount} ${name} c${person}@example.com +97150${1_000_000 + person} for rent`),
  );
  const form = await till.form(PATIENCE_MS);
  const posted = slack.messages(channel).length;
  const sentAt = performance.now();
  await timed(() => till.create(form));
  const link = await slack.until(
    () => sandbox.links().find((one) => one.request.FullName === name && one.amountFils === 100 * amount),
    PATIENCE_MS,
  );
  const card = await slack.until(
    () =>
      slack
        .messages(channel)
        .slice(posted)
        .find(({ text }) => text.includes(`AED ${amount}.00`)),
    PATIENCE_MS,
  );
  const cardMs = performance.now() - sentAt;
  const paidAt = performance.now();
  void sandbox.pay(link.orderId);
  await slack.until(
    () => slack.messages(channel).some(({ ts, text }) => ts === card.ts && text.includes('Paid')),
    PATIENCE_MS,
  );
  const paidMs = performance.now() - paidAt;
  await till.closeAll();
  return { ackMs, cardMs, paidMs };
}

const describe = (ms: number[]) => ({
  count: ms.length,
  p50Ms: Math.round(quantile(ms, 0.5)),
  p99Ms: Math.round(quantile(ms, 0.99)),
  maxMs: Math.round(Math.max(...ms, 0)),
});
