// @module-tag by-hand
// @module-tag browser
// @module-tag first

import { expect, test } from 'vitest';
import { FRONT_DESK, RAVI, RAVI_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import {
  addressOn,
  be,
  control,
  DESKTOP,
  messages,
  modal,
  onPayPage,
  overflow,
  PAGE,
  PHONE,
  page,
  see,
  shoot,
  submit,
  visit,
} from './visit.ts';

let scene: Scene;
const start = async () => {
  scene = await startScene({ pageDir: PAGE, env: { PAYLINK_ADMINS: RAVI } });
  return scene;
};

visit('the guided first payment, from an empty store', start, () => {
  const home = () => page.getByRole('tabpanel', { name: 'Home' });
  const tab = (name: RegExp | string) => page.locator('#place').getByRole('tab', { name });
  const toHome = async (): Promise<void> => {
    await be(RAVI, FRONT_DESK);
    await page.locator(`#sidebar [data-channel="${RAVI_DM}"]`).click();
    await tab('Home').click();
  };
  const toMessages = async (): Promise<void> => {
    await toHome();
    await tab(/^Messages/).click();
  };
  const news = () => messages().filter({ hasText: 'said something about your test payment' });
  const card = () =>
    messages().filter({ hasText: 'Test payment', hasNotText: 'replied to a thread' }).first();

  test('the home says that no payment was seen, and offers to try one', async () => {
    await toHome();
    await see(home(), /has not seen a payment at your service yet/);
    await shoot('guided-1-home');
    await home().getByRole('button', { name: 'Try it with AED 10' }).click();
    await see(modal(), /with a card of your own/);
    await control('Phone').fill('050 765 4321');
    await control('Email').fill('ravi@example.com');
    expect(await control('FullName').inputValue()).not.toBe('');
    await shoot('guided-2-form');
    await submit();
    await see(modal(), 'Scan to pay');
    await page.getByTestId('close').click();
  });

  test('after the payment one window shows what the service said, and asks about the one word', async () => {
    const [link] = scene.sandbox.links();
    scene.sandbox.reword(link?.orderId ?? '', {
      statesIn: 'transactions',
      members: { transactionType: 'QX17', laneMark: 'ZED', podMood: 'BRISK', rrn: '0042' },
    });
    await toMessages();
    await see(card(), 'Waiting');
    await onPayPage(await addressOn(card()), /^Pay/, 'Paid. Thank you.');
    await see(card(), /Press See what came in your messages/);
    await shoot('guided-3-messages');
    await news().getByRole('button', { name: 'See what came' }).click();
    await see(modal(), /Words: .*transactionType: QX17/);
    await see(modal(), /Also: .*transactionId/);
    await see(modal(), /Callback: came at/);
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      expect(await overflow('[data-testid="modal"]')).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize(DESKTOP);
    await shoot('guided-4-window', modal());
    await modal().getByLabel('transactionType: QX17').selectOption('Paid');
    await modal().getByLabel('None of the others ever says anything').check();
    await page.getByTestId('submit').click();
    await see(modal(), /Paylink checks the payment again now/);
    await shoot('guided-5-saved', modal());
    await page.getByTestId('close').click();
    await see(card(), /✅ Paid .*at \d/);
    await shoot('guided-6-paid');
  });

  test('the window has nothing left to ask, and the home no longer asks', async () => {
    await news().getByRole('button', { name: 'See what came' }).click();
    await see(modal(), /Paylink understands every word/);
    await page.getByTestId('close').last().click();
    await modal().waitFor({ state: 'detached' });
    await toHome();
    await see(home(), /Payment service online/);
    expect(
      await home()
        .getByText(/has not seen a payment|test payment/)
        .count(),
    ).toBe(0);
    await shoot('guided-7-home');
  });
});
