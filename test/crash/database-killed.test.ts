// @module-tag by-hand
// @module-tag first

import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { FRONT_DESK, RAVI } from '../../packages/local-slack/src/people-and-places.ts';
import { openStore } from '../../src/open-store.ts';
import { fillLinkForm } from '../fixtures/link-form.ts';
import { isBetween, type Repeat } from './count.ts';
import { type CrashScene, settleAndCount, startCrashScene } from './crash-scene.ts';
import type { Instance } from './instances.ts';
import { type Moment, strikeAt } from './moments.ts';
import { createPostgresServer, findObstacle, type PostgresServer } from './postgres-server.ts';
import { createDice, FORM_MS, openShop } from './shop-day.ts';

const KILLS = Number(process.env['CRASH_KILLS'] ?? 6);
/** Killing the server takes longer than killing a process of the app. */
const DEATHS = Math.ceil(KILLS / 20);
const SEED = Number(process.env['CRASH_SEED'] ?? 20_261_121);
const TIMEOUT_MS = 400_000 + DEATHS * 60_000;
const NOTHING_COMES_MS = 20_000;
const SEEN_WITHIN_MS = 60_000;
/** Now and then it is away for longer than people wait and connections retry. */
const AWAY_MS = [0, 1_000, 12_000];

const obstacle = await findObstacle();
if (obstacle !== null) process.stderr.write(`PostgreSQL is not killed by the tests: ${obstacle}.\n`);

const MOMENTS: Moment[] = [
  'link asked',
  'link answered',
  'post answered',
  'edit answered',
  'callback passed',
];

/** The message that a person reads who submits a form opened before the outage. */
const sendForm = async ({ slack }: CrashScene, formId: string, amount: number): Promise<string> => {
  const filled = fillLinkForm({ invoiceAmount: String(amount), notes: `while away ${amount}` });
  const outcome = await slack.submit(RAVI, formId, filled);
  if (!outcome.ok) return JSON.stringify(outcome);
  const seen = () => {
    const text = JSON.stringify(slack.topModal(RAVI)?.blocks ?? []);
    return /Copy|went wrong|don’t know/.test(text) ? text : undefined;
  };
  return slack.until(seen, SEEN_WITHIN_MS);
};

const openForm = async ({ slack }: CrashScene): Promise<string> => {
  for (const modal of slack.modals(RAVI)) await slack.closeView(RAVI, modal.id, true);
  for (;;) {
    await slack.command(RAVI, FRONT_DESK, '/paylink', '');
    const form = await slack
      .until(() => slack.modals(RAVI).find(({ submit }) => submit === 'Create link'), FORM_MS)
      .catch(() => undefined);
    if (form) return form.id;
  }
};

/** Restarts the process until it stays up, like a service manager; returns its output. */
const startUntilItStays = async (instance: Instance): Promise<string[]> => {
  for (const refusals: string[] = []; ; await pause(300)) {
    const refusal = await instance.start().then(
      () => null,
      (error: Error) => error.message,
    );
    if (refusal === null) return refusals;
    refusals.push(refusal);
  }
};

const serverAsDatabase = (server: PostgresServer) => ({
  place: { databaseUrl: server.databaseUrl },
  env: { DATABASE_URL: server.databaseUrl },
  open: () => openStore({ databaseUrl: server.databaseUrl }),
  isBusy: () => false,
  remove: async () => {},
});

test.skipIf(obstacle !== null)(
  'a PostgreSQL that is killed and started again costs no payment, and the app comes back by itself',
  { timeout: TIMEOUT_MS },
  async () => {
    const server = await createPostgresServer();
    onTestFinished(({ task }) => server.stop({ isKept: task.result?.state === 'fail' }));
    await server.start();
    const scene = await startCrashScene({ size: 2, seed: SEED + 7, database: serverAsDatabase(server) });
    await scene.start();
    const dice = createDice(SEED + 7);
    const deaths: number[] = [];
    const restart = async (instance: Instance | undefined): Promise<string[]> => {
      await instance?.kill();
      return instance ? startUntilItStays(instance) : [];
    };
    const began = Date.now();
    const most = () => 3 + deaths.length + (Date.now() - (deaths.at(-1) ?? began)) / 3_000;
    const shop = openShop(scene, { seed: SEED + 7, pauseMs: 500, most });
    const said: { text: string; isRestarted: boolean }[] = [];
    const moments: string[] = [];
    const refusals: string[] = [];
    for (let death = 0; death < DEATHS; death += 1) {
      const form = await openForm(scene);
      let dying = Promise.resolve();
      const wanted = MOMENTS[death % MOMENTS.length];
      const fits = (moment: Moment) => moment === wanted;
      const { struck } = strikeAt(scene, { fits, withinMs: NOTHING_COMES_MS }, () => {
        deaths.push(Date.now());
        dying = server.kill(death % 3 === 2 ? 'immediate' : 'kill');
      });
      moments.push(await struck);
      await dying;
      const [text] = await Promise.all([
        sendForm(scene, form, 1_000 + death),
        pause(AWAY_MS[death % AWAY_MS.length]).then(() => server.start()),
        // Every other time the whole machine: the process is back before its database.
        death % 2 === 1 ? restart(scene.instances[0]).then((said) => refusals.push(...said)) : undefined,
      ]);
      said.push({ text, isRestarted: death % 2 === 1 });
      await pause(500 * dice());
    }
    await shop.close();
    const mayRepeat = (repeat: Repeat) => deaths.some((at) => isBetween(at, repeat));
    const ports = scene.instances.map((instance) => instance.port());
    const counts = await settleAndCount(scene, shop, { mayRepeat });
    console.log(
      JSON.stringify({ crash: 'PostgreSQL killed', moments, refusals: refusals.length, ...counts }),
    );
    expect(ports).not.toContain(null);
    // Everybody who pressed in between reads what to do, or gets the link.
    for (const { text, isRestarted } of said)
      expect(text).toMatch(
        // Without a process, Slack itself shows an error.
        isRestarted ? /Try again|Don’t make it again|Copy/ : /Check in a minute|Don’t make it again|Copy/,
      );
    for (const refusal of refusals)
      expect(refusal).toMatch(/The PostgreSQL of DATABASE_URL cannot be used|did not start/);
  },
);
