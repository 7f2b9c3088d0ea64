// @module-tag long
// @module-tag postgres

import { afterEach, expect, test } from 'vitest';
import { openTables } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { type ManyScene, NORTH, startMany } from '../fixtures/start-many.ts';

let scene: ManyScene;

afterEach(() => scene.close());

const ids = () => scene.slack.team(NORTH).team.ids;
const welcomes = () =>
  scene.slack
    .team(NORTH)
    .messages(ids().raviDm)
    .map((message) => seen(message).text)
    .filter((text) => /Paylink is installed/.test(text));
const untilDone = (count: number) =>
  expect
    .poll(
      async () => {
        const tables = await openTables(scene.database.place);
        const rows = await tables.rows('jobs');
        await tables.close();
        return rows.filter(
          ({ id, kind, state }) => kind === 'tell' && state === 'done' && String(id).startsWith('welcome'),
        ).length;
      },
      { timeout: 60_000 },
    )
    .toBe(count);

test('the installer gets the first step, and a short message after a reinstall', async () => {
  scene = await startMany();
  await scene.install(NORTH, ids().ravi);
  await untilDone(1);
  expect(welcomes()).toEqual([expect.stringMatching(/First step.*connect your payment account/s)]);
  await scene.settle(NORTH, ids().ravi);
  await untilDone(2);
  expect(welcomes()).toEqual([
    expect.stringContaining('First step'),
    expect.stringMatching(/installed again.*as they were/s),
  ]);
  await scene.restart();
  expect(welcomes()).toHaveLength(2);
});

test('an install after a removal counts as the first', async () => {
  scene = await startMany();
  await scene.install(NORTH, ids().ravi);
  await untilDone(1);
  await scene.slack.uninstall(NORTH);
  await expect.poll(() => scene.logLines.join('')).toContain('an installation was removed');
  await scene.install(NORTH, ids().ravi);
  await untilDone(2);
  expect(welcomes()).toEqual(Array(2).fill(expect.stringContaining('First step')));
});

test('a welcome that Slack refuses for a while is sent once', async () => {
  scene = await startMany();
  scene.slack.team(NORTH).faults.add({ method: 'chat.postMessage', error: 'service_unavailable', times: 1 });
  await scene.install(NORTH, ids().ravi);
  await untilDone(1);
  expect(welcomes()).toHaveLength(1);
});
