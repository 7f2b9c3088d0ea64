// @module-tag long
// @module-tag postgres
// @module-tag first

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TEST_ENGINE } from '../fixtures/test-database.ts';
import { IS_WHOLE } from '../fixtures/whole-suite.ts';
import { isBetween, type Repeat } from './count.ts';
import { settleAndCount, startCrashScene } from './crash-scene.ts';
import { countByMoment, createKiller, type Kill } from './killer.ts';
import { createDice, openShop } from './shop-day.ts';

/** The long run has 1,000 per engine; the suite has enough to notice a serious problem. */
const KILLS = Number(process.env['CRASH_KILLS'] ?? (IS_WHOLE ? 6 : 2));
const IS_LONG = KILLS >= 100;
const SEED = Number(process.env['CRASH_SEED'] ?? 20_261_121);
/** Each shop has its own database, Slack and service: while one process starts, another is killed. */
const SHOPS = Number(process.env['CRASH_SHOPS'] ?? (IS_LONG ? 5 : 1));
const TIMEOUT_MS = 400_000 + KILLS * 20_000;

const report = (name: string, counts: object) =>
  console.log(JSON.stringify({ crash: name, engine: TEST_ENGINE, ...counts }));

const KINDS = { card: ['show', 'move'], reply: ['post', 'qr'] };

/** A process that died between the post and its repeat had not stored that it was posted. */
const isWhy = (kill: Kill, repeat: Repeat): boolean =>
  isBetween(kill.at, repeat) && KINDS[repeat.what].some((kind) => kill.left.has(`${kind} ${repeat.linkId}`));

const killOften = async (seed: number, share: number, all: Kill[]): Promise<void> => {
  const scene = await startCrashScene({ seed, standsBy: true });
  const killer = createKiller(scene, all, createDice(seed));
  const { kills } = killer;
  const start = () =>
    scene.start().catch((error: Error) => {
      // It may be killed before it is ready.
      if (!/ended with SIGKILL/.test(error.message)) throw error;
    });
  let starting = start();
  await starting;
  const began = Date.now();
  // One sale offers each moment a few times; start more sales if none comes.
  const most = () => 3 + 0.5 * kills.length + (Date.now() - (kills.at(-1)?.at ?? began)) / 3_000;
  const shop = openShop(scene, { seed, pauseMs: 300, most, deaths: () => kills.length });
  while (kills.length < share) {
    await Promise.all([starting, killer.next()]);
    starting = start();
    if (all.length % 50 === 0) report('so far', countByMoment(all));
  }
  await starting;
  await shop.close();
  const mayRepeat = (repeat: Repeat) => kills.some((kill) => isWhy(kill, repeat));
  report('one shop', await settleAndCount(scene, shop, { mayRepeat }));
};

test.concurrent(
  'a process killed at any moment creates no link twice and loses no payment',
  async () => {
    const kills: Kill[] = [];
    const shops = Array.from({ length: SHOPS }, (_, i) => SEED + 1_000 * i);
    await Promise.all(shops.map((seed) => killOften(seed, Math.ceil(KILLS / SHOPS), kills)));
    const counts = countByMoment(kills);
    report('one process', { kills: kills.length, ...counts });
    if (IS_LONG) expect(Object.values(counts)).not.toContain(0);
  },
  TIMEOUT_MS,
);

/** Only with a given server, as in `.ci/run`, or in the long run. */
test.runIf(TEST_ENGINE === 'postgres' && (IS_LONG || process.env['TEST_DATABASE_URL'] !== undefined))(
  'three processes on one database go on while one is killed and another stands still',
  { concurrent: true, timeout: TIMEOUT_MS + 120_000 },
  async () => {
    const seed = SEED + 1;
    const scene = await startCrashScene({ size: 3, seed });
    await scene.start();
    const random = createDice(seed);
    const shop = openShop(scene, { seed, pauseMs: 1_000 });
    const killedAt: number[] = [];
    const stalledAt: number[] = [];
    for (let round = 0; round < Math.max(1, Math.ceil(KILLS / 50)); round += 1) {
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
    report('three processes', await settleAndCount(scene, shop, { mayRepeat, stalledAt }));
  },
);
