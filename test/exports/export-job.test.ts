// @module-tag long
// @module-tag store

import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../playground/slack/local-slack.ts';
import { FRONT_DESK, SARA, SARA_DM, TEAM } from '../../playground/slack/people-and-places.ts';
import { type ExportFiles, removeExportLeftovers } from '../../src/exports/export-files.ts';
import type { ExportPayload } from '../../src/exports/export-job-state.ts';
import { NetworkError, PermissionError } from '../../src/payment-service/index.ts';
import { markColumn } from '../../src/reports/report-pointer.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { sample, testAtLength } from '../fixtures/whole-suite.ts';
import { readWorkbook, readXlsxTable } from './read-xlsx.ts';
import { type ExportStage, MADE, startExports } from './start-exports.ts';

const stage = perTest(startExports);

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

const seeded = () =>
  stage.sandbox
    .links()
    .map(({ invoiceId }) => invoiceId)
    .sort();

const sumOf = () => {
  const fils = stage.sandbox.transactions().reduce((sum, { amountFils }) => sum + amountFils, 0);
  return `${Math.floor(fils / 100).toLocaleString('en-GB')}.${String(fils % 100).padStart(2, '0')}`;
};

const failToConnect = () => {
  throw new NetworkError('connection refused', {
    operation: 'listTransactions',
    reference: 'REF',
    maybeSent: false,
  });
};

/** Asks for an export and starts a worker; gives the id of its job. */
const begin = async (
  asked: Parameters<ExportStage['ask']>[0] = {},
  worker: Parameters<ExportStage['worker']>[0] = {},
): Promise<string> => {
  const id = await stage.ask(asked);
  stage.worker(worker);
  return id;
};

/** The final message of an export that is begun here. */
const finishExport = async (...given: Parameters<typeof begin>): Promise<SeenMessage> => {
  await begin(...given);
  return stage.says(/Done: /);
};

/** The final message, once the file has arrived with every row once. */
const arrivesWhole = async (): Promise<SeenMessage> => {
  const done = await stage.says(/Done: /);
  expect(exported(stage.file())).toEqual(seeded());
  return done;
};

const untilPostponed = (times = 1) => expect.poll(() => stage.tries()).toBe(times);
/** Runs the job that was postponed so many times. */
const tryAgain = async (times?: number): Promise<void> => {
  await untilPostponed(times);
  stage.hurry();
};

const untilState = (id: string, state: string) =>
  expect.poll(async () => (await stage.findJob(id)).state).toBe(state);
const untilPage = (id: string, page: number) =>
  expect.poll(async () => (await stage.findJob(id)).progress?.mark?.nextPage).toBe(page);

/** Pages from this one on wait for `open`. `arrived` resolves when a page waits. */
const holdPages = (from: number) => {
  const [opened, open] = createSignal();
  const [arrived, arrive] = createSignal();
  stage.gate.beforePage = (page) => {
    if (page < from) return;
    arrive();
    return opened;
  };
  return { open, arrived };
};

const createSignal = (): [Promise<void>, () => void] => {
  let give = () => {};
  return [new Promise<void>((resolve) => (give = resolve)), () => give()];
};

/** An export whose process stopped before this page. */
const stopBefore = async (page: number) => {
  const { open } = holdPages(page);
  const id = await stage.ask();
  const worker = stage.worker();
  await untilPage(id, page);
  await worker.stop();
  return { id, open };
};

