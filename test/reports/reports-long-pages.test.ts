// @module-tag long
// @module-tag store

import { afterEach, expect, test } from 'vitest';
import { FRONT_DESK, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import {
  chooseSize,
  openColumns,
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

const start = async (sandbox: NonNullable<SceneOptions['sandbox']>) => {
  scene = await startAtNoon({ sandbox });
};

afterEach(async () => {
  await scene.close();
});

test('every button works if the service always sends 1,200 rows', async () => {
  await start({ fixedPageSize: 1_200 });
  seedPaid(scene, 1_200);
  const first = await report(scene, 'transactions last 7 days', /Rows 1–10 of 1,200/);
  expect(referencesIn(first)).toEqual(seeds(1_200, 1_191));
  const second = await pressFor(scene, first, 'report_next', /Rows 11–20 of 1,200/);
  expect(referencesIn(second)).toEqual(seeds(1_190, 1_181));
  expect(seen(second).text).toContain('This page only, 10 rows');
  await chooseSize(scene, second, 100);
  const larger = await shown(scene, /Rows 1–(50|100) of 1,200/);
  const next = await pressFor(scene, larger, 'report_next', /Rows (51–100|101–200) of 1,200/);
  const from = 1_201 - rowsIn(larger).length;
  expect(referencesIn(next)).toEqual(seeds(from, from + 2 - rowsIn(next).length));

  await pressFor(scene, next, 'report_totals', /Totals of all 1,200 rows\*, every one read/);
  await openColumns(scene, next);
  for (const format of ['csv', 'xlsx']) {
    await pressReport(scene, next, `export_${format}`);
    const done = new RegExp(`Done: 1,200 rows.*\\.${format}`);
    await scene.slack.until(() => scene.slack.messages(SARA_DM).find(({ text }) => done.test(text)));
  }
  const copy = await pressFor(scene, next, 'report_share', /Shared by/);
  expect(referencesIn(copy)).toEqual(referencesIn(next));
  for (const message of scene.slack.messages(FRONT_DESK, { as: SARA }))
    expect(message.text).not.toContain('no such report');
});

testAtLength('a page that spans two pages of the service is complete', async () => {
  await start({ fixedPageSize: 15 });
  seedPaid(scene, 40);
  const first = await report(scene, 'transactions', /Rows 1–10 of 40/);
  const second = await pressFor(scene, first, 'report_next', /Rows 11–20 of 40/);
  expect(referencesIn(second)).toEqual(seeds(30, 21));
  expect(referencesIn(await pressFor(scene, second, 'report_previous', /Rows 1–10 of 40/))).toEqual(
    seeds(40, 31),
  );
});

test('choosing more rows than the service sends keeps the first row on the page', async () => {
  await start({ maxPageSize: 50 });
  seedPaid(scene, 150);
  const first = await report(scene, 'transactions', /Rows 1–10 of 150/);
  await chooseSize(scene, first, 50);
  await pressReport(scene, await shown(scene, /Rows 1–50 of 150/), 'report_next');
  await pressReport(scene, await shown(scene, /Rows 51–100 of 150/), 'report_next');
  const third = await shown(scene, /Rows 101–150 of 150/);
  expect(referencesIn(third)).toEqual(seeds(50, 1));
  await chooseSize(scene, third, 100);
  const again = await shown(scene, /gives at most 50 rows a page/);
  expect(again.text).toContain('Rows 101–150 of 150');
  expect(referencesIn(again)).toEqual(seeds(50, 1));
  expect(seen(again).buttons).toContain('Previous');
});

testAtLength('a page is not taken for the last one if the next could not be read', async () => {
  await start({ shape: { listing: 'no-totals' } });
  seedPaid(scene, 7);
  const asked = () => scene.sandbox.requests.filter(({ path }) => path.includes('history')).length;
  scene.sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 1_000, times: 1 });
  const page = report(scene, 'transactions', /Rows 1–7/);
  await scene.sandbox.until(() => asked() > 0);
  scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 403 });
  expect(seen(await page).text).not.toContain('rows a page.');
  expect(seen(await page).buttons).toContain('Next');
});

testAtLength('the message says that the service’s pages are smaller, and no row is lost', async () => {
  await start({ maxPageSize: 15 });
  seedPaid(scene, 40);
  const first = await report(scene, 'transactions', /Rows 1–10 of 40/);
  await chooseSize(scene, first, 50);
  const page = await shown(scene, /Rows 1–15 of 40/);
  expect(seen(page).text).toContain('Rows 1–15 of 40. The payment service gives at most 15 rows a page.');
  expect(referencesIn(await pressFor(scene, page, 'report_next', /Rows 16–30 of 40/))).toEqual(seeds(25, 11));
});
