// @module-tag long
// @module-tag store

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../packages/local-slack/src/local-slack.ts';
import { OMAR, SARA_DM, TEAM } from '../../packages/local-slack/src/people-and-places.ts';
import type { ExportPayload } from '../../src/exports/export-payload.ts';
import type { SandboxFault } from '../../tools/sandbox/sandbox-service.ts';
import { perTest } from '../fixtures/per-test.ts';
import { pressReport } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { sample, testAtLength } from '../fixtures/whole-suite.ts';
import {
  askedPages,
  askForExport,
  exportedFile,
  exportSays,
  findExport,
  folderOf,
  hurry,
  leftFiles,
  MADE,
  onPage,
  startExports,
} from './export-scene.ts';
import { readCsvTable } from './read-csv.ts';
import { readWorkbook } from './read-xlsx.ts';

const scene = perTest(startExports);

const says = (words: RegExp) => exportSays(scene, words);
const file = () => exportedFile(scene);
const uploads = () => scene.slack.calls('files.getUploadURLExternal');

/** Adds so many paid links, with different amounts. */
const seed = (count: number) =>
  scene.sandbox.seedLinks(count, (index) => {
    const createdAt = MADE + index * 10_000;
    return { createdAt, paidAt: createdAt + 1_000, amountFils: 10_000 + index };
  });

/** The lines of a file; the first one names the columns. */
const linesOf = (file: { bytes: Buffer }) =>
  file.bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');

const exported = (file: { bytes: Buffer }) => {
  const [, ...lines] = linesOf(file);
  return lines.map((line) => /SEED-\d+/.exec(line)?.[0]).sort();
};

/** As many tries as a file gets. */
const MOST_TRIES = 8;

const seeded = () =>
  scene.sandbox
    .links()
    .map(({ invoiceId }) => invoiceId)
    .sort();

const sumOf = () => {
  const fils = scene.sandbox.transactions().reduce((sum, { amountFils }) => sum + amountFils, 0);
  return `${Math.floor(fils / 100).toLocaleString('en-GB')}.${String(fils % 100).padStart(2, '0')}`;
};

/** Asks for an export; gives the id of its job. */
const begin = (asked: Partial<ExportPayload> = {}) => askForExport(scene, asked);

/** The final message of an export that is begun here. */
const finishExport = async (asked: Partial<ExportPayload> = {}): Promise<SeenMessage> => {
  await begin(asked);
  return says(/✅ (Done: |No rows)/);
};

/** The final message, once the file has arrived with every row once. */
const arrivesWhole = async (): Promise<SeenMessage> => {
  const done = await says(/Done: /);
  expect(exported(file())).toEqual(seeded());
  return done;
};

const untilPostponed = (times = 1) => expect.poll(() => scene.postponed()).toBe(times);

/** From now on; resolves once one was refused. */
const refuseEdits = (): Promise<unknown> => {
  const { slack } = scene;
  const before = slack.calls('chat.update').length;
  slack.faults.add({ method: 'chat.update', status: 500 });
  return slack.until(() => slack.calls('chat.update').length > before);
};

const untilState = (id: string, state: string) =>
  expect.poll(async () => (await findExport(scene, id)).state).toBe(state);
const untilPage = (id: string, page: number) =>
  expect.poll(async () => (await findExport(scene, id)).progress?.reach?.pages).toBeGreaterThanOrEqual(page);

/** Each page is saved, and from this one on they wait for `open`. `arrived` resolves when a page waits. */
const holdPages = (from: number) => {
  const [opened, open] = createSignal();
  const [arrived, arrive] = createSignal();
  onPage(scene, async (page) => {
    if (page >= from) {
      arrive();
      return opened;
    }
    // Progress is saved every two seconds.
    while (scene.savedPages() < page) await scene.clock.sleep(1);
    scene.clock.move(2_000);
  });
  return { open, arrived };
};

const createSignal = (): [Promise<void>, () => void] => {
  let give = () => {};
  return [new Promise<void>((resolve) => (give = resolve)), () => give()];
};

