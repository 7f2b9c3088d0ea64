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
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import {
  be,
  cardOf,
  closeResult,
  closeThread,
  control,
  DESKTOP,
  messages,
  modal,
  openModal,
  overflow,
  PAGE,
  PHONE,
  page,
  see,
  shoot,
  submit,
  type,
  visit,
} from './visit.ts';

let scene: Scene;
const start = async () => {
  scene = await startScene({
    env: { PAYLINK_ADMINS: SARA },
    pageDir: PAGE,
  });
  return scene;
};

visit('the money of a sale, on every screen', start, () => {
  const make = async (line: string): Promise<string> => {
    await openModal(line);
    await submit();
    await closeResult();
    return lastOrder();
  };
  const lastOrder = () => scene.sandbox.links().at(-1)?.orderId ?? '';
  /** In both sizes nothing is wider than its place. */
  const look = async (name: string, where = '#log'): Promise<void> => {
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      expect(await overflow(where)).toBe(0);
    }
    await shoot(name);
  };
  /** The answer to a command, not what stood there before, and not that it is still being read. */
  const ask = async (words: string): Promise<Locator> => {
    const before = await messages().count();
    await type(`/paylink ${words}`);
    await messages().nth(before).waitFor();
    const answer = messages().last();
    await expect.poll(() => answer.innerText()).not.toMatch(/Reading/);
    return answer;
  };
  const home = () => page.getByRole('tabpanel', { name: 'Home' });
  const openHome = async (): Promise<void> => {
    await page.locator(`#sidebar [data-channel="${SARA_DM}"]`).click();
    await see(home(), 'Still to come, all days');
  };
  const card = (notes: string) => cardOf(notes).first();

  test('400 of 1,000: every screen says what is missing, once', async () => {
    await be(OMAR, FRONT_DESK);
    await make('/paylink 20 Huda Aziz 050 999 0000 huda@example.com for Cushion');
    await be(SARA, FRONT_DESK);
    const order = await make('/paylink 1000 Lina Aziz 050 555 6666 lina@example.com for Sofa');
    await scene.sandbox.pay(order, { amountFils: 40_000 });
    await see(card('Sofa'), /Partly paid/);
    await look('part-card');
    for (const words of ['mine', 'find Sofa', 'find partly paid']) {
      const answer = await ask(words);
      await see(answer, /AED 1,000\.00.*600\.00 missing/);
      await look(`part-${words}`);
    }
    await openHome();
    await see(home(), /AED 1,000\.00.*600\.00 missing/);
    await look('part-home', '#home');
    await be(SARA, FRONT_DESK);
    await card('Sofa').getByLabel('More actions').click();
    await card('Sofa').getByRole('menuitem', { name: 'Hand over to…' }).click();
    await see(modal(), /Partly paid/);
    await shoot('part-hand-over');
    await modal().locator('[data-block="person"] select').selectOption(OMAR);
    await page.getByTestId('submit').click();
    await see(modal(), /is with/);
    await page.getByTestId('close').click();
    await modal().waitFor({ state: 'detached' });
    await be(OMAR, OMAR_DM);
    await see(messages().last(), /handed you a sale: AED 1,000\.00, 600\.00 missing for Lina/);
    await look('part-handed');
    await be(SARA, FRONT_DESK);
  });

  test('and 600: every screen says that it is paid, and none asks for more', async () => {
    await card('Sofa').locator('button', { hasText: 'Link for the remaining AED 600.00' }).click();
    expect(await control('invoiceAmount').inputValue()).toBe('600.00');
    await submit();
    await closeResult();
    await scene.sandbox.pay(lastOrder());
    await see(card('Sofa'), /With AED 400\.00 paid before, AED 1,000\.00 is paid in full/);
    await look('full-card');
    for (const words of ['find Sofa', 'team today', 'links today', 'daily today', 'mine']) {
      const answer = await ask(words);
      expect(await answer.innerText()).not.toMatch(/Partly paid|600\.00 missing|remaining/);
      await look(`full-${words}`);
    }
    await openHome();
    await see(home(), /AED 1,000\.00 · 2 payments/);
    expect(await home().innerText()).not.toMatch(/Sofa|remaining/);
    await look('full-home', '#home');
    await be(SARA, FRONT_DESK);
    await card('Sofa').getByLabel('More actions').click();
    await card('Sofa').getByRole('menuitem', { name: 'Details' }).click();
    await see(modal(), 'History');
    expect(await modal().innerText()).not.toMatch(/🟠 Partly paid/);
    await shoot('full-details');
    await page.keyboard.press('Escape');
    await modal().waitFor({ state: 'detached' });
  });

  test('300 changed to 260, both paid, 40 and then 260 refunded: one post says how much is left', async () => {
    await be(SARA, FRONT_DESK);
    await openModal('/paylink settings');
    await modal().getByRole('button', { name: 'Change: People' }).click();
    await modal().locator('[data-block="finance"]').getByLabel('Fatima').check();
    await page.getByTestId('submit').click();
    await see(modal(), 'Paylink settings');
    await page.keyboard.press('Escape');
    await modal().waitFor({ state: 'detached' });
    const older = await make('/paylink 300 Mona Aziz 050 111 2222 mona@example.com for Lamp');
    await card('Lamp').getByLabel('More actions').click();
    await card('Lamp').getByRole('menuitem', { name: 'Change amount or details…' }).click();
    await control('invoiceAmount').fill('260');
    await submit();
    await closeResult();
    const newer = lastOrder();
    for (const order of [newer, older]) await scene.sandbox.pay(order);
    await see(card('Lamp'), /Paid twice: AED 300\.00 and AED 260\.00/);
    const posts = messages()
      .filter({ hasText: /too much/ })
      .filter({ hasText: 'replied to a thread' });
    await see(posts, /AED 260\.00 was due, so AED 300\.00 is too much/);
    expect(await posts.count()).toBe(1);
    await look('twice-card');
    await card('Lamp').getByRole('button', { name: 'Ask the people who handle the money' }).click();
    await page.getByRole('button', { name: 'Ask finance', exact: true }).click();
    await see(card('Lamp'), 'asked finance to refund AED 300.00');
    await scene.sandbox.refund(older, { amountFils: 4_000 });
    await see(card('Lamp'), /AED 260\.00 still to refund/);
    await look('twice-part-back');
    await be(FATIMA, FATIMA_DM);
    const told = messages()
      .filter({ hasText: /asks you to refund AED 300\.00 to Mona/ })
      .first();
    await see(told, /AED 260\.00 still to refund \(40\.00 refunded/);
    await look('twice-finance');
    await scene.sandbox.refund(newer);
    await messages().filter({ hasText: '✅ AED 300.00 refunded to Mona' }).waitFor();
    await look('twice-finance-over');
    await be(SARA, FRONT_DESK);
    await see(card('Lamp'), /AED 260\.00 · ✅ Paid/);
    await card('Lamp').getByTestId('replies').click();
    await look('twice-over');
    await closeThread();
  });
});
