import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, startChromium } from '../fixtures/chromium.ts';
import { decodeQr } from '../fixtures/decode-qr.ts';
import { type Demo, startDemo } from '../fixtures/demo-process.ts';

if (!chromiumPath) process.stdout.write('No Chromium found: the browser tests are skipped.\n');

let demo: Demo;

beforeAll(async () => {
  demo = await startDemo();
});

afterAll(async () => {
  await demo?.stop();
});

test('the demo says where its page is, and serves it with all its parts', async () => {
  const page = await (await fetch(demo.url)).text();
  const parts = [...page.matchAll(/(?:src|href)="(\/?[\w-]+\.(?:js|css))"/g)].map((match) => match[1] ?? '');
  expect(parts.length).toBeGreaterThanOrEqual(2);
  for (const part of parts) expect((await fetch(new URL(part, demo.url))).status, part).toBe(200);
});

describe.skipIf(!chromiumPath)('in a browser', () => {
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    browser = await startChromium();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (line) => {
      if (line.type() === 'error') faults.push(line.text());
    });
    page.setDefaultTimeout(8_000);
    await page.goto(demo.url);
  });

  afterAll(async () => {
    await browser?.close();
  });

  const type = async (text: string) => {
    await page.getByTestId('composer').fill(text);
    await page.keyboard.press('Escape');
    await page.getByTestId('composer').press('Enter');
  };
  const field = (name: string) => page.locator(`[data-testid="modal"] [data-block="${name}"]`);
  const fill = (name: string, value: string) => field(name).locator('input, textarea').first().fill(value);

  test('a newcomer types the command, is corrected in the form, and gets a link and a card with a QR code', async () => {
    await type('/paylink');
    const modal = page.getByTestId('modal');
    await modal.waitFor();

    await fill('invoiceAmount', '5');
    await fill('FullName', 'سارة خان');
    await fill('Phone', '050 123 4567');
    await fill('Email', 'sara@example.com');
    await fill('notes', 'June rent');
    await field('isTermsAndConditionsAccepted').locator('input[type=checkbox]').check();
    await page.getByTestId('submit').click();
    await page.locator('[data-error-for="FullName"]').getByText('Latin letters only').waitFor();
    await page.locator('[data-error-for="invoiceAmount"]').getByText('AED 10').waitFor();
    expect(await field('notes').locator('input, textarea').first().inputValue()).toBe('June rent');

    await fill('invoiceAmount', '1250.50');
    await fill('FullName', 'Sara Khan');
    await page.getByTestId('submit').click();
    await modal.getByText('Payment link ready').waitFor();
    await modal.getByText('AED 1,250.50 for June rent').waitFor();
    await modal.locator('img').waitFor();
    await page.getByTestId('close').click();
    await modal.waitFor({ state: 'detached' });

    const card = page.locator('[data-ts]').filter({ hasText: 'Waiting' });
    await card.locator('img').waitFor();
    const address = await card.getByRole('link', { name: /^http/ }).first().getAttribute('href');
    const picture = await card.locator('img').first().getAttribute('src');
    const bytes = await (await fetch(new URL(picture ?? '', demo.url))).arrayBuffer();
    expect(decodeQr(Buffer.from(bytes))).toBe(address);

    const pay = await browser.newPage();
    await pay.goto(address ?? '');
    await pay.getByText('AED 1,250.50').first().waitFor();
    await pay.getByRole('button', { name: /^Pay/ }).click();
    await pay
      .getByText(/paid|thank/i)
      .first()
      .waitFor();
    await pay.close();
  });

  test('the long form keeps what was typed', async () => {
    await type('/paylink 99 Omar Nasser');
    await page.getByTestId('modal').waitFor();
    await fill('notes', 'Typed before');
    await page.getByRole('button', { name: 'More details' }).click();
    await field('Invoice_Id').waitFor();
    expect(await field('notes').locator('input, textarea').first().inputValue()).toBe('Typed before');
    expect(await field('FullName').locator('input').first().inputValue()).toBe('Omar Nasser');
    await page.keyboard.press('Escape');
    await page.getByTestId('modal').waitFor({ state: 'detached' });
  });

  test('help is seen only by the one who asked', async () => {
    await type('/paylink help');
    await page.getByText('Paylink makes AED payment links.').waitFor();
    await page.getByText('Only visible to you').first().waitFor();
  });

  test('nothing failed in the page meanwhile', () => {
    expect(faults).toEqual([]);
  });
});
