// @module-tag by-hand
// @module-tag browser
// @module-tag first

import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { FRONT_DESK, OMAR } from '../../packages/local-slack/src/people-and-places.ts';
import { contactOf, issueLink } from '../fixtures/link-form.ts';
import { cardIn } from '../fixtures/press-card.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import {
  control,
  DESKTOP,
  modal as modalOn,
  openModal,
  openPage,
  PAGE,
  PHONE,
  see,
  shoot,
  visit,
} from './visit.ts';

const SIZES = { desktop: DESKTOP, phone: PHONE };
const AMOUNTS = { desktop: '250', phone: '480' };

let scene: Scene;
const start = async () => {
  scene = await startScene({ pageDir: PAGE });
  for (const invoiceAmount of Object.values(AMOUNTS)) await issueLink(scene, { invoiceAmount });
  await cardIn(scene, new RegExp(`AED ${AMOUNTS.phone}`));
  return scene;
};

visit('the question before a second link for the same customer and amount', start, () => {
  const openForm = async (size: keyof typeof SIZES, amount = '99'): Promise<Page> => {
    const page = await openPage(OMAR, FRONT_DESK, SIZES[size]);
    const { Phone, Email } = contactOf(amount);
    await openModal(`/paylink ${amount} Sara Khan ${Phone} ${Email} for Corrected`, page);
    await control('isTermsAndConditionsAccepted', page).check();
    return page;
  };

  test.each(['desktop', 'phone'] as const)(
    'on a %s: a second tap in the same place does nothing',
    async (size) => {
      const made = scene.sandbox.links().length;
      const page = await openForm(size, AMOUNTS[size]);
      const button = await page.getByTestId('submit').boundingBox();
      await page.getByTestId('submit').click();
      const modal = modalOn(page);
      await see(modal, 'can still pay the first link.');
      await shoot(`question-${size}`, undefined, page);
      expect(await page.getByTestId('submit').count()).toBe(0);
      expect(await modal.locator('input, textarea').count()).toBe(0);
      // In place of *Create link* there is nothing or the way back: the typed values are still there, and no link
      // was created.
      await page.mouse.click(
        (button?.x ?? 0) + (button?.width ?? 0) / 2,
        (button?.y ?? 0) + (button?.height ?? 0) / 2,
      );
      const back = modal.getByRole('button', { name: 'Back to the form' });
      // The click may have hit *Back to the form*, and the form is opening.
      await vi.waitFor(async () => {
        if (await control('notes', page).isVisible()) return;
        await back.click({ timeout: 1_000 });
        await control('notes', page).waitFor({ timeout: 1_000 });
      }, 60_000);
      expect(await control('notes', page).inputValue()).toBe('Corrected');
      expect(scene.sandbox.links()).toHaveLength(made);
      await page.getByTestId('submit').click();
      await modal.getByRole('button', { name: 'Change that one' }).first().click();
      await see(modal, 'Scan to pay');
      await shoot(`made-${size}`, undefined, page);
      expect(scene.sandbox.links()).toHaveLength(made + 1);
      await page.getByTestId('close').click();
      await see(
        page.locator('#log [data-ts]').filter({ hasText: `AED ${AMOUNTS[size]}` }),
        `can still pay the first link (AED ${AMOUNTS[size]}.00)`,
      );
      await shoot(`card-${size}`, undefined, page);
      await page.close();
    },
  );
});
