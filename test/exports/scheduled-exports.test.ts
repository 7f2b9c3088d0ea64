import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Filled } from '../../playground/page/page-api.ts';
import { FRONT_DESK, OMAR, RAVI, RAVI_DM, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import type { Clock } from '../../src/clock.ts';
import { textOf } from '../fixtures/link-form.ts';
import { createNoonClock } from '../fixtures/noon-clock.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { ask, DAY, HOUR, report, shown } from '../fixtures/reports.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { readCsvTable } from './read-csv.ts';

/** Sara is of finance, Omar a cashier, Ravi an admin. */
let scene: Scene;
let skipped: number;

beforeEach(async () => {
  const noon = createNoonClock();
  skipped = 0;
  const clock: Clock = { now: () => noon.now() + skipped, sleep: noon.sleep };
  scene = await startScene({
    clock,
    env: { PAYLINK_ADMINS: RAVI },
    slack: { allowance: Number.POSITIVE_INFINITY },
  });
  await write(`insert into members (team_id, user_id, role, set_by, set_at) values
    ('T0PLAY', '${SARA}', 'finance', '${RAVI}', 0)`);
  const now = scene.clock.now();
  // One an hour before noon, of three days: yesterday's, today's and those to come.
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

/** Paylink is down until then. */
const sleepUntil = async (ms: number) => {
  skipped += ms;
  await scene.restart();
};

/** Opens the form from an export that is done. */
const sendAgain = async () => {
  await ask(scene, 'transactions yesterday');
  const page = await shown(scene, /Transactions of yesterday/);
  await scene.slack.click(SARA, { channel: FRONT_DESK, ts: page.ts }, { actionId: 'export_csv' });
  const done = await scene.slack.until(() =>
    scene.slack.messages(SARA_DM).find((message) => /Send this again/.test(textOf(message))),
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
      person: SARA,
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
    scene.slack.messages(dm).findLast((message) => words.test(message.text + textOf(message))),
  );

const filesIn = (channel: string) =>
  scene.slack
    .messages(channel)
    .flatMap(({ files }) => files ?? [])
    .flatMap(({ id }) => scene.slack.file(id) ?? []);

test('sent again every day at its hour, once, with what was missed said, until somebody stops it', async () => {
  await setUp();
  const before = filesIn(SARA_DM).length;
  await sleepUntil(20 * HOUR + 60_000);
  const first = await inDm(/Sent every day at 08:00 \(Dubai\), set up by/);
  expect(textOf(first)).toContain('transactions-2026-11-21.csv');
  expect(textOf(first)).not.toContain('Send this again');
  await scene.restart();
  await sleepUntil(2 * DAY);
  await inDm(/None came on Mon 23 Nov 2026/);
  expect(
    filesIn(SARA_DM)
      .slice(before)
      .map(({ name }) => name),
  ).toEqual(['transactions-2026-11-21.csv', 'transactions-2026-11-23.csv']);
  const list = await report(scene, 'exports', /sent again and again/);
  expect(textOf(list)).toContain('*Transactions* of the day before, as CSV');
  await scene.slack.click(SARA, { channel: FRONT_DESK, ts: list.ts }, { actionId: 'export_schedule_stop' });
  await shown(scene, /Stopped: .*none yet/s);
  await sleepUntil(2 * DAY);
  await ask(scene, 'exports');
  expect(filesIn(SARA_DM)).toHaveLength(before + 2);
});

test('a channel gets it without customers’ data, after it was told; nobody gets it who may not', async () => {
  const modal = await sendAgain();
  const refused = await scene.slack.submit(SARA, modal.id, fill({ person: OMAR }));
  expect(JSON.stringify(refused)).toContain('This person may not export');
  await scene.slack.submit(SARA, modal.id, fill({ days: 'week.6', channel: FRONT_DESK }));
  await inDm(/Set up: .*every Sunday at 08:00/);
  expect(textOf(scene.slack.messages(FRONT_DESK).at(-1))).toMatch(/set up an export for this channel/);
  await sleepUntil(20 * HOUR + 60_000);
  await inDm(/The file is in the channel/);
  const [file] = filesIn(FRONT_DESK);
  expect(file?.name).toBe('transactions-2026-11-15-to-2026-11-21.csv');
  const own = filesIn(SARA_DM)[0];
  const [there, mine] = [file, own].map((one) =>
    Object.keys(readCsvTable(one?.bytes ?? Buffer.of())[0] ?? {}),
  );
  expect(mine?.some((title) => /e-?mail/i.test(title))).toBe(true);
  expect(there?.some((title) => /e-?mail|phone|name/i.test(title))).toBe(false);
});

test('a person who may not export any more ends it, gets nothing, and the admins are told', async () => {
  await setUp();
  const before = filesIn(SARA_DM).length;
  await write(`delete from members where user_id = '${SARA}'`);
  await sleepUntil(20 * HOUR + 60_000);
  await inDm(/may not export any more.*Transactions/s, RAVI_DM);
  await inDm(/Your role no longer allows exports/);
  expect(filesIn(SARA_DM)).toHaveLength(before);
  const list = await report(scene, 'exports', /none yet/, { as: RAVI });
  expect(list.ephemeralTo).toBe(RAVI);
});
