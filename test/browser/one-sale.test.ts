import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  FATIMA,
  FATIMA_DM,
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  SARA,
  SARA_DM,
} from '../../playground/slack/people-and-places.ts';
import { chromiumPath, startChromium } from '../fixtures/chromium.ts';
import { type Demo, startDemo } from '../fixtures/demo-process.ts';

if (!chromiumPath) process.stdout.write('No Chromium found: declined and double payments are not drawn.\n');

/** Folder for screenshots, to look at by hand. */
const SHOTS = process.env['SALE_SHOTS'];

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

describe.skipIf(!chromiumPath)('one sale, from the till to the last message about it', () => {
  let demo: Demo;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    [demo, browser] = await Promise.all([startDemo(), startChromium()]);
    page = await browser.newPage({ viewport: DESKTOP, timezoneId: 'Asia/Dubai' });
    page.on('pageerror', (error) => faults.push(error.message));
    page.setDefaultTimeout(60_000);
    await be(SARA, FRONT_DESK);
  });

  afterAll(async () => {
    await browser?.close();
    await demo?.stop();
  });

  const be = async (who: string, place: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${demo.url}#as=${who}&in=${place}`);
  };
  const modal = () => page.getByTestId('modal');
  const button = (name: string) => modal().getByRole('button', { name });
  /** Not the broadcast reply. */
  const cardsOf = (notes: string): Locator =>
    page.locator('#log [data-ts]').filter({ hasText: notes, hasNotText: 'replied to a thread' });

  const type = async (line: string): Promise<void> => {
    await page.getByTestId('composer').fill(line);
    await page.keyboard.press('Escape');
    await page.getByTestId('composer').press('Enter');
    await modal().waitFor();
  };
  const submit = async (line: string): Promise<void> => {
    await type(line);
    await modal().locator('[data-block="isTermsAndConditionsAccepted"] input').check();
    await page.getByTestId('submit').click();
  };
  const close = async (): Promise<void> => {
    await modal().getByText('Payment link ready').waitFor();
    await page.getByTestId('close').click();
    await modal().waitFor({ state: 'detached' });
  };
  const addressOn = async (card: Locator): Promise<string> =>
    (await card.getByRole('link', { name: /^http/ }).first().getAttribute('href')) ?? '';
  /** As the customer does, on the service's own page. */
  const onPayPage = async (address: string, press: RegExp, then: string): Promise<void> => {
    const pay = await browser.newPage();
    await pay.goto(address);
    await pay.getByRole('button', { name: press }).click();
    await pay.getByText(then).waitFor();
    await pay.close();
  };
  const shoot = async (name: string): Promise<void> => {
    for (const [size, viewport] of SHOTS
      ? ([
          ['desktop', DESKTOP],
          ['phone', PHONE],
        ] as const)
      : []) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${SHOTS}/sale-${name}-${size}-${colorScheme}.png` });
      }
    }
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: 'light' });
  };

  const RENT = '/paylink 250 Hala Aziz 050 123 4567 hala@example.com for June rent';
  const TABLE = '/paylink 480 Lina Aziz 055 765 4321 lina@example.com for Garden table';
  const rent = () => cardsOf('June rent');
  const table = (which: 0 | 1) => cardsOf('Garden table').nth(which);

  test('after a declined card the link can still be paid, with its QR code and WhatsApp', async () => {
    await submit(RENT);
    await close();
    await rent().getByText('Waiting').waitFor();
    const address = await addressOn(rent());
    await onPayPage(address, /^Decline/, 'The card was declined');
    await rent()
      .getByText(/🟡 Waiting · declined .*at \d.*, the customer can try again/)
      .waitFor();
    await rent().getByRole('button', { name: 'Show the QR code' }).waitFor();
    await rent().getByRole('button', { name: 'WhatsApp' }).waitFor();
    expect(await addressOn(rent())).toBe(address);
    await shoot('declined');
  });

  test('the same line again asks about the duplicate, and says that it was declined', async () => {
    await submit(RENT);
    await modal()
      .getByText(/Declined .*at \d.*Hala can try again on this first link/)
      .waitFor();
    await modal().getByText('There is already a link for AED 250.00 for Hala').waitFor();
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
    await rent()
      .getByText(/✅ Paid .*at \d/)
      .waitFor();
    expect(await rent().innerText()).not.toMatch(/Waiting|declined/i);
    expect(await rent().locator('img[alt^="QR"]').count()).toBe(0);
    await shoot('paid');
  });

  test('when a colleague replaces a link, the first card names the second', async () => {
    await type('/paylink settings');
    await modal().locator('[data-block="finance"]').getByLabel('Fatima').check();
    await page.getByTestId('submit').click();
    await modal().waitFor({ state: 'detached' });
    await submit(TABLE);
    await close();
    await table(0).getByText('Waiting').waitFor();

    await be(OMAR, FRONT_DESK);
    await submit(TABLE);
    await modal().getByText('Waiting: Lina has not paid it yet').waitFor();
    await button('Replaces it').click();
    await close();
    await table(0).getByText('Replaced by').waitFor();
    await table(1).getByText('Waiting').waitFor();
    expect(await addressOn(table(1))).not.toBe(await addressOn(table(0)));
  });

  test('when both are paid, both cards and threads say so', async () => {
    const first = await addressOn(table(0));
    await onPayPage(await addressOn(table(1)), /^Pay/, 'Paid. Thank you.');
    await table(1)
      .getByText(/✅ Paid .*at \d/)
      .waitFor();
    expect(await page.getByText('Paid twice').count()).toBe(0);
    await onPayPage(first, /^Pay/, 'Paid. Thank you.');
    for (const which of [0, 1] as const) {
      await table(which).getByText('Paid twice: another link for this sale was paid too.').waitFor();
      await table(which).getByTestId('replies').click();
      await page
        .locator('#thread [data-ts]')
        .filter({ hasText: 'Lina (···321) paid AED 480.00 and AED 480.00 for the same sale' })
        .waitFor();
      await shoot(`thread-${which}`);
      await page.getByRole('button', { name: 'Close thread' }).click();
    }
  });

  test.each([
    ['finance', FATIMA, FATIMA_DM],
    ['who made the first', SARA, SARA_DM],
    ['who made the second', OMAR, OMAR_DM],
  ])('%s gets one direct message about it, also on a phone', async (_, who, place) => {
    await be(who, place);
    const told = page.locator('#log [data-ts]').filter({ hasText: /Paid twice: Lina \(···321\) paid/ });
    await told.getByText('Refund one of them').waitFor();
    expect(await told.count()).toBe(1);
    expect(await told.locator('button', { hasText: 'Details' }).count()).toBe(2);
    await shoot(`told-${who}`);
    await page.setViewportSize(PHONE);
    expect(await page.locator('#log').evaluate((log) => log.scrollWidth - log.clientWidth)).toBe(0);
    await page.setViewportSize(DESKTOP);
  });

  test('the page logged no errors', () => {
    expect(faults).toEqual([]);
  });
});
