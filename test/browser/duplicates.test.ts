import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FRONT_DESK, OMAR } from '../../playground/slack/people-and-places.ts';
import { chromiumPath, startChromium } from '../fixtures/chromium.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { cardIn } from '../fixtures/press-card.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

if (!chromiumPath) process.stdout.write('No Chromium found: the question about duplicates is not drawn.\n');

const PAGE = new URL('../../dist/playground/page/', import.meta.url);
/** Folder for screenshots, to look at by hand. */
const SHOTS = process.env['GUARD_SHOTS'];

const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;
const AMOUNTS = { desktop: '250', phone: '480' };

describe.skipIf(!chromiumPath)('the question before a second link for the same customer and amount', () => {
  let scene: Scene;
  let browser: Browser;

  beforeAll(async () => {
    scene = await startScene({ pageDir: PAGE });
    browser = await startChromium();
    for (const invoiceAmount of Object.values(AMOUNTS)) await issueLink(scene, { invoiceAmount });
    await cardIn(scene, new RegExp(AMOUNTS.phone));
  });

  afterAll(async () => {
    await browser?.close();
    await scene?.close();
  });

  const open = async (size: keyof typeof SIZES): Promise<Page> => {
    const page = await browser.newPage({ viewport: SIZES[size], timezoneId: 'Asia/Dubai' });
    page.setDefaultTimeout(60_000);
    await page.goto(`${scene.slack.url}/#as=${OMAR}&in=${FRONT_DESK}`);
    return page;
  };

  const field = (page: Page, name: string) => page.locator(`[data-testid="modal"] [data-block="${name}"]`);
  const shoot = async (page: Page, name: string) => {
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/guard-${name}.png` });
  };

  const fillForm = async (page: Page, amount = '99'): Promise<void> => {
    await page
      .getByTestId('composer')
      .fill(`/paylink ${amount} Sara Khan 050 123 4567 sara.khan@example.com for Corrected`);
    await page.keyboard.press('Escape');
    await page.getByTestId('composer').press('Enter');
    await page.getByTestId('modal').waitFor();
    await field(page, 'isTermsAndConditionsAccepted').locator('input[type=checkbox]').check();
  };

  test.each(['desktop', 'phone'] as const)(
    'fills the screen of a %s, and a second tap in the same place does nothing',
    async (size) => {
      const made = scene.sandbox.links().length;
      const page = await open(size);
      await fillForm(page, AMOUNTS[size]);
      const button = await page.getByTestId('submit').boundingBox();
      await page.getByTestId('submit').click();
      const modal = page.getByTestId('modal');
      await modal.getByText(`There is already a link for AED ${AMOUNTS[size]}.00 for Sara`).waitFor();
      await shoot(page, `question-${size}`);
      expect(await page.getByTestId('submit').count()).toBe(0);
      expect(await modal.locator('input, textarea').count()).toBe(0);
      const shown = [
        modal.getByText('Waiting: Sara has not paid it yet'),
        modal.getByText(`There is already a link for AED ${AMOUNTS[size]}.00 for Sara`),
        ...['Replaces it', 'Another sale', 'Back to the form'].map((name) =>
          modal.getByRole('button', { name }),
        ),
      ];
      for (const one of shown) {
        const box = await one.first().boundingBox();
        expect(box?.y).toBeGreaterThanOrEqual(0);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(SIZES[size].height);
      }

      // In place of *Create link* there is nothing or the way back: the typed values are still there, and no link
      // was created.
      await page.mouse.click(
        (button?.x ?? 0) + (button?.width ?? 0) / 2,
        (button?.y ?? 0) + (button?.height ?? 0) / 2,
      );
      const back = modal.getByRole('button', { name: 'Back to the form' });
      // The click may have hit *Back to the form*, and the form is opening.
      await vi.waitFor(async () => {
        if (await field(page, 'notes').isVisible()) return;
        await back.click({ timeout: 1_000 });
        await field(page, 'notes').waitFor({ timeout: 1_000 });
      }, 60_000);
      expect(await field(page, 'notes').locator('input, textarea').first().inputValue()).toBe('Corrected');
      expect(scene.sandbox.links()).toHaveLength(made);
      await page.getByTestId('submit').click();
      await modal.getByRole('button', { name: 'Replaces it' }).first().click();
      await modal.getByText('Payment link ready').waitFor();
      await shoot(page, `made-${size}`);
      expect(scene.sandbox.links()).toHaveLength(made + 1);
      await page.getByTestId('close').click();
      await page
        .locator('#log [data-ts]')
        .filter({ hasText: `AED ${AMOUNTS[size]}` })
        .getByText('Replaced by')
        .waitFor();
      await shoot(page, `card-${size}`);
      await page.close();
    },
  );

  test.each(['desktop', 'phone'] as const)(
    'an unusual phone number is questioned under its field on a %s',
    async (size) => {
      const page = await open(size);
      await fillForm(page);
      await field(page, 'Phone').locator('input').first().fill('050 123');
      await page.getByTestId('submit').click();
      const modal = page.getByTestId('modal');
      await modal.getByText('couldn’t read 050 123 as a phone number. Send anyway?').first().waitFor();
      await shoot(page, `phone-question-${size}`);
      await page.getByTestId('close').click();
      await modal.waitFor({ state: 'detached' });
      await page.close();
    },
  );
});
