import { expect, test } from 'vitest';
import { buildChanged } from '../../src/links/card/owner-messages-view.ts';
import { buildTooMuch } from '../../src/links/card/too-much-view.ts';
import type { Link } from '../../src/store/link.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { asSale } from '../stories/as-sale.ts';

const paid = (id: string, invoiceId: string, saleOrder: number) =>
  buildLink({
    ...{ id, invoiceId, saleId: 'lnk_1', saleOrder },
    ...{ state: 'paid', payment: buildPayment() },
  });

test('a double payment is reported with both links, each with a button for its details', () => {
  const sale = [paid('lnk_2', 'INV-8', 2), paid('lnk_1', 'INV-<7>', 1)] as const;
  const { text, blocks } = buildTooMuch({ sale, isFinance: false }, 'Asia/Dubai');
  expect(text).toBe(
    '🔴 Paid twice: AED 1,250.50 and AED 1,250.50 by Sara (···567). AED 1,250.50 was due, so AED 1,250.50 is too much.',
  );
  expect(blocks.at(-1)).toMatchObject({ elements: [{ action_id: 'ask_refund', value: 'lnk_2:125050' }] });
  expect(blocks.slice(1, -1)).toMatchObject(
    [
      ['lnk_1', 'INV-&lt;7&gt;'],
      ['lnk_2', 'INV-8'],
    ].map(([value, name]) => ({
      text: { text: `✅ Paid · AED 1,250.50 · ${name} · June rent · created by <@U0SARA0001>` },
      accessory: { action_id: 'link_details', value },
    })),
  );
});

const OMAR = 'U0OMAR0001';

test.each<[what: string, before: Partial<Link>, next: Partial<Link>, says: string]>([
  ['the amount', {}, { amountFils: 20_500 }, '✏️ <@U0SARA0001> changed AED 1,250.50 to AED 205.00.'],
  ['the details', {}, {}, '✏️ <@U0SARA0001> changed the details of this link.'],
  ['an expired link', { state: 'expired' }, {}, '✏️ <@U0SARA0001> made a new link for AED 1,250.50.'],
  [
    'somebody else’s link',
    { ownerId: OMAR },
    { amountFils: 20_500 },
    `✏️ <@${OMAR}> <@U0SARA0001> changed AED 1,250.50 to AED 205.00.`,
  ],
])('a change of %s is told: who, from, to', (_, before, next, says) => {
  const link = { ...buildLink(next), card: null };
  expect(buildChanged(buildLink(before), asSale(link)).blocks[0]).toMatchObject({ text: { text: says } });
});