describe('an export', () => {
  test.each(sample([1, 10, 11, 100, 101, 999]))(
    'of %i rows has each row once and their exact sum',
    async (count) => {
      stage.seed(count);
      const done = await finishExport();
      expect(done.text).toBe(
        `✅ Done: ${count} ${count === 1 ? 'row' : 'rows'}, AED ${sumOf()} received (${count}), transactions-2026-10-01-to-2026-10-15.csv`,
      );
      expect(exported(stage.file())).toEqual(seeded());
      expect(seen(done).text).not.toContain('⚠️');
      expect(stage.slack.messages(SARA_DM).filter(({ files }) => !files?.length)).toHaveLength(1);
      await expect.poll(() => stage.leftFiles()).toEqual([]);
    },
  );

  testAtLength('adds up failed payments apart from received ones', async () => {
    stage.sandbox.seedLinks(12, (index) => {
      const createdAt = MADE + index * 10_000;
      return { createdAt, paidAt: createdAt, amountFils: 10_000, declined: index % 4 === 0 };
    });
    const done = await finishExport();
    expect(done.text).toMatch(/^✅ Done: 12 rows, AED 900\.00 received \(9\), /);
    expect(seen(done).text).toContain('AED 300.00 failed (3)');
  });

  testAtLength('says that rows have too many fields', async () => {
    stage.seed(2);
    const members = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`field${n}`, n]));
    for (const { orderId } of stage.sandbox.links()) stage.sandbox.reword(orderId, { members });
    const text = seen(await finishExport()).text;
    expect(text).toContain('Some rows have more than 500 fields');
    expect(text).toContain('*Paylink cannot tell the outcome of any of these*');
  });

  test('without rows says so and sends no file', async () => {
    expect((await finishExport()).text).toMatch(/no rows in Transactions, 1 – 15 Oct 2026/);
    expect(stage.slack.calls('files.getUploadURLExternal')).toHaveLength(0);
  });

  test('shows its progress in one message with a *Cancel* button', async () => {
    stage.seed(500);
    const barrier = holdPages(3);
    await begin();
    const reading = await stage.says(/Reading/);
    expect(seen(reading).buttons).toContain('Cancel');
    barrier.open();
    const done = await stage.says(/Done: /);
    expect(done.ts).toBe(reading.ts);
    expect(stage.slack.posts(SARA_DM)).toHaveLength(1);
  });

  test('lets no other user read its files', async () => {
    stage.seed(300);
    const barrier = holdPages(2);
    await begin();
    await barrier.arrived;
    const names = await readdir(stage.folder);
    expect(names.map((name) => name.split('.').at(-1)).sort()).toEqual(['csv', 'ndjson']);
    for (const name of names) expect((await stat(join(stage.folder, name))).mode & 0o777).toBe(0o600);
    barrier.open();
    await stage.says(/Done: /);
  });

  testAtLength('stops at the limit of rows and says so', async () => {
    stage.seed(350);
    const done = await finishExport({}, { exportRows: 250 });
    expect(seen(done).text).toContain('Stopped at 250 rows');
    expect(exported(stage.file())).toHaveLength(250);
  });
});

test('a scheduled export of an earlier version names the missed days', async () => {
  stage.seed(1);
  const ofEarlier = {
    id: 'sch_1',
    setBy: SARA,
    channelId: null,
    rhythm: 'every day at 08:00 (Dubai)',
    missed: ['Mon 23 Nov 2026'],
  };
  const done = await finishExport({ schedule: ofEarlier as unknown as ExportPayload['schedule'] });
  expect(seen(done).text).toMatch(
    /None was sent on Mon 23 Nov 2026.*Each covers the time before its day.*`\/paylink transactions`/,
  );
});

describe('a person who loses the role', () => {
  test.each([
    ['before the export starts', 1],
    ['while the rows are read', 2],
  ])('%s gets no file', async (_when, allowed) => {
    stage.seed(250);
    const answers = Array.from({ length: 2 }, (_, at) => at + 1 < allowed);
    await stage.ask();
    stage.worker({ members: { may: async () => answers.shift() ?? false } });
    const stopped = await stage.says(/no file was sent/);
    expect(seen(stopped).text).toContain('Your role no longer allows exports');
    expect(stage.slack.calls().filter(({ method }) => method.startsWith('files.'))).toEqual([]);
    expect(stage.asked.length > 0).toBe(allowed > 1);
  });
});