/** Pages from this one on fail so. */
const failPages = (from: number, fault: Omit<SandboxFault, 'times'>, to = Number.POSITIVE_INFINITY) =>
  onPage(scene, (page) => {
    if (page >= from && page <= to) scene.sandbox.faults.add({ ...fault, times: 1 });
  });

/** An export whose process stopped with at least so many pages. */
const stopAfter = async (page: number) => {
  const { open } = holdPages(page + 1);
  const id = await begin();
  await untilPage(id, page);
  const stopped = scene.paylink.stop();
  await expect.poll(() => scene.store.jobs.standingOf(id, scene.clock.now())).toBe('waiting');
  onPage(scene, null);
  open();
  await stopped;
  return id;
};

describe('an export', () => {
  test.each(sample([1, 10, 11, 100, 101, 250]))(
    'of %i rows has each row once and their exact sum',
    async (count) => {
      seed(count);
      const done = await finishExport();
      expect(done.text).toBe(
        `✅ Done: ${count} ${count === 1 ? 'row' : 'rows'}, AED ${sumOf()} received (${count}), transactions-2026-10-01-to-2026-10-15.csv`,
      );
      expect(exported(file())).toEqual(seeded());
      expect(seen(done).text).not.toContain('⚠️');
      expect(scene.slack.messages(SARA_DM).filter(({ files }) => !files?.length)).toHaveLength(1);
      await expect.poll(() => leftFiles(scene)).toEqual([]);
    },
  );

  testAtLength('says that rows have too many fields', async () => {
    seed(2);
    const members = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`field${n}`, n]));
    for (const { orderId } of scene.sandbox.links()) scene.sandbox.reword(orderId, { members });
    const text = seen(await finishExport()).text;
    expect(text).toContain('Some rows have more than 500 fields');
    expect(text).toContain('*Paylink cannot tell the outcome of any of these*');
  });

  test('without rows says so and sends no file', async () => {
    expect((await finishExport()).text).toMatch(/No rows in Transactions, 1 – 15 Oct 2026/);
    expect(uploads()).toHaveLength(0);
  });

  test('of an answer without a list sends none, and does not call that no rows', async () => {
    scene.sandbox.answerWith(() => ({ body: { status: '00', message: 'OK', response: { count: 0 } } }));
    await begin();
    const stopped = await says(/no file was sent/);
    expect(seen(stopped).text).toContain('its answer held no list of transactions that Paylink can find');
    expect(uploads()).toHaveLength(0);
  });

  test('shows its progress in one message with a *Cancel* button', async () => {
    seed(500);
    const barrier = holdPages(3);
    await begin();
    const reading = await says(/Reading/);
    expect(seen(reading).buttons).toContain('Cancel');
    barrier.open();
    const done = await says(/Done: /);
    expect(done.ts).toBe(reading.ts);
    expect(scene.slack.posts(SARA_DM)).toHaveLength(1);
  });

  test('lets no other user read its files', async () => {
    // The file begins once a thousand rows have said which columns there are.
    seed(1_500);
    const barrier = holdPages(12);
    await begin();
    await barrier.arrived;
    await expect.poll(() => leftFiles(scene)).toHaveLength(1);
    const names = await readdir(folderOf(scene));
    for (const name of names) expect((await stat(join(folderOf(scene), name))).mode & 0o777).toBe(0o600);
    barrier.open();
    await says(/Done: /);
  });

  test('of more rows than a file holds sends none, and names shorter ranges', async () => {
    seed(350);
    await scene.restart({ env: { PAYLINK_EXPORT_ROWS: '250' } });
    await begin();
    const stopped = await says(/no file was sent/);
    expect(seen(stopped).text).toMatch(
      /more than 250 rows, the most a file can hold\. Ask for shorter ranges.*\/paylink transactions 2026-10-01 2026-10-/,
    );
    expect(uploads()).toHaveLength(0);
    // The first page says how many there are.
    expect(askedPages(scene)).toEqual([0]);
  });

  test('has a field that comes late in *Other fields*, and every row', async () => {
    // More than say which columns there are.
    seed(1_010);
    const last = scene.sandbox.links()[0];
    scene.sandbox.reword(last?.orderId ?? '', { members: { surprise: 'late' } });
    await finishExport();
    expect(exported(file())).toEqual(seeded());
    const [header = '', ...lines] = linesOf(file());
    expect(header).toMatch(/,Other fields$/);
    expect(lines.filter((line) => line.includes('"{""surprise"":""late""}"'))).toHaveLength(1);
  });
});

