import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCsvStream } from '../../src/exports/write-file.ts';
import { columnsOf, createColumnCollector } from '../../src/tables/column-collector.ts';
import { buildSheet } from '../../src/tables/table.ts';
import { runs } from '../fixtures/whole-suite.ts';
import { readCsv, readCsvTable } from './read-csv.ts';
import { rowsOf, writeSheet, ZONE } from './write-sheet.ts';

const write = async (records: Record<string, unknown>[]) =>
  readCsvTable(await writeSheet('csv', 'transactions', rowsOf('transactions', records)));

test('an empty report is only a header, in UTF-8 with its byte order mark', async () => {
  const bytes = await writeSheet('csv', 'transactions', []);
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(bytes.toString('utf8').slice(1)).toBe(
    'Created,Amount,Currency,Status,Invoice ID,Order ID,Transaction ID\r\n',
  );
});

test('commas, quotes, line ends, spaces and every script are read back unchanged', async () => {
  const notes = ['a, b', 'say "no"', 'one\ntwo', 'one\r\ntwo', '  kept  ', 'شكرا 👍', ''];
  const table = await write(notes.map((note, index) => ({ transactionId: index, notes: note })));
  expect(table.map((record) => record['Notes'])).toEqual(notes);
});

test('only texts that a reader would trim or break are quoted', async () => {
  const cells = [' before', 'after ', '\tx', 'a\rb', 'a\nb', 'a, b', 'a"b', 'in the middle', '-'];
  const rows = rowsOf(
    'transactions',
    cells.map((notes) => ({ notes })),
  );
  const shown = columnsOf('transactions', rows, ZONE).filter(({ title }) => title === 'Notes');
  const text = (await writeSheet('csv', 'transactions', rows, { columns: shown })).toString('utf8');
  expect(text).toBe(
    '\uFEFFNotes\r\n" before"\r\n"after "\r\n\'\tx\r\n"a\rb"\r\n"a\nb"\r\n"a, b"\r\n"a""b"\r\nin the middle\r\n\'-\r\n',
  );
});

test('a batch without rows adds nothing to the file', async () => {
  const chunks = [];
  const rows = rowsOf('transactions', [{ transactionId: '1' }]);
  const sheet = buildSheet('Report', columnsOf('transactions', [], ZONE), { batches: [[], rows, []] });
  for await (const chunk of createCsvStream(sheet, ZONE)) chunks.push(chunk.toString());
  expect(chunks).toHaveLength(2);
});

test.each(['=1', '+1', '-1', '@1', '\t1', '\r1', '\n1', '＝1', '＋1', '－1', '＠1'])(
  'the cell %j gets an apostrophe, because it looks like a formula',
  async (note) => {
    const [record] = await write([{ notes: note }]);
    expect(record?.['Notes']).toBe(`'${note}`);
  },
);

test.each(['a=1', '(1+1)', '1-1', 'a@b.example', '"=1"'])('the cell %j stays the same', async (note) => {
  const [record] = await write([{ notes: note }]);
  expect(record?.['Notes']).toBe(note);
});

test('texts that look like formulas get an apostrophe in cells and in titles', async () => {
  const [record] = await write([{ notes: '+971501234567', status: '@SUM(A1)', '=cmd|x': '-2' }]);
  expect(record).toMatchObject({ Notes: "'+971501234567", Status: "'@SUM(A1)", "'=cmd|x": "'-2" });
});

test('amounts are exact decimals, and negative ones stay numbers', async () => {
  const table = await write([
    { amount: 0.1, fee: '1,234.50' },
    { amount: -250.5, fee: 3 },
    { amount: '70368744177664.01', fee: 0 },
    { amount: 1e21, fee: 0.005 },
  ]);
  expect(table.map((record) => [record['Amount'], record['Fee']])).toEqual([
    ['0.10', '1,234.50'],
    ['-250.50', '3'],
    ['70368744177664.01', '0'],
    ['', '0.005'],
  ]);
  expect(table[3]?.['Amount (amount)'] ?? table[3]?.['Amount 2']).toBe('1e+21');
});

test('times have the merchant’s offset, and unreadable ones stay as they are', async () => {
  const table = await write([
    { createdAt: '2026-11-20 12:00:00', paidAt: '2026-11-20T08:00:05Z' },
    { createdAt: 1_795_608_000, paidAt: null },
    { createdAt: '20/11/2026 noon', paidAt: '' },
  ]);
  expect(table.map((record) => record['Created'])).toEqual([
    '2026-11-20T12:00:00+04:00',
    '2026-11-25T16:00:00+04:00',
    '',
  ]);
  expect(table.map((record) => record['Paid'])).toEqual(['2026-11-20T12:00:05+04:00', '', '']);
  expect(Object.values(table[2] ?? {})).toContain('20/11/2026 noon');
});

