import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../manifest.json' with { type: 'json' };
import {
  FRONT_DESK,
  MANAGEMENT,
  OMAR,
  QUIET,
  RAVI,
  SARA,
  SARA_DM,
  SARA_OMAR,
  TARIQ,
  TILL_GROUP,
} from '../../playground/slack/people-and-places.ts';
import { chromiumPath, startChromium } from '../fixtures/chromium.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

if (!chromiumPath) process.stdout.write('No Chromium found: the first hour of a shop is not drawn.\n');

/** The built page. */
const PAGE = new URL('../../dist/playground/page/', import.meta.url);
/** Folder for screenshots, to look at by hand. */
const SHOTS = process.env['FIRST_HOUR_SHOTS'];
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

describe.skipIf(!chromiumPath)('the first hour of a shop on a strict Slack', () => {
  let scene: Scene;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  beforeAll(async () => {
    scene = await startScene({
      pageDir: PAGE,
      slack: { scopes: manifest.oauth_config.scopes.bot },
      sandbox: { history: { days: 35, linksPerDay: 3 } },
    });
    browser = await startChromium();
    page = await browser.newPage({ viewport: DESKTOP, timezoneId: 'Asia/Dubai' });
    page.on('pageerror', (error) => faults.push(error.message));
    page.setDefaultTimeout(60_000);
  });

  afterEach(async ({ task }) => {
    if (SHOTS && task.result?.state === 'fail')
      await page.screenshot({ path: `${SHOTS}/failed-${task.name.replaceAll(/\W+/g, '-')}.png` });
  });
  afterAll(async () => {
    await browser?.close();
    await scene?.close();
  });

  const be = async (who: string, place: string): Promise<void> => {
    // A modal stays open for its person, whatever the browser shows.
    for (const { id } of scene.slack.modals(who)) await scene.slack.closeView(who, id, true);
    await page.goto('about:blank');
    await page.goto(`${scene.slack.url}#as=${who}&in=${place}`);
    await page.getByTestId('composer').waitFor();
  };
  const modal = () => page.getByTestId('modal');
  const placeChoice = (name: string) =>
    modal().locator('[data-block="card_place"]').getByLabel(name, { exact: true });
  const tryAgain = (where: Locator): Locator =>
    where.getByRole('button', { name: 'Post the card in the channel that was chosen for it' });
  const messagesWith = (words: string | RegExp): Locator =>
    page.locator('#log [data-ts]').filter({ hasText: words });
  const type = async (line: string): Promise<void> => {
    await page.getByTestId('composer').fill(line);
    await page.keyboard.press('Escape');
    await page.getByTestId('composer').press('Enter');
  };
  const open = async (notes: string, amount = 250): Promise<void> => {
    await type(`/paylink ${amount} Hala Aziz 050 123 4567 hala@example.com for ${notes}`);
    await modal().waitFor();
  };
  const create = async (): Promise<void> => {
    await modal().locator('[data-block="isTermsAndConditionsAccepted"] input').check();
    await page.getByTestId('submit').click();
    await modal().getByText('Payment link ready').waitFor();
  };
  const close = async (): Promise<void> => {
    await page.getByTestId('close').click();
    await modal().waitFor({ state: 'detached' });
  };
  const shoot = async (name: string): Promise<void> => {
    if (!SHOTS) return;
    for (const [size, viewport] of [
      ['desktop', DESKTOP],
      ['phone', PHONE],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.screenshot({ path: `${SHOTS}/${name}-${size}.png` });
    }
    await page.setViewportSize(DESKTOP);
  };
  const orderOf = (notes: string): string => {
    const link = scene.sandbox.links().find((one) => JSON.stringify(one).includes(notes));
    if (!link?.orderId) throw new Error(`no link for ${notes}`);
    return link.orderId;
  };
  /** The browser loaded the picture: checks what a person sees, not the block. */
  const isSeen = (picture: Locator): Promise<boolean> =>
    picture.evaluate(
      (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 100,
    );

  test('typed in a public channel without the app, the card appears in that channel', async () => {
    await be(SARA, QUIET);
    await open('Quiet lamp', 110);
    expect(await placeChoice('A channel').isChecked()).toBe(true);
    await create();
    await modal()
      .getByText(/card in #quiet/)
      .waitFor();
    await shoot('open-channel-result');
    await close();
    await messagesWith('Quiet lamp').getByText('Waiting').waitFor();
  });

  test('typed in a private channel without the app, the card stays in her DM until the app is invited', async () => {
    await be(SARA, MANAGEMENT);
    await open('Office rent', 900);
    await create();
    await modal().getByText('card in your messages with Paylink').waitFor();
    await tryAgain(modal()).waitFor();
    await shoot('private-channel-result');
    await close();
    expect(await messagesWith('Office rent').count()).toBe(0);

    await be(SARA, SARA_DM);
    const card = messagesWith('Office rent');
    await card.getByText('Paylink is not in').waitFor();
    await shoot('private-channel-card');
    scene.slack.setMembership(MANAGEMENT, true);
    await tryAgain(card).click();
    await messagesWith(/is now in .*management/).waitFor();
    await shoot('private-channel-moved');
    await be(RAVI, MANAGEMENT);
    await messagesWith('Office rent').getByText('Waiting').waitFor();
  });

  test.each([
    ['a message between two people', SARA_OMAR, 'Garden chair', 75],
    ['a group message', TILL_GROUP, 'Till cushion', 76],
  ])(
    'typed in %s, the card goes to her DM, and the channel gets no promise',
    async (_, place, notes, amount) => {
      await be(SARA, place);
      await open(notes, amount);
      expect(await placeChoice('My messages with Paylink').isChecked()).toBe(true);
      await shoot(`between-people-form-${place}`);
      await create();
      await modal().getByText('card in your messages with Paylink').waitFor();
      expect(await tryAgain(modal()).count()).toBe(0);
      await close();
      await be(SARA, SARA_DM);
      await messagesWith(notes).getByText('Waiting').waitFor();
      expect(scene.slack.messages(place)).toHaveLength(0);
    },
  );

  test('the QR code is visible to the creator, a colleague and a guest', async () => {
    await be(SARA, FRONT_DESK);
    await open('Front desk tea', 45);
    await create();
    const inWindow = modal().locator('img[alt^="QR"]');
    await inWindow.waitFor();
    expect(await isSeen(inWindow)).toBe(true);
    await shoot('result-with-qr');
    await close();
    for (const who of [SARA, OMAR, TARIQ]) {
      await be(who, FRONT_DESK);
      await messagesWith('Front desk tea').getByTestId('replies').click();
      const inThread = page.locator('#thread img[alt^="QR"]');
      await inThread.waitFor();
      expect(await isSeen(inThread)).toBe(true);
    }
    await shoot('card-as-a-guest');
    await page.getByRole('button', { name: 'Close thread' }).click();
    await messagesWith('Front desk tea').getByText('Show QR', { exact: true }).click();
    await modal().locator('img[alt^="QR"]').waitFor();
    expect(await isSeen(modal().locator('img[alt^="QR"]'))).toBe(true);
    await shoot('show-qr-as-a-guest');
  });

  test.each([
    ['who asked', SARA],
    ['a colleague', OMAR],
    ['a guest', TARIQ],
  ])('totals are shown as a picture to %s', async (_, who) => {
    await be(who, FRONT_DESK);
    await type('/paylink transactions last 31 days');
    const report = page.locator('#log [data-ts]').last();
    await report.getByText('Rows 1–10 of').first().waitFor();
    await report.getByRole('button', { name: 'Read every row' }).click();
    const picture = report.locator('img[alt^="Bar chart. Money received by day"]');
    await picture.waitFor();
    expect(await isSeen(picture)).toBe(true);
    await shoot(`totals-${who}`);
  });

  test('a payment during a token replacement is shown once the new token is installed', async () => {
    await be(SARA, FRONT_DESK);
    await open('Blue vase', 320);
    await create();
    await close();
    const card = messagesWith('Blue vase').filter({ hasNotText: 'replied to a thread' });
    await card.getByText('Waiting').waitFor();
    await card.getByText('1 reply').click();
    await page.locator('#thread img[alt^="QR"]').waitFor();
    await page.getByRole('button', { name: 'Close thread' }).click();
    scene.slack.tokens?.replace();
    await scene.sandbox.pay(orderOf('Blue vase'));
    await scene.slack.until(() =>
      scene.slack.calls('chat.update').some(({ answer }) => JSON.stringify(answer).includes('token_revoked')),
    );
    expect(await (await fetch(`${scene.appUrl}/readyz`)).text()).toContain('token_revoked');
    await card.getByText('Waiting').waitFor();
    await shoot('token-replaced-waiting');
    await scene.restart();
    await card.getByText(/✅ Paid .*at \d/).waitFor();
    await messagesWith('replied to a thread')
      .or(messagesWith(/Paid.*AED 320/))
      .first()
      .waitFor();
    await shoot('token-replaced-paid');
  });

  test('a card whose picture was deleted still turns Paid', async () => {
    await be(SARA, FRONT_DESK);
    await open('Red vase', 330);
    await create();
    await close();
    const card = messagesWith('Red vase').filter({ hasNotText: 'replied to a thread' });
    await card.getByTestId('replies').click();
    const picture = page.locator('#thread img[alt^="QR"]');
    await picture.waitFor();
    const id = /F[A-Z0-9]{8,}/.exec((await picture.getAttribute('src')) ?? '')?.[0] ?? '';
    await page.getByRole('button', { name: 'Close thread' }).click();
    scene.slack.deleteFile(id);
    await scene.sandbox.pay(orderOf('Red vase'));
    await card.getByText(/✅ Paid .*at \d/).waitFor();
    expect(await card.locator('img').count()).toBe(0);
    await shoot('deleted-picture-paid');
  });

  test('the page logged no errors', () => {
    expect(faults).toEqual([]);
  });
});