describe('a person who loses the role', () => {
  test.each([
    ['before the export starts', 1],
    ['while the rows are read', 2],
  ])('%s gets no file', async (_when, checks) => {
    seed(250);
    const loseRole = () =>
      scene.store.members.change(TEAM, [{ userId: OMAR, role: 'admin' }], {
        by: OMAR,
        at: 0,
        mustKeepAdmin: true,
      });
    if (checks === 1) await loseRole();
    else onPage(scene, loseRole);
    await begin();
    const stopped = await says(/no file was sent/);
    expect(seen(stopped).text).toContain('Your role no longer allows it');
    expect(scene.slack.calls().filter(({ method }) => method.startsWith('files.'))).toEqual([]);
    expect(askedPages(scene).length > 0).toBe(checks > 1);
  });
});

describe('a process that stops during an export', () => {
  test('begins again after the next start, says so, and sends one whole file', async () => {
    seed(500);
    await stopAfter(3);
    expect(await leftFiles(scene)).toEqual([]);
    const again = holdPages(2);
    await scene.restart();
    await says(/Started again from the beginning: the work was interrupted/);
    again.open();
    const done = await arrivesWhole();
    expect(seen(done).text).not.toContain('Started again');
    expect(scene.slack.posts(SARA_DM)).toHaveLength(1);
  });
});

describe('a service that fails', () => {
  testAtLength('permanently is explained, with how far reading came', async () => {
    seed(300);
    failPages(2, { kind: 'drop-before-work' });
    const id = await begin();
    await untilPostponed();
    while ((await findExport(scene, id)).state !== 'failed') {
      hurry(scene);
      await scene.clock.sleep(50);
    }
    expect(scene.postponed()).toBe(MOST_TRIES);
    const stopped = await says(/not complete/);
    expect(stopped.text).toMatch(/no file was sent: stopped after page 2, 200 of 300 rows/);
    expect(seen(stopped).text).toContain('could not be reached');
    expect(seen(stopped).buttons).toContain('Try again');
    expect(uploads()).toHaveLength(0);
    await untilState(id, 'failed');
  });

  test('with a refusal is not retried', async () => {
    scene.sandbox.faults.add({ operation: 'transactions', kind: 'status', status: 403 });
    const id = await begin();
    await says(/not complete.*at the beginning/);
    await untilState(id, 'failed');
    expect(askedPages(scene)).toHaveLength(1);
  });
});

test('a full disk is named, with whom to tell, and the export goes on once there is space', async () => {
  seed(12);
  let isFull = true;
  const full = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
  await scene.restart({
    withStore: (store) => ({
      ...store,
      linkDays: {
        ...store.linkDays,
        named: (...about) => (isFull ? full() : store.linkDays.named(...about)),
      },
    }),
  });
  const links = { kind: 'links' } as const;
  await begin(links);
  await says(/The disk that Paylink writes to is full\..*will try again/);
  isFull = false;
  hurry(scene);
  await arrivesWhole();
  isFull = true;
  const id = await begin(links);
  while ((await findExport(scene, id)).state !== 'failed') {
    hurry(scene);
    await scene.clock.sleep(100);
  }
  await says(/not complete.*disk that Paylink writes to is full.*person who runs Paylink/);
});

