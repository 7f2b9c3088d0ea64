import { expect, test } from 'vitest';
import type { ReportKind } from '../../src/figures/listed-row.ts';
import { createTotals } from '../../src/figures/totals.ts';
import { createReportReader } from '../../src/listings/report-reader.ts';
import { LISTING_SHAPES } from '../../tools/sandbox/response-shape.ts';
import { createSandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { startClient } from '../fixtures/payment-service.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { sample } from '../fixtures/whole-suite.ts';
import { idsOf, readAll, startListing } from '../listings/listed-rows.ts';

const NAMES = [
  { transactionId: '1', amount: 100.5, status: 'PAID', createdAt: '2026-11-20 12:00:00', Invoice_Id: 'A' },
  {
    transaction_id: 2,
    invoice_amount: '1,000.25',
    payment_status: 'FAILED',
    created_at: '2026-11-20T12:00:00',
  },
  { txnId: '3', Amount: 'AED 20.00', State: 'open', timestamp: 1_795_161_600_000 },
  { id: 4, payment: { amount: { value: 5 }, status: 'PAID' }, date: [2026, 11, 20, 12, 0] },
  { ID: '5', amount: null, status: null, createdAt: null },
  { TransactionID: '6', Amount: '-7.5', extra: { deep: [1, { more: null }] }, '': 1 },
];

/** Ten answers with the same rows. */
const SHAPES: Record<string, (rows: unknown[]) => unknown> = {
  'a bare array': (rows) => rows,
  'an array as response': (response) => ({ status: '00', message: 'ok', response }),
  'content with totals': (content) => ({
    status: '00',
    response: { content, totalElements: content.length },
  }),
  'data.records': (records) => ({ response: { data: { records, totalRecords: records.length } } }),
  snake_case: (items) => ({ response: { result_items: items, total_count: String(items.length) } }),
  'nested twice': (list) => ({ response: { payload: { page: { list }, sort: [] } } }),
  'another name': (rows) => ({ response: { transactionHistory: rows, page: { number: 0 } } }),
  'without response': (data) => ({ success: true, data }),
  'totals next to the response': (response) => ({ total: response.length, response, errors: [] }),
  'a name in capitals': (Content) => ({ STATUS: 'SUCCESS', Response: { Content } }),
};

test.each(Object.entries(SHAPES))('rows are read from %s', async (_, shape) => {
  const { reader } = await startListing(({ page }) => ({ body: shape(page === 0 ? NAMES : []) }));
  const { rows, read } = await readAll(reader);
  expect(read.is).toBe('whole');
  expect(idsOf(rows)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(rows.map(({ amountFils }) => amountFils)).toEqual([10_050, 100_025, 2_000, 500, null, -750]);
  expect(rows.map(({ status }) => status)).toEqual(['PAID', 'FAILED', 'open', 'PAID', null, null]);
  const noon = Date.parse('2026-11-20T12:00:00+04:00');
  expect(rows.map(({ at }) => at)).toEqual([noon, noon, 1_795_161_600_000, noon, null, null]);
  expect(rows.map(({ fields }) => fields)).toEqual(NAMES);
});

const KINDS: ReportKind[] = ['transactions', 'payouts', 'links'];

test.each(sample(LISTING_SHAPES.flatMap((listing) => KINDS.map((kind) => ({ listing, kind })))))(
  'the sandbox’s $kind as $listing are read once each, with the right sums',
  async ({ listing, kind }) => {
    const sandbox = await createSandboxService({
      history: { days: 30, linksPerDay: 8 },
      now: () => NOON,
      shape: { listing, times: 'iso' },
      maxPageSize: 40,
    });
    try {
      const { client } = startClient(sandbox.baseUrl);
      const reader = createReportReader({ service: client, timeZone: 'Asia/Dubai', now: () => NOON });
      const query = { kind, span: { from: NOON - 40 * 86_400_000, to: NOON } };
      const { rows, read } = await readAll(reader, {}, query);
      const own = {
        transactions: sandbox.transactions().map((one) => [one.transactionId, one.amountFils] as const),
        payouts: sandbox.payouts().map((one) => [one.payoutId, one.netFils] as const),
        links: sandbox.links().map((one) => [one.orderId, one.amountFils] as const),
      }[kind];
      expect(read.is).toBe('whole');
      expect(rows.map(({ id, amountFils }) => [id, amountFils])).toEqual([...own].reverse());
      expect(rows.every(({ at }) => at !== null)).toBe(true);
      const totals = createTotals({ kind, words: WORDS, timeZone: 'Asia/Dubai' });
      totals.add(rows);
      const { byClass, withoutAmount, stated } = totals.result();
      const sumOf = (name: 'grossFils' | 'feeFils' | 'netFils') =>
        sandbox.payouts().reduce((sum, payout) => sum + payout[name], 0);
      expect(stated && { ...stated }).toEqual(
        kind === 'payouts' && listing !== 'nulls-and-extras'
          ? {
              ...{ grossFils: sumOf('grossFils'), feeFils: sumOf('feeFils'), netFils: sumOf('netFils') },
              rows: rows.length,
            }
          : undefined,
      );
      const received = {
        transactions: sandbox
          .transactions()
          .filter(({ status }) => status === 'SUCCESS')
          .reduce((sum, { amountFils }) => sum + amountFils, 0),
        payouts: sandbox.payouts().reduce((sum, { netFils }) => sum + netFils, 0),
        links: sandbox
          .links()
          .filter(({ status }) => status === 'PAID')
          .reduce((sum, { amountFils }) => sum + amountFils, 0),
      }[kind];
      expect(byClass[0]).toMatchObject({ is: 'received', currency: 'AED', fils: received });
      expect(byClass.reduce((sum, { fils }) => sum + fils, 0)).toBe(
        own.reduce((sum, [, fils]) => sum + fils, 0),
      );
      expect(withoutAmount).toBe(0);
    } finally {
      await sandbox.close();
    }
  },
);
