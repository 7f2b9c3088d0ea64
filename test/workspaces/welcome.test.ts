import { afterEach, expect, test } from 'vitest';
import { textOf } from '../fixtures/link-form.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { type ManyScene, NORTH, ORG, startMany } from '../fixtures/start-many.ts';

let scene: ManyScene;

afterEach(() => scene.close());

const ids = () => scene.slack.team(NORTH).team.ids;
const welcomes = () =>
  scene.slack
    .team(NORTH)
    .messages(ids().raviDm)
    .filter((message) => /Paylink is installed/.test(textOf(message)));
const untilDone = (count: number) =>
  expect
    .poll(
      async () => {
        const tables = await openTables(scene.database.place);
        const rows = await tables.rows('jobs');
        await tables.close();
        return rows.filter(({ kind, state }) => kind === 'welcome' && state === 'done').length;
      },
      { timeout: 60_000 },
    )
    .toBe(count);

test('the installer gets the first step, and a short message after a reinstall', async () => {
  scene = await startMany();
  await scene.install(NORTH, ids().ravi);
  await untilDone(1);
  expect(welcomes().map(textOf)).toEqual([expect.stringMatching(/First step.*connect your payment account/)]);
  await scene.settle(NORTH, ids().ravi);
  await untilDone(2);
  expect(welcomes().map(textOf)).toEqual([
    expect.stringContaining('First step'),
    expect.stringMatching(/installed again.*as they were/),
  ]);
  await scene.restart();
  expect(welcomes()).toHaveLength(2);
});

test('a removal in between makes it a first install again', async () => {
  scene = await startMany();
  await scene.install(NORTH, ids().ravi);
  await untilDone(1);
  await scene.slack.uninstall(NORTH);
  await expect.poll(() => scene.logLines.join('')).toContain('an installation was removed');
  await scene.install(NORTH, ids().ravi);
  await untilDone(2);
  expect(welcomes().filter((message) => /First step/.test(textOf(message)))).toHaveLength(2);
});

test('while Slack refuses it, it waits, and is sent once', async () => {
  scene = await startMany();
  scene.slack.team(NORTH).faults.add({ method: 'chat.postMessage', error: 'service_unavailable', times: 1 });
  await scene.install(NORTH, ids().ravi);
  await untilDone(1);
  expect(welcomes()).toHaveLength(1);
});

test('if the answer is lost, it is not sent twice', async () => {
  scene = await startMany();
  scene.slack.team(NORTH).faults.add({ method: 'chat.postMessage', dropAfterWork: true, times: 1 });
  await scene.install(NORTH, ids().ravi);
  await untilDone(1);
  expect(welcomes()).toHaveLength(1);
  expect(scene.logLines.join('')).toContain('nobody knows whether a welcome arrived');
});

test('for an organisation, it says to add the app to workspaces', async () => {
  scene = await startMany({
    teams: [{ id: NORTH, name: 'North', domain: 'north', enterprise: { id: ORG, name: 'Gulf Group' } }],
  });
  await scene.install(ORG, ids().ravi);
  await untilDone(1);
  expect(welcomes().map(textOf)).toEqual([expect.stringMatching(/Add it to your workspaces/)]);
});
