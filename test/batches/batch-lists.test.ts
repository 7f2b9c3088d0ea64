// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../playground/slack/local-slack.ts';
import { FRONT_DESK, OMAR, RAVI, RAVI_DM, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import { readXlsxTable } from '../exports/read-xlsx.ts';
import { createMovedClock, type MovedClock } from '../fixtures/moved-clock.ts';
import { modalWith, press, repliesTo } from '../fixtures/press-card.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { batchCard, buildCsv, createLinks, giveFile, previewOf, sentFile } from './batch-scene.ts';

const DAY = 24 * 3_600_000;
const FAST = { PAYLINK_BATCH_ROWS_PER_SECOND: '200', PAYLINK_ADMINS: `${RAVI},${SARA}` };

let scene: Scene;
let clock: MovedClock;

afterEach(() => scene.close());

const start = async (env: Record<string, string> = {}) => {
  clock = createMovedClock();
  scene = await startScene({ env: { ...FAST, ...env }, clock });
};

const make = async (rows: number, as = SARA) => {
  await giveFile(scene, { text: buildCsv(rows) }, { as });
  return createLinks(scene, new RegExp(`0 of ${rows} paid`), { as });
};

/** Presses *Same again next month* and chooses a day, at nine. */
const repeat = async (card: SeenMessage, day: string, as = SARA) => {
  await press(scene, card, 'batch_repeat', as);
  const window = await modalWith(scene, /list_day/, as);
  const sent = await scene.slack.submit(as, window.id, {
    list_day: { list_day: day },
    list_hour: { list_hour: '09:00' },
  });
  if (!sent.ok) throw new Error(JSON.stringify(sent));
};

const previewIn = (channel: string, words = /Same again/): Promise<SeenMessage> =>
  scene.slack.until(
    () =>
      scene.slack
        .messages(channel)
        .findLast((one) => words.test(seen(one).text) && /^Create /.test(seen(one).buttons[0] ?? '')),
    30_000,
  );

describe('a list that comes again each month', () => {
  test('is previewed on its day with what has changed, and creates links only when a person confirms', async () => {
    await start();
    const card = await make(3);
    expect(seen(card).buttons).toContain('Same again next month');
    await repeat(card, '1');
    expect(seen(await modalWith(scene, /Next preview/)).text).toContain('1 Dec 2026, 09:00 (Dubai)');
    await batchCard(scene, /Next preview .*1 Dec 2026, 09:00/);
    const [paid = ''] = scene.sandbox.links().map(({ orderId }) => orderId);
    await scene.sandbox.pay(paid, { callback: true });
    await batchCard(scene, /1 of 3 paid/);

    clock.move(10 * DAY);
    const preview = await previewIn(SARA_DM);
    const { text } = seen(preview);
    expect(text).toContain('as on 21 Nov 2026');
    expect(text).toMatch(/2 of 3 customers still owe November, AED 204\.00: Sara \(···\d{3}\), Sara/);
    // Last month's debtors owe this month, too.
    expect(text).not.toContain('same customer and amount');
    expect(text).toContain('customers will read “July fees”');
    expect(text).toMatch(/Valid as long as last time\. Can be paid until 31 Dec 2026/);
    expect(JSON.stringify(preview.blocks)).not.toMatch(/Khan|example\.com/);
    expect(scene.sandbox.links()).toHaveLength(3);

    await press(scene, preview, 'batch_list_file');
    const file = await readXlsxTable((await sentFile(scene, /parents-again\.xlsx$/)).bytes);
    expect(file.map((row) => row['What for']?.text)).toEqual(['July fees', 'July fees', 'July fees']);

    await press(scene, preview, 'batch_list_words');
    const words = await modalWith(scene, /list_words_0/);
    await scene.slack.submit(SARA, words.id, { list_words_0: { list_words_0: 'December fees' } });
    await scene.slack.until(() =>
      scene.slack
        .messages(SARA_DM)
        .find((one) => one.ts === preview.ts && /“December fees”/.test(seen(one).text)),
    );
    await press(scene, preview, 'batch_create');
    const next = await batchCard(scene, /0 of 3 paid.*Next preview .*1 Jan 2027, 09:00/s);
    expect(next.ts).not.toBe(card.ts);
    const made = scene.sandbox.links().slice(3);
    expect(made.map(({ request }) => request.notes)).toEqual(Array(3).fill('December fees'));
    // As many days are left as last month.
    expect(made.map(({ request }) => request.expiryOn.slice(0, 10))).toEqual(Array(3).fill('2026-12-31'));
    await scene.slack.until(() => {
      const last = seen(scene.slack.messages(FRONT_DESK).find(({ ts }) => ts === card.ts));
      return /Next preview/.test(last.text) ? undefined : true;
    });

    // After two months without the app, it comes once.
    clock.move(70 * DAY);
    const third = await previewIn(SARA_DM, /as on 1 Dec 2026/);
    expect(scene.slack.messages(SARA_DM).filter((one) => /Same again: /.test(seen(one).text))).toHaveLength(
      1,
    );
    await press(scene, third, 'batch_repeat');
    const window = await modalWith(scene, /list_kept/);
    expect(seen(window).text).toContain('1 Mar 2027');
    await scene.slack.click(SARA, { viewId: window.id }, { actionId: 'batch_list_stop' });
    await modalWith(scene, /Stopped: parents\.csv won’t be prepared again/);
    const stopped = await batchCard(scene, /0 of 3 paid(?!.*Next preview)/s);
    expect(seen(stopped).buttons).toContain('Same again next month');
    expect(scene.sandbox.links()).toHaveLength(6);
  });

  testAtLength('of another account asks before it makes its links at the new one', async () => {
    await start();
    await repeat(await make(2), '1');
    const tables = await openTables(scene.database.place);
    await tables.run("update batches set account = 'earlier'");
    await tables.close();
    clock.move(10 * DAY);
    const preview = await previewIn(SARA_DM);
    await press(scene, preview, 'batch_create');
    await scene.slack.until(() =>
      scene.slack
        .messages(SARA_DM, { as: SARA })
        .some(({ text }) => /confirmed for the payment account earlier.*Press the button again/.test(text)),
    );
    expect(scene.sandbox.links()).toHaveLength(2);
    await press(scene, preview, 'batch_create');
    await scene.slack.until(() => scene.sandbox.links().length === 4);
  });

  testAtLength('is replaced by a corrected file, and `/paylink batch` shows that it is waiting', async () => {
    await start();
    await repeat(await make(2), '31');
    for (const { orderId } of scene.sandbox.links()) await scene.sandbox.pay(orderId, { callback: true });
    await batchCard(scene, /All 2 paid/);
    clock.move(41 * DAY);
    const preview = await previewIn(SARA_DM);
    await press(scene, preview, 'batch_again');
    const form = await modalWith(scene, /batch_file/);
    const id = scene.slack.giveFile(SARA, { name: 'parents.csv', bytes: Buffer.from(buildCsv(4)) });
    await scene.slack.submit(SARA, form.id, {
      batch_file: { batch_file: [id] },
      batch_channel: { batch_channel: FRONT_DESK },
      batch_terms: { batch_terms: ['accepted'] },
    });
    expect(seen(await previewOf(scene)).text).toMatch(/Same again.*4 rows/s);
    await scene.slack.closeView(SARA, (await previewOf(scene)).id, true);
    // The old preview creates nothing.
    await press(scene, preview, 'batch_create');
    await scene.slack.until(() =>
      scene.slack.messages(SARA_DM).find(({ text }) => /can’t find this preview any more/.test(text)),
    );

    await scene.slack.command(RAVI, FRONT_DESK, '/paylink', 'batch');
    const window = await modalWith(scene, /is waiting to be confirmed/, RAVI);
    await scene.slack.click(RAVI, { viewId: window.id }, { actionId: 'batch_list_look' });
    await createLinks(scene, /0 of 4 paid.*to <@U0RAVI/s, { as: RAVI });
    expect(scene.sandbox.links()).toHaveLength(6);
  });

  testAtLength('goes to the admins once its owner may no longer confirm it, or has left', async () => {
    await start({ PAYLINK_ADMINS: RAVI });
    await saveSettings(scene, 'settings', { supervisor: [OMAR] });
    await repeat(await make(2, OMAR), '1', OMAR);
    await saveSettings(scene, 'settings', { supervisor: [] });
    for (const { orderId } of scene.sandbox.links()) await scene.sandbox.pay(orderId, { callback: true });
    await batchCard(scene, /All 2 paid/);
    clock.move(10 * DAY);
    const preview = await previewIn(RAVI_DM);
    await press(scene, preview, 'batch_create', RAVI);
    await batchCard(scene, /0 of 2 paid.*to <@U0RAVI/s);

    await saveSettings(scene, 'settings', { supervisor: [OMAR] });
    const card = await batchCard(scene, /Next preview/);
    await repeat(card, '1', OMAR);
    await batchCard(scene, /to <@U0OMAR/);
    for (const { orderId } of scene.sandbox.links().slice(2))
      await scene.sandbox.pay(orderId, { callback: true });
    await batchCard(scene, /All 2 paid.*Next preview/s);
    clock.move(2 * DAY);
    await scene.slack.until(() => repliesTo(scene, card)[0], 30_000);
    scene.slack.faults.add({ method: 'chat.postMessage', channel: OMAR, error: 'user_disabled' });
    clock.move(29 * DAY);
    await previewIn(RAVI_DM, /as on 1 Dec 2026/);
  });

  testAtLength('cannot come after the customers’ data is erased', async () => {
    await start({ RETENTION_DAYS: '30' });
    const card = await make(2);
    await repeat(card, '28');
    await modalWith(scene, /erased here after 30 days, which is before that day/);
    await scene.slack.closeView(SARA, (await modalWith(scene, /erased here/)).id, true);
    await repeat(card, '1');
    await modalWith(scene, /Next preview/);
  });
});
