// @module-tag by-hand
// @module-tag store

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import manifest from '../../manifest.json' with { type: 'json' };
import { createLocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { readManifest } from '../../packages/local-slack/src/read-manifest.ts';
import { buildAppEnvironment } from '../../tools/app-process.ts';
import { createSandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { createInstance } from '../crash/instances.ts';
import { createDice } from '../crash/shop-day.ts';
import { readXlsxTable } from '../exports/read-xlsx.ts';
import { press } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import type { Scene } from '../fixtures/start-paylink.ts';
import { createTestDatabase, TEST_ENGINE } from '../fixtures/test-database.ts';
import { batchCard, buildCsvRow, createLinks, giveFile, HEADINGS, sentFile } from './batch-scene.ts';

const LONG = process.env['LONG_TESTS'] !== undefined;
const ROWS = LONG ? 1_000 : 60;
/** The long form kills until nothing is left to do. */
const KILLS = LONG ? Number.POSITIVE_INFINITY : 2;
/** Another process takes over the work of a killed one when its lease ends: half a minute on PostgreSQL. */
const TAKEN_OVER_WITHIN_MS = TEST_ENGINE === 'sqlite' ? 5_000 : 45_000;
const MOST_REQUESTS_BETWEEN_KILLS = LONG ? 80 : 30;
/** The service refuses amounts above this. */
const LIMIT_FILS = 200_000;
/** One row in this many is above it. */
const TOO_DEAR_EVERY = 50;
const SEED = Number(process.env['CRASH_SEED'] ?? 20_261_122);
const REQUEST_SECONDS = 6;
const ALL = Array.from({ length: ROWS }, (_, index) => index);
const isTooDear = (index: number) => index % TOO_DEAR_EVERY === TOO_DEAR_EVERY - 1;
const phoneOf = (index: number) => `+97150${1_000_000 + index}`;
const FILE = [
  HEADINGS,
  ...ALL.map((index) => buildCsvRow(index, isTooDear(index) ? { amount: '2500.25' } : {})),
].join('\n');

test('a batch creates each row once, even if the service fails and the process is killed repeatedly', {
  timeout: 120_000 + ROWS * 600 + (LONG ? ROWS / 25 : KILLS) * TAKEN_OVER_WITHIN_MS,
}, async () => {
  const database = await createTestDatabase({ isDurable: true });
  const sandbox = await createSandboxService({
    history: 'none',
    shape: { conflict: 'none' },
    amountLimitFils: LIMIT_FILS,
  });
  const slack = await createLocalSlack({
    manifest: readManifest(manifest).features,
    allowance: 20,
    answerWithinMs: 20_000,
  });
  const instance = createInstance(() => ({
    PUBLIC_URL: 'http://127.0.0.1:9',
    ...buildAppEnvironment({ slack, sandbox }),
    ...database.env,
    PAYLINK_BATCH_ROWS_PER_SECOND: LONG ? '25' : '10',
    PAYLINK_CHECK_AFTER_SECONDS: '1',
    PAYLINK_CHECK_AT_MOST_SECONDS: '2',
    PAYLINK_SWEEP_SECONDS: '3',
    PAYLINK_REQUEST_SECONDS: String(REQUEST_SECONDS),
  }));
  const start = async () => {
    await instance.start();
    slack.setAppUrl(`http://127.0.0.1:${instance.port()}`);
  };
  await start();
  const scene = { slack, sandbox } as Scene;
  const dice = createDice(SEED);
  await giveFile(scene, { text: FILE });
  const card = await createLinks(scene, /Making/);

  sandbox.faults.random({ seed: SEED, rate: 0.25, delayMs: 300 });
  // Each kill comes a random number of requests after the start.
  const theCard = async () => seen(await batchCard(scene, /parents\.csv/));
  const hasButton = async (label: string) => (await theCard()).buttons.includes(label);
  const resumeIfPaused = async () => {
    if (await hasButton('Resume')) await press(scene, card, 'batch_go_on');
  };
  let kills = 0;
  let isCreated = false;
  while (kills < KILLS && !isCreated) {
    const from = sandbox.calls().generate;
    const until = from + Math.ceil(dice() * MOST_REQUESTS_BETWEEN_KILLS);
    while (!isCreated && sandbox.calls().generate < until) {
      await pause(100);
      await resumeIfPaused();
      // The file is offered once no row is left.
      isCreated = await hasButton('Get the file');
    }
    if (isCreated) break;
    await instance.kill();
    kills += 1;
    await start();
  }
  sandbox.faults.clear();

  // A link that is made after all lost requests have ended proves that a lost request made nothing.
  await pause(1_000 * (REQUEST_SECONDS + 1));
  await giveFile(scene, { name: 'later.csv', text: [HEADINGS, buildCsvRow(ROWS)].join('\n') });
  await createLinks(scene, /later\.csv/);

  // A person presses the card's buttons until only the rows that the service refuses are left.
  const wanted = ALL.filter((index) => !isTooDear(index));
  const isFinished = (text: string) => text.includes(`0 of ${wanted.length} paid`) && !/checking/.test(text);
  const deadline = Date.now() + 90_000 + ROWS * 400;
  for (; Date.now() < deadline && !isFinished((await theCard()).text); await pause(1_000)) {
    await resumeIfPaused();
    if (await hasButton('Try the rest again')) await press(scene, card, 'batch_retry');
  }
  const report = { on: TEST_ENGINE, rows: ROWS, kills, requests: sandbox.calls().generate };
  process.stdout.write(`${JSON.stringify({ ...report, made: sandbox.links().length - 1 })}\n`);
  expect((await theCard()).text).toSatisfy(isFinished);

  const links = sandbox.links().filter(({ request }) => request.Phone !== phoneOf(ROWS));
  const byReference = new Map(links.map((link) => [link.request.Invoice_Id, link]));
  expect(links.map(({ request }) => request.Phone).toSorted()).toEqual(wanted.map(phoneOf).toSorted());
  await press(scene, card, 'batch_result_file');
  let rows: Awaited<ReturnType<typeof readXlsxTable>> = [];
  // Each run sends a file too. An earlier one may be incomplete, so only the newest counts.
  const readStates = async () => {
    rows = await readXlsxTable((await sentFile(scene, /^parents-links\.xlsx$/)).bytes);
    return rows.map((row) => row['State']?.text);
  };
  await expect
    .poll(readStates, { timeout: 60_000, interval: 500 })
    .toEqual(ALL.map((index) => (isTooDear(index) ? 'Not made' : 'Waiting')));
  expect(rows.map((row) => row['Phone']?.text)).toEqual(ALL.map(phoneOf));
  const sum = (fils: number[]) => fils.reduce((total, one) => total + one, 0);
  const made = rows.filter((_, index) => !isTooDear(index));
  expect(sum(made.map((row) => Math.round(Number(row['Paylink amount']?.text) * 100)))).toBe(
    sum(links.map(({ amountFils }) => amountFils)),
  );
  // Each row has its customer's one link, or says why there is none.
  for (const [index, row] of rows.entries()) {
    const link = byReference.get(row['Reference']?.text ?? '');
    if (isTooDear(index)) {
      expect(link).toBeUndefined();
      expect(row['What to do']?.text).toMatch(/\w{4}/);
    } else {
      expect(link?.request.Phone).toBe(row['Phone']?.text);
      expect(row['Payment link']?.text).toContain('http');
    }
  }
  expect(await instance.stop()).toBe(0);
  await slack.close();
  await sandbox.close();
  await database.remove();
});
