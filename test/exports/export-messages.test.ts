// @module-tag long

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMessageBlocks } from '../../packages/local-slack/src/check-blocks.ts';
import { limits } from '../../src/blocks/limits.ts';
import { buildExportDone, buildExportEmpty, type DoneExport } from '../../src/exports/export-done-view.ts';
import { EXPORT_TROUBLES } from '../../src/exports/export-payload.ts';
import {
  buildFileCancelled,
  buildFileProgress,
  buildFileRequested,
  buildFileStarted,
  buildFileStopped,
  buildFileUnsure,
} from '../../src/exports/file-messages-view.ts';
import { anyClassSum, anyNet, anyRefund, textUpTo } from '../fixtures/report-sums.ts';
import { seen } from '../fixtures/seen.ts';

const FACTS = {
  jobId: 'job_1',
  title: 'Transactions, 1 – 15 Oct 2026',
  name: 'transactions-2026-10-01-to-2026-10-15.csv',
};

const DONE: DoneExport = {
  rows: 10_000,
  kind: 'transactions',
  byClass: [{ is: 'received', currency: 'AED', fils: 123_456_789, rows: 10_000, withoutAmount: 0 }],
  refunds: [],
  net: [],
  byStatus: [],
  withoutAmount: 0,
  total: 10_000,
  troubles: [],
  schedule: null,
};

const READING = { jobId: 'job_1', isAgain: false, trouble: null, isSending: false, rows: 0 };
const textIn = (message: { blocks: unknown[] }) => seen(message).text;

describe('the message of an export', () => {
  test('shows the progress, with a button to cancel', () => {
    const message = buildFileProgress(FACTS, {
      ...READING,
      reach: { pages: 37, rows: 3_700, total: 10_000 },
    });
    expect(message.text).toBe('⏳ Reading Transactions, 1 – 15 Oct 2026: page 37, 3,700 of 10,000 rows');
    expect(message.blocks[1]).toMatchObject({ elements: [{ action_id: 'export_cancel', value: 'job_1' }] });
  });

  test('shows no total that is unknown or too small', () => {
    for (const total of [null, 3_699])
      expect(buildFileProgress(FACTS, { ...READING, reach: { pages: 37, rows: 3_700, total } }).text).toMatch(
        /page 37, 3,700 rows so far$/,
      );
    expect(buildFileProgress(FACTS, { ...READING, reach: null }).text).toMatch(/nothing yet$/);
  });

  test('shows the received amount exact to the fils, without a warning if all is well', () => {
    const message = buildExportDone(FACTS, DONE);
    expect(message.text).toBe(
      '✅ Done: 10,000 rows, AED 1,234,567.89 received (10,000), transactions-2026-10-01-to-2026-10-15.csv',
    );
    expect(textIn(message)).not.toContain('⚠️');
    expect(message.blocks).toHaveLength(2);
    expect(seen(message).buttons).toEqual(['Schedule…']);
  });

  test.each<[string, Partial<DoneExport>, RegExp]>([
    ['fewer rows than announced', { total: 10_010 }, /first announced 10,010 rows, and sent 10,000/],
    ['a list that moved', { troubles: ['moved'] }, /list changed while/],
    ['a list that became longer', { troubles: ['grew'] }, /added while Paylink read/],
    ['a response without a list', { troubles: ['no-list'] }, /without a list/],
    ['unreadable amounts', { withoutAmount: 3 }, /3 rows without a readable amount/],
  ])('names %s', (_, changes, words) => {
    expect(textIn(buildExportDone(FACTS, { ...DONE, ...changes }))).toMatch(words);
  });

  test('says that there is nothing in an empty export', () => {
    const empty = { ...DONE, rows: 0, byClass: [], total: 0 };
    expect(buildExportEmpty(FACTS, empty).text).toBe(
      '✅ No rows in Transactions, 1 – 15 Oct 2026, so no file',
    );
  });

  test('shows where it stopped, with a button to try again', () => {
    const message = buildFileStopped(FACTS, {
      jobId: 'job_1',
      reach: { pages: 6, rows: 600, total: 2_000 },
      trouble: { what: 'The payment service could not be reached.', next: 'Try again.' },
    });
    expect(message.text).toMatch(
      /not complete, and no file was sent: stopped after page 6, 600 of 2,000 rows$/,
    );
    expect(message.blocks[1]).toMatchObject({ elements: [{ action_id: 'export_again', value: 'job_1' }] });
  });

  test.each([
    [true, /read; sending transactions.*will try again\.$/s],
    [false, /Reading.*will try again, from the beginning\.$/s],
  ])('says what is tried again: what is uploaded is kept (%s)', (isSending, words) => {
    const trouble = { what: 'It failed.', next: 'Wait.' };
    const message = buildFileProgress(FACTS, { ...READING, reach: null, isSending, trouble });
    expect(textIn(message)).toMatch(words);
  });
});

const text = textUpTo(2_000);
const count = fc.nat({ max: 10_000_000 });
const sum = { currency: text, fils: fc.maxSafeInteger(), rows: count };
const dones: fc.Arbitrary<DoneExport> = fc.record({
  rows: count,
  kind: fc.constantFrom('transactions', 'payouts', 'links'),
  byClass: fc.array(anyClassSum, { maxLength: 20 }),
  refunds: fc.array(anyRefund, { maxLength: 4 }),
  net: fc.array(anyNet, { maxLength: 4 }),
  byStatus: fc.array(fc.record({ ...sum, status: fc.option(text) }), { maxLength: 30 }),
  withoutAmount: count,
  total: fc.option(count),
  troubles: fc.subarray([...EXPORT_TROUBLES]),
  schedule: fc.constant(null),
});
const SCHEDULE: NonNullable<DoneExport['schedule']> = {
  id: 'sch_1',
  rhythm: 'every day at 8:00 AM (Dubai)',
  missing: { turns: 1, dates: 'Sun 22 Nov 2026', words: 'transactions 2026-11-22' },
  lateFrom: 'Tue 24 Nov 2026 at 8:00 AM',
};

test('Slack accepts every message of an export, for any answer of the service', () => {
  fc.assert(
    fc.property(dones, text, text, (done, what, next) => {
      const reach = { pages: done.rows, rows: done.rows, total: done.total };
      for (const message of [
        buildFileRequested(FACTS),
        buildFileProgress(FACTS, { ...READING, reach, isAgain: true, trouble: { what, next } }),
        buildFileProgress(FACTS, { ...READING, reach, isSending: true, rows: done.rows }),
        buildFileStopped(FACTS, { jobId: 'job_1', reach, trouble: { what, next } }),
        buildFileUnsure(FACTS, { jobId: 'job_1', rows: done.rows }),
        buildFileCancelled(FACTS, { maySeeIt: true }),
        buildExportDone(FACTS, done),
        buildExportEmpty(FACTS, done),
        buildExportDone(FACTS, { ...done, schedule: SCHEDULE }),
        buildExportEmpty(FACTS, { ...done, schedule: SCHEDULE }),
      ]) {
        expect(checkMessageBlocks(message.blocks)).toEqual([]);
        expect(message.text.length).toBeGreaterThan(0);
        expect(message.text.length).toBeLessThanOrEqual(limits.message.textRecommended);
      }
    }),
  );
  expect(buildFileStarted(FACTS.name, true)).toContain(FACTS.name);
});
