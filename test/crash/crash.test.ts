import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import manifest from '../../manifest.json' with { type: 'json' };
import { readSlashCommands } from '../../src/playground/read-slash-commands.ts';
import { createSandboxService, SANDBOX_CREDENTIALS } from '../../src/playground/sandbox/sandbox-service.ts';
import { createLocalSlack } from '../../src/playground/slack/local-slack.ts';
import { createTestDatabase, TEST_ENGINE } from '../fixtures/test-database.ts';
import { allLinks, type Counts, countAfterwards } from './count.ts';
import { createInstance, type Instance, startBalancer } from './instances.ts';
import { createDice, openShop, type ShopDay } from './shop-day.ts';

/** The long run has at least 200 a database; the suite has enough to see that nothing is badly wrong. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? 6);
const SEED = Number(process.env['CRASH_SEED'] ?? 20_261_121);
const TIMEOUT_MS = 150_000 + KILLS * 6_000;
const SETTLE_WITHIN_MS = 90_000;
const QUIET_MS = 10_000;
/** A lost request may arrive for so long; a link that is made later still can prove that it never did. */
const REQUEST_MS = 8_000;

const NOTHING_WRONG: Partial<Counts> = {
  issuedTwice: 0,
  paymentsLost: 0,
  stuck: 0,
  wrongCards: 0,
  missingReplies: 0,
  outOfOrder: 0,
  repeatedWithoutKill: 0,
};

const startCrashScene = async (size: number) => {
  const database = await createTestDatabase({ isDurable: true });
  const sandbox = await createSandboxService({ history: 'none', shape: { conflict: 'none' } });
  const slack = await createLocalSlack({ manifest: readSlashCommands(manifest), allowance: 20 });
  const instances: Instance[] = [];
  const balancer = await startBalancer(() => instances);
  slack.setAppUrl(balancer.url);
  const env = {
    PUBLIC_URL: balancer.url,
    SLACK_API_URL: slack.apiUrl,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_BOT_TOKEN: slack.botToken,
    PAYLINK_BASE_URL: sandbox.baseUrl,
    PAYLINK_API_KEY: SANDBOX_CREDENTIALS.apiKey,
    PAYLINK_ACCOUNT_ID: SANDBOX_CREDENTIALS.accountId,
    PAYLINK_SECRET_KEY: SANDBOX_CREDENTIALS.secretKey,
    PAYLINK_CHECK_AFTER_SECONDS: '1',
    PAYLINK_CHECK_AT_MOST_SECONDS: '2',
    PAYLINK_SWEEP_SECONDS: '3',
    PAYLINK_REQUEST_SECONDS: String(REQUEST_MS / 1_000),
    ...database.env,
  };
  for (let i = 0; i < size; i += 1) instances.push(createInstance(() => env));
  await Promise.all(instances.map((instance) => instance.start()));
  sandbox.faults.random({ seed: SEED, rate: 0.2, delayMs: 500 });
  // After its work a 5xx of Slack is a message of which the app cannot know: before it, it is only trouble.
  const kinds = ['rate-limited', 'error-before-work', 'drop-before-work', 'late'] as const;
  slack.faults.random({ seed: SEED, rate: 0.15, kinds: [...kinds], retryAfter: 1 });
  return { database, sandbox, slack, instances, balancer };
};

type CrashScene = Awaited<ReturnType<typeof startCrashScene>>;

/** The embedded database belongs to the process: that nothing moves any more is seen at the fakes. */
const untilQuiet = async ({ slack }: CrashScene): Promise<void> => {
  const count = () => slack.posts().length + slack.updates().length;
  for (const deadline = Date.now() + SETTLE_WITHIN_MS; Date.now() < deadline; ) {
    const before = count();
    // Longer than a lost request is waited for: by then every link is certain.
    await pause(QUIET_MS);
    if (count() === before) return;
  }
};

const untilMade = async ({ sandbox }: CrashScene): Promise<void> => {
  const deadline = Date.now() + SETTLE_WITHIN_MS;
  do await pause(1_000);
  while (sandbox.links().length === 0 && Date.now() < deadline);
};

