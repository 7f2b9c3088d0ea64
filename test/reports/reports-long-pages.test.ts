import { afterEach, expect, test } from 'vitest';
import { FRONT_DESK, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import { textOf } from '../fixtures/link-form.ts';
import { pressReport, report, rowsIn, seedPaid, shown, startAtNoon } from '../fixtures/reports.ts';
import type { Scene, SceneOptions } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

const start = async (sandbox: NonNullable<SceneOptions['sandbox']>) => {
  scene = await startAtNoon({ sandbox });
};

afterEach(async () => {
  await scene.close();
});

const references = (rows: string[][]) =>
  rows.slice(1).map((cells) => cells.find((cell) => /^SEED-/.test(cell)));
const seeds = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => `SEED-${String(from - index).padStart(6, '0')}`);

/** The value of the menu of sizes for so many rows a page. */
const sizeIn = (message: { blocks: unknown[] | null }, size: number): string =>
  new RegExp(`"value":"(rpt_[\\w-]+\\.\\d+\\.${size}\\??\\.)"`).exec(textOf(message))?.[1] ?? 'none';

test('every button works with a service that always sends 1,200 rows', async () => {
  await start({ fixedPageSize: 1_200 });
  seedPaid(scene, 1_200);
  const first = await report(scene, 'transactions last 7 days', /Rows 1–10 of 1,200/);
  expect(references(rowsIn(first))).toEqual(seeds(1_200, 1_191));
  await pressReport(scene, first, 'report_next');
  const second = await shown(scene, /Rows 11–20 of 1,200/);
  expect(references(rowsIn(second))).toEqual(seeds(1_190, 1_181));
  expect(textOf(second)).toContain('This page only, 10 rows');
  await pressReport(scene, second, 'report_size', { chosen: sizeIn(second, 100) });
  const larger = await shown(scene, /Rows 1–(50|100) of 1,200/);
  await pressReport(scene, larger, 'report_next');
  const next = await shown(scene, /Rows (51–100|101–200) of 1,200/);
  const from = 1_201 - rowsIn(larger).length;
  expect(references(rowsIn(next))).toEqual(seeds(from, from + 2 - rowsIn(next).length));

  await pressReport(scene, next, 'report_totals');
  await shown(scene, /Totals of all 1,200 rows\*, every one read/);
  await pressReport(scene, next, 'report_columns');
  await scene.slack.until(() => {
    const top = scene.slack.topModal(SARA);
    return top && /checkboxes/.test(textOf(top)) ? top : undefined;
  });
  for (const format of ['csv', 'xlsx']) {
    await pressReport(scene, next, `export_${format}`);
    const done = new RegExp(`Done: 1,200 rows.*\\.${format}`);
    await scene.slack.until(() => scene.slack.messages(SARA_DM).find(({ text }) => done.test(text)));
  }
  await pressReport(scene, next, 'report_share');
  const copy = await shown(scene, /Shared by/);
  expect(references(rowsIn(copy))).toEqual(references(rowsIn(next)));
  for (const message of scene.slack.messages(FRONT_DESK, { as: SARA }))
    expect(message.text).not.toContain('no such report');
});

testAtLength('a page that spans two pages of the service is whole', async () => {
  await start({ fixedPageSize: 15 });
  seedPaid(scene, 40);
  const first = await report(scene, 'transactions', /Rows 1–10 of 40/);
  await pressReport(scene, first, 'report_next');
  const second = await shown(scene, /Rows 11–20 of 40/);
  expect(references(rowsIn(second))).toEqual(seeds(30, 21));
  await pressReport(scene, second, 'report_previous');
  expect(references(rowsIn(await shown(scene, /Rows 1–10 of 40/)))).toEqual(seeds(40, 31));
});

test('choosing more rows than the service sends keeps the first row on the page', async () => {
  await start({ maxPageSize: 50 });
  seedPaid(scene, 150);
  const first = await report(scene, 'transactions', /Rows 1–10 of 150/);
  await pressReport(scene, first, 'report_size', { chosen: sizeIn(first, 50) });
  await pressReport(scene, await shown(scene, /Rows 1–50 of 150/), 'report_next');
  await pressReport(scene, await shown(scene, /Rows 51–100 of 150/), 'report_next');
  const third = await shown(scene, /Rows 101–150 of 150/);
  expect(references(rowsIn(third))).toEqual(seeds(50, 1));
  await pressReport(scene, third, 'report_size', { chosen: sizeIn(third, 100) });
  const again = await shown(scene, /gives at most 50 rows a page/);
  expect(again.text).toContain('Rows 101–150 of 150');
  expect(references(rowsIn(again))).toEqual(seeds(50, 1));
  expect(textOf(again)).toContain('report_previous');
});

testAtLength(
  'a page after which nothing could be read is not taken for all that the service gives',
  async () => {
    await start({ shape: { listing: 'no-totals' } });
    seedPaid(scene, 7);
    const asked = () => scene.sandbox.requests.filter(({ path }) => path.includes('history')).length;
    scene.sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 200, times: 1 });
    const page = report(scene, 'transactions', /Rows 1–7/);
    await scene.sandbox.until(() => asked() > 0);
    scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 403 });
    expect(textOf(await page)).not.toContain('rows a page.');
    expect(textOf(await page)).toContain('report_next');
  },
);