describe('a process that stops during an export', () => {
  test('continues it after the next start', async () => {
    stage.seed(1_000);
    const { open } = await stopBefore(3);
    stage.gate.beforePage = undefined;
    open();
    const before = stage.asked.length;
    stage.worker();
    await stage.says(/Done: 1,000 rows|Done: \*1,000 rows/);
    expect(Math.min(...stage.asked.slice(before))).toBeGreaterThanOrEqual(1);
    expect(exported(stage.file())).toEqual(seeded());
    expect(stage.slack.posts(SARA_DM)).toHaveLength(1);
  });

  testAtLength('without a warning leaves it to the next process', async () => {
    stage.seed(1_000);
    const id = await stage.ask();
    const barrier = holdPages(4);
    stage.worker();
    await untilPage(id, 4);
    // The lease expires; the first worker does not notice, and continues.
    await stage.store.jobs.releaseAll();
    stage.gate.beforePage = undefined;
    stage.worker();
    await stage.says(/Done: /);
    barrier.open();
    expect(exported(stage.file())).toEqual(seeded());
  });

  test('during an edit: the final message is written again after that edit', async () => {
    stage.seed(300);
    const id = await stage.ask();
    const barrier = holdPages(2);
    stage.worker();
    await barrier.arrived;
    await stage.store.jobs.releaseAll();
    stage.gate.beforePage = undefined;
    stage.worker();
    const { ts } = await stage.says(/Done: /);
    await untilState(id, 'done');
    await stage.editAsApp({ channel: SARA_DM, ts }, '⏳ Reading');
    stage.hurry();
    expect((await stage.says(/Done: /)).ts).toBe(ts);
    barrier.open();
  });

  testAtLength('and loses its files starts over and says why', async () => {
    stage.seed(500);
    const { id, open } = await stopBefore(3);
    await stage.files.removeAllOf({ teamId: TEAM, id });
    open();
    const again = holdPages(2);
    stage.worker();
    await stage.says(/Started again from the first page: what was read before/);
    again.open();
    await arrivesWhole();
  });

  testAtLength('while the listing changes starts over, so that no row is missing or repeated', async () => {
    stage.seed(500);
    const { open } = await stopBefore(3);
    const createdAt = stage.sandbox.links().at(-1)?.createdAt ?? 0;
    stage.sandbox.seedLinks(7, (index) => ({
      invoiceId: `SEED-9000${index}`,
      createdAt: createdAt + 1_000,
      paidAt: createdAt + 2_000,
    }));
    stage.gate.beforePage = undefined;
    open();
    stage.worker();
    await arrivesWhole();
  });
});

describe('a service that fails', () => {
  testAtLength('for a while on page 7 of 20 is retried, and no page is read twice', async () => {
    stage.seed(2_000);
    stage.gate.beforePage = (page) => (page === 7 ? failToConnect() : undefined);
    await begin();
    await stage.says(/page 7, 700 of 2,000 rows.*could not be reached.*will try again/);
    stage.gate.beforePage = undefined;
    await tryAgain();
    await arrivesWhole();
    expect(stage.asked.filter((page) => page < 5)).toHaveLength(5);
  });

  testAtLength('permanently is explained with the last page, and *Resume* continues from there', async () => {
    stage.seed(2_000);
    stage.gate.beforePage = (page) => (page >= 7 ? failToConnect() : undefined);
    // Saved only after the failure, not between two pages.
    const id = await begin({}, { maxStalls: 2, saveEveryMs: 60_000 });
    await stage.says(/will try again/);
    await tryAgain();
    const stopped = await stage.says(/not complete/);
    expect(stopped.text).toMatch(/no file was sent: stopped after page 7, 700 of 2,000 rows/);
    expect(seen(stopped).buttons).toContain('Resume');
    expect(stage.slack.calls('files.getUploadURLExternal')).toHaveLength(0);
    await untilState(id, 'failed');

    stage.gate.beforePage = undefined;
    const before = stage.asked.length;
    const { progress } = await stage.findJob(id);
    await begin({ continues: progress && { ...progress, stalls: 0 } });
    expect((await arrivesWhole()).ts).toBe(stopped.ts);
    expect(Math.min(...stage.asked.slice(before))).toBeGreaterThanOrEqual(5);
  });

  test('with a refusal is not retried', async () => {
    stage.gate.beforePage = () => {
      throw new PermissionError('no', { operation: 'listTransactions', reference: 'REF', httpStatus: 403 });
    };
    const id = await begin();
    await stage.says(/not complete.*before the first page/);
    await untilState(id, 'failed');
    expect(stage.asked).toHaveLength(1);
  });
});

