import { expect, test } from 'vitest';
import { describeWarning } from '../../src/links/card/describe-display-state.ts';
import { buildTwoLinks } from '../../src/links/card/owner-messages-view.ts';
import type { Link } from '../../src/store/link.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';

const paid = (id: string, invoiceId: string) =>
  buildLink({
    id,
    invoiceId,
    state: 'paid',
    payment: buildPayment(),
  });
const refunded = (id: string) => ({ ...paid(id, id), payment: buildPayment({ finding: 'refunded' }) });

test('a double payment is reported with both links, each with a button for its details', () => {
  const { text, blocks } = buildTwoLinks('paid-twice', paid('lnk_1', 'INV-<7>'), paid('lnk_2', 'INV-8'));
  expect(text).toMatch(
    /^🔴 Paid twice: Sara \(···567\) paid AED 1,250\.50 and AED 1,250\.50 for the same sale/,
  );
  expect(blocks.slice(1)).toMatchObject(
    [
      ['lnk_1', 'INV-&lt;7&gt;'],
      ['lnk_2', 'INV-8'],
    ].map(([value, name]) => ({
      text: { text: `✅ Paid · AED 1,250.50 · ${name} · June rent · created by <@U0SARA0001>` },
      accessory: { action_id: 'link_details', value },
    })),
  );
});

test('the warning to refund one of two links says which was refunded', () => {
  const [one, other] = [paid('lnk_1', 'INV-7'), paid('lnk_2', 'INV-8')];
  const warning = (link: Link, paidTwiceWith: Link) => describeWarning(link, { paidTwiceWith });
  expect(warning(one, other)).toContain('Refund one in the payment service’s dashboard');
  expect(warning(refunded('lnk_1'), other)).toContain('This one was refunded');
  expect(warning(one, refunded('lnk_2'))).toContain('The other one was refunded');
  expect(warning(refunded('lnk_1'), refunded('lnk_2'))).toContain('Both were refunded');
});
