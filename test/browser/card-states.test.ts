// @module-tag long
// @module-tag browser
// @module-tag first

import { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import { createLocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK } from '../../packages/local-slack/src/people-and-places.ts';
import { buildLinkReply } from '../../src/links/card/card-thread-view.ts';
import { buildFirstCard, buildLinkCard } from '../../src/links/card/link-card-view.ts';
import { CARD_CASES } from '../fixtures/card-cases.ts';
import { asSale } from '../stories/as-sale.ts';
import { PAGE, page, shoot, visit } from './visit.ts';

const ZONE = 'Asia/Dubai';
let client: WebClient;

const start = async () => {
  const slack = await createLocalSlack({ pageDir: PAGE, allowance: Infinity });
  client = new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } });
  return { slack, close: slack.close };
};

visit('a card in every state', start, () => {
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
      ...buildLinkCard(asSale(link), ZONE),
    });
    await client.chat.postMessage({
      channel: FRONT_DESK,
      thread_ts: ts,
      ...buildLinkReply(asSale(link), ZONE),
    });
    const card = page.locator(`[data-ts="${ts}"]`);
    await card.getByTestId('replies').waitFor();
    return card;
  };

  test.each(CARD_CASES)('$name', async ({ name, link, says, buttons }) => {
    const card = await draw(link);
    // The page renders dates as Slack does, so only the text before the first date is comparable.
    const [label = ''] = says.split(/ at \d| \d+ \w+ \d{4}|\n/);
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
    expect(await card.innerText()).not.toMatch(/<!date|Khan|sara\.khan/);
    await shoot(name, card);
  });
});