test('offsets follow the clock of the zone', async () => {
  const rows = rowsOf('links', [
    { createdAt: '2026-01-10T12:00:00Z' },
    { createdAt: '2026-07-10T12:00:00Z' },
  ]);
  const bytes = await writeSheet('csv', 'links', rows, { timeZone: 'America/New_York' });
  expect(readCsvTable(bytes).map((record) => record['Created'])).toEqual([
    '2026-01-10T07:00:00-05:00',
    '2026-07-10T08:00:00-04:00',
  ]);
});

test('nested fields have their own columns; lists and deeper fields are JSON', async () => {
  const [record] = await write([
    {
      id: 1,
      card: { brand: 'Visa', bin: { country: 'AE' } },
      tags: ['a', null],
      a: { b: { c: { d: { e: { f: 1 } } } } },
    },
  ]);
  expect(record).toMatchObject({
    'Card › Brand': 'Visa',
    'Card › Bin › Country': 'AE',
    Tags: '["a",null]',
    'A › B › C › D › E': '{"f":1}',
  });
});

test('fields that appear after the columns were chosen are in *Other fields*', async () => {
  const rows = rowsOf('transactions', [
    { transactionId: '1', amount: 5, createdAt: '2026-11-20 12:00:00' },
    { transactionId: '2', amount: 'five', createdAt: 'soon', surprise: { deep: true }, gone: null },
  ]);
  const collector = createColumnCollector('transactions', ZONE);
  collector.add(rows.slice(0, 1));
  const columns = collector.columns(true);
  const table = readCsvTable(await writeSheet('csv', 'transactions', rows, { columns }));
  expect(table[0]?.['Other fields']).toBe('');
  expect(JSON.parse(table[1]?.['Other fields'] ?? '')).toEqual({
    amount: 'five',
    createdAt: 'soon',
    'surprise.deep': true,
  });
});

test('any rows of JSON are read back as one record each', async () => {
  const formula = fc
    .tuple(
      fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20'),
      fc.string(),
    )
    .map(([start, rest]) => start + rest);
  const value = fc.oneof(fc.jsonValue({ maxDepth: 5 }), formula, fc.array(formula, { maxLength: 2 }));
  // A field called `'+x` would have the same title as one called `+x`.
  const name = fc.oneof(fc.string(), formula).filter((text) => !text.startsWith("'"));
  let guarded = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.dictionary(name, value), { maxLength: 8 }), async (records) => {
      const bytes = await writeSheet('csv', 'transactions', rowsOf('transactions', records));
      const [header = [], ...read] = readCsv(bytes.toString('utf8').slice(1));
      expect(read).toHaveLength(records.length);
      expect(new Set(header).size).toBe(header.length);
      for (const record of read) {
        expect(record).toHaveLength(header.length);
        for (const cell of record) {
          if (cell.startsWith("'")) guarded += 1;
          // Only a negative number may start with a minus.
          if (!/^-[\d.]+(e[+-]?\d+)?$/i.test(cell))
            expect(cell).not.toMatch(/^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/);
        }
      }
    }),
  );
  expect(guarded).toBeGreaterThan(50);
});

test('every word of a row is in its record', async () => {
  const word = fc.stringMatching(/^[a-zA-Z]{1,12}$/);
  const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 5 },
      word,
      fc.integer(),
      fc.array(tie('node')),
      fc.dictionary(fc.string(), tie('node')),
    ),
  })).node;
  const wordsOf = (some: unknown): string[] =>
    typeof some === 'string'
      ? [some]
      : typeof some === 'object' && some !== null
        ? Object.values(some).flatMap(wordsOf)
        : [];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(fc.string(), value), { minLength: 1, maxLength: 5 }),
      async (records) => {
        const bytes = await writeSheet('csv', 'links', rowsOf('links', records));
        const [, ...read] = readCsv(bytes.toString('utf8').slice(1));
        records.forEach((record, index) => {
          const cells = read[index]?.join('\n') ?? '';
          for (const one of wordsOf(record)) expect(cells).toContain(one);
        });
      },
    ),
    runs(100),
  );
});
