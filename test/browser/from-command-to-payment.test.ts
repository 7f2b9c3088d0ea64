// @module-tag browser
// @module-tag first
// @module-tag long

import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeQr } from '../fixtures/decode-qr.ts';
import { type Demo, startDemo } from '../fixtures/demo-process.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import {
  addressOn,
  cardOf,
  closeResult,
  closeThread,
  control,
  DESKTOP,
  inSimulator,
  modal,
  onPayPage,
  openModal,
  PHONE,
  page,
  see,
  shoot,
  submit,
  type,
  visit,
  widthOf,
} from './visit.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.stop());

test('the demo says where its page is, and serves it with all its parts', async () => {
  const page = await (await fetch(demo.url)).text();
  const parts = [...page.matchAll(/(?:src|href)="(\/?[\w-]+\.(?:js|css))"/g)].map((match) => match[1] ?? '');
  expect(parts.length).toBeGreaterThanOrEqual(2);
  for (const part of parts) expect((await fetch(new URL(part, demo.url))).status, part).toBe(200);
});
visit(
  'in a browser',
  async () => ({ slack: demo, close: async () => {} }),
  () => {
    beforeAll(() => page.goto(demo.url));

    const fill = (name: string, value: string) => control(name).fill(value);
    const payAt = (address: string, amount: string) => onPayPage(address, /^Pay/, 'Paid. Thank you.', amount);
    const make = async (words: string, notes: string): Promise<Locator> => {
      await openModal(`/paylink ${words}`);
      await fill('Phone', '050 123 4567');
      await fill('Email', 'guest@example.com');
      await fill('notes', notes);
      await submit();
      await closeResult();
      const card = cardOf(notes);
      await see(card, 'Waiting');
      return card;
    };
    const setApp = async (act: 'stop' | 'kill' | 'start') => {
      await (await inSimulator(page, `app-${act}`)).click();
      const state = act === 'start' ? 'App running' : 'App stopped';
      await page.getByTestId('app-state').getByText(state).waitFor({ timeout: 120_000 });
    };

    test('a newcomer lets the line be filled in, and the first press makes the link', async () => {
      await page.getByTestId('try-line').click();
      await page.getByTestId('composer').press('Enter');
      await modal().waitFor();
      await page.getByTestId('submit').click();
      await closeResult();
      await see(cardOf('June rent'), 'Waiting');
    });

    test('a newcomer types the command, is corrected in the form, and gets a link and a card with a QR code', async () => {
      await openModal('/paylink');

      await fill('invoiceAmount', '5');
      await fill('FullName', 'سارة خان');
      await fill('Phone', '050 222 3344');
      await fill('Email', 'sara.khan@example.com');
      await fill('notes', 'July rent');
      await submit();
      await see(page.locator('[data-error-for="FullName"]'), 'Latin letters only');
      await see(page.locator('[data-error-for="invoiceAmount"]'), 'AED 10');
      expect(await control('notes').inputValue()).toBe('July rent');

      await fill('invoiceAmount', '1250.50');
      await fill('FullName', 'Sara Khan');
      await page.getByTestId('submit').click();
      await see(modal(), 'Scan to pay');
      await modal().locator('img').waitFor();
      await closeResult();

      const card = cardOf('July rent');
      await see(card, 'Waiting');
      const address = await addressOn(card);
      await card.getByText('1 reply').click();
      const code = page.locator('#thread img[alt^="QR"]');
      await code.waitFor();
      const picture = await code.getAttribute('src');
      const bytes = await (await fetch(new URL(picture ?? '', demo.url))).arrayBuffer();
      expect(decodeQr(Buffer.from(bytes))).toBe(address);
      await closeThread();
    });

    test('once the customer has paid, the card says so by itself, and its thread mentions the creator', async () => {
      const card = cardOf('July rent');
      await payAt(await addressOn(card), 'AED 1,250.50');
      await see(card, /Paid .*at \d/);
      expect(await card.innerText()).not.toMatch(/Waiting|noticed/);
      await card.getByText('2 replies').click();
      await see(page.locator('#thread'), 'The QR code was removed');
      expect(await page.locator('#thread img[alt^="QR"]').count()).toBe(0);
      const reply = page.locator('#thread [data-ts]').last();
      await see(reply, '@Sara Haddad');
      expect(await reply.innerText()).toMatch(/Paid .*: AED 1,250\.50 from Sara/);
      await closeThread();
    });

    test.each([
      ['desktop', DESKTOP, 60],
      ['phone', PHONE, 70],
    ] as const)('on a %s, one window goes from *Create link* to *Paid*', async (size, viewport, amount) => {
      await page.setViewportSize(viewport);
      await openModal(`/paylink ${amount} Noor Saleh`);
      await fill('Phone', '050 765 4321');
      await fill('Email', 'noor@example.com');
      await fill('notes', `Tea on a ${size}`);
      await submit();
      await see(modal(), `AED ${amount}.00 · Noor`);
      const code = modal().locator('img[alt^="QR"]');
      expect(await widthOf(code)).toBeGreaterThan(100);
      for (const name of ['WhatsApp', 'Copy text', 'Change…', 'Next customer'])
        await modal().getByText(name, { exact: true }).waitFor();
      await shoot(`window-code-${size}`);
      await payAt(await addressOn(modal()), `AED ${amount}.00`);
      await see(modal(), `✅ Paid AED ${amount}.00`);
      expect(await code.count()).toBe(0);
      await shoot(`window-paid-${size}`);
      await page.getByTestId('close').click();
      await modal().waitFor({ state: 'detached' });
      await page.setViewportSize(DESKTOP);
    });

    testAtLength(
      'a link paid while the app is stopped turns paid when the app is started again',
      async () => {
        const card = await make('480 Omar Nasser', 'Garden table');
        await setApp('stop');
        await type('/paylink 12');
        await see(page, '/paylink failed because the app did not respond.');
        await payAt(await addressOn(card), 'AED 480.00');

        await (await inSimulator(page, 'payments-toggle')).click();
        // All callback attempts have failed: only the service's records show the payment.
        await see(page.getByTestId('callbacks').locator('.callback').first(), 'failed');
        await (await inSimulator(page, 'payments-toggle')).click();
        expect(await card.innerText()).toContain('Waiting');

        await setApp('start');
        await see(card, /Paid .*at \d/);
        await card.getByTestId('replies').waitFor();
      },
    );

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
      await see(card, /Paid .*at \d.*, noticed .*at \d/);
      // The QR picture may have been uploading when the app was killed; it is not needed after the payment.
      await card.getByTestId('replies').click();
      const reply = page.locator('#thread [data-ts]').last();
      await see(reply, '@Sara Haddad');
      expect(await reply.innerText()).toMatch(/Paid .*at \d.*, noticed .*at \d/);
      await closeThread();
    });
  },
);
