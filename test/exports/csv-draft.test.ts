import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCsvDraft } from '../../src/exports/csv-draft.ts';
import { createSpool, encodeRows } from '../../src/exports/export-spool.ts';
import { createColumnCollector } from '../../src/reports/column-collector.ts';
import type { ReportRow } from '../../src/reports/report-row.ts';
import { runs } from '../fixtures/whole-suite.ts';
import { rowsOf, writeSheet, ZONE } from './write-sheet.ts';

let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paylink-drafts-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The file after these pages; `before`: pages in the spool of an earlier run. */
const draft = async (
  pages: ReportRow[][],
  before: ReportRow[][] = [],
  signal = new AbortController().signal,
) => {
  files += 1;
  const path = join(folder, `${files}.csv`);
  const spool = await createSpool(join(folder, `${files}.ndjson`));
  const collector = createColumnCollector('transactions');
  const { columns } = collector;
  let rereads = 0;
  const counted = {
    records: () => {
      rereads += 1;
      return spool.records();
    },
  };
  for (const rows of before) {
    collector.add(rows);
    await spool.append(encodeRows(rows));
  }
  const file = await createCsvDraft({
    path,
    spool: counted,
    kind: 'transactions',
    columns,
    timeZone: ZONE,
    signal,
  });
  try {
    for (const rows of pages) {
      collector.add(rows);
      await spool.append(encodeRows(rows));
      await file.add(rows);
    }
    const bytes = await file.finish();
    return { text: await readFile(path, 'utf8'), bytes, mode: (await stat(path)).mode & 0o777, rereads };
  } finally {
    await file.close();
    await spool.close();
  }
};

const page = (count: number, fields: Record<string, unknown> = {}) =>
  rowsOf(
    'transactions',
    Array.from({ length: count }, (_, n) => ({ transactionId: n, amount: n, ...fields })),
  );

const whole = async (pages: ReportRow[][]) =>
  (await writeSheet('csv', 'transactions', pages.flat())).toString();

test('a file written page by page equals one written at once, and only its owner can read it', async () => {
  const pages = [page(100), page(100), page(7)];
  const { text, bytes, mode, rereads } = await draft(pages);
  expect(text).toBe(await whole(pages));
  expect(bytes).toBe(Buffer.byteLength(text));
  expect(mode).toBe(0o600);
  // Only for the first page.
  expect(rereads).toBe(1);
});

test.each([
  ['adds a column', { surprise: 'x' }],
  ['changes the kind of a column', { amount: 'five' }],
])('a page that %s is in the file at any place', async (_what, fields) => {
  for (const at of [0, 1, 2, 5, 9]) {
    const pages = Array.from({ length: 10 }, (_, n) => page(10, n === at ? fields : {}));
    const { text, bytes } = await draft(pages);
    expect(text).toBe(await whole(pages));
    expect(bytes).toBe(Buffer.byteLength(text));
  }
});

test('a file that shrinks when rewritten has nothing left of the longer one', async () => {
  // Amounts have two decimals until one of them is not an amount.
  const pages = [page(50, { fee: 1 }), page(50, { fee: 'none' })];
  const { text, bytes } = await draft(pages);
  expect(text).toBe(await whole(pages));
  expect(bytes).toBe(Buffer.byteLength(text));
});

test('new columns on every page cause few rewrites', async () => {
  const pages = Array.from({ length: 64 }, (_, n) => page(10, { [`field${n}`]: n }));
  const { text, rereads } = await draft(pages);
  expect(text).toBe(await whole(pages));
  expect(rereads).toBeLessThanOrEqual(8);
});

test('rows of an earlier run are in the file, even if no page is left to read', async () => {
  const [before, after] = [[page(30), page(5, { surprise: 'x' })], [page(20)]];
  expect((await draft(after, before)).text).toBe(await whole([...before, ...after]));
  expect((await draft([], before)).text).toBe(await whole(before));
});

test('a cancelled run stops during a rewrite', async () => {
  const stop = new AbortController();
  stop.abort(new Error('stopped'));
  await expect(draft([page(10)], [], stop.signal)).rejects.toThrow('stopped');
});

test('any pages make the same file as all their rows at once', async () => {
  const record = fc.dictionary(
    fc.constantFrom('amount', 'fee', 'createdAt', 'status', 'note', 'id', 'Email', 'a-b', 'a_b'),
    fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null),
      fc.constant('2026-11-20 12:00:00'),
    ),
  );
  const pagesOfAnything = fc.array(fc.array(record, { maxLength: 6 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(pagesOfAnything, fc.nat(6), async (records, split) => {
      const pages = records.map((one) => rowsOf('transactions', one));
      const { text, bytes } = await draft(pages.slice(split), pages.slice(0, split));
      expect(text).toBe(await whole(pages));
      expect(bytes).toBe(Buffer.byteLength(text));
    }),
    runs(100),
  );
});
