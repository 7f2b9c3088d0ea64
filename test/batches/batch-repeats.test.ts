// @module-tag long
// @module-tag store

import { afterEach, expect, test } from 'vitest';
import type { SeenMessage, SeenView } from '../../packages/local-slack/src/local-slack.ts';
import {
  FRONT_DESK,
  RAVI,
  RAVI_DM,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { readXlsxTable } from '../exports/read-xlsx.ts';
import { createMovedClock, type MovedClock } from '../fixtures/moved-clock.ts';
import { modalWith, press } from '../fixtures/press-card.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { batchCard, buildCsv, createLinks, giveFile, previewOf, sentFile } from './batch-scene.ts';

const DAY = 24 * 3_600_000;

let scene: Scene;
let clock: MovedClock;

afterEach(() => scene.close());

const start = async (env: Record<string, string> = {}) => {
  clock = createMovedClock();
  scene = await startScene({
    env: { PAYLINK_BATCH_ROWS_PER_SECOND: '200', PAYLINK_ADMINS: `${RAVI},${SARA}`, ...env },
    clock,
  });
};

const make = async (rows: number): Promise<SeenMessage> => {
  await giveFile(scene, { text: buildCsv(rows) });
  const card = await createLinks(scene, new RegExp(`0 of ${rows} paid`));
  await closeAll(SARA);
  return card;
};

const closeAll = async (as: string) => {
  const top = scene.slack.topModal(as);
  if (top) await scene.slack.closeView(as, top.id, true);
};

/** Presses *Same again*. */
const repeat = async (card: SeenMessage, as = SARA): Promise<SeenView> => {
  await press(scene, card, 'batch_repeat', as);
  return modalWith(scene, /Same again\*, as on/, as);
};

const click = (view: SeenView, actionId: string, as = SARA) =>
  scene.slack.click(as, { viewId: view.id }, { actionId });

const answered = (dm: string, words: RegExp): Promise<SeenMessage> =>
  scene.slack.until(
    () => scene.slack.messages(dm).findLast((one) => words.test(seen(one).text || one.text)),
    30_000,
  );

test('a month later *Same again* shows the month moved on and who still owes, and makes links when confirmed', async () => {
  await start();
  const card = await make(3);
  expect(seen(card).buttons).toContain('Same again');
  const [paid = ''] = scene.sandbox.links().map(({ orderId }) => orderId);
  await scene.sandbox.pay(paid, { callback: true });
  await batchCard(scene, /1 of 3 paid/);

  clock.move(10 * DAY);
  const { text } = seen(await repeat(card));
  expect(text).toContain('as on 21 Nov 2026');
  expect(text).toContain('AED 204.00 is still owed from last time');
  expect(text).toMatch(/Row 3, Sara \(···001\): AED 101\.50\s.*Row 4, Sara \(···002\): AED 102\.50/s);
  expect(text).not.toContain('Row 2');
  // Who owes last month owes this month, too.
  expect(text).not.toContain('same customer and amount');
  expect(text).toContain('Customers now read “July fees”');
  expect(text).toMatch(/Can be paid until 31 Dec 2026/);
  expect(text).not.toMatch(/Khan|example\.com/);
  expect(scene.sandbox.links()).toHaveLength(3);
  await closeAll(SARA);

  // A colleague who presses that day has the same preview.
  const theirs = await repeat(card, RAVI);
  await click(theirs, 'batch_list_file', RAVI);
  const file = await readXlsxTable((await sentFile(scene, /parents-again\.xlsx$/, RAVI_DM)).bytes);
  expect(file.map((row) => row['What for']?.text)).toEqual(['July fees', 'July fees', 'July fees']);
  await click(theirs, 'batch_create', RAVI);
  const next = await batchCard(scene, /0 of 3 paid.*by <@U0RAVI/s);
  expect(next.ts).not.toBe(card.ts);
  const made = scene.sandbox.links().slice(3);
  expect(made.map(({ request }) => request.notes)).toEqual(Array(3).fill('July fees'));
  // As many days are left as last month.
  expect(made.map(({ request }) => request.expiryOn.slice(0, 10))).toEqual(Array(3).fill('2026-12-31'));

  // Made again from the first batch, the links of the second are other people's doing: they are asked about.
  await closeAll(RAVI);
  clock.move(DAY);
  expect(seen(await repeat(card)).text).toContain('3 rows left out: the same customer and amount');
});

testAtLength('of another account asks before it makes its links at the new one', async () => {
  await start();
  const card = await make(2);
  const tables = await openTables(scene.database.place);
  await tables.run("update batches set account = 'earlier'");
  await tables.close();
  const preview = await repeat(card);
  await click(preview, 'batch_create');
  await modalWith(scene, /confirmed for the payment account earlier.*Press the button again/);
  expect(scene.sandbox.links()).toHaveLength(2);
  await scene.slack.closeView(SARA, (await modalWith(scene, /Press the button again/)).id);
  await click(preview, 'batch_create');
  await scene.slack.until(() => scene.sandbox.links().length === 4);
});

testAtLength('a corrected file is still the same again: who owes is no duplicate', async () => {
  await start();
  const card = await make(2);
  await click(await repeat(card), 'batch_again');
  const form = await modalWith(scene, /batch_file/);
  const id = scene.slack.giveFile(SARA, { name: 'parents.csv', bytes: Buffer.from(buildCsv(4)) });
  await scene.slack.submit(SARA, form.id, {
    batch_file: { batch_file: [id] },
    batch_channel: { batch_channel: FRONT_DESK },
    batch_terms: { batch_terms: ['accepted'] },
  });
  const { text } = seen(await previewOf(scene));
  expect(text).toMatch(/Same again.*4 rows.*Row 2, Sara \(···000\): AED 100\.50/s);
  expect(text).not.toContain('same customer and amount');
  await createLinks(scene, /0 of 4 paid/);
});

testAtLength('a person is reminded on the day that they chose, once, unless they turn it off', async () => {
  await start({ RETENTION_DAYS: '30' });
  await make(2);
  const file = await answered(SARA_DM, /2 made/);
  expect(seen(file).buttons).toEqual(['Same again', 'Remind me…']);
  const choose = async (day: string) => {
    await press(scene, file, 'batch_repeat_day');
    const form = await modalWith(scene, /repeat_day/);
    return JSON.stringify(await scene.slack.submit(SARA, form.id, { repeat_day: { repeat_day: day } }));
  };
  expect(await choose('2026-12-28')).toContain('erased here after 30 days, which is before that day');
  await closeAll(SARA);
  expect(await choose('2026-11-21')).toContain('Choose a later day');
  await closeAll(SARA);
  await choose('2026-12-10');
  await modalWith(scene, /You’ll be reminded .*10 Dec 2026 at 9:00 AM/);
  await closeAll(SARA);
  await choose('2026-12-01');
  await modalWith(scene, /You’ll be reminded .*1 Dec 2026 at 9:00 AM/);
  await closeAll(SARA);

  clock.move(10 * DAY);
  const reminder = await answered(SARA_DM, /You wanted to be reminded of 2 links .*parents\.csv/);
  expect(seen(reminder).buttons).toEqual(['Same again']);
  await repeat(reminder);
  await closeAll(SARA);

  await choose('2026-12-05');
  await closeAll(SARA);
  await press(scene, file, 'batch_repeat_day');
  await click(await modalWith(scene, /You’ll be reminded/), 'batch_repeat_off');
  await modalWith(scene, /You won’t be reminded/);
  await closeAll(SARA);
  await press(scene, file, 'batch_repeat_day');
  expect(seen(await modalWith(scene, /repeat_day/)).text).not.toContain('You’ll be reminded');
});
