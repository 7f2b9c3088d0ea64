import { describe, expect, test } from 'vitest';
import { buildLinkDetails } from '../../src/links/card/link-details-view.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import { buildLink } from '../fixtures/links.ts';
import { seen } from '../fixtures/seen.ts';

const PAYMENT: LinkPayment = {
  finding: 'confirmed',
  noticedAt: Date.UTC(2026, 10, 21, 11),
  happenedAt: null,
  seenIn: 'transaction',
  word: 'SUCCESS',
  amountFils: 25_000,
  refundedFils: 0,
  currency: 'AED',
  transactionId: 'T1',
  doubt: null,
  grounds: [
    {
      of: 'transaction',
      via: 'listing',
      ownedBy: 'order-id',
      kindWord: 'SALE',
      stateField: 'status',
      stateWord: 'SUCCESS',
      amountField: 'amount',
      amountFils: 25_000,
    },
  ],
};

const show = (payment: LinkPayment, showsGrounds = true): string =>
  seen(
    buildLinkDetails({
      link: buildLink({ state: 'paid', payment }),
      history: [],
      timeZone: 'Asia/Dubai',
      showsGrounds,
    }),
  ).text;

const withGround = (changes: Partial<NonNullable<LinkPayment['grounds']>[number]>): LinkPayment => ({
  ...PAYMENT,
  grounds: (PAYMENT.grounds ?? []).map((ground) => ({ ...ground, ...changes })),
});

describe('details of a link', () => {
  test('say which record decided, and its values', () => {
    expect(show(PAYMENT)).toContain(
      '*Decided by*\n• transaction in the listing, matched by order id; status: SUCCESS; amount: AED 250.00; type: SALE',
    );
  });

  test('show a refund only if there was one', () => {
    expect(show({ ...PAYMENT, refundedFils: 5_000 })).toContain('Refunded: AED 50.00');
    expect(show(PAYMENT)).not.toContain('Refunded');
  });

  test('say when it was paid, and when a part of that went back', () => {
    const [paid, back] = [Date.UTC(2026, 10, 21, 10), Date.UTC(2026, 10, 23, 9)];
    const shown = show({
      ...{ ...PAYMENT, happenedAt: paid, refundedFils: 5_000 },
      refunds: [{ kind: 'refund', fils: 5_000, happenedAt: back, noticedAt: back + 60_000 }],
    });
    expect(shown).toMatch(/happened: 21 Nov 2026, 14:00 \(Dubai\)/i);
    expect(shown).toContain('Refund: 23 Nov 2026, 13:00 (Dubai) · noticed');
  });

  test('hide the records from people who may not read reports', () => {
    expect(show(PAYMENT, false)).not.toContain('Decided by');
  });

  test('have no “Decided by” if no record decided', () => {
    const { grounds: _, ...older } = PAYMENT;
    expect(show(older)).not.toContain('Decided by');
  });

  test('show a flag once, and omit what a record does not say', () => {
    expect(
      show(
        withGround({
          of: 'link',
          via: 'id',
          ownedBy: null,
          stateField: 'isPaid',
          stateWord: 'isPaid: true',
          kindWord: null,
          amountFils: null,
        }),
      ),
    ).toContain('• link by its id, unclear whose; isPaid: true');
  });

  test('escape the service’s texts', () => {
    const shown = show(
      withGround({ stateField: '<!here>', stateWord: '<!channel>', kindWord: '<@U1> & co' }),
    );
    expect(shown).toContain(
      '&lt;!here&gt;: &lt;!channel&gt;; amount: AED 250.00; type: &lt;@U1&gt; &amp; co',
    );
    expect(shown.replaceAll('<@U0SARA0001>', '')).not.toMatch(/<(@|!(?!date))/);
  });

  test('use plain labels for reference, order id, status and source', () => {
    const shown = show(PAYMENT);
    for (const label of ['Reference: PL-', 'Order ID: 100234', 'Status: SUCCESS', 'Source: ']) {
      expect(shown).toContain(label);
    }
  });
});
