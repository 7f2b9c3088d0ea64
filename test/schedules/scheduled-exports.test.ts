// @module-tag long
// @module-tag store

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Filled } from '../../packages/local-slack/src/page/page-api.ts';
import {
  FRONT_DESK,
  RAVI,
  RAVI_DM,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
import type { Clock } from '../../src/clock.ts';
import { createNoonClock } from '../fixtures/noon-clock.ts';
import { openTables, readTable } from '../fixtures/read-tables.ts';
import { ask, DAY, HOUR, report, rowsIn, shown } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const MAX_ROWS = 100;

/** Sara is in finance, Omar a cashier, Ravi an admin. */
let scene: Scene;
let skipped: number;

beforeEach(async () => {
  const noon = createNoonClock();
  skipped = 0;
  const clock: Clock = { now: () => noon.now() + skipped, sleep: noon.sleep };
  scene = await startScene({
    clock,
    env: { PAYLINK_ADMINS: RAVI, PAYLINK_EXPORT_ROWS: String(MAX_ROWS) },
    slack: { allowance: Number.POSITIVE_INFINITY },
  });
  await makeFinance(SARA);
  const now = scene.clock.now();
  // One each day at eleven: yesterday, today and the next three days.
  for (const days of [-1, 0, 1, 2, 3]) {
    const createdAt = now + days * DAY - HOUR;
    scene.sandbox.seedLinks(1, () => ({ createdAt, paidAt: createdAt + 1_000, amountFils: 10_000 + days }));
  }
});

afterEach(() => scene.close());

const write = async (statement: string) => {
  const tables = await openTables(scene.database.place);
  await tables.run(statement);
  await tables.close();
};

const makeFinance = (person: string) =>
  write(`insert into members (team_id, user_id, role, set_by, set_at) values
    ('T0PLAY', '${person}', 'finance', '${RAVI}', 0)`);

/** Meanwhile Paylink is down. */
const sleepUntil = async (ms: number) => {
  skipped += ms;
  await scene.restart();
};

/** Opens the form from a finished export. */
const sendAgain = async () => {
  await ask(scene, 'transactions yesterday');
  const page = await shown(scene, /Transactions of yesterday/);
  await scene.slack.click(
    SARA,
    { channel: FRONT_DESK, ts: page.ts },
    { actionId: 'report_menu', chosen: 'export_csv' },
  );
  const done = await scene.slack.until(() =>
    scene.slack.messages(SARA_DM).find((message) => seen(message).buttons.includes('Schedule…')),
  );
  await scene.slack.click(SARA, { channel: SARA_DM, ts: done.ts }, { actionId: 'export_send_again' });
  return scene.slack.until(() => {
    const modal = scene.slack.topModal(SARA);
    return modal?.callbackId === 'export_schedule' ? modal : undefined;
  });
};

const fill = (changes: Record<string, string | null>): Filled =>
  Object.fromEntries(
    Object.entries({
      kind: 'transactions',
      format: 'csv',
      days: 'day.0',
      at: '08:00',
      ...changes,
    }).map(([block, value]) => [block, { [block]: value }]),
  );

const setUp = async (changes: Record<string, string | null> = {}) => {
  const modal = await sendAgain();
  await scene.slack.submit(SARA, modal.id, fill(changes));
  await inDm(/Set up:/);
};

const inDm = (words: RegExp, dm = SARA_DM) =>
  scene.slack.until(() =>
    scene.slack.messages(dm).findLast((message) => words.test(message.text + seen(message).text)),
  );

/** The command that a message names. */
const commandIn = (message: { blocks: unknown[] | null } | undefined): string =>
  /`\/paylink (transactions [^`]+)`/.exec(seen(message).text)?.[1] ?? expect.fail('no command');

const filesIn = (channel: string) =>
  scene.slack
    .messages(channel)
    .flatMap(({ files }) => files ?? [])
    .flatMap(({ id }) => scene.slack.file(id) ?? []);

test('an export is sent every day at its hour and names the missed ones, until it is stopped', async () => {
  await setUp();
  const before = filesIn(SARA_DM).length;
  await sleepUntil(20 * HOUR + 60_000);
  const first = await inDm(/Every day at 8:00 AM \(Dubai\) · `/);
  expect(seen(first).text).toContain('transactions-2026-11-21.csv');
  expect(seen(first).buttons).toEqual([]);
  await scene.slack.until(() => filesIn(SARA_DM).length === before + 1);
  await scene.restart();
  await sleepUntil(2 * DAY);
  const late = await inDm(
    /The export for Sun 22 Nov 2026 was not sent: Paylink was not running, or Slack refused its token/,
  );
  await scene.slack.until(() => filesIn(SARA_DM).length === before + 2);
  expect(
    filesIn(SARA_DM)
      .slice(before)
      .map(({ name }) => name),
  ).toEqual(['transactions-2026-11-21.csv', 'transactions-2026-11-23.csv']);
  const missing = rowsIn(await report(scene, commandIn(late), /Transactions, Sun 22 Nov 2026/));
  expect(missing.slice(1).map(([, amount]) => amount)).toEqual(['100.01']);
  const list = await report(scene, 'exports', /Scheduled exports/);
  expect(seen(list).text).toContain('*Transactions* of the day before, as CSV');
  await scene.slack.click(SARA, { channel: FRONT_DESK, ts: list.ts }, { actionId: 'export_schedule_stop' });
  await shown(scene, /Stopped: .*none yet/s);
  await sleepUntil(2 * DAY);
  await ask(scene, 'exports');
  expect(filesIn(SARA_DM)).toHaveLength(before + 2);
});

