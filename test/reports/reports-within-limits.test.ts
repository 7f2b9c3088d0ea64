// @module-tag long

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkMessageBlocks, checkView } from '../../packages/local-slack/src/check-blocks.ts';
import { limits } from '../../src/blocks/limits.ts';
import { PAGE_ROWS } from '../../src/listings/read-page.ts';
import { buildReportForm } from '../../src/reports/report-form-view.ts';
import type { ReportPointer } from '../../src/reports/report-pointer.ts';
import {
  buildTotals,
  buildTotalsFailure,
  buildTotalsProgress,
  buildTotalsRefusal,
  buildTotalsStopped,
} from '../../src/reports/report-totals-view.ts';
import {
  buildEmptyReport,
  buildReportEnd,
  buildReportFailure,
  buildReportWaiting,
  buildUnreadableReport,
} from '../../src/reports/report-trouble-view.ts';
import { buildReport, type ReportContent } from '../../src/reports/report-view.ts';
import { anySums as sums, textUpTo } from '../fixtures/report-sums.ts';
import { runs } from '../fixtures/whole-suite.ts';

const ZONE = 'Asia/Dubai';

const text = (max: number) => fc.oneof({ weight: 9, arbitrary: textUpTo(max) }, fc.constant(''));

const subjects = fc.record({
  kind: fc.constantFrom('transactions', 'payouts', 'links'),
  name: fc.constantFrom(null, 'last week'),
  dates: fc.constantFrom('Sat 21 Nov 2026', '31 Dec 2025, 00:00:01 – 1 Jan 2027, 23:59:58'),
});

const ends = fc.constantFrom(
  { is: 'moved' as const, hasGrown: false },
  { is: 'whole' as const, hasGrown: true },
  { is: 'whole' as const, hasGrown: false },
);

const tables = fc
  .record({
    columns: fc.array(fc.record({ title: text(60), kind: fc.constantFrom('text', 'amount', 'time') }), {
      minLength: 1,
      maxLength: limits.dataTable.columns,
    }),
    count: fc.integer({ min: 1, max: PAGE_ROWS }),
    cells: fc.array(
      fc.oneof(
        text(400).map((words) => ({ text: words })),
        fc.constant({ text: 'AED 1,250.00', decimal: '1250.00' }),
      ),
      { minLength: 1, maxLength: 40 },
    ),
  })
  .map(({ columns, count, cells }) => ({
    columns,
    rows: Array.from({ length: count }, (_, row) =>
      columns.map((_column, at) => cells[(row * 7 + at) % cells.length] ?? { text: '' }),
    ),
  }));

const instants = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2200, 0) });
const pointers: fc.Arbitrary<ReportPointer> = fc.record({
  kind: fc.constantFrom('transactions', 'payouts', 'links'),
  span: fc.record({ from: instants, to: instants }),
  first: fc.nat(9_999_999),
});

const contents: fc.Arbitrary<ReportContent> = fc
  .record({
    subject: subjects,
    pointer: pointers,
    table: tables,
    total: fc.option(fc.nat(100_000)),
    hasNext: fc.boolean(),
    sums,
    below: fc.option(fc.tuple(sums, fc.option(fc.nat()), ends)),
  })
  .map(({ sums: given, below, ...rest }) => ({
    ...rest,
    sumsOf: (rows: number) => ({ ...given, rows }),
    readAt: 0,
    timeZone: ZONE,
    below:
      below === null
        ? []
        : [buildTotals(rest.subject.kind, below[0], { rows: 0, total: below[1], ...below[2] })],
  }));

test('Slack accepts every page, with and without a table, for any answer of the service', () => {
  fc.assert(
    fc.property(contents, (content) => {
      const { rich, plain } = buildReport(content);
      for (const { text: words, blocks } of [rich, plain]) {
        expect(checkMessageBlocks(blocks)).toEqual([]);
        expect(words.length).toBeGreaterThan(0);
        expect(words.length).toBeLessThanOrEqual(limits.message.textRecommended);
      }
    }),
    runs(150),
  );
});

test('Slack accepts every message without a page', () => {
  const failure = { what: 'It failed.', next: 'Try again.', reference: 'REF<1>' };
  fc.assert(
    fc.property(subjects, pointers, sums, (subject, pointer, given) => {
      const nearest = { subject, pointer };
      for (const message of [
        buildReportWaiting(subject, pointer),
        buildReportFailure(subject, pointer, failure),
        buildEmptyReport(subject, pointer, nearest),
        buildEmptyReport(subject, pointer, 'none'),
        buildEmptyReport(subject, pointer, 'unknown'),
        buildReportEnd(subject, pointer),
        buildUnreadableReport(subject, pointer),
      ]) {
        expect(checkMessageBlocks(message.blocks)).toEqual([]);
        expect(message.text.length).toBeGreaterThan(0);
      }
      expect(
        checkMessageBlocks([
          buildTotalsProgress(given.rows, null),
          ...buildReportFailure(subject, pointer, failure).blocks,
        ]),
      ).toEqual([]);
      for (const block of [
        buildTotalsFailure(given.rows, failure),
        buildTotalsRefusal(subject.kind, 200_000, ['2026-01-01 2026-01-31', '2026-02-01']),
        buildTotalsStopped(),
      ])
        expect(checkMessageBlocks([block])).toEqual([]);
    }),
  );
});

test('Slack accepts the form', () => {
  const day = fc.constantFrom(null, '2026-10-01');
  fc.assert(
    fc.property(subjects, day, day, fc.option(text(4_000)), (subject, fromDay, toDay, unread) => {
      const values = { kind: subject.kind, fromDay, toDay, place: fromDay && 'C0FRONTDSK' };
      const form = buildReportForm(values, { timeZone: ZONE, unread: unread || undefined });
      expect(checkView(form)).toEqual([]);
    }),
  );
});