describe('Slack', () => {
  test.each([
    [
      'file_uploads_disabled',
      /does not allow files from apps\. \(file_uploads_disabled\).*admin of your Slack/,
    ],
    ['blocked_file_type', /files of this type\. \(blocked_file_type\).*CSV or XLSX/],
    ['storage_limit_reached', /is full\. \(storage_limit_reached\).*delete old files/],
  ])('refuses the file (%s): the message says what to do', async (error, words) => {
    seed(12);
    scene.slack.faults.add({ method: 'files.getUploadURLExternal', error });
    const id = await begin();
    await says(words);
    await untilState(id, 'failed');
  });

  test('shares the file, but its answer is lost: a message says so, when Slack takes it, and no second file comes', async () => {
    seed(20);
    scene.slack.faults.add({ method: 'files.completeUploadExternal', dropAfterWork: true, times: 1 });
    await begin();
    await untilPostponed();
    const refused = refuseEdits();
    hurry(scene);
    await refused;
    scene.slack.faults.clear();
    hurry(scene);
    // First the text alone, for a Slack that fails over the blocks.
    await says(/did not confirm.*Try again/);
    expect(uploads()).toHaveLength(1);
    expect(exported(file())).toEqual(seeded());
  });
});

describe('a cancelled export', () => {
  test('stops within a page, deletes its files, and says so', async () => {
    seed(1_000);
    const barrier = holdPages(4);
    const id = await begin();
    await untilPage(id, 3);
    await pressReport(scene, await says(/Reading/), 'export_cancel');
    const cancelled = await says(/Cancelled/);
    expect(seen(cancelled)).toMatchObject({
      ...{ text: expect.stringContaining('No file was sent'), buttons: [] },
    });
    barrier.open();
    await expect.poll(() => leftFiles(scene)).toEqual([]);
    expect(uploads()).toHaveLength(0);
    expect(Math.max(...askedPages(scene))).toBeLessThan(9);
  });

  test('that was being sent already says that the file may still arrive', async () => {
    seed(5);
    scene.slack.faults.add({ method: 'files.completeUploadExternal', status: 500 });
    await begin();
    await untilPostponed();
    await pressReport(scene, await says(/will try again/), 'export_cancel');
    await says(/Cancelled.*being sent already, so the file may still arrive/);
  });
});

test('an Excel file has every row once, every column, and their sum', async () => {
  seed(250);
  const done = await finishExport({ format: 'xlsx' });
  expect(done.text).toMatch(/-15\.xlsx$/);
  const [table, ...more] = await readWorkbook(file().bytes);
  expect(more).toEqual([]);
  const { sheet, records, totals } = table ?? expect.fail('no sheet');
  const titles = sheet.rows[0] ?? [];
  expect(titles).toEqual(expect.arrayContaining(['Created', 'Amount', 'Invoice ID', 'E-mail', 'Fee']));
  expect(records.map((record) => String(record['Invoice ID']?.value)).sort()).toEqual(seeded());
  const sum = scene.sandbox.transactions().reduce((fils, { amountFils }) => fils + amountFils, 0);
  expect(records.reduce((fils, { Amount }) => fils + Math.round(Number(Amount?.value) * 100), 0)).toBe(sum);
  const received = scene.sandbox
    .transactions()
    .reduce((fils, { amountFils, status }) => fils + (status === 'SUCCESS' ? amountFils : 0), 0);
  expect(titles.at(-1)).toBe('Counts as (AED)');
  const letter = String.fromCharCode(64 + titles.length);
  expect(totals['Counts as (AED)']).toMatchObject({
    formula: `SUBTOTAL(109,${letter}2:${letter}251)`,
    formulaResult: received / 100,
  });
});

test('in a file, *Status* is Paylink’s word, and the service’s own stands beside it', async () => {
  const paid = { createdAt: MADE, paidAt: MADE };
  scene.sandbox.seedLinks(2, (n) => ({ ...paid, declined: n === 1 }));
  await finishExport({ format: 'csv' });
  const records = readCsvTable(file().bytes);
  expect(new Set(records.map((row) => `${row['Status']}: ${row['Service status']}`))).toEqual(
    new Set(['Paid: SUCCESS', 'Failed: FAILED']),
  );
});
