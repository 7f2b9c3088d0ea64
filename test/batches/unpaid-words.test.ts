import { expect, test } from 'vitest';
import type { BatchTally } from '../../src/batches/batch-figures-store.ts';
import { buildBatchDigest } from '../../src/batches/batch-messages-view.ts';
import { countBatch } from '../../src/batches/count-batch.ts';
import type { PaymentFinding } from '../../src/store/link-payment.ts';
import type { LinkState } from '../../src/store/link-states.ts';
import { makeUpBatch } from '../stories/made-up.ts';

const CAST = {
  ...{ teamId: 'T1', channelId: 'C1', personId: 'U1' },
  qrFileId: 'F1',
};

/** `2 open declined`: so many rows of AED 100, the state of their links, and the finding of their payments. */
const tallyOf = (words: string): BatchTally => {
  const [rows, state, finding] = words.split(' ') as [string, LinkState, PaymentFinding?];
  const payment = finding === undefined ? null : { finding };
  return {
    row: 'made',
    link: { state, payment },
    rows: Number(rows),
    sumFils: Number(rows) * 10_000,
  };
};

test.each([
  [['3 paid confirmed'], 'No unpaid links are left.'],
  [['3 expired'], '3 still unpaid: AED 300.00, all of them expired or cancelled.'],
  [
    ['1 open', '1 open declined', '1 expired', '1 paid confirmed'],
    '3 still unpaid: AED 300.00, 1 of them expired or cancelled.',
  ],
  [['2 open', '1 failed cancelled'], '3 still unpaid: AED 300.00, 1 of them expired or cancelled.'],
  [['2 open'], '2 still unpaid: AED 200.00.'],
])('a batch of %j says “%s”', (rows, words) => {
  const counts = countBatch({ state: 'done' }, rows.map(tallyOf));
  const { text } = buildBatchDigest(makeUpBatch(CAST, {}), counts, { rows: 0, sumFils: 0 });
  expect(text).toContain(`Nothing was paid in the last 24 hours. ${words}`);
});

test('a row that a further link paid in full counts as paid', () => {
  const [part] = ['1 reported partly'].map(tallyOf);
  if (!part?.link) throw new Error('no link');
  const count = (link: BatchTally['link']) => countBatch({ state: 'done' }, [{ ...part, link }]);
  expect(count(part.link)).toMatchObject({ odd: { rows: 1 }, paid: { rows: 0 } });
  expect(count({ ...part.link, sale: { state: 'paid' } })).toMatchObject({
    odd: { rows: 0 },
    paid: { rows: 1 },
  });
});
