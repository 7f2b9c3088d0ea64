import { afterEach, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../playground/slack/local-slack.ts';
import { FRONT_DESK, OMAR, RAVI, RAVI_DM, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import { readXlsxTable } from '../exports/read-xlsx.ts';
import { textOf } from '../fixtures/link-form.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { modalWith, press, repliesTo } from '../fixtures/press-card.ts';
import { saveSettings } from '../fixtures/settings-windows.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { batchCard, buildCsv, createLinks, giveFile, previewOf, sentFile } from './batch-scene.ts';

const DAY = 24 * 3_600_000;
const FAST = { PAYLINK_BATCH_ROWS_PER_SECOND: '200', PAYLINK_ADMINS: `${RAVI},${SARA}` };

let scene: Scene;
let ahead = 0;

afterEach(async () => {
  await scene.close();
});

/** Time that the test moves on; what waits looks at it ten times a second. */
const start = async (env: Record<string, string> = {}) => {
  ahead = 0;
  const begunAt = performance.now();
  const clock = {
    now: () => NOON + ahead + Math.floor(performance.now() - begunAt),
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(ms, 100));
        signal?.addEventListener('abort', () => resolve(clearTimeout(timer)), { once: true });
      }),
  };
  scene = await startScene({ env: { ...FAST, ...env }, clock });
};

const make = async (rows: number, as = SARA) => {
  await giveFile(scene, { text: buildCsv(rows) }, { as });
  return createLinks(scene, new RegExp(`0 of ${rows} paid`), { as });
};

/** *Same again next month* on a card, for this day at nine. */
const keep = async (card: SeenMessage, day: string, as = SARA) => {
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
        .findLast((one) => words.test(textOf(one)) && /batch_create/.test(textOf(one))),
    30_000,
  );

