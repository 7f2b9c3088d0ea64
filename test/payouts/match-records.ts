import { createMovementReader, type Movement } from '../../src/figures/movements.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';
import { createReadPayout } from '../../src/payouts/payout-record.ts';
import { type TieOut, tieOutInSteps } from '../../src/payouts/tie-out.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import type { Fields, Makers } from '../fixtures/record-tables.ts';

export type { Fields };

export const ZONE = 'Asia/Dubai';

const readTransaction = createRowReader('transactions', ZONE);
const readPayoutRow = createRowReader('payouts', ZONE);
const readPayout = createReadPayout({ words: WORDS, timeZone: ZONE });

interface Records {
  payouts: readonly Fields[];
  transactions: readonly Fields[];
}

const readMovements = (records: readonly Fields[]): Movement[] => {
  const reader = createMovementReader(WORDS);
  reader.add(records.map((fields) => readTransaction({ fields })));
  return reader.result();
};

export const stepsOf = ({ payouts, transactions }: Records, readFrom = 0): Generator<void, TieOut> =>
  tieOutInSteps({
    payouts: payouts.map((fields) => readPayout(readPayoutRow({ fields }))),
    movements: readMovements(transactions),
    readFrom,
    timeZone: ZONE,
  });

/** Matches records as the service lists them. */
export const tieOutRecords = (records: Records, readFrom = 0): TieOut => {
  const steps = stepsOf(records, readFrom);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

/** `7001 proved by payout-id: 1, 2`, followed by what does not add up. */
export const describePayouts = ({ payouts }: TieOut): string[] =>
  payouts.map(({ payout, verdict, why, evidence, transactions, gaps, missing }) =>
    [
      `${payout.id} ${why ?? verdict}${evidence ? ` by ${evidence}` : ''}: ${transactions.map(({ id }) => id).join(', ')}`,
      ...gaps.map(({ of, stated, summed }) => `${of} ${stated}≠${summed}`),
      ...missing.map(({ id, why: missed, payoutId }) => `${id} ${missed}${payoutId ? ` ${payoutId}` : ''}`),
    ].join('; '),
  );

export const sale = (id: string, amount: number, more: Fields = {}): Fields => ({
  transactionId: id,
  orderId: `9${id}`,
  status: 'SUCCESS',
  amount,
  fee: 5,
  createdAt: '2026-11-23 12:00:00',
  ...more,
});
export const refund = (id: string, amount: number, more: Fields = {}): Fields =>
  sale(id, amount, { type: 'REFUND', fee: 0, ...more });
export const payout = (payoutId: string, gross: number, fee: number, more: Fields = {}): Fields => ({
  payoutId,
  status: 'PAID_OUT',
  grossAmount: gross,
  feeAmount: fee,
  netAmount: gross - fee,
  createdAt: '2026-11-24 10:00:00',
  ...more,
});

export const MAKERS: Makers<Fields> = {
  sale: ({ id, amount, ...more }) => sale(String(id), Number(amount), more),
  refund: ({ id, amount, ...more }) => refund(String(id), Number(amount), more),
  payout: ({ id = 7001, gross, fee = 5, ...more }) => payout(String(id), Number(gross), Number(fee), more),
  bare: (fields) => ({ payoutId: '7001', createdAt: '2026-11-24 10:00:00', ...fields }),
};

export const idsOf = (transactions: readonly { id: string | null }[]): (string | null)[] =>
  transactions.map(({ id }) => id);
