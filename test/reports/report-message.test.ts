import { describe, expect, test } from 'vitest';
import { checkMessageBlocks } from '../../playground/slack/check-blocks.ts';
import { buildReport, type ReportContent } from '../../src/reports/report-view.ts';

const content = (rows: number, changes: Partial<ReportContent> = {}): ReportContent => ({
  subject: { kind: 'transactions', name: 'today', dates: 'Sat 21 Nov 2026' },
  pointer: { reportId: 'rpt_1', page: 0, size: 10, toggled: [] },
  table: {
    columns: [
      { title: 'Time', kind: 'time' },
      { title: 'Amount', kind: 'amount' },
      { title: 'Status', kind: 'text' },
    ],
    rows: Array.from({ length: rows }, () => [
      { text: '21 Nov 2026 12:30' },
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

const textOf = (value: unknown): string => JSON.stringify(value);

describe('a page', () => {
  test('names the range, the rows and their sums', () => {
    const { rich } = buildReport(content(10, { total: 57, hasNext: true }));
    expect(rich.text).toBe(
      'Transactions of today, Sat 21 Nov 2026 · Rows 1–10 of 57 · AED 11,250.00 received (9)',
    );
    const text = textOf(rich.blocks);
    expect(text).toContain('*Transactions* of today · *Sat 21 Nov 2026*');
    expect(text).toContain('This page only, 10 rows: *AED 11,250.00 received* (9)');
    expect(text).toContain('AED 1,250.00 failed (1)');
    expect(text).toContain('Only you see this');
  });

  test('says that the sums are of all rows only if the page holds all of them', () => {
    expect(textOf(buildReport(content(7)).rich.blocks)).toContain('All 7 rows: *AED 7,500.00 received* (6)');
    const last = content(7, { pointer: { reportId: 'rpt_1', page: 1, size: 10, toggled: [] } });
    expect(textOf(buildReport(last).rich.blocks)).toContain('This page only, 7 rows');
    expect(textOf(buildReport(last).rich.blocks)).toContain('Rows 11–17, the last');
  });

  test('shows a total only if it is known', () => {
    expect(textOf(buildReport(content(10, { hasNext: true })).rich.blocks)).toContain('Rows 1–10"');
    const impossible = buildReport(content(10, { total: 3, hasNext: true }));
    expect(textOf(impossible.rich.blocks)).not.toContain('of 3');
  });

  test('offers Previous and Next only if there are such pages', () => {
    const actions = (changes: Partial<ReportContent>) =>
      [...textOf(buildReport(content(10, changes)).rich.blocks).matchAll(/"action_id":"(\w+)"/g)].map(
        ([, id]) => id,
      );
    const pointer = { reportId: 'rpt_1', page: 1, size: 10, toggled: [] };
    expect(actions({})).not.toContain('report_previous');
    expect(actions({})).not.toContain('report_next');
    expect(actions({ pointer, hasNext: true })).toEqual([
      'report_previous',
      'report_next',
      'report_size',
      'report_columns',
      'report_totals',
      'export_csv',
      'export_xlsx',
      'report_share',
    ]);
  });

  test('that does not fit is cut into smaller pages without gaps, and says so', () => {
    const wide = content(100, { pointer: { reportId: 'rpt_1', page: 3, size: 100, toggled: [] } });
    const rows = wide.table.rows.map((cells) => [...cells, { text: 'x'.repeat(80) }]);
    const columns = [...wide.table.columns, { title: 'Notes', kind: 'text' as const }];
    const { rich, plain } = buildReport({ ...wide, table: { columns, rows } });
    for (const { blocks } of [rich, plain]) {
      const text = textOf(blocks);
      expect(text).toContain('Rows 301–350.');
      expect(text).toContain('100 rows don’t fit in one message, so a page shows 50 rows.');
      expect(text).toContain('"rpt_1.7.50?."');
      expect(text).toContain('This page only, 50 rows');
    }
  });

  test('of more short rows than Slack’s table holds is cut as well', () => {
    const long = content(300, { pointer: { reportId: 'rpt_1', page: 0, size: 300, toggled: [] } });
    const { rich } = buildReport({
      ...long,
      table: {
        columns: long.table.columns.slice(2),
        rows: long.table.rows.map(([, , cell]) => [cell ?? { text: '' }]),
      },
    });
    expect(checkMessageBlocks(rich.blocks)).toEqual([]);
    expect(textOf(rich.blocks)).toContain('Rows 1–100. 300 rows don’t fit in one message');
    expect(textOf(rich.blocks)).toContain('"rpt_1.1.100?."');
  });

  test('without a table has a line for each row, in sections', () => {
    const { plain } = buildReport(content(2, { total: 2 }));
    expect(textOf(plain.blocks)).not.toContain('data_table');
    expect(textOf(plain.blocks)).toContain(
      '_Time · Amount · Status_\\n*1.* 21 Nov 2026 12:30 · *AED 1,250.00* · SUCCESS\\n*2.* 21 Nov',
    );
  });

  test('that is shared names the person, and cannot be shared again or changed for everyone', () => {
    const text = textOf(buildReport(content(10, { sharedBy: 'U0SARA0001', hasNext: true })).rich.blocks);
    expect(text).toContain('Shared by <@U0SARA0001> · read from the payment service <!date^');
    expect(text).toContain('report_open');
    expect(text).not.toMatch(/report_share|report_totals|report_size/);
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
      refunds: [{ currency: '<!here>', fils: 1, told: 1, isAtLeast: true }],
      net: [{ currency: '<!here>', fils: 1 }],
      byStatus: [{ status: '<!channel>', currency: 'AED', fils: 1, rows: 1 }],
      withoutAmount: 0,
    });
    for (const kind of ['transactions', 'payouts', 'links'] as const) {
      const subject = { ...base.subject, kind };
      const { plain, rich } = buildReport({ ...base, subject, table, sumsOf });
      expect(textOf(plain.blocks)).not.toMatch(/<!channel|<!here|<https/);
      expect(textOf(rich.blocks.filter(({ type }) => type !== 'data_table'))).not.toMatch(/<!channel|<!here/);
    }
  });
});
