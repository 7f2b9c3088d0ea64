import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMovementReader, sumMoney } from '../../src/figures/movements.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';
import { formatFils } from '../../src/payment-service/index.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import type { Fields } from '../fixtures/record-tables.ts';
import { runs } from '../fixtures/whole-suite.ts';

const readRow = createRowReader('transactions', 'Asia/Dubai');

/** How a service tells what became of a payment: `rows` are beside it, and `gone` went back. */
const TOLD: Record<
  string,
  (own: Fields, fils: number, part: number) => { own: Fields; rows?: Fields[]; gone: number }
> = {
  nothing: (own) => ({ own, gone: 0 }),
  'a refund of a part': (own, _, part) => ({ own, rows: [{ type: 'REFUND', fils: part }], gone: part }),
  'a field': (own, _, part) => ({ own: { ...own, refundedAmount: formatFils(part) }, gone: part }),
  both: (own, _, part) => ({
    own: { ...own, refundedAmount: formatFils(part) },
    rows: [{ type: 'REFUND', fils: part }],
    gone: part,
  }),
  'its own status': (own, fils) => ({ own: { ...own, status: 'REFUNDED' }, gone: fils }),
  'its own status, and a refund': (own, fils) => ({
    own: { ...own, status: 'REFUNDED' },
    rows: [{ type: 'REFUND', fils }],
    gone: fils,
  }),
  'a chargeback': (own, _, part) => ({ own, rows: [{ type: 'CHARGEBACK', fils: part }], gone: part }),
  'a void': (own, fils) => ({ own, rows: [{ type: 'VOID', fils }], gone: fils }),
};

const payment = fc.record({
  told: fc.constantFrom(...Object.keys(TOLD)),
  fils: fc.integer({ min: 200, max: 90_000 }),
  part: fc.integer({ min: 1, max: 199 }),
  isById: fc.boolean(),
  isTwice: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
});

test('whatever a service tells of a payment and in which row, each fils came once and went back once', () => {
  fc.assert(
    fc.property(fc.array(payment, { maxLength: 8 }), fc.boolean(), (payments, isNewestFirst) => {
      let [received, back] = [0, 0];
      const records = payments.flatMap(({ told, fils, part, isById, isTwice }, n): Fields[] => {
        const names = { orderId: `O${n}`, createdAt: '2026-11-20 12:00:00' };
        const paid = { ...names, transactionId: `T${n}`, status: 'SUCCESS', amount: formatFils(fils) };
        const { own, rows = [], gone } = TOLD[told]?.(paid, fils, part) ?? { own: paid, gone: 0 };
        received += fils;
        back += gone;
        const beside = rows.map(({ type, fils: size }) => ({
          ...(isById ? { originalTransactionId: `T${n}` } : { orderId: `O${n}` }),
          ...{ transactionId: `R${n}`, type, status: 'SUCCESS', amount: formatFils(Number(size)) },
        }));
        return [own, ...(isTwice ? [own] : []), ...beside];
      });
      const reader = createMovementReader(WORDS);
      reader.add((isNewestFirst ? records.toReversed() : records).map((fields) => readRow({ fields })));
      const sums = sumMoney(reader.result());
      expect([sums.receivedFils, sums.refundedFils, sums.unreadable]).toEqual([received, back, 0]);
    }),
    runs(300),
  );
});
