// @module-tag by-hand
// @module-tag browser
// @module-tag first

import { expect, test } from 'vitest';
import { SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { cardOf, control, field, modal, openModal, PAGE, page, see, shoot, visit } from './visit.ts';

let scene: Scene;
const start = async () => {
  scene = await startScene({ pageDir: PAGE, env: { PAYLINK_ADMINS: SARA } });
  return scene;
};

visit('a customer who comes back', start, () => {
  let presses = 0;

  const press = async (name: string): Promise<void> => {
    presses += 1;
    await modal().locator('button', { hasText: name }).first().click();
  };
  const closeAll = async (): Promise<void> => {
    for (; (await modal().count()) > 0; await page.waitForTimeout(100)) await page.keyboard.press('Escape');
  };

  /** The block has another id once it was filled in anew. */
  const input = (block: string) => modal().locator(`[data-block^="${block}"] input`);
  const filledIn = (block: string) => input(block).inputValue();

  test('fills the form by hand the first time', async () => {
    await openModal('/paylink settings');
    await modal().getByRole('button', { name: 'Change: The form' }).click();
    await see(modal(), 'Presets: buttons');
    await field('terms').locator('input').check();
    await page.getByTestId('submit').click();
    await see(modal(), 'Saved');
    await closeAll();

    await openModal('/paylink 250 Hala Aziz 050 123 4567 hala@example.com for Delivery');
    await page.getByTestId('submit').click();
    await see(modal(), 'Scan to pay');
    await closeAll();
    // She comes back once she has paid.
    await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '', { callback: true });
    await see(cardOf('Delivery').first(), 'Paid');
  });

  test('gets the QR code two presses after a phone and an amount: same again, and create', async () => {
    presses = 0;
    const begun = Date.now();
    await openModal('/paylink 0501234567');
    await see(modal(), 'Last time AED 250.00 for Delivery, paid on');
    expect(await filledIn('invoiceAmount')).toBe('');
    const opened = Date.now() - begun;
    await shoot('offered');
    const again = Date.now();
    await press('Same again');
    await expect.poll(() => filledIn('notes')).toBe('Delivery');
    expect(await filledIn('invoiceAmount')).toBe('250.00');
    await input('invoiceAmount').fill('300');
    await shoot('same again');
    presses += 1;
    await page.getByTestId('submit').click();
    await see(modal(), 'Scan to pay');
    await modal().locator('img').first().waitFor();
    process.stdout.write(`known customer: ${presses} presses, ${opened + Date.now() - again} ms\n`);
    expect(presses).toBe(2);
    await closeAll();
  });

  test('is found by the last digits while typing, which leaves the amount alone', async () => {
    await openModal('/paylink 300');
    await press('More details');
    await control('known_customer').fill('4567');
    await modal()
      .getByRole('option', { name: /Hala Aziz/ })
      .waitFor();
    await shoot('found');
    await modal()
      .getByRole('option', { name: /Hala Aziz/ })
      .click();
    await see(modal(), 'From earlier:');
    await shoot('chosen');
    expect([await filledIn('FullName'), await filledIn('invoiceAmount')]).toEqual(['Hala Aziz', '300.00']);
    await closeAll();
  });
});
