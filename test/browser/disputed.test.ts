// @module-tag by-hand
// @module-tag browser
// @module-tag first

import { expect, test } from 'vitest';
import { FATIMA, FATIMA_DM, FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { changeShown, type Fields } from '../fixtures/shown-records.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import {
  addressOn,
  be,
  cardOf,
  closeResult,
  messages,
  onPayPage,
  openModal,
  overflow,
  PAGE,
  page,
  see,
  shoot,
  submit,
  visit,
} from './visit.ts';

let scene: Scene;
/** What the service lists beside the payment. */
let more: Fields[] = [];
const start = async () => {
  scene = await startScene({ pageDir: PAGE, env: { PAYLINK_ADMINS: FATIMA } });
  changeShown(scene.sandbox, ({ of, records }) => {
    if (of === 'transaction') return { records: [] };
    if (of !== 'transactions') return {};
    return {
      records: records.flatMap((one) => [
        one,
        ...more.map((row) => ({
          ...{ orderId: one['orderId'], createdAt: one['createdAt'] },
          ...{ transactionId: 'C1', type: 'CHARGEBACK', amount: '250.00' },
          ...{ originalTransactionId: one['transactionId'], ...row },
        })),
      ]),
    };
  });
  return scene;
};

visit('a payment that the customer disputes', start, () => {
  const card = () => cardOf('Garden chair').first();
  const refresh = async (): Promise<void> => {
    await card().getByLabel('More actions').click();
    await page.getByRole('menuitem', { name: 'Refresh' }).click();
  };

  test('is Disputed on its card, which offers no refund', async () => {
    await openModal('/paylink 250 Hala Aziz 050 123 4567 hala@example.com for Garden chair');
    await submit();
    await closeResult();
    await onPayPage(await addressOn(card()), /^Pay/, 'Paid. Thank you.');
    await card()
      .getByText(/✅ Paid .*at \d/)
      .waitFor();
    more = [{ status: 'OPEN' }];
    await refresh();
    await card().getByText('⚖️ Disputed').waitFor();
    expect(
      await card()
        .getByRole('button', { name: /refund/i })
        .count(),
    ).toBe(0);
    await shoot('disputed card', card());
    expect(await overflow('#log')).toBe(0);
  });

  test('is told to finance with what to do', async () => {
    await be(FATIMA, FATIMA_DM);
    await see(messages(), /Don’t refund it: answer the bank/);
    await shoot('disputed finance');
  });

  test('is Paid again once it is won', async () => {
    await be(SARA, FRONT_DESK);
    more = [{ status: 'WON' }];
    await refresh();
    await card()
      .getByText(/✅ Paid.*AED 250\.00 won back/)
      .waitFor();
    await shoot('won card', card());
    await be(FATIMA, FATIMA_DM);
    await see(messages(), /Won back/);
    await shoot('won finance');
  });
});
