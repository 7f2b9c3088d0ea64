// @module-tag by-hand
// @module-tag browser
// @module-tag first

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import {
  addressOn,
  control,
  DESKTOP,
  modal,
  onPayPage,
  openModal,
  openPage,
  PAGE,
  PHONE,
  see,
  shoot,
  visit,
} from './visit.ts';

let scene: Scene;
const start = async () => {
  scene = await startScene({ pageDir: PAGE });
  return scene;
};

visit('a sale that is changed, and one that is paid in parts', start, () => {
  const messages = (page: Page, ...words: string[]): Locator =>
    words.reduce(
      (found, hasText) => found.filter({ hasText, hasNotText: 'replied to a thread' }),
      page.locator('#log [data-ts]'),
    );

  const create = async (page: Page): Promise<void> => {
    const terms = control('isTermsAndConditionsAccepted', page);
    if (!(await terms.isChecked())) await terms.check();
    await page.getByTestId('submit').click();
    await see(modal(page), 'Scan to pay');
  };
  const close = async (page: Page): Promise<void> => {
    await page.getByTestId('close').click();
    await modal(page).waitFor({ state: 'detached' });
  };

  test.each([
    { size: 'desktop', viewport: DESKTOP, what: 'Abaya', phone: '050 111 2222', pays: 'the new one' },
    { size: 'phone', viewport: PHONE, what: 'Kaftan', phone: '050 333 4444', pays: 'the old one' },
  ])('a slipped digit on a $size, from start to end; the customer pays $pays', async (at) => {
    const { size, viewport, what, phone, pays } = at;
    const page = await openPage(SARA, FRONT_DESK, viewport);
    await openModal(`/paylink 250 Sara Khan ${phone} ${what}@example.com for ${what}`, page);
    await create(page);
    await modal(page).locator('button', { hasText: 'Change…' }).waitFor();
    await shoot(`result-${size}`, undefined, page);
    await close(page);
    const card = messages(page, what).first();
    await see(card, /AED 250\.00 · 🟡 Waiting/);
    const old = await addressOn(card);

    await card.getByLabel('More actions').click();
    await shoot(`menu-${size}`, undefined, page);
    await card.getByRole('menuitem', { name: 'Change amount or details…' }).click();
    await see(modal(page), 'The link for AED 250.00 can still be paid. Ask Sara not to use it.');
    expect(await control('invoiceAmount', page).inputValue()).toBe('250.00');
    await shoot(`form-${size}`, undefined, page);
    await control('invoiceAmount', page).fill('205');
    await create(page);
    await close(page);

    await see(card, /AED 205\.00 · 🟡 Waiting/);
    await see(card, 'An earlier link for AED 250.00 can still be paid; Paylink watches it.');
    await card.getByTestId('replies').click();
    await see(page.locator('#thread'), /changed AED 250.00 to AED 205.00/);
    await shoot(`changed-${size}`, undefined, page);
    await page.getByRole('button', { name: 'Close thread' }).click();

    if (pays === 'the new one') {
      await onPayPage(await addressOn(card), /^Pay/, 'Paid. Thank you.');
      await see(card, /AED 205\.00 · ✅ Paid .*at \d/);
    } else {
      await onPayPage(old, /^Pay/, 'Paid. Thank you.');
      await see(card, /AED 205\.00 · ⚠️ Already paid with/);
      await see(card, /Paid AED 45\.00 too much: AED 250\.00/);
      await see(card, /✅ Paid .* · AED 250\.00 · PL-/);
    }
    await shoot(`paid-${size}`, undefined, page);
    await page.close();
  });

  test.each([
    { size: 'desktop', viewport: DESKTOP, what: 'Sofa', phone: '050 555 6666' },
    { size: 'phone', viewport: PHONE, what: 'Carpet', phone: '050 777 8888' },
  ])('the rest of a part payment on a $size', async ({ size, viewport, what, phone }) => {
    const page = await openPage(SARA, FRONT_DESK, viewport);
    await openModal(`/paylink 2500 Lina Aziz ${phone} ${what}@example.com for ${what}`, page);
    await create(page);
    await close(page);
    const card = messages(page, what).first();
    await see(card, /Waiting/);
    const order = scene.sandbox.links().at(-1)?.orderId ?? '';
    await scene.sandbox.pay(order, { amountFils: 77_500 });
    await see(card, /Partly paid/);
    await shoot(`part-${size}`, undefined, page);

    await card.locator('button', { hasText: 'Link for the remaining AED 1,725.00' }).click();
    await see(modal(page), 'AED 775.00 of AED 2,500.00 was paid. This link is for the rest.');
    expect(await control('invoiceAmount', page).inputValue()).toBe('1725.00');
    await shoot(`rest-form-${size}`, undefined, page);
    await create(page);
    await close(page);
    await see(card, /AED 1,725\.00 · 🟡 Waiting/);
    await see(card, /For the rest of AED 2,500.00 .*: AED 775.00 was paid before/);
    await onPayPage(await addressOn(card), /^Pay/, 'Paid. Thank you.');
    await see(card, /With AED 775.00 paid before, AED 2,500.00 is paid in full/);
    await shoot(`rest-paid-${size}`, undefined, page);
    await page.close();
  });
});
