// @module-tag long
// @module-tag store

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FATIMA, FRONT_DESK, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { buildLinkReply } from '../../src/links/card/card-thread-view.ts';
import { buildLinkCard } from '../../src/links/card/link-card-view.ts';
import { buildDisputeMessage } from '../../src/links/card/owner-messages-view.ts';
import { buildTooMuch } from '../../src/links/card/too-much-view.ts';
import { overOf } from '../../src/links/sale/over.ts';
import { BACK_KINDS } from '../../src/payment-service/index.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { closeModals, issueLink } from '../fixtures/link-form.ts';
import { asSale, buildLink } from '../fixtures/links.ts';
import { perTest } from '../fixtures/per-test.ts';
import { cardIn, modalWith, press } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { changeShown, type Fields } from '../fixtures/shown-records.ts';
import { startScene } from '../fixtures/start-paylink.ts';

const scene = perTest(() => startScene({ env: { PAYLINK_ADMINS: FATIMA } }));

/** A paid link for 250. `show` adds what the service lists beside its payment, or changes that, and looks again. */
const payOne = async () => {
  let more: (payment: Fields) => Fields[] = () => [];
  changeShown(scene.sandbox, ({ of, records }) => {
    if (of === 'transaction') return { records: [] };
    if (of !== 'transactions') return {};
    return { records: records.flatMap((one) => [one, ...more(one)]) };
  });
  await issueLink(scene);
  await closeModals(scene);
  await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '');
  await cardIn(scene, /✅ Paid/);
  return {
    show: async (rows: readonly Fields[], card: RegExp) => {
      more = ({ orderId, transactionId, createdAt }) =>
        rows.map((row) => ({ orderId, createdAt, originalTransactionId: transactionId, ...row }));
      const [shown] = scene.slack.messages(FRONT_DESK).filter(({ threadTs }) => threadTs === null);
      if (!shown) throw new Error('no card');
      await press(scene, shown, 'refresh_link');
      return cardIn(scene, card);
    },
  };
};

const CHARGEBACK = { transactionId: 'C1', type: 'CHARGEBACK', amount: '250.00' };
const REVERSAL = {
  ...{ transactionId: 'W1', type: 'CHARGEBACK_REVERSAL', amount: '250.00', status: 'SUCCESS' },
  originalTransactionId: 'C1',
};

/** By direct message to finance. */
const toldFinance = (words: RegExp) =>
  scene.slack.until(() =>
    scene.slack
      .calls('chat.postMessage')
      .find(({ args }) => args['channel'] === FATIMA && words.test(`${args['text']}`)),
  );
const toldInThread = (words: RegExp) =>
  scene.slack.until(() =>
    scene.slack.messages(FRONT_DESK).find(({ text, threadTs }) => threadTs !== null && words.test(text)),
  );