test('a full disk is named, with whom to tell, and the export goes on once there is space', async () => {
  stage.seed(12);
  let isFull = true;
  const fresh: ExportFiles['fresh'] = (...about) =>
    isFull
      ? Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
      : stage.files.fresh(...about);
  const files = { ...stage.files, fresh };
  await begin({}, { maxStalls: 2, files });
  await stage.says(/The disk that Paylink writes to is full\..*will try again/);
  isFull = false;
  await tryAgain();
  await arrivesWhole();
  isFull = true;
  await begin({}, { maxStalls: 1, files });
  await stage.says(/not complete.*disk that Paylink writes to is full.*person who looks after Paylink/);
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
    stage.seed(12);
    stage.slack.faults.add({ method: 'files.getUploadURLExternal', error });
    const id = await begin();
    await stage.says(words);
    await untilState(id, 'failed');
  });

  testAtLength('fails the upload: it is retried, and the file arrives once', async () => {
    stage.seed(250);
    stage.slack.faults.add({ method: 'upload', status: 503, times: 1 });
    stage.slack.faults.add({ method: 'files.getUploadURLExternal', status: 429, retryAfter: 1, times: 1 });
    await begin();
    for (const times of [1, 2]) await tryAgain(times);
    await arrivesWhole();
    // The rows wait on disk: nothing is read again.
    expect(stage.asked.filter((page) => page === 0)).toHaveLength(1);
  });

  test('shares the file, but its answer is lost: a message says so, when Slack takes it, and no second file comes', async () => {
    stage.seed(20);
    stage.slack.faults.add({ method: 'files.completeUploadExternal', dropAfterWork: true, times: 1 });
    await begin();
    await untilPostponed();
    stage.slack.faults.add({ method: 'chat.update', status: 500 });
    stage.hurry();
    await untilPostponed(2);
    stage.slack.faults.clear();
    stage.hurry();
    expect(seen(await stage.says(/did not confirm/)).buttons).toContain('Send again');
    expect(stage.slack.calls('files.getUploadURLExternal')).toHaveLength(1);
    expect(exported(stage.file())).toEqual(seeded());
  });

  testAtLength('refuses only the final message: it arrives later, without a second file', async () => {
    stage.seed(20);
    const barrier = holdPages(0);
    await begin();
    await stage.says(/Reading/);
    stage.slack.faults.add({ method: 'chat.update', status: 500 });
    barrier.open();
    await untilPostponed();
    stage.slack.faults.clear();
    stage.hurry();
    await arrivesWhole();
  });
});

describe('a cancelled export', () => {
  test('stops within a page, deletes its files, and says so', async () => {
    stage.seed(1_000);
    const barrier = holdPages(3);
    const id = await stage.ask();
    const worker = stage.worker();
    await untilPage(id, 3);
    await stage.store.jobs.cancel(TEAM, id, stage.clock.now());
    worker.wake();
    const cancelled = await stage.says(/Cancelled/);
    expect(seen(cancelled).buttons).not.toContain('Cancel');
    barrier.open();
    await expect.poll(() => stage.leftFiles()).toEqual([]);
    expect(stage.slack.calls('files.getUploadURLExternal')).toHaveLength(0);
    expect(Math.max(...stage.asked)).toBeLessThan(9);
  });
});

describe('a formula in a record', () => {
  test.each(['csv', 'xlsx'] as const)('is a plain text in a %s file', async (format) => {
    const invoiceId = '=HYPERLINK("https://example.com";"SEED-1")';
    stage.sandbox.seedLinks(1, () => ({ invoiceId, createdAt: MADE, paidAt: MADE }));
    await finishExport({ format });
    const { bytes } = stage.file();
    if (format === 'csv') {
      expect(bytes.toString()).toContain(`"'=HYPERLINK(""https`);
      return;
    }
    // The reader refuses a formula.
    const cells = (await readXlsxTable(bytes)).flatMap((record) => Object.values(record));
    expect(cells).toContainEqual({ type: 'text', text: invoiceId });
  });
});

