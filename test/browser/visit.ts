import { existsSync } from 'node:fs';
import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Path of Chromium, if installed. */
const chromiumPath = PLACES.find((path) => existsSync(path));

/** A browser without background connections. */
const startChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath ?? '',
    timeout: 120_000,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** The built page. */
export const PAGE = new URL('../../dist/packages/local-slack/src/page/', import.meta.url);
export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Folder for screenshots, to look at by hand. */
const SHOTS = process.env['BROWSER_SHOTS'];

/** A local Slack for the visit, and what stops it. */
interface Host {
  slack: { url: string };
  close(): Promise<void>;
}

let host: Host;
export let browser: Browser;
/** Sara's page at the front desk, until `be`. A file visits one Slack. */
export let page: Page;
const faults: string[] = [];

/** Tests in Chromium, in order, on one page; skipped without Chromium. The last one fails if a page logged an error. */
export const visit = (title: string, start: () => Promise<Host>, tests: () => void): void => {
  if (!chromiumPath) process.stdout.write(`No Chromium found. Skipped: ${title}\n`);
  describe.skipIf(!chromiumPath)(title, () => {
    beforeAll(async () => {
      // Files that run in one process share this module.
      faults.length = 0;
      [host, browser] = await Promise.all([start(), startChromium()]);
      page = await openPage(SARA, FRONT_DESK);
    });
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail') await shoot(`failed ${task.name}`);
    });
    afterAll(async () => {
      await browser?.close();
      await host?.close();
    });

    tests();

    test('the page logged no errors', () => {
      expect(faults).toEqual([]);
    });
  });
};

/** The page in another window. */
export const openPage = async (who: string, place: string, viewport = DESKTOP): Promise<Page> => {
  const opened = await browser.newPage({ viewport, timezoneId: 'Asia/Dubai', reducedMotion: 'reduce' });
  opened.on('pageerror', (error) => faults.push(error.message));
  opened.on('console', (line) => {
    if (line.type() === 'error') faults.push(`${line.text()} ${line.location().url}`);
  });
  opened.setDefaultTimeout(60_000);
  await opened.goto(`${host.slack.url}/#as=${who}&in=${place}`);
  return opened;
};

/** Loads the page as another person or in another place. */
export const be = async (who: string, place: string): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(`${host.slack.url}/#as=${who}&in=${place}`);
  await page.getByTestId('composer').waitFor();
};

export const type = async (line: string, on = page): Promise<void> => {
  await on.getByTestId('composer').fill(line);
  await on.keyboard.press('Escape');
  await on.getByTestId('composer').press('Enter');
};

export const messages = (on = page): Locator => on.locator('#log [data-ts]');
/** Without the broadcast reply. */
export const cardOf = (notes: string, on = page): Locator =>
  messages(on).filter({ hasText: notes, hasNotText: 'replied to a thread' });
/** The customer's link on a card. */
export const addressOn = async (card: Locator): Promise<string> =>
  (await card.getByRole('link', { name: /^http/ }).first().getAttribute('href')) ?? '';
export const closeThread = () => page.getByRole('button', { name: 'Close thread' }).click();

export const modal = (on = page): Locator => on.getByTestId('modal');
export const field = (name: string, on = page): Locator => modal(on).locator(`[data-block="${name}"]`);
export const control = (name: string, on = page): Locator =>
  field(name, on).locator('input, textarea').first();
export const openModal = async (line: string, on = page): Promise<void> => {
  await type(line, on);
  // Slack gives a window three seconds, which a busy machine may miss: people type it again.
  await modal(on)
    .waitFor({ timeout: 15_000 })
    .catch(async () => {
      await type(line, on);
      await modal(on).waitFor();
    });
};
/** Accepts the terms and submits the form. */
export const submit = async (): Promise<void> => {
  await control('isTermsAndConditionsAccepted').check();
  await page.getByTestId('submit').click();
};
/** Closes the modal when it shows the link. */
export const closeResult = async (): Promise<void> => {
  await see(modal(), 'Scan to pay');
  await page.getByTestId('close').click();
  await modal().waitFor({ state: 'detached' });
};

/** As the customer does, on the service's own page. */
export const onPayPage = async (address: string, press: RegExp, then: string, shows = ''): Promise<void> => {
  const pay = await browser.newPage();
  await pay.goto(address);
  if (shows) await pay.getByText(shows).first().waitFor();
  await pay.getByRole('button', { name: press }).click();
  await pay.getByText(then).waitFor();
  await pay.close();
};

/** Waits until these words are shown there, once. */
export const see = (where: Locator | Page, words: string | RegExp): Promise<void> =>
  where.getByText(words).waitFor();

/** How many pixels an element is wider than its place. */
export const overflow = (of: string): Promise<number> =>
  page.locator(of).evaluate((element) => element.scrollWidth - element.clientWidth);
export const isFocused = (on: Locator): Promise<boolean> =>
  on.evaluate((element) => element === document.activeElement);
/** The width of a picture as loaded by the browser; zero if it could not be loaded. */
export const widthOf = async (picture: Locator): Promise<number> => {
  await picture.waitFor();
  return picture.evaluate(async (element) => {
    const image = element as HTMLImageElement;
    await image.decode().catch(() => undefined);
    return image.naturalWidth;
  });
};

/** Screenshots of the page in both sizes and schemes, and of one element if it is given. */
export const shoot = async (name: string, what?: Locator, on = page): Promise<void> => {
  if (!SHOTS) return;
  const file = `${SHOTS}/${name.replaceAll(/\W+/g, '-')}`;
  const before = on.viewportSize() ?? DESKTOP;
  for (const colorScheme of ['light', 'dark'] as const) {
    await on.emulateMedia({ colorScheme });
    await what?.screenshot({ path: `${file}-${colorScheme}.png` });
    for (const [size, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      await on.setViewportSize(viewport);
      await on.screenshot({ path: `${file}-${size}-${colorScheme}.png` });
    }
    await on.setViewportSize(before);
  }
  await on.emulateMedia({ colorScheme: 'light' });
};

/** An entry of the page's *Simulator* menu, which is opened if necessary. */
export const inSimulator = async (page: Page, testId: string): Promise<Locator> => {
  const wanted = page.getByTestId(testId);
  if (!(await wanted.isVisible())) await page.getByTestId('simulator').click();
  return wanted;
};