const untilDone = async ({ database }: CrashScene): Promise<void> => {
  const store = await database.open();
  for (const deadline = Date.now() + SETTLE_WITHIN_MS; Date.now() < deadline; await pause(250)) {
    const links = await allLinks(store);
    const isCertain = links.every(({ state }) => state !== 'reserved' && state !== 'unknown');
    if (isCertain && (await store.notices.waitingCount()) === 0) break;
  }
  // The last callbacks and one sweep more.
  await pause(4_000);
  await store.close();
};

/** Ends the trouble, lets the app come to rest, and counts at both fakes and in the store. */
const settleAndCount = async (
  scene: CrashScene,
  killedAt: number[],
  shop: ShopDay,
  stalledAt: number[] = [],
) => {
  const { database, sandbox, slack, instances, balancer } = scene;
  sandbox.faults.clear();
  slack.faults.clear();
  await pause(REQUEST_MS + 1_000);
  await shop.sellOne();
  await (TEST_ENGINE === 'sqlite' ? untilQuiet(scene) : untilDone(scene));
  const codes = await Promise.all(instances.map((instance) => instance.stop()));
  const store = await database.open();
  const result = await countAfterwards({
    slack,
    sandbox,
    store,
    place: database.place,
    killedAt,
    stalledAt,
    forms: shop.forms(),
  });
  await store.close();
  await balancer.close();
  await slack.close();
  await sandbox.close();
  await database.remove();
  return { ...result, codes };
};

const report = (name: string, counts: Counts) =>
  console.log(JSON.stringify({ crash: name, engine: TEST_ENGINE, ...counts }));

test.concurrent(
  'a process that is killed at any moment issues nothing twice and loses no payment',
  async ({ expect }) => {
    const scene = await startCrashScene(1);
    const [instance] = scene.instances;
    if (!instance) throw new Error('no instance');
    const random = createDice(SEED);
    const shop = openShop(scene, { seed: SEED, pauseMs: 1_500 });
    const killedAt: number[] = [];
    while (killedAt.length < KILLS) {
      await pause(30 + 900 * random());
      killedAt.push(Date.now());
      await instance.kill();
      await instance.start();
    }
    // A busy machine may not have come to a single link between two kills.
    await untilMade(scene);
    await shop.close();
    const { counts, complaints, codes } = await settleAndCount(scene, killedAt, shop);
    report('one process', counts);
    expect(complaints).toEqual([]);
    expect(counts).toMatchObject(NOTHING_WRONG);
    expect(counts.links).toBeGreaterThan(0);
    expect(codes).toEqual([0]);
  },
  TIMEOUT_MS,
);

test.skipIf(TEST_ENGINE === 'sqlite')(
  'three processes on one database go on while one is killed and another stands still',
  { concurrent: true, timeout: TIMEOUT_MS + 120_000 },
  async ({ expect }) => {
    const scene = await startCrashScene(3);
    const random = createDice(SEED + 1);
    const shop = openShop(scene, { seed: SEED + 1, pauseMs: 1_000 });
    const killedAt: number[] = [];
    const stalledAt: number[] = [];
    const rounds = Math.max(1, Math.ceil(KILLS / 20));
    for (let round = 0; round < rounds; round += 1) {
      const [killed, paused] = [scene.instances[round % 3], scene.instances[(round + 1) % 3]];
      if (!killed || !paused) throw new Error('no instances');
      await pause(500 + 1_000 * random());
      killedAt.push(Date.now());
      await killed.kill();
      const stoodFrom = Date.now();
      stalledAt.push(stoodFrom);
      paused.pause();
      // Longer than a lease, every other time: what it holds is taken over, and it wakes up as a stranger.
      await pause(round % 2 === 0 ? 2_000 : 33_000);
      paused.resume();
      for (let at = stoodFrom; at <= Date.now(); at += 500) killedAt.push(at);
      await killed.start();
    }
    await pause(2_000);
    await shop.close();
    const { counts, complaints, codes } = await settleAndCount(scene, killedAt, shop, stalledAt);
    report('three processes', { ...counts, kills: rounds });
    expect(complaints).toEqual([]);
    expect(counts).toMatchObject(NOTHING_WRONG);
    expect(counts.links).toBeGreaterThan(0);
    expect(codes).toEqual([0, 0, 0]);
  },
);
