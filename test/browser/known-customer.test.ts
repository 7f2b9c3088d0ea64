import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../playground/slack/people-and-places.ts';
import { chromiumPath, startChromium } from '../fixtures/chromium.ts';
import { type Demo, startDemo } from '../fixtures/demo-process.ts';

if (!chromiumPath) process.stdout.write('No Chromium found: customers who come back are not drawn.\n');

/** Folder for screenshots, to look at by hand. */
const SHOTS = process.env['CUSTOMER_SHOTS'];

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

describe.skipIf(!chromiumPath)('a customer who comes back', () => {
  let demo: Demo;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  let presses = 0;

  beforeAll(async () => {
    [demo, browser] = await Promise.all([startDemo(), startChromium()]);
    page = await browser.newPage({ viewport: DESKTOP, timezoneId: 'Asia/Dubai' });
    page.on('pageerror', (error) => faults.push(error.message));
    page.setDefaultTimeout(30_000);
    await page.goto(`${demo.url}#as=${SARA}&in=${FRONT_DESK}`);
  });

  afterAll(async () => {
    await browser?.close();
    await demo?.stop();
  });

  const modal = () => page.getByTestId('modal');
  const press = async (name: string): Promise<void> => {
    presses += 1;
    await modal().locator('button', { hasText: name }).first().click();
  };
  const type = async (line: string): Promise<void> => {
    await page.getByTestId('composer').fill(line);
    await page.keyboard.press('Escape');
    await page.getByTestId('composer').press('Enter');
    await modal().waitFor();
  };
  const closeAll = async (): Promise<void> => {
    for (; (await modal().count()) > 0; await page.waitForTimeout(100)) await page.keyboard.press('Escape');
  };
  const shoot = async (name: string): Promise<void> => {
    if (!SHOTS) return;
    for (const [size, viewport] of [
      ['desktop', DESKTOP],
      ['phone', PHONE],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${SHOTS}/customer-${name}-${size}-${colorScheme}.png` });
      }
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: 'light' });
  };

  test('fills the form by hand the first time', async () => {
    await type('/paylink settings');
    await modal().getByRole('button', { name: 'Change' }).first().click();
    await modal().getByText('Presets: buttons').waitFor();
    await modal().locator('[data-block="terms"] input').check();
    await page.getByTestId('submit').click();
    await modal().getByText('Paylink settings').waitFor();
    await closeAll();

    await type('/paylink 250 Hala Aziz 050 123 4567 hala@example.com for Delivery');
    await page.getByTestId('submit').click();
    await modal().getByText('Payment link ready').waitFor();
    await closeAll();
  });

  test('gets the QR code two presses after typing amount and phone', async () => {
    presses = 0;
    const begun = Date.now();
    await type('/paylink 300 0501234567');
    await modal().getByText('From earlier:').waitFor();
    const opened = Date.now() - begun;
    await shoot('recalled');
    const again = Date.now();
    presses += 1;
    await page.getByTestId('submit').click();
    await modal().getByText('Payment link ready').waitFor();
    await press('Show QR');
    await modal().getByText('Scan to pay').waitFor();
    await modal().locator('img').first().waitFor();
    process.stdout.write(`known customer: ${presses} presses, ${opened + Date.now() - again} ms\n`);
    expect(presses).toBe(2);
    await shoot('qr');
    await closeAll();
  });

  test('is found by the last digits while typing, and fills the form', async () => {
    await type('/paylink');
    await modal().locator('[data-block="known_customer"] input').fill('4567');
    await modal()
      .getByRole('option', { name: /Hala Aziz/ })
      .waitFor();
    await shoot('found');
    await modal()
      .getByRole('option', { name: /Hala Aziz/ })
      .click();
    await modal().getByText('From earlier:').waitFor();
    await shoot('chosen');
    expect(await modal().locator('[data-block^="FullName"] input').inputValue()).toBe('Hala Aziz');
    expect(faults).toEqual([]);
    await closeAll();
  });

  test('is forgotten when an admin asks for it', async () => {
    const card = page.locator('#log [data-ts]').filter({ hasText: 'Delivery' }).first();
    await card.locator('summary').first().click();
    await card.locator('button', { hasText: 'Details' }).click();
    await modal().getByText('History').waitFor();
    await press('Forget this customer');
    await shoot('ask');
    await page.getByRole('button', { name: 'Forget', exact: true }).click();
    await modal().getByText('The customer is forgotten').waitFor();
    await shoot('forgotten');
    await closeAll();
    await type('/paylink 300 0501234567');
    await modal().getByText('Known customer').waitFor();
    expect(await modal().getByText('From earlier:').count()).toBe(0);
  });
});