test('an Excel file has every row once, the chosen columns, and their sum', async () => {
  stage.seed(250);
  const toggled = [markColumn('@orderId'), markColumn('.fullname')];
  const done = await finishExport({ format: 'xlsx', toggled });
  expect(done.text).toMatch(/-15\.xlsx$/);
  expect(seen(done).text).toContain('The columns are those you chose');
  const [table, ...more] = await readWorkbook(stage.file().bytes);
  expect(more).toEqual([]);
  const { sheet, records, totals } = table ?? expect.fail('no sheet');
  const chosen = ['Created', 'Amount', 'Status', 'Invoice ID', 'Order ID', 'Transaction ID'];
  expect(sheet.rows[0]).toEqual([...chosen, 'Counted as received']);
  expect(records.map((record) => String(record['Invoice ID']?.value)).sort()).toEqual(seeded());
  const sum = stage.sandbox.transactions().reduce((fils, { amountFils }) => fils + amountFils, 0);
  expect(records.reduce((fils, { Amount }) => fils + Math.round(Number(Amount?.value) * 100), 0)).toBe(sum);
  const received = stage.sandbox
    .transactions()
    .reduce((fils, { amountFils, status }) => fils + (status === 'SUCCESS' ? amountFils : 0), 0);
  expect(totals['Counted as received']).toMatchObject({
    formula: 'SUBTOTAL(109,G2:G251)',
    formulaResult: received / 100,
  });
});

describe('an export into a thread', () => {
  const reportMessage = async (channel: string) => {
    const posted = stage.slack.posts(channel)[0];
    if (!posted) throw new Error('no message');
    return { channelId: channel, ts: posted.ts };
  };

  test('has every row, without customers’ data', async () => {
    stage.seed(30);
    await stage.postAsApp(FRONT_DESK, 'A report');
    const done = await finishExport({ thread: await reportMessage(FRONT_DESK), userId: SARA });
    expect(seen(done).text).toContain('The file is in the thread');
    const shared = stage.slack.messages(FRONT_DESK).flatMap((message) => message.files ?? []);
    const file = stage.slack.file(shared[0]?.id ?? '');
    if (!file) throw new Error('no file');
    expect(exported(file)).toEqual(seeded());
    expect(file.bytes.toString()).not.toMatch(/Sample Customer|customer@example\.com|971500000000/);
    expect(stage.slack.messages(SARA_DM).flatMap((message) => message.files ?? [])).toEqual([]);
  });

  test('goes to the person if Paylink cannot post in the thread, and says why', async () => {
    stage.seed(30);
    await stage.postAsApp(FRONT_DESK, 'A report');
    const thread = await reportMessage(FRONT_DESK);
    stage.slack.setMembership(FRONT_DESK, false);
    await begin({ thread });
    await stage.says(/did not let Paylink send it to the thread\. Paylink is not in/);
    expect(stage.file().bytes.toString()).not.toMatch(/customer@example\.com/);
  });
});

test('a start deletes the files of finished exports, but keeps those of unfinished ones', async () => {
  stage.seed(500);
  const { id, open } = await stopBefore(3);
  open();
  const later = { now: () => stage.clock.now() + 20 * 60_000, sleep: async () => {} };
  const sweep = () =>
    removeExportLeftovers({ files: stage.files, jobs: stage.store.jobs, clock: later }, { isStart: true });
  expect(await sweep()).toBe(0);
  await stage.store.jobs.cancel(TEAM, id, stage.clock.now());
  expect(await sweep()).toBe(1);
  expect(await stage.leftFiles()).toEqual([]);
});

test('a file that answers a press has no job, and stays while its process runs', async () => {
  const { path } = await stage.files.fresh({ teamId: TEAM, id: 'job_pressed' }, 'xlsx');
  await writeFile(path, 'a list');
  const later = { now: () => Date.now() + 72 * 60 * 60_000, sleep: async () => {} };
  const sweep = (isStart: boolean) =>
    removeExportLeftovers({ files: stage.files, jobs: stage.store.jobs, clock: later }, { isStart });
  expect([await sweep(false), await sweep(true)]).toEqual([0, 1]);
});

test('a running process deletes the files of a failed export a day later, and none of a running one', async () => {
  stage.seed(500);
  const { open } = await stopBefore(3);
  open();
  const { files, store } = stage;
  const sweep = (hours: number) => {
    const later = { now: () => Date.now() + hours * 60 * 60_000, sleep: async () => {} };
    return removeExportLeftovers({ files, jobs: store.jobs, clock: later }, { isStart: false });
  };
  expect(await sweep(72)).toBe(0);
  const at = stage.clock.now();
  const [job] = (await store.jobs.claim({ at, leaseMs: 1, limit: 1, token: 'last' })).jobs;
  if (job) await store.jobs.fail(job, 'the service is gone', at);
  expect(await sweep(23)).toBe(0);
  expect(await sweep(25)).toBe(1);
  expect(await stage.leftFiles()).toEqual([]);
});
