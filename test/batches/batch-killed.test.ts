import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import manifest from '../../manifest.json' with { type: 'json' };
import { buildAppEnvironment } from '../../playground/app-environment.ts';
import { readFeatures } from '../../playground/read-features.ts';
import { createSandboxService } from '../../playground/sandbox/sandbox-service.ts';
import { createLocalSlack } from '../../playground/slack/local-slack.ts';
import { createInstance } from '../crash/instances.ts';
import { createDice } from '../crash/shop-day.ts';
import { readXlsxTable } from '../exports/read-xlsx.ts';
import { textOf } from '../fixtures/link-form.ts';
import { press } from '../fixtures/press-card.ts';
import type { Scene } from '../fixtures/start-paylink.ts';
import { createTestDatabase, TEST_ENGINE } from '../fixtures/test-database.ts';
import { batchCard, buildCsv, createLinks, giveFile, sentFile } from './batch-scene.ts';

const LONG = process.env['LONG_TESTS'] !== undefined;
const ROWS = LONG ? 1_000 : 60;
/** What a killed process had in hand is taken over when its lease has run out: half a minute on PostgreSQL. */
const KILLS = LONG ? (TEST_ENGINE === 'sqlite' ? 12 : 4) : 2;
const SEED = Number(process.env['CRASH_SEED'] ?? 20_261_122);
const REQUEST_SECONDS = 6;

test('a batch of a service in trouble, whose process is killed again and again, makes each row once', {
  timeout: 120_000 + ROWS * 600 + KILLS * 45_000,
}, async () => {
  const database = await createTestDatabase({ isDurable: true });
  const sandbox = await createSandboxService({ history: 'none', shape: { conflict: 'none' } });
  const slack = await createLocalSlack({
    manifest: readFeatures(manifest),
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
  await giveFile(scene, { text: buildCsv(ROWS) });
  const card = await createLinks(scene, /Creating/);

  sandbox.faults.random({ seed: SEED, rate: 0.25, delayMs: 300 });
  for (let kill = 0; kill < KILLS; kill += 1) {
    await pause(500 + 2_000 * dice());
    await instance.kill();
    await start();
    if (/Paused/.test(textOf(await batchCard(scene, /./)))) await press(scene, card, 'batch_go_on');
  }
  sandbox.faults.clear();

  // A person presses what the card offers, until nothing is left to do.
  const deadline = Date.now() + 90_000 + ROWS * 200;
  for (; Date.now() < deadline; await pause(1_000)) {
    const text = textOf(await batchCard(scene, /./));
    if (new RegExp(`"[^"]*0 of ${ROWS} paid`).test(text) && !/checking|not made/.test(text)) break;
    if (/Paused/.test(text)) await press(scene, card, 'batch_go_on');
    else if (/batch_retry/.test(text) && !/checking/.test(text)) await press(scene, card, 'batch_retry');
  }

  const links = sandbox.links();
  const phones = links.map(({ request }) => request.Phone);
  expect(new Set(phones).size).toBe(phones.length);
  expect(links).toHaveLength(ROWS);
  await press(scene, card, 'batch_result_file');
  const before = slack.calls('files.completeUploadExternal').length;
  await slack.until(() => slack.calls('files.completeUploadExternal').length > before, 60_000);
  const rows = await readXlsxTable((await sentFile(scene, /-links\.xlsx$/)).bytes);
  const made = new Map(links.map((link) => [link.request.Invoice_Id, link]));
  const sum = (fils: number[]) => fils.reduce((total, one) => total + one, 0);
  expect(rows.map((row) => made.get(row['Reference']?.text ?? '')?.request.Phone)).toEqual(
    rows.map((row) => row['Phone']?.text),
  );
  expect(sum(rows.map((row) => Math.round(Number(row['Paylink amount']?.text) * 100)))).toBe(
    sum(links.map(({ amountFils }) => amountFils)),
  );
  expect(new Set(rows.map((row) => row['State']?.text))).toEqual(new Set(['Waiting']));

  expect(await instance.stop()).toBe(0);
  await slack.close();
  await sandbox.close();
  await database.remove();
});
