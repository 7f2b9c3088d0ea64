import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, startChromium } from '../fixtures/chromium.ts';
import { decodeQr } from '../fixtures/decode-qr.ts';
import { type Demo, startDemo } from '../fixtures/demo-process.ts';
import { inSimulator } from '../fixtures/simulator-menu.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

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
      if (line.type() === 'error') faults.push(`${line.text()} ${line.location().url}`);
    });
    page.setDefaultTimeout(60_000);
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

  /** Not the broadcast reply. */
  const cardOf = (notes: string) =>
    page.locator('#log [data-ts]').filter({ hasText: notes, hasNotText: 'replied to a thread' });
  /** As the customer does, on the service's own page. */
  const payAt = async (address: string | null, amount: string) => {
    const pay = await browser.newPage();
    await pay.goto(address ?? '');
    await pay.getByText(amount).first().waitFor();
    await pay.getByRole('button', { name: /^Pay/ }).click();
    await pay.getByText('Paid. Thank you.').waitFor();
    await pay.close();
  };
  const addressOn = (card: Locator) => card.getByRole('link', { name: /^http/ }).first().getAttribute('href');
  const make = async (words: string, notes: string): Promise<Locator> => {
    await type(`/paylink ${words}`);
    const modal = page.getByTestId('modal');
    await modal.waitFor();
    await fill('Phone', '050 123 4567');
    await fill('Email', 'guest@example.com');
    await fill('notes', notes);
    await field('isTermsAndConditionsAccepted').locator('input[type=checkbox]').check();
    await page.getByTestId('submit').click();
    await modal.getByText('Payment link ready').waitFor();
    await page.getByTestId('close').click();
    await modal.waitFor({ state: 'detached' });
    const card = cardOf(notes);
    await card.getByText('Waiting').waitFor();
    return card;
  };
  const setApp = async (act: 'stop' | 'kill' | 'start') => {
    await (await inSimulator(page, `app-${act}`)).click();
    const state = act === 'start' ? 'App running' : 'App stopped';
    await page.getByTestId('app-state').getByText(state).waitFor({ timeout: 120_000 });
  };

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

    const card = cardOf('June rent');
    await card.getByText('Waiting').waitFor();
    const address = await addressOn(card);
    await card.getByText('1 reply').click();
    const code = page.locator('#thread img[alt^="QR"]');
    await code.waitFor();
    const picture = await code.getAttribute('src');
    const bytes = await (await fetch(new URL(picture ?? '', demo.url))).arrayBuffer();
    expect(decodeQr(Buffer.from(bytes))).toBe(address);
    await page.getByRole('button', { name: 'Close thread' }).click();
  });

  test('once the customer has paid, the card says so by itself, and its thread mentions the creator', async () => {
    const card = cardOf('June rent');
    await payAt(await addressOn(card), 'AED 1,250.50');
    await card.getByText(/Paid .*at \d/).waitFor();
    expect(await card.innerText()).not.toMatch(/Waiting|noticed/);
    await card.getByText('2 replies').click();
    await page.locator('#thread').getByText('The QR code was removed').waitFor();
    expect(await page.locator('#thread img[alt^="QR"]').count()).toBe(0);
    const reply = page.locator('#thread [data-ts]').last();
    await reply.getByText('@Sara Haddad').waitFor();
    expect(await reply.innerText()).toMatch(/Paid: AED 1,250\.50 from Sara/);
    await page.getByRole('button', { name: 'Close thread' }).click();
  });

  testAtLength('a link paid while the app is stopped turns paid when the app is started again', async () => {
    const card = await make('480 Omar Nasser', 'Garden table');
    await setApp('stop');
    await type('/paylink 12');
    await page.getByText('/paylink failed because the app did not respond.').waitFor();
    await payAt(await addressOn(card), 'AED 480.00');

    await (await inSimulator(page, 'payments-toggle')).click();
    // All callback attempts have failed: only the service's records show the payment.
    await page.getByTestId('callbacks').locator('.callback').first().getByText('failed').waitFor();
    await (await inSimulator(page, 'payments-toggle')).click();
    expect(await card.innerText()).toContain('Waiting');

    await setApp('start');
    await card.getByText(/Paid .*at \d/).waitFor();
    await card.getByTestId('replies').waitFor();
  });

  testAtLength('a payment noticed late shows when it was made and when it was noticed', async () => {
    const card = await make('75 Lina Aziz', 'Late breakfast');
    await setApp('kill');
    await (await inSimulator(page, 'payments-toggle')).click();
    const payment = page.getByTestId('payment').filter({ hasText: 'Late breakfast' });
    await payment.getByText('More').click();
    await payment.getByRole('button', { name: 'Pay (an hour ago)' }).click();
    await payment.getByText('paid', { exact: true }).waitFor();
    await (await inSimulator(page, 'payments-toggle')).click();

    await setApp('start');
    await card.getByText(/Paid .*at \d.*, noticed .*at \d/).waitFor();
    // The QR picture may have been uploading when the app was killed; it is not needed after the payment.
    await card.getByTestId('replies').click();
    const reply = page.locator('#thread [data-ts]').last();
    await reply.getByText('@Sara Haddad').waitFor();
    expect(await reply.innerText()).toMatch(/paid .*at \d.*, noticed .*at \d/);
    await page.getByRole('button', { name: 'Close thread' }).click();
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

  test('help is visible only to the person who typed it', async () => {
    await type('/paylink help');
    const help = page.locator('#log [data-ts]').last();
    await help.getByText('Paylink makes AED payment links.').waitFor();
    await help.getByText('Only visible to you').waitFor();
  });

  test('the page logged no errors', () => {
    expect(faults).toEqual([]);
  });
});