describe('a payment that the customer disputes', () => {
  test('is Disputed, told at once with what to do, and nobody is asked to refund it', async () => {
    const { show } = await payOne();
    const card = await show([{ ...CHARGEBACK, status: 'OPEN' }], /⚖️ Disputed/);
    expect(seen(card).text).toContain('Don’t refund it.');
    expect(seen(card).text).not.toMatch(/Refunded|✅/);
    expect(seen(card).buttons).not.toContain('Ask finance to refund');
    const { args } = await toldFinance(/Disputed/);
    expect(args['text']).toMatch(/^⚖️ Disputed: AED 250\.00 from Sara/);
    expect(args['text']).toContain('Don’t refund it: answer the bank in the payment service’s dashboard');
    await toldInThread(/⚖️ .*\*Disputed.*\*: AED 250\.00 .* with proof of delivery/);
    await press(scene, card, 'link_details');
    const details = seen(await modalWith(scene, /Decided by|Transaction id/));
    expect(details.text).toMatch(/Dispute: open\n(.*\n)*Charged back: AED 250\.00\n(.*\n)*Chargeback: /);
  });

  test('and lost stays charged back', async () => {
    const { show } = await payOne();
    await show([{ ...CHARGEBACK, status: 'OPEN' }], /⚖️ Disputed/);
    const card = await show([{ ...CHARGEBACK, status: 'LOST' }], /⚖️ Charged back/);
    expect(seen(card).text).toContain('Don’t refund it, too.');
    await toldFinance(/^⚖️ Charged back: AED 250\.00/);
    await toldInThread(/\*Charged back.*\*: AED 250\.00/);
  });

  test.each([
    ['by its own row', [{ ...CHARGEBACK, status: 'WON' }]],
    ['by a reversal', [{ ...CHARGEBACK, status: 'SUCCESS' }, REVERSAL]],
  ])('and won %s is Paid again, and told', async (_, rows) => {
    const { show } = await payOne();
    await show([{ ...CHARGEBACK, status: 'OPEN' }], /⚖️ Disputed/);
    const card = await show(rows, /✅ Paid.*AED 250\.00 won back/);
    expect(seen(card).text).not.toContain('refund');
    await toldFinance(/^✅ Won back: AED 250\.00/);
    await toldInThread(/✅ .*\*Paid .*, AED 250\.00 won back.*\*: AED 250\.00 from Sara/);
  });

  test('is not given back by a button of before, when it was too much', async () => {
    const { show } = await payOne();
    const second = {
      transactionId: 'T2',
      amount: '250.00',
      status: 'SUCCESS',
      originalTransactionId: undefined,
    };
    await show([second], /Paid AED 250\.00 too much/);
    const told = await scene.slack.until(() =>
      scene.slack
        .messages(SARA_DM)
        .find((one) => seen(one).buttons.includes('Ask finance to refund AED 250.00')),
    );
    const card = await show([second, { ...CHARGEBACK, status: 'OPEN' }], /⚖️ Disputed/);
    expect(seen(card).text).not.toContain('too much');
    await press(scene, told, 'ask_refund');
    await scene.slack.until(
      () =>
        scene.slack.messages(SARA_DM).some(({ text }) => /disputes a payment of this sale/.test(text)) ||
        undefined,
    );
  });

  test('for a part, with the bank’s fee, is not Refunded', async () => {
    const { show } = await payOne();
    const card = await show(
      [{ ...CHARGEBACK, amount: '-120.00', fee: '50.00', status: 'SUCCESS' }],
      /✅ Paid.*AED 120\.00 charged back/,
    );
    expect(seen(card).text).not.toMatch(/[Rr]efunded/);
    await toldFinance(/^⚖️ Charged back, AED 120\.00: /);
  });
});

const anyPart = fc.record({
  kind: fc.constantFrom(...BACK_KINDS),
  fils: fc.constantFrom(5_000, 25_000),
  noticedAt: fc.constant(1),
  happenedAt: fc.constant(1),
});
const anyPaid = fc
  .record({
    finding: fc.constantFrom(
      'confirmed' as const,
      'partly' as const,
      'mismatch' as const,
      'disputed' as const,
    ),
    amountFils: fc.constantFrom(20_000, 25_000, 50_000),
    refunds: fc.array(anyPart, { maxLength: 2 }),
    dispute: fc.constantFrom(null, 'open' as const, 'lost' as const, 'won' as const),
  })
  .map((payment) =>
    buildPayment({
      ...payment,
      refundedFils: payment.refunds.reduce((sum, { fils }) => sum + fils, 0),
    }),
  );

test('no message and no button asks for a refund of money that is disputed or charged back', () => {
  fc.assert(
    fc.property(anyPaid, anyPaid, (one, other) => {
      const state = (finding: string) => (finding === 'confirmed' ? 'paid' : 'reported');
      const sale = [one, other].map((payment, at) =>
        buildLink({
          ...{ id: `lnk_${at + 1}`, saleId: 'lnk_1', saleOrder: at + 1, amountFils: 25_000 },
          ...{ state: state(payment.finding), payment },
        }),
      );
      const [first, second] = sale;
      const isBanks = ({ dispute, refunds = [] }: LinkPayment) =>
        dispute === 'open' || refunds.some(({ kind }) => kind === 'chargeback');
      if (first === undefined || second === undefined || !(isBanks(one) || isBanks(other))) return;
      expect(overOf(sale)).toBeNull();
      const shown = [
        buildLinkCard(asSale(second, [first]), 'Asia/Dubai'),
        ...(isBanks(other) ? [buildLinkReply(asSale(second), 'Asia/Dubai')] : []),
        ...(second.payment?.dispute ? [buildDisputeMessage(second)] : []),
        buildTooMuch({ sale: [second, first], isFinance: false }, 'Asia/Dubai'),
      ].map((message) => seen(message));
      for (const { text, buttons } of shown) {
        expect(buttons).not.toContain('Ask finance to refund');
        expect(text).not.toMatch(/\bRefund AED|or refund the payment/);
      }
    }),
    { numRuns: 500, seed: 20_261_129 },
  );
});
