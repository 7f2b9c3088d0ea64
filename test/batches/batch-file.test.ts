// @module-tag long
// @module-tag store

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  RAVI,
  SARA,
  SARA_DM,
  TEAM,
} from '../../packages/local-slack/src/people-and-places.ts';
import type { BatchSheet } from '../../src/batches/batch-file-view.ts';
import { readXlsxTable } from '../exports/read-xlsx.ts';
import { createMovedClock } from '../fixtures/moved-clock.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { perTest } from '../fixtures/per-test.ts';
import { modalWith } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { sentFile } from './batch-scene.ts';

const scene = perTest(async () => {
  const clock = createMovedClock();
  return Object.assign(await startScene({ clock, env: { PAYLINK_ADMINS: RAVI } }), { clock });
});

const ID = 'bat_1';

/** Sara's list; its second row has an error. */
const addBatch = () =>
  scene.store.batches.add(
    {
      ...{
        id: ID,
        teamId: TEAM,
        channelId: FRONT_DESK,
        creatorId: SARA,
        creatorName: 'sara',
        sourceId: null,
      },
      ...{ at: NOON, fileName: 'parents.csv', headings: ['Amount'] },
    },
    ['100', 'much'].map((amount, place) => ({
      ...{ number: place + 2, cells: [amount], amountFils: 10_000, expiresAt: null, twinOf: null },
      ...{ faults: amount === 'much' ? [{ column: 'A', words: 'No amount.' }] : [], request: null },
    })),
    new Map(),
  );

const ask = async (sheet: BatchSheet, userId = SARA, batchId = ID) => {
  const payload = { what: 'batch', userId, sheet, batchId };
  await scene.store.jobs.add({ id: 'job_1', teamId: TEAM, kind: 'export', payload }, scene.clock.now());
};

const filesIn = (channel: string) => scene.slack.messages(channel).flatMap(({ files }) => files ?? []);
const says = (words: RegExp, channel = SARA_DM) =>
  scene.slack.until(() => scene.slack.messages(channel).find((one) => words.test(seen(one).text)));
const leftOnDisk = () => readdir(join(scene.config.dataDir, 'exports')).catch(() => []);

test('one message ends as the words above the file', async () => {
  await addBatch();
  await ask('faults');
  await says(/^Rows with errors/);
  const rows = await readXlsxTable((await sentFile(scene, /^parents-faults\.xlsx$/)).bytes);
  expect(rows.map((row) => row['What to do']?.text)).toEqual(['Column A: No amount.']);
  expect(scene.slack.messages(SARA_DM)).toHaveLength(2);
  expect(await leftOnDisk()).toEqual([]);
});

test('an upload that fails once is tried again', async () => {
  await addBatch();
  scene.slack.faults.add({ method: 'files.getUploadURLExternal', error: 'internal_error', times: 1 });
  await ask('links');
  await says(/Slack isn’t accepting the file right now.* Paylink will try again/);
  scene.clock.move(60_000);
  scene.store.jobs.lookAgain();
  await says(/parents\.csv: 0 made, 2 left out\. Your file has each row’s link/);
  await sentFile(scene, /^parents-links\.xlsx$/);
});

test('a button that is pressed twice at once sends one file', async () => {
  const { slack } = scene;
  await scene.app.members.set(TEAM, SARA, 'supervisor', RAVI);
  await slack.command(SARA, FRONT_DESK, '/paylink', 'batch');
  const { id: viewId } = await modalWith(scene, /Send me a template/);
  const click = () => slack.click(SARA, { viewId }, { actionId: 'batch_template' });
  await Promise.all([click(), click()]);
  await says(/^A list for/);
  expect(filesIn(SARA_DM)).toHaveLength(1);
  expect(slack.messages(SARA_DM)).toHaveLength(2);
});

test.each([
  ['whoever may not make batches any more', 'links', OMAR, /Your role no longer allows it/],
  ['whoever may not approve any more', 'to-approve', OMAR, /Your role no longer allows it/],
  ['whose list was deleted', 'again', SARA, /No file to send: the list was deleted/, 'bat_none'],
  ['whose customers were erased', 'again', SARA, /No file to send: .* customers’ data was erased/],
] as const)('%s gets words and no file', async (_, sheet, userId, words, batchId: string = ID) => {
  await addBatch();
  if (words.source.includes('erased'))
    await scene.store.retention.batches({ at: NOON, before: NOON + 1, after: null, limit: 9 });
  await ask(sheet, userId, batchId);
  const channel = userId === OMAR ? OMAR_DM : SARA_DM;
  await says(words, channel);
  expect(filesIn(channel)).toEqual([]);
});
