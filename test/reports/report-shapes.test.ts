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
import { readAll } from '../listings/listed-rows.ts';

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
      const totals = createTotals({ kind, words: WORDS });
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
