// @module-tag long
// @module-tag store

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeenFile, SeenMessage } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { pressReport, report } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

afterEach(async () => {
  await scene.close();
});

const seed = (count: number) =>
  scene.sandbox.seedLinks(count, (index) => {
    const createdAt = scene.clock.now() - 60_000 * (count - index) - 120_000;
    return { createdAt, paidAt: createdAt + 1_000, amountFils: 1_000 + index };
  });

const filesIn = (channel: string): SeenFile[] =>
  scene.slack
    .messages(channel)
    .flatMap(({ files }) => files ?? [])
    .flatMap(({ id }) => scene.slack.file(id) ?? []);

const invoicesIn = (file: SeenFile | undefined) =>
  [...(file?.bytes.toString().matchAll(/SEED-\d+/g) ?? [])].length;

const inDm = (words: RegExp, dm = SARA_DM): Promise<SeenMessage> =>
  scene.slack.until(() => scene.slack.messages(dm).find((message) => words.test(seen(message).text)));

const theReport = (where?: { as?: string; channel?: string }) =>
  report(scene, 'transactions last 7 days', /SEED-/, where);

/** The message of an export that the service refused; it works again. */
const stopExport = async (rows: number): Promise<SeenMessage> => {
  seed(rows);
  const shown = await theReport();
  scene.sandbox.faults.add({ operation: 'transactions', kind: 'status', status: 403 });
  await pressReport(scene, shown, 'export_csv');
  const stopped = await inDm(/not complete/);
  scene.sandbox.faults.clear();
  await expect.poll(() => scene.logLines.some((line) => line.includes('job given up'))).toBe(true);
  return stopped;
};

describe('the buttons CSV and XLSX', () => {
  beforeEach(async () => {
    scene = await startScene();
  });

  test.each(['csv', 'xlsx'])('send a %s file only to the person who pressed', async (format) => {
    seed(25);
    await pressReport(scene, await theReport(), `export_${format}`);
    await scene.slack.until(() =>
      scene.slack
        .messages(FRONT_DESK, { as: SARA })
        .find(({ text }) => text.startsWith('Making transactions-')),
    );
    await inDm(/Done: /);
    expect(filesIn(SARA_DM).map(({ name }) => name)).toEqual([
      expect.stringMatching(new RegExp(`^transactions-[\\d-]+-to-[\\d-]+\\.${format}$`)),
    ]);
    expect(filesIn(FRONT_DESK)).toEqual([]);
    if (format === 'csv') expect(invoicesIn(filesIn(SARA_DM)[0])).toBe(25);
  });

  test('send one file if pressed twice at once', async () => {
    seed(5);
    const shown = await theReport();
    await Promise.all([pressReport(scene, shown, 'export_csv'), pressReport(scene, shown, 'export_csv')]);
    await inDm(/Done: /);
    expect(scene.slack.calls('files.completeUploadExternal')).toHaveLength(1);
  });

  testAtLength('an export can be cancelled between two tries', async () => {
    seed(5);
    const shown = await theReport();
    scene.sandbox.faults.add({ operation: 'transactions', kind: 'status', status: 500 });
    await pressReport(scene, shown, 'export_csv');
    const waiting = await inDm(/will try again/);
    await pressReport(scene, waiting, 'export_cancel');
    await inDm(/Cancelled: /);
    expect(filesIn(SARA_DM)).toEqual([]);
  });

  testAtLength('a stopped export is made anew once, even if *Try again* is pressed twice', async () => {
    const stopped = await stopExport(150);
    await Promise.all([
      pressReport(scene, stopped, 'export_again'),
      pressReport(scene, stopped, 'export_again'),
    ]);
    await inDm(/Done: /);
    expect(filesIn(SARA_DM).map(invoicesIn)).toEqual([150]);
  });
});
