import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { refuseRealSurroundings } from '../demo/refuse-real-surroundings.ts';
import { freePort } from '../free-port.ts';
import { SANDBOX_CREDENTIALS } from '../sandbox/sandbox-service.ts';
import { benchAck } from './ack.ts';
import { type AppUnderTest, startApp } from './app-under-test.ts';
import { benchBatch } from './batch.ts';
import { benchCallback } from './callback.ts';
import { benchExport } from './export.ts';
import { benchPaid } from './paid.ts';
import { describeCpu, describeRatio, median, ROUNDS } from './statistics.ts';

/** Lets memory settle after the start. */
const IDLE_MS = 1_500;

refuseRealSurroundings(process.env);
const dataDir = await mkdtemp(join(tmpdir(), 'paylink-bench-'));
const slack = await createLocalSlack({ allowance: Number.POSITIVE_INFINITY });

const slackEnv = {
  SLACK_API_URL: slack.apiUrl,
  SLACK_SIGNING_SECRET: slack.signingSecret,
  SLACK_BOT_TOKEN: slack.botToken,
};
const startOurs = async () =>
  startApp({
    entry: new URL('../../paylink/index.js', import.meta.url),
    port: await freePort(0),
    readyWord: 'Paylink is ready',
    env: {
      ...slackEnv,
      PUBLIC_URL: 'http://127.0.0.1:9',
      PAYLINK_BASE_URL: 'http://127.0.0.1:9/api',
      PAYLINK_API_KEY: SANDBOX_CREDENTIALS.apiKey,
      PAYLINK_ACCOUNT_ID: SANDBOX_CREDENTIALS.accountId,
      PAYLINK_SECRET_KEY: SANDBOX_CREDENTIALS.secretKey,
      DATA_DIR: dataDir,
    },
  });
const startBare = async () =>
  startApp({
    entry: new URL('./bare-app.js', import.meta.url),
    port: await freePort(0),
    readyWord: 'ready',
    env: slackEnv,
  });

const print = (figure: Record<string, unknown>) => process.stdout.write(`${JSON.stringify(figure)}\n`);

/** Starts them alternately. */
const benchStart = async () => {
  const seen = { ours: [] as AppUnderTest[], bare: [] as AppUnderTest[] };
  const memory = { ours: [] as number[], bare: [] as number[] };
  const cpu = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [which, start] of [
      ['ours', startOurs],
      ['bare', startBare],
    ] as const) {
      const app = await start();
      cpu[which].push(app.cpuMs());
      await delay(IDLE_MS);
      seen[which].push(app);
      memory[which].push(app.residentKiB());
      await app.stop();
    }
  }
  const ratios = (ours: number[], bare: number[]) =>
    describeRatio(ours.map((one, round) => one / (bare[round] ?? Number.NaN)));
  const times = (apps: AppUnderTest[]) => apps.map(({ startMs }) => startMs);
  const resident = ratios(memory.ours, memory.bare);
  return {
    bench: 'start',
    ...ratios(times(seen.ours), times(seen.bare)),
    ...describeCpu({ ours: median(cpu.ours), bare: median(cpu.bare) }),
    memory: resident.ratio,
    memoryFrom: resident.from,
    memoryTo: resident.to,
  };
};

try {
  const ours = await startOurs();
  const bare = await startBare();
  print(await benchAck(slack, ours, bare));
  await ours.stop();
  await bare.stop();
  print(await benchStart());
  await benchCallback(print);
  await benchPaid(slack, print);
  print(await benchBatch(slack));
  print(await benchExport());
} finally {
  await slack.close();
  await rm(dataDir, { recursive: true, force: true });
}
