// @module-tag by-hand
// @module-tag browser
// @module-tag first

import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  FATIMA,
  FATIMA_DM,
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import {
  addressOn,
  be,
  cardOf,
  closeResult,
  closeThread,
  DESKTOP,
  messages,
  modal,
  onPayPage,
  openModal,
  overflow,
  PAGE,
  PHONE,
  page,
  see,
  shoot,
  submit,
  visit,
} from './visit.ts';

const start = () => startScene({ pageDir: PAGE, env: { PAYLINK_ADMINS: SARA } });

visit('one sale, from the till to the last message about it', start, () => {
  const make = async (line: string): Promise<void> => {
    await openModal(line);
    await submit();
  };
  const button = (name: string) => modal().getByRole('button', { name });
  const isPaid = (card: Locator) => card.getByText(/✅ Paid .*at \d/).waitFor();

  const RENT = '/paylink 250 Hala Aziz 050 123 4567 hala@example.com for June rent';
  const TABLE = '/paylink 480 Lina Aziz 055 765 4321 lina@example.com for Garden table';
  const rent = () => cardOf('June rent');
  const table = () => cardOf('Garden table').first();

  test('after a declined card the link can still be paid, with its QR code and WhatsApp', async () => {
    await make(RENT);
    await closeResult();
    await see(rent(), 'Waiting');
    const address = await addressOn(rent());
    await onPayPage(address, /^Decline/, 'The card was declined');
    await see(rent(), /🟡 Waiting · declined .*at \d.*, the customer can try again/);
    await rent().getByRole('button', { name: 'Show the QR code' }).waitFor();
    await rent().getByRole('button', { name: 'WhatsApp' }).waitFor();
    expect(await addressOn(rent())).toBe(address);
    await shoot('declined');
  });

  test('the same line again asks about the duplicate, and says that it was declined', async () => {
    await make(RENT);
    await see(modal(), /declined .*at \d.*the customer can try again/);
    await see(modal(), 'There is already a link for AED 250.00 for Hala');
    expect(await page.getByTestId('submit').count()).toBe(0);
    await shoot('question');
    await button('Back to the form').click();
    await page.getByTestId('submit').waitFor();
    await page.keyboard.press('Escape');
    await modal().waitFor({ state: 'detached' });
    expect(await rent().count()).toBe(1);
  });

  test('when the customer pays with the same link, the card turns Paid', async () => {
    await onPayPage(await addressOn(rent()), /^Pay/, 'Paid. Thank you.');
    await isPaid(rent());
    expect(await rent().innerText()).not.toMatch(/Waiting|declined/i);
    expect(await rent().locator('img[alt^="QR"]').count()).toBe(0);
    await shoot('paid');
  });

  /** The payment page of the link that is replaced. */
  let replaced = '';

  test('when a colleague changes a link, the card shows the new one', async () => {
    await openModal('/paylink settings');
    await modal().locator('[data-block="finance"]').getByLabel('Fatima').check();
    await page.getByTestId('submit').click();
    await modal().waitFor({ state: 'detached' });
    await make(TABLE);
    await closeResult();
    await see(table(), 'Waiting');
    replaced = await addressOn(table());

    await be(OMAR, FRONT_DESK);
    await make(TABLE);
    await see(modal(), '🟡 Waiting');
    await button('Change that one').click();
    await closeResult();
    await see(table(), 'An earlier link for AED 480.00 can still be paid; Paylink watches it.');
    expect(await addressOn(table())).not.toBe(replaced);
  });

  test('when both are paid, the card and its thread say so', async () => {
    await onPayPage(await addressOn(table()), /^Pay/, 'Paid. Thank you.');
    await isPaid(table());
    expect(await page.getByText('Paid twice').count()).toBe(0);
    await onPayPage(replaced, /^Pay/, 'Paid. Thank you.');
    await see(table(), 'Paid twice: AED 480.00 and AED 480.00.');
    await table().getByTestId('replies').click();
    await page
      .locator('#thread [data-ts]')
      .filter({ hasText: 'Paid twice: AED 480.00 and AED 480.00 by Lina (···321)' })
      .waitFor();
    await shoot('thread');
    await closeThread();
  });

  test.each([
    ['finance', FATIMA, FATIMA_DM],
    ['who made the first', SARA, SARA_DM],
    ['who made the second', OMAR, OMAR_DM],
  ])('%s gets one direct message about it, also on a phone', async (_, who, place) => {
    await be(who, place);
    const told = messages().filter({ hasText: /Paid twice: AED 480\.00 and AED 480\.00 by Lina \(···321\)/ });
    await see(told, 'AED 480.00 was due, so AED 480.00 is too much.');
    expect(await told.count()).toBe(1);
    expect(await told.locator('button', { hasText: 'Details' }).count()).toBe(2);
    const asks = told.locator('button', { hasText: 'Ask finance to refund AED 480.00' });
    // Finance is who is asked.
    await expect.poll(() => asks.count()).toBe(who === FATIMA ? 0 : 1);
    await shoot(`told-${who}`);
    await page.setViewportSize(PHONE);
    expect(await overflow('#log')).toBe(0);
    await page.setViewportSize(DESKTOP);
  });

  test('a press asks finance once it is confirmed, and their message says so', async () => {
    await be(SARA, FRONT_DESK);
    await table().getByRole('button', { name: 'Ask the people who handle the money' }).click();
    await page.getByRole('button', { name: 'Ask finance', exact: true }).click();
    await see(table(), 'asked finance to refund AED 480.00');
    await be(FATIMA, FATIMA_DM);
    const told = messages().filter({ hasText: /asks you to refund AED 480\.00 to Lina \(···321\)/ });
    await see(told, 'Refund it in the payment service’s dashboard.');
    expect(await told.count()).toBe(1);
    await shoot('asked-finance');
  });
});
