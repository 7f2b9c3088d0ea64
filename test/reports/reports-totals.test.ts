// @module-tag long
// @module-tag store

import { afterEach, expect, test } from 'vitest';
import { FRONT_DESK, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { createNoonClock } from '../fixtures/noon-clock.ts';
import {
  DAY,
  NOON,
  pressFor,
  pressReport,
  referencesIn,
  report,
  rowsIn,
  seedPaid,
  seeds,
  shown,
  startAtNoon,
} from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import type { Scene, SceneOptions } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

const start = async (options: SceneOptions = {}) => {
  scene = await startAtNoon(options);
};

afterEach(async () => {
  await scene.close();
});

const dirhams = (fils: number) => {
  const [whole = '', decimals = ''] = (fils / 100).toFixed(2).split('.');
  return `AED ${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
};

test('totals of all rows, exact to the fils, appear under the page', async () => {
  await start();
  seedPaid(scene, 230);
  const first = await report(scene, 'transactions last 7 days', /Rows 1–10 of 230/);
  const whole = await pressFor(scene, first, 'report_totals', /Totals of all 230 rows\*/);
  const sum = scene.sandbox.transactions().reduce((fils, { amountFils }) => fils + amountFils, 0);
  expect(seen(whole).text).toContain(`\n🧮 *Totals of all 230 rows*: *${dirhams(sum)} received* (230)\n`);
  expect(whole.ts).toBe(first.ts);
  expect(rowsIn(whole)).toEqual(rowsIn(first));
});

test('failed and refunded amounts have sums of their own after the received one', async () => {
  await start();
  const links = scene.sandbox.seedLinks(30, (index) => {
    const createdAt = NOON - (40 - index) * 60_000;
    return { createdAt, paidAt: createdAt, amountFils: 10_000 + index, declined: index % 3 === 0 };
  });
  await scene.sandbox.refund(links[1]?.orderId ?? '', { amountFils: 2_500 });
  const sumOf = (status: string) =>
    dirhams(
      scene.sandbox
        .transactions()
        .filter((one) => one.status === status)
        .reduce((fils, { amountFils }) => fils + amountFils, 0),
    );
  const first = await report(scene, 'transactions', /Rows 1–10 of 31/);
  await pressReport(scene, first, 'report_totals');
  const whole = seen(await shown(scene, /Totals of all 31 rows/)).text;
  expect(whole).toContain(`*Totals of all 31 rows*: *${sumOf('SUCCESS')} received* (20)`);
  expect(whole).toContain(`AED 25.00 refunded (1) · ${sumOf('FAILED')} failed (10)`);
  expect(whole).toContain(`${dirhams(10_000 * 20 + 300 - 2_500)} net of refunds.`);
});

testAtLength('after an error there are no totals, and the message says how many rows were read', async () => {
  await start();
  seedPaid(scene, 350);
  const first = await report(scene, 'transactions', /Rows 1–10 of 350/);
  const reading = () => scene.sandbox.requests.filter(({ path }) => path.includes('size=100'));
  scene.sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 500 });
  await pressReport(scene, first, 'report_totals');
  await scene.sandbox.until(() => reading().length > 1);
  scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 403 });
  const failed = await shown(scene, /No totals/);
  expect(seen(failed).text).toMatch(/after \d+ rows the rest could not be read\. .*\(reference [A-Z0-9]+\)/);
  expect(seen(failed).text).not.toMatch(/Totals of all \d/);
  expect(rowsIn(failed)).toHaveLength(11);
});

test('of an answer without a list there are no totals, though the page has rows', async () => {
  await start();
  seedPaid(scene, 30);
  const first = await report(scene, 'transactions', /Rows 1–10 of 30/);
  const asked = () => scene.sandbox.requests.filter(({ path }) => path.includes('history')).length;
  const ofPage = asked();
  scene.sandbox.answerWith(({ target }) =>
    // The page is read again before the totals.
    target.includes('history') && asked() > 2 * ofPage
      ? { body: { status: '00', message: 'OK', response: { amount: 5 } } }
      : undefined,
  );
  const totals = seen(await pressFor(scene, first, 'report_totals', /No totals/)).text;
  expect(totals).toContain('its answer held no list of transactions that Paylink can find');
  expect(totals).not.toContain('AED 5.00');
});

testAtLength('a range with too many rows is not read: the message suggests shorter ranges', async () => {
  await start({ env: { PAYLINK_EXPORT_ROWS: '20' } });
  seedPaid(scene, 30);
  const first = await report(scene, 'transactions this month', /Rows 1–10 of 30/);
  const before = scene.sandbox.requests.length;
  const refused = await pressFor(scene, first, 'report_totals', /No totals/);
  expect(seen(refused).text).toMatch(
    /more than 20 rows, the maximum for one report.*`\/paylink transactions 2026-11-01 2026-11-\d\d`/,
  );
  expect(scene.sandbox.requests.length - before).toBeLessThanOrEqual(4);
});

testAtLength('the process stops without waiting for totals, and says so in the message', async () => {
  await start();
  seedPaid(scene, 500);
  const first = await report(scene, 'transactions', /Rows 1–10 of 500/);
  scene.sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 1_000 });
  await pressReport(scene, first, 'report_totals');
  await scene.sandbox.until(() => scene.sandbox.requests.some(({ path }) => path.includes('size=100')));
  scene.sandbox.faults.clear();
  await scene.restart();
  expect(seen(await shown(scene, /No totals|Totals of all 500/)).text).toContain(
    '⚠️ *No totals*: Paylink was restarted while it read. Press *Totals* again.',
  );
});

testAtLength('the figures come, even if Slack refused the progress twice', async () => {
  await start({ clock: createNoonClock() });
  scene.slack.filesReadyAfter(0);
  scene.sandbox.seedLinks(300, (index) => {
    const createdAt = NOON - (1 + (index % 5)) * DAY;
    return { createdAt, paidAt: createdAt + 1_000, amountFils: 10_000 };
  });
  const first = await report(scene, 'transactions last 7 days', /Rows 1–10 of 300/);
  const before = scene.slack.calls('response_url').length;
  scene.sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 800 });
  scene.slack.faults.add({ method: 'response_url', status: 404, error: 'invalid_blocks', times: 2 });
  await pressReport(scene, first, 'report_totals');
  const whole = await scene.slack.until(() => {
    const now = scene.slack.messages(FRONT_DESK, { as: SARA }).at(-1);
    return now && seen(now).text.includes('Totals of all 300 rows') ? now : undefined;
  });
  expect(seen(whole).text).toContain('AED 30,000.00 received');
  expect(rowsIn(whole)).toEqual([]);
  expect(scene.slack.calls('response_url')).toHaveLength(before + 3);
  expect(scene.slack.messages(FRONT_DESK, { as: SARA })).toHaveLength(1);
});

test('every button works if the service always sends 1,200 rows', async () => {
  await start({ sandbox: { fixedPageSize: 1_200 } });
  seedPaid(scene, 1_200);
  const first = await report(scene, 'transactions last 7 days', /Rows 1–10 of 1,200/);
  expect(referencesIn(first)).toEqual(seeds(1_200, 1_191));
  const second = await pressFor(scene, first, 'report_next', /Rows 11–20 of 1,200/);
  expect(referencesIn(second)).toEqual(seeds(1_190, 1_181));
  expect(seen(second).text).toContain('This page only, 10 rows');
  const next = await pressFor(scene, second, 'report_next', /Rows 21–30 of 1,200/);
  expect(referencesIn(next)).toEqual(seeds(1_180, 1_171));

  await pressFor(scene, next, 'report_totals', /Totals of all 1,200 rows\*/);
  for (const format of ['csv', 'xlsx']) {
    await pressReport(scene, next, `export_${format}`);
    const done = new RegExp(`Done: 1,200 rows.*\\.${format}`);
    await scene.slack.until(() => scene.slack.messages(SARA_DM).find(({ text }) => done.test(text)));
  }
});

testAtLength('a page is not taken for the last one if the next could not be read', async () => {
  await start({ sandbox: { shape: { listing: 'no-totals' } } });
  seedPaid(scene, 7);
  const asked = () => scene.sandbox.requests.filter(({ path }) => path.includes('history')).length;
  scene.sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 1_000, times: 1 });
  const page = report(scene, 'transactions', /Rows 1–7/);
  await scene.sandbox.until(() => asked() > 0);
  scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 403 });
  expect(seen(await page).buttons).toContain('Next');
});