testAtLength(
  'an export that comes hours after its time says so, and one that comes a minute after it does not',
  async () => {
    await setUp();
    await sleepUntil(20 * HOUR + 60_000);
    expect(seen(await inDm(/Done: .*transactions-2026-11-21/s)).text).not.toContain('late because');
    await scene.restart();
    await sleepUntil(30 * HOUR);
    await inDm(/2026-11-22.*Due Mon 23 Nov 2026 at 8:00 AM; late because Paylink was not running/s);
  },
);

test.each([
  ['week.6', 8 * DAY, /The export for 15 – 21 Nov 2026 was not sent/, 'transactions 2026-11-15 2026-11-21'],
  [
    'month.31',
    75 * DAY,
    /The 2 exports for 1 Nov – 31 Dec 2026 were not sent.*To get them in one file/s,
    'transactions 2026-11-01 2026-12-31',
  ],
])('missed exports of %s are named by their days', async (days, ms, words, command) => {
  await setUp({ days });
  await sleepUntil(ms + 20 * HOUR + 60_000);
  expect(commandIn(await inDm(words))).toBe(command);
});

test('a schedule pauses while links belong to another account than it was set up for, and says so', async () => {
  await setUp();
  await write("update schedules set account = 'earlier'");
  await sleepUntil(DAY);
  await sleepUntil(DAY);
  const paused = await inDm(/Not sent any more/);
  expect(seen(paused).text).toContain('The payment account has changed since you set it up');
  const isPause = ({ text }: { text: string }) => text.includes('Not sent any more');
  expect(scene.slack.messages(SARA_DM).filter(isPause)).toHaveLength(1);
  const sent = filesIn(SARA_DM).length;
  await write('update schedules set account = (select account from accounts)');
  await sleepUntil(DAY);
  await scene.slack.until(() => filesIn(SARA_DM).length > sent);
});

test('a day without rows sends nothing', async () => {
  await setUp();
  const before = filesIn(SARA_DM).length;
  for (const [turn, ms] of [20 * HOUR + 60_000, DAY, DAY, DAY].entries()) {
    await sleepUntil(ms);
    await scene.slack.until(() => filesIn(SARA_DM).length === before + turn + 1);
  }
  const said = scene.slack.messages(SARA_DM).length;
  await sleepUntil(DAY);
  const ended = async () =>
    (await readTable(scene.database.place, 'jobs')).filter(
      ({ kind, state }) => kind === 'export' && state === 'done',
    );
  await expect.poll(async () => (await ended()).length).toBe(6);
  expect(scene.slack.messages(SARA_DM)).toHaveLength(said);
});

test('a schedule of a day without rows sends no file, and names the missed ones', async () => {
  await setUp();
  const before = filesIn(SARA_DM).length;
  await sleepUntil(4 * DAY + 20 * HOUR + 60_000);
  const empty = await inDm(/No rows in \*Transactions, Wed 25 Nov 2026\*, so no file/);
  expect(seen(empty).text).toContain('The 4 exports for 21 – 24 Nov 2026 were not sent');
  expect(filesIn(SARA_DM)).toHaveLength(before);
});

test('a schedule stops when its person may no longer export, and the admins get a message', async () => {
  await setUp();
  const before = filesIn(SARA_DM).length;
  await write(`delete from members where user_id = '${SARA}'`);
  await sleepUntil(20 * HOUR + 60_000);
  await inDm(/may no longer export.*Transactions/s, RAVI_DM);
  await inDm(/Your role no longer allows exports/);
  expect(filesIn(SARA_DM)).toHaveLength(before);
  const list = await report(scene, 'exports', /none yet/, { as: RAVI });
  expect(list.ephemeralTo).toBe(RAVI);
});

test('a schedule stops when Slack no longer takes messages to its person, and the admins get a message', async () => {
  await setUp();
  scene.slack.faults.add({ method: 'chat.postMessage', channel: SARA, error: 'user_disabled' });
  await sleepUntil(20 * HOUR + 60_000);
  await inDm(/An export has stopped, because Slack can no longer reach <@\w+>/, RAVI_DM);
});

test('figures are set up in the same form, and stopped in the same list, each told to the channel', async () => {
  const modal = await sendAgain();
  const figures = { kind: 'figures', at: '21:00' };
  const refused = async (filled: Record<string, string>) =>
    JSON.stringify(await scene.slack.submit(SARA, modal.id, fill({ ...figures, ...filled })));
  expect(await refused({})).toContain('Choose the channel that gets the figures.');
  expect(await refused({ days: 'month.5' })).toContain('Figures come every day or every week.');
  await scene.slack.submit(SARA, modal.id, fill({ ...figures, where: FRONT_DESK }));
  await inDm(/The daily close is on in <#C\w+>: every day at 9:00 PM \(Dubai\)/);
  const list = await report(scene, 'daily', /is on in this channel.*\*Daily close\* in <#C\w+>/s);
  await scene.slack.click(SARA, { channel: FRONT_DESK, ts: list.ts }, { actionId: 'export_schedule_stop' });
  await shown(scene, /Stopped: \*Daily close\*.*none yet/s);
  expect(scene.slack.posts(FRONT_DESK).map(({ text }) => text)).toEqual([
    expect.stringContaining('switched on the daily close for this channel'),
    expect.stringContaining('switched off the daily close for this channel'),
  ]);
});
