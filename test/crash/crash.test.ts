// @module-tag long
// @module-tag postgres
// @module-tag first

import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { TEST_ENGINE } from '../fixtures/test-database.ts';
import { IS_WHOLE } from '../fixtures/whole-suite.ts';
import { type Counts, isBetween, type Repeat } from './count.ts';
import { type CrashScene, settleAndCount, startCrashScene } from './crash-scene.ts';
import { countByMoment, createKiller, type Kill } from './killer.ts';
import { writeOneFile } from './one-file.ts';
import { createDice, openShop } from './shop-day.ts';

/** The long run has 1,000 per engine; the suite has enough to notice a serious problem. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? (IS_WHOLE ? 6 : 2));
const IS_LONG = KILLS >= 100;
const SEED = Number(process.env['CRASH_SEED'] ?? 20_261_121);
/** Each shop has its own database, Slack and service: while one process starts, another is killed. */
const SHOPS = Number(process.env['CRASH_SHOPS'] ?? (IS_LONG ? 5 : 1));
const TIMEOUT_MS = 400_000 + KILLS * 20_000;

const NOTHING_WRONG: Partial<Counts> = {
  issuedTwice: 0,
  paymentsLost: 0,
  stuck: 0,
  wrongCards: 0,
  missingReplies: 0,
  outOfOrder: 0,
  repeatedWithoutKill: 0,
};

const report = (name: string, counts: object) =>
  console.log(JSON.stringify({ crash: name, engine: TEST_ENGINE, ...counts }));

const secondsSince = (began: number) => Math.round((Date.now() - began) / 1_000);

const KINDS = { card: ['show', 'move'], reply: ['post', 'qr'] };

/** A process that died between the post and its repeat had not stored that it was posted. */
const isWhy = (kill: Kill, repeat: Repeat): boolean =>
  isBetween(kill.at, repeat) &&
  KINDS[repeat.what].some((kind) => kill.waiting.has(`${kind} ${repeat.linkId}`));

const killTime = async (
  scene: CrashScene,
  { share, seed, all }: { share: number; seed: number; all: Kill[] },
) => {
  const [instance] = scene.instances;
  if (!instance) throw new Error('no instance');
  const killer = createKiller({ instance, looker: scene.looker, all, dice: createDice(seed) });
  scene.listen(killer.hear);
  const start = () =>
    instance.start().catch((error: Error) => {
      // It may be killed before it is ready.
      if (!/ended with SIGKILL/.test(error.message)) throw error;
    });
  let starting = start();
  await starting;
  const began = Date.now();
  // One sale offers each moment a few times; start more sales if none comes.
  const most = () => {
    const kills = killer.kills();
    const quietMs = Date.now() - (kills.at(-1)?.at ?? began);
    return 3 + 0.5 * kills.length + quietMs / 3_000;
  };
  const shop = openShop(scene, { seed, pauseMs: 300, most, deaths: () => killer.kills().length });
  while (killer.kills().length < share) {
    await Promise.all([starting, killer.next()]);
    starting = start();
    if (all.length % 50 === 0) report('so far', countByMoment(all));
  }
  await starting;
  scene.listen(() => {});
  await shop.close();
  const kills = killer.kills();
  const mayRepeat = (repeat: Repeat) => kills.some((kill) => isWhy(kill, repeat));
  const result = await settleAndCount(scene, shop, { kills: kills.length, mayRepeat });
  return result;
};

test.concurrent(
  'a process killed at any moment creates no link twice and loses no payment',
  async ({ expect, onTestFinished }) => {
    const began = Date.now();
    const oneFile = IS_LONG || IS_WHOLE ? await writeOneFile() : null;
    onTestFinished(() => oneFile?.remove());
    const standby = { oneFile: oneFile?.path ?? null };
    const kills: Kill[] = [];
    const shops = await Promise.all(
      Array.from({ length: SHOPS }, async (_, i) => {
        const seed = SEED + 1_000 * i;
        const scene = await startCrashScene({ size: 1, seed, standby });
        return killTime(scene, { share: Math.ceil(KILLS / SHOPS), seed, all: kills });
      }),
    );
    for (const { counts } of shops) report('one shop', counts);
    report('one process', { ...countByMoment(kills), seconds: secondsSince(began) });
    for (const { counts, complaints, codes } of shops) {
      expect(complaints).toEqual([]);
      expect(counts).toMatchObject(NOTHING_WRONG);
      expect(counts.links).toBeGreaterThan(0);
      expect(codes).toEqual([0]);
    }
    // A few kills may land elsewhere.
    if (IS_LONG || IS_WHOLE)
      expect(countByMoment(kills).beforeCommit).toBeGreaterThanOrEqual(IS_LONG ? kills.length / 2 : 1);
  },
  TIMEOUT_MS,
);

/** Only with a given server, as in `.ci/run`, or in the long run. */
test.runIf(TEST_ENGINE === 'postgres' && (IS_LONG || process.env['TEST_DATABASE_URL'] !== undefined))(
  'three processes on one database go on while one is killed and another stands still',
  { concurrent: true, timeout: TIMEOUT_MS + 120_000 },
  async ({ expect }) => {
    const scene = await startCrashScene({ size: 3, seed: SEED + 1 });
    await Promise.all(scene.instances.map((instance) => instance.start()));
    const random = createDice(SEED + 1);
    const shop = openShop(scene, { seed: SEED + 1, pauseMs: 1_000 });
    const killedAt: number[] = [];
    const stalledAt: number[] = [];
    const rounds = Math.max(1, Math.ceil(KILLS / 50));
    for (let round = 0; round < rounds; round += 1) {
      const [killed, paused] = [scene.instances[round % 3], scene.instances[(round + 1) % 3]];
      if (!killed || !paused) throw new Error('no instances');
      await pause(500 + 1_000 * random());
      killedAt.push(Date.now());
      await killed.kill();
      const stoodFrom = Date.now();
      stalledAt.push(stoodFrom);
      paused.pause();
      // Every other time longer than a lease, so that its work is taken over before it resumes.
      await pause(round % 2 === 0 ? 2_000 : 33_000);
      paused.resume();
      for (let at = stoodFrom; at <= Date.now(); at += 500) killedAt.push(at);
      await killed.start();
    }
    await pause(2_000);
    await shop.close();
    const mayRepeat = (repeat: Repeat) => killedAt.some((at) => isBetween(at, repeat));
    const { counts, complaints, codes } = await settleAndCount(scene, shop, {
      kills: rounds,
      mayRepeat,
      stalledAt,
    });
    report('three processes', counts);
    expect(complaints).toEqual([]);
    expect(counts).toMatchObject(NOTHING_WRONG);
    expect(counts.links).toBeGreaterThan(0);
    expect(codes).toEqual([0, 0, 0]);
  },
);
