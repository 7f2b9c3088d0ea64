import { describe, expect, test } from 'vitest';
import { buildVocabulary } from '../../src/payment-service/index.ts';
import type { StoredRecord } from '../../src/store/kept-record-store.ts';
import { buildWhatCame } from '../../src/teaching/what-came.ts';
import { buildWhatCameView } from '../../src/teaching/what-came-view.ts';
import { buildLink } from '../fixtures/links.ts';
import { seen } from '../fixtures/seen.ts';

const ZONE = 'Asia/Dubai';
/** 18:05 in Dubai. */
const PAID_AT = Date.UTC(2026, 10, 21, 14, 5);
const LINK = buildLink({
  createdAt: PAID_AT - 60_000,
  orderId: '100234',
  invoiceId: 'INV-7',
  amountFils: 1_000,
});
const PAID = { orderId: '100234', status: 'SUCCESS', amount: 10, currency: 'AED' };

const keep = (fields: Record<string, unknown>, more: Partial<StoredRecord> = {}): StoredRecord => ({
  ...{ kind: 'transaction', via: 'listing', togetherAt: PAID_AT },
  ...{ firstSeenAt: PAID_AT + 40_000, lastSeenAt: PAID_AT + 40_000 },
  record: { fields },
  ...more,
});
const look = (records: StoredRecord[], callbackAt: number | null = PAID_AT, link = LINK) => {
  const came = buildWhatCame(link, {
    records,
    callbacks: callbackAt === null ? [] : [{ receivedAt: callbackAt }],
    taught: [],
    words: buildVocabulary(),
    timeZone: ZONE,
  });
  return { came, view: buildWhatCameView(came, ZONE) };
};

describe('the window', () => {
  test.each([
    ['2026-11-21 18:05:00', null],
    ['2026-11-21T14:05:00Z', null],
    [PAID_AT, null],
    ['2026-11-21 14:05:00', 'UTC'],
    ['2026-11-21 19:35:00', 'UTC+5:30'],
    ['2026-11-21 09:05:00', 'UTC-5'],
    // Of another day, so it is no zone that differs.
    ['2026-11-20 03:00:00', null],
  ])('learns from %s in which zone the service writes: %s', (paidAt, writtenIn) => {
    const { came, view } = look([keep({ ...PAID, paidAt })]);
    expect(came.record?.time?.writtenIn ?? null).toBe(writtenIn);
    const { text } = seen(view);
    expect(text.includes('PAYLINK_TIME_ZONE')).toBe(writtenIn !== null);
    if (writtenIn)
      expect(text).toContain(`which is ${writtenIn} time. Paylink reads its times as Asia/Dubai`);
  });

  test('says how long the list took after the callback, else after the payment, and nothing it cannot know', () => {
    const row = keep({ ...PAID, paidAt: '2026-11-21 18:05:10' });
    expect(seen(look([row]).view).text).toMatch(/showed it 40 seconds after the callback/);
    expect(seen(look([row], null).view).text).toMatch(/none came.*showed it 30 seconds after the payment/s);
    expect(seen(look([{ ...row, via: 'id' }]).view).text).toMatch(/not known how long/);
    expect(seen(look([]).view).text).toMatch(/no record of this payment yet/);
  });

  test('has nothing to ask about a record that is understood, and shows the payment before the link', () => {
    const { view } = look([keep({ orderId: '100234', status: 'OPEN' }, { kind: 'link' }), keep(PAID)]);
    expect(view.submit).toBeUndefined();
    expect(seen(view).text).toMatch(
      /about the payment.*status: SUCCESS.*amount: 10.*Paylink understands every word/s,
    );
  });

  test('asks about every word of every record at once, and which of several amounts was paid', () => {
    const { came } = look([
      keep({ ...PAID, type: 'QX17', capturedAmt: 9 }),
      keep({ orderId: '100234', state: 'ZED' }, { kind: 'link' }),
    ]);
    expect(came.choices.map(({ path, word }) => `${path}: ${word}`)).toEqual(['type: QX17', 'state: ZED']);
    expect(came.amountChoices.map(({ path, value }) => `${path}: ${value}`)).toEqual([
      'amount: 10',
      'capturedAmt: 9',
    ]);
  });
});