describe('a batch that comes again', () => {
  test('is shown on its day with what has changed, and made only by a press, month after month', async () => {
    await start();
    const card = await make(3);
    expect(textOf(card)).toContain('Same again next month');
    await keep(card, '1');
    expect(textOf(await modalWith(scene, /Next preview/))).toMatch(/1 Dec 2026, 09:00 \(Dubai\)/);
    await batchCard(scene, /Next preview .*1 Dec 2026, 09:00/);
    const [paid = ''] = scene.sandbox.links().map(({ orderId }) => orderId);
    await scene.sandbox.pay(paid, { callback: true });
    await batchCard(scene, /1 of 3 paid/);

    ahead = 10 * DAY;
    const preview = await previewIn(SARA_DM);
    expect(textOf(preview)).toMatch(/as on 21 Nov 2026/);
    expect(textOf(preview)).toMatch(
      /2 of 3 customers have not paid yet, AED 204\.00: Sara \(···\d{3}\), Sara/,
    );
    expect(textOf(preview)).toMatch(/2 rows are for the same customer and amount as another row or link/);
    expect(textOf(preview)).toMatch(/The customers would read “June fees”/);
    expect(textOf(preview)).not.toMatch(/Khan|example\.com/);
    expect(scene.sandbox.links()).toHaveLength(3);

    await press(scene, preview, 'batch_list_file');
    const file = await readXlsxTable((await sentFile(scene, /parents-again\.xlsx$/)).bytes);
    expect(file.map((row) => row['What for']?.text)).toEqual(['June fees', 'June fees', 'June fees']);

    await press(scene, preview, 'batch_list_words');
    const words = await modalWith(scene, /list_words_0/);
    await scene.slack.submit(SARA, words.id, { list_words_0: { list_words: 'December fees' } });
    await scene.slack.until(() =>
      scene.slack
        .messages(SARA_DM)
        .find((one) => one.ts === preview.ts && /“December fees”/.test(textOf(one))),
    );
    await press(scene, preview, 'batch_create_all');
    const next = await batchCard(scene, /0 of 3 paid.*Next preview .*1 Jan 2027, 09:00/);
    expect(next.ts).not.toBe(card.ts);
    const made = scene.sandbox.links().slice(3);
    expect(made.map(({ request }) => request.notes)).toEqual(Array(3).fill('December fees'));
    // Thirty days were left then, and are a month later.
    expect(made.map(({ request }) => request.expiryOn.slice(0, 7))).toEqual(Array(3).fill('2027-01'));
    await scene.slack.until(() => {
      const last = textOf(scene.slack.messages(FRONT_DESK).find(({ ts }) => ts === card.ts));
      return /Next preview/.test(last) ? undefined : true;
    });

    // Two months in which nothing ran: it comes once.
    ahead += 70 * DAY;
    const third = await previewIn(SARA_DM, /as on 1 Dec 2026/);
    expect(scene.slack.messages(SARA_DM).filter((one) => /Same again: /.test(textOf(one)))).toHaveLength(1);
    await press(scene, third, 'batch_repeat');
    const window = await modalWith(scene, /list_kept/);
    expect(textOf(window)).toMatch(/1 Mar 2027/);
    await scene.slack.click(SARA, { viewId: window.id }, { actionId: 'batch_list_stop' });
    await modalWith(scene, /Stopped: parents\.csv won’t be prepared again/);
    await batchCard(scene, /0 of 3 paid.*Same again next month/);
    expect(scene.sandbox.links()).toHaveLength(6);
  });

  testAtLength('takes a corrected file in its place, and shows what waits under the command', async () => {
    await start();
    await keep(await make(2), '31');
    for (const { orderId } of scene.sandbox.links()) await scene.sandbox.pay(orderId, { callback: true });
    await batchCard(scene, /All 2 paid/);
    ahead = 41 * DAY;
    const preview = await previewIn(SARA_DM);
    await press(scene, preview, 'batch_again');
    const form = await modalWith(scene, /batch_file/);
    const id = scene.slack.giveFile(SARA, { name: 'parents.csv', bytes: Buffer.from(buildCsv(4)) });
    await scene.slack.submit(SARA, form.id, {
      batch_file: { batch_file: [id] },
      batch_channel: { batch_channel: FRONT_DESK },
      batch_terms: { batch_terms: ['accepted'] },
    });
    expect(textOf(await previewOf(scene))).toMatch(/Same again.*4 rows/s);
    await scene.slack.closeView(SARA, (await previewOf(scene)).id, true);
    // The list that it corrected makes nothing now.
    await press(scene, preview, 'batch_create');
    await scene.slack.until(() =>
      scene.slack.messages(SARA_DM).find(({ text }) => /preview is no longer available/.test(text)),
    );

    await scene.slack.command(RAVI, FRONT_DESK, '/paylink', 'batch');
    const window = await modalWith(scene, /is waiting to be confirmed/, RAVI);
    await scene.slack.click(RAVI, { viewId: window.id }, { actionId: 'batch_list_look' });
    await createLinks(scene, /0 of 4 paid.*to <@U0RAVI/, { as: RAVI });
    expect(scene.sandbox.links()).toHaveLength(6);
  });

  testAtLength('goes to the admins once its keeper may no longer confirm it, or has left', async () => {
    await start({ PAYLINK_ADMINS: RAVI });
    await saveSettings(scene, 'settings', { supervisor: [OMAR] });
    await keep(await make(2, OMAR), '1', OMAR);
    await saveSettings(scene, 'settings', { supervisor: [] });
    for (const { orderId } of scene.sandbox.links()) await scene.sandbox.pay(orderId, { callback: true });
    await batchCard(scene, /All 2 paid/);
    ahead = 10 * DAY;
    const preview = await previewIn(RAVI_DM);
    await press(scene, preview, 'batch_create', RAVI);
    await batchCard(scene, /0 of 2 paid.*to <@U0RAVI/);

    await saveSettings(scene, 'settings', { supervisor: [OMAR] });
    const card = await batchCard(scene, /Next preview/);
    await keep(card, '1', OMAR);
    await batchCard(scene, /to <@U0OMAR/);
    for (const { orderId } of scene.sandbox.links().slice(2))
      await scene.sandbox.pay(orderId, { callback: true });
    await batchCard(scene, /All 2 paid.*Next preview/);
    ahead += 2 * DAY;
    await scene.slack.until(() => repliesTo(scene, card)[0], 30_000);
    scene.slack.faults.add({ method: 'chat.postMessage', channel: OMAR, error: 'user_disabled' });
    ahead += 29 * DAY;
    await previewIn(RAVI_DM, /as on 1 Dec 2026/);
  });

  testAtLength('is not kept longer than customers’ data is', async () => {
    await start({ RETENTION_DAYS: '30' });
    const card = await make(2);
    await keep(card, '28');
    await modalWith(scene, /erased here after 30 days, which is before that day/);
    await scene.slack.closeView(SARA, (await modalWith(scene, /erased here/)).id, true);
    await keep(card, '1');
    await modalWith(scene, /Next preview/);
  });
});
