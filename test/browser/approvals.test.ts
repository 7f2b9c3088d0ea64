// @module-tag by-hand
// @module-tag browser

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FATIMA, FRONT_DESK, OMAR, OMAR_DM, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { buildCsv, createLinks, giveFile } from '../batches/batch-scene.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { control, DESKTOP, modal, openModal, openPage, PAGE, PHONE, see, shoot, visit } from './visit.ts';

const TEAM = 'T0PLAY';
let scene: Scene;
const start = async () => {
  scene = await startScene({ pageDir: PAGE, env: { PAYLINK_ADMINS: FATIMA } });
  const by = { by: FATIMA, at: scene.clock.now() };
  await scene.store.members.change(TEAM, [{ userId: OMAR, role: 'supervisor' }], {
    ...by,
    mustKeepAdmin: false,
  });
  await scene.store.settings.change(TEAM, { approvalLimitFils: 50_000 }, by);
  return scene;
};

visit('what needs a second person', start, () => {
  const newest = (page: Page, hasText: string | RegExp): Locator =>
    page.locator('#log [data-ts]').filter({ hasText, hasNotText: 'replied to a thread' }).last();
  const confirm = (page: Page) => page.getByTestId('confirm-ok').click();

  const ask = async (page: Page, amount: number, what: string, phone: string): Promise<void> => {
    await openModal(`/paylink ${amount} Sara Khan ${phone} ${what}@example.com for ${what}`, page);
    const terms = control('isTermsAndConditionsAccepted', page);
    if (!(await terms.isChecked())) await terms.check();
    await page.getByTestId('submit').click();
  };
  const close = async (page: Page): Promise<void> => {
    await page.getByTestId('close').click();
    await modal(page).waitFor({ state: 'detached' });
  };

  test.each([
    { size: 'desktop', viewport: DESKTOP, what: 'Abaya', phone: '050 111 2222' },
    { size: 'phone', viewport: PHONE, what: 'Kaftan', phone: '050 333 4444' },
  ])('on a $size a late approval shows the link that was made since, and has one card', async (at) => {
    const { size, viewport, what, phone } = at;
    const sara = await openPage(SARA, FRONT_DESK, viewport);
    await ask(sara, 600, what, phone);
    await modal(sara)
      .getByText(/approval/)
      .first()
      .waitFor();
    await close(sara);
    const card = newest(sara, `${what}`);
    await see(card, /Waiting for approval/);
    await shoot(`asked-${size}`, undefined, sara);
    // Half of it, while nobody answers.
    await ask(sara, 300, what, phone);
    const another = modal(sara).locator('button', { hasText: 'Another sale' });
    await another.or(modal(sara).getByText('Scan to pay')).first().waitFor();
    if (await another.isVisible()) await another.click();
    await see(modal(sara), 'Scan to pay');
    await close(sara);
    await newest(sara, 'AED 300.00').waitFor();

    const omar = await openPage(OMAR, OMAR_DM, viewport);
    await newest(omar, what).locator('button', { hasText: 'Approve' }).first().click();
    await confirm(omar);
    const question = newest(omar, 'Not created yet: this is new');
    await see(question, /AED 300\.00/);
    await shoot(`made-since-${size}`, undefined, omar);
    await question.locator('button', { hasText: 'Approve anyway' }).click();
    const cards = sara.locator('#log [data-ts]').filter({ hasText: what }).filter({ hasText: 'AED 600.00' });
    await see(cards, /approved by/);
    expect(await cards.count()).toBe(1);
    await shoot(`approved-${size}`, undefined, sara);
    for (const page of [sara, omar]) await page.close();
  });

  test('on a desktop, whoever approves the links of a file sees its rows first', async () => {
    await giveFile(scene, { text: buildCsv(6) }, { as: FATIMA });
    await createLinks(scene, /Waiting for approval/, { as: FATIMA });
    const omar = await openPage(OMAR, OMAR_DM);
    const asked = newest(omar, '6 links for');
    await asked.locator('button', { hasText: 'See the rows' }).click();
    await see(modal(omar), /AED 105\.50/);
    await shoot('rows', undefined, omar);
    await omar.getByTestId('close').click();
    await modal(omar).waitFor({ state: 'detached' });
    await asked.locator('button', { hasText: 'Approve' }).first().click();
    await confirm(omar);
    await see(newest(omar, '6 links for'), /Approved by/);
    const sara = await openPage(SARA, FRONT_DESK, PHONE);
    await see(newest(sara, '6 links for'), /0 of 6 paid/);
    await shoot('batch-approved', undefined, sara);
    for (const page of [sara, omar]) await page.close();
  });
});
