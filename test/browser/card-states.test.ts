import { fileURLToPath } from 'node:url';
import { WebClient } from '@slack/web-api';
import type { Browser, Page } from 'playwright-core';
import qrcode from 'qrcode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalSlack, type LocalSlack } from '../../playground/slack/local-slack.ts';
import { FRONT_DESK, SARA } from '../../playground/slack/people-and-places.ts';
import { buildLinkReply } from '../../src/links/card/card-thread-view.ts';
import { buildFirstCard, buildLinkCard } from '../../src/links/card/link-card-view.ts';
import { CARD_CASES } from '../fixtures/card-cases.ts';
import { chromiumPath, startChromium } from '../fixtures/chromium.ts';

if (!chromiumPath) process.stdout.write('No Chromium found: the cards are not drawn.\n');

const ZONE = 'Asia/Dubai';
/** The built page. */
const PAGE = fileURLToPath(new URL('../../dist/playground/page/', import.meta.url));
/** Folder for screenshots, to look at by hand. */
const SHOTS = process.env['CARD_SHOTS'];

describe.skipIf(!chromiumPath)('every way in which a card can stand is drawn', () => {
  let slack: LocalSlack;
  let client: WebClient;
  let browser: Browser;
  let page: Page;
  let qrFileId: string;
  const faults: string[] = [];

  beforeAll(async () => {
    slack = await createLocalSlack({ pageDir: PAGE, filesReadyAfterMs: 0, allowance: Infinity });
    client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } });
    const file = await qrcode.toBuffer('https://pay.example.com/p/1', { type: 'png', width: 512, margin: 4 });
    await client.filesUploadV2({ file, filename: 'qr.png' });
    qrFileId = 'F000000001';
    for (let number = 1; !slack.file(qrFileId) && number < 100; number += 1)
      qrFileId = `F${String(number).padStart(9, '0')}`;
    browser = await startChromium();
    page = await browser.newPage({ viewport: { width: 1100, height: 900 }, timezoneId: ZONE });
    page.on('pageerror', (error) => faults.push(error.message));
    page.setDefaultTimeout(60_000);
    await page.goto(`${slack.url}/#as=${SARA}&in=${FRONT_DESK}`);
  });

  afterAll(async () => {
    await browser?.close();
    await slack?.close();
  });

  /** Posts a first card and edits it, as the app does; returns its element. */
  const draw = async (link: (typeof CARD_CASES)[number]['link']) => {
    const { ts = '' } = await client.chat.postMessage({
      channel: FRONT_DESK,
      ...buildFirstCard(link, ZONE),
    });
    await page.locator(`[data-ts="${ts}"]`).getByText('Payment link').first().waitFor();
    await client.chat.update({
      channel: FRONT_DESK,
      ts,
      ...buildLinkCard({ ...link, qrFileId }, ZONE),
    });
    await client.chat.postMessage({ channel: FRONT_DESK, thread_ts: ts, ...buildLinkReply(link, ZONE) });
    const card = page.locator(`[data-ts="${ts}"]`);
    await card.getByTestId('replies').waitFor();
    return card;
  };

  test.each(CARD_CASES)('$name', async ({ name, link, says, buttons }) => {
    const card = await draw(link);
    // The page renders dates as Slack does, so only the text before the first date is comparable.
    const [label = ''] = says.split(/ at \d| \d+ \w+ \d{4}|\\n/);
    await card.getByText(label).first().waitFor();
    const menu = card.getByText('⋯', { exact: true });
    if (buttons.includes('⋯')) await menu.click();
    for (const button of buttons)
      await card
        .getByRole('button', { name: button })
        .or(card.getByText(button, { exact: true }))
        .first()
        .waitFor();
    // An open menu may cover the next card.
    if (buttons.includes('⋯')) await menu.click();
    expect(await card.locator('img[alt^="QR"]').count()).toBe(link.state === 'open' ? 1 : 0);
    expect(await card.innerText()).not.toMatch(/<!date|Khan|sara\.khan/);
    for (const scheme of SHOTS ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme: scheme });
      await card.screenshot({ path: `${SHOTS}/${name.replaceAll(/\W+/g, '-')}-${scheme}.png` });
    }
  });

  test('the page logged no errors', () => {
    expect(faults).toEqual([]);
  });
});
