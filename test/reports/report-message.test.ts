import { describe, expect, test } from 'vitest';
import type { ReportPointer } from '../../src/reports/report-pointer.ts';
import { buildReport, type ReportContent } from '../../src/reports/report-view.ts';
import { seen } from '../fixtures/seen.ts';

const POINTER: ReportPointer = {
  kind: 'transactions',
  span: { from: 1_763_668_800_000, to: 1_763_755_199_999 },
  first: 0,
};

const content = (rows: number, changes: Partial<ReportContent> = {}): ReportContent => ({
  subject: { kind: 'transactions', name: 'today', dates: 'Sat 21 Nov 2026' },
  pointer: POINTER,
  table: {
    columns: [
      { title: 'Time', kind: 'time' },
      { title: 'Amount', kind: 'amount' },
      { title: 'Status', kind: 'text' },
    ],
    rows: Array.from({ length: rows }, () => [
      { text: '21 Nov 2026 at 12:30 PM' },
      { text: 'AED 1,250.00', decimal: '1250.00' },
      { text: 'SUCCESS' },
    ]),
  },
  total: null,
  hasNext: false,
  sumsOf: (count) => ({
    rows: count,
    byClass: [
      { is: 'received', currency: 'AED', fils: 125_000 * (count - 1), rows: count - 1, withoutAmount: 0 },
      { is: 'failed', currency: 'AED', fils: 125_000, rows: 1, withoutAmount: 0 },
    ],
    refunds: [],
    net: [],
    byStatus: [{ status: 'SUCCESS', currency: 'AED', fils: 125_000 * count, rows: count }],
    withoutAmount: 0,
  }),
  readAt: Date.UTC(2026, 10, 21, 8),
  timeZone: 'Asia/Dubai',
  ...changes,
});

/** The lines of the message with a table, or of the plain one. */
const linesOf = (message: { blocks: unknown[] }) => seen(message).text.split('\n');
const richly = (rows: number, changes: Partial<ReportContent> = {}) =>
  buildReport(content(rows, changes)).rich;

describe('a page', () => {
  test('says that the sums are of all rows only if the page holds all of them', () => {
    expect(linesOf(richly(7))).toContain('All 7 rows: *AED 7,500.00 received* (6)');
    const last = linesOf(richly(7, { pointer: { ...POINTER, first: 10 } }));
    expect(last).toContain('This page only, 7 rows: *AED 7,500.00 received* (6)');
    expect(last).toContain('Rows 11–17, the last');
  });

  test('shows a total only if it is known', () => {
    for (const total of [null, 3]) expect(linesOf(richly(10, { total, hasNext: true }))[1]).toBe('Rows 1–10');
  });

  test('offers *Previous* and *Next* only if there are such pages', () => {
    const others = ['Totals', 'XLSX'];
    expect(seen(richly(10)).buttons).toEqual(others);
    const middle = richly(10, { pointer: { ...POINTER, first: 10 }, hasNext: true });
    expect(seen(middle).buttons).toEqual(['Previous', 'Next', ...others]);
  });

  test('that does not fit is shorter, says so, and the next one begins after it', () => {
    const wide = content(10, { pointer: { ...POINTER, first: 30 } });
    const rows = wide.table.rows.map((cells) => [
      ...cells,
      ...Array.from({ length: 15 }, () => ({ text: 'x'.repeat(80) })),
    ]);
    const others = Array.from({ length: 15 }, (_, at) => ({ title: `Notes ${at}`, kind: 'text' as const }));
    const { rich } = buildReport({ ...wide, table: { columns: [...wide.table.columns, ...others], rows } });
    expect(linesOf(rich)[1]).toBe(
      'Rows 31–36. More rows don’t fit in one message, so this page shows 6 rows',
    );
    expect(linesOf(rich)).toContain('This page only, 6 rows: *AED 6,250.00 received* (5)');
    expect(JSON.stringify(rich)).toContain('\\"first\\":36}"');
  });

  test('without a table has a line for each row', () => {
    const { plain } = buildReport(content(2, { total: 2 }));
    expect(linesOf(plain).slice(2, 5)).toEqual([
      '_Time · Amount · Status_',
      '*1.* 21 Nov 2026 at 12:30 PM · *AED 1,250.00* · SUCCESS',
      '*2.* 21 Nov 2026 at 12:30 PM · *AED 1,250.00* · SUCCESS',
    ]);
  });

  test('cannot mention anyone or forge a link with the service’s text', () => {
    const base = content(1);
    const table = {
      ...base.table,
      rows: [[{ text: '<!channel>' }, { text: '<https://x|y>' }, { text: 'a' }]],
    };
    const sumsOf = () => ({
      rows: 1,
      byClass: [
        { is: 'received' as const, currency: '<!here>', fils: 1, rows: 1, withoutAmount: 0 },
        { is: 'failed' as const, currency: '<!here>', fils: 1, rows: 1, withoutAmount: 0 },
      ],
      refunds: [{ kind: 'refund' as const, currency: '<!here>', fils: 1, told: 1, isAtLeast: true }],
      net: [{ currency: '<!here>', fils: 1 }],
      byStatus: [{ status: '<!channel>', currency: 'AED', fils: 1, rows: 1 }],
      withoutAmount: 0,
    });
    for (const kind of ['transactions', 'payouts', 'links'] as const) {
      const subject = { ...base.subject, kind };
      const { plain, rich } = buildReport({ ...base, subject, table, sumsOf });
      expect(JSON.stringify(plain)).not.toMatch(/<!channel|<!here|<https/);
      expect(JSON.stringify(rich.blocks.filter(({ type }) => type !== 'data_table'))).not.toMatch(
        /<!channel|<!here/,
      );
    }
  });
});
