// @module-tag long
// @module-tag store

import { afterEach, expect, test } from 'vitest';
import { SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import {
  pressFor,
  pressReport,
  referencesIn,
  report,
  seedPaid,
  seeds,
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
  const next = await pressFor(scene, second, 'report_next', /Rows 21–30 of 1,200/);
  expect(referencesIn(next)).toEqual(seeds(1_180, 1_171));

  await pressFor(scene, next, 'report_totals', /Totals of all 1,200 rows\*, every one read/);
  for (const format of ['csv', 'xlsx']) {
    await pressReport(scene, next, `export_${format}`);
    const done = new RegExp(`Done: 1,200 rows.*\\.${format}`);
    await scene.slack.until(() => scene.slack.messages(SARA_DM).find(({ text }) => done.test(text)));
  }
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

testAtLength('a page is not taken for the last one if the next could not be read', async () => {
  await start({ shape: { listing: 'no-totals' } });
  seedPaid(scene, 7);
  const asked = () => scene.sandbox.requests.filter(({ path }) => path.includes('history')).length;
  scene.sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 1_000, times: 1 });
  const page = report(scene, 'transactions', /Rows 1–7/);
  await scene.sandbox.until(() => asked() > 0);
  scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 403 });
  expect(seen(await page).buttons).toContain('Next');
});

testAtLength('a service with smaller pages gives as many rows, and none is lost', async () => {
  await start({ maxPageSize: 4 });
  seedPaid(scene, 25);
  const first = await report(scene, 'transactions', /Rows 1–10 of 25/);
  expect(referencesIn(first)).toEqual(seeds(25, 16));
  expect(referencesIn(await pressFor(scene, first, 'report_next', /Rows 11–20 of 25/))).toEqual(seeds(15, 6));
});
