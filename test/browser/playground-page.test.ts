// @module-tag long
// @module-tag browser
// @module-tag first

import { expect, test } from 'vitest';
import { createLocalSlack, type LocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { readRecords, readText } from '../../packages/local-slack/src/page/read-json.ts';
import { FRONT_DESK, OMAR, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import {
  type App,
  type Client,
  createClient,
  startApp,
} from '../../packages/local-slack/test/slack/call-slack.ts';
import {
  actions,
  modal as buildModal,
  button,
  mrkdwn,
  plain,
  section,
} from '../../packages/local-slack/test/slack/limit-cases.ts';
import { createSandboxService, type SandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { browser, closeThread, inSimulator, modal, overflow, PAGE, page, see, visit } from './visit.ts';

const confirm = {
  title: plain('Ask the service?'),
  text: plain('Once.'),
  confirm: plain('Ask'),
  deny: plain('Leave it'),
};
const card = (state: string) => [
  section(`*AED 250.00* · ${state}`),
  actions(
    button({ action_id: 'check', text: plain('Check now'), confirm }),
    button({ action_id: 'details', text: plain('Details') }),
    button({ action_id: 'open', url: 'https://pay.example/1', text: plain('Open') }),
  ),
];

let slack: LocalSlack;
let app: App;
let client: Client;
let sandbox: SandboxService;
let ts = '';

const start = async () => {
  sandbox = await createSandboxService({ history: 'none' });
  slack = await createLocalSlack({ pageDir: PAGE, page: { panels: sandbox.panels } });
  client = createClient(slack);
  app = await startApp(slack);
  app.answer = async (payload) => {
    for (const { action_id } of readRecords(payload['actions'])) {
      if (action_id === 'details') {
        const view = buildModal({ blocks: [section('x', { fields: [mrkdwn('*Customer*\nSara Khan')] })] });
        await client.call('views.open', { trigger_id: payload['trigger_id'], view });
      }
      if (action_id === 'check')
        await fetch(readText(payload['response_url']), {
          method: 'POST',
          body: JSON.stringify({
            response_type: 'ephemeral',
            replace_original: false,
            text: 'Not paid yet.',
          }),
        });
    }
    return '';
  };
  ts = await client.post({ text: 'Open', blocks: card('Open') });
  return {
    slack,
    close: async () => {
      await slack.close();
      await app.close();
      await sandbox.close();
    },
  };
};

visit('the playground’s page', start, () => {
  const first = () => page.getByTestId('message').first();

  test('a card is edited in place without an edited mark, and shows its number of replies', async () => {
    await client.call('chat.update', { channel: FRONT_DESK, ts, text: 'Paid', blocks: card('Paid') });
    await see(first(), '· Paid');
    expect(await page.getByText('(edited)').count()).toBe(0);
    await client.post({ thread_ts: ts, text: `<@${SARA}> it was paid` });
    await first().getByText('1 reply').click();
    await see(page.locator('#thread'), '@Sara Haddad');
    expect(await page.getByTestId('message').filter({ hasText: 'it was paid' }).count()).toBe(1);
    await closeThread();
  });

  test('a button asks first, and its answer is visible to nobody else', async () => {
    await first().getByRole('button', { name: 'Check now' }).click();
    await page.getByTestId('confirm-deny').click();
    expect(slack.exchanges().filter(({ what }) => what.includes('check'))).toEqual([]);
    await first().getByRole('button', { name: 'Check now' }).click();
    await page.getByTestId('confirm-ok').click();
    await see(page, 'Not paid yet.');
    expect(slack.messages(FRONT_DESK, { as: OMAR })).toHaveLength(2);
    expect(await first().getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(
      'https://pay.example/1',
    );
  });

  test('a modal opens from the card', async () => {
    await first().getByRole('button', { name: 'Details' }).click();
    await see(modal(), 'Sara Khan');
    await page.keyboard.press('Escape');
    await modal().waitFor({ state: 'detached' });
  });

  test('a permalink opens its message in the thread', async () => {
    const reply = slack.messages(FRONT_DESK, { threadTs: ts }).at(-1)?.ts ?? '';
    const place = { channel: FRONT_DESK, message_ts: reply };
    const permalink = readText((await client.call('chat.getPermalink', place))['permalink']);
    const other = await browser.newPage();
    await other.goto(permalink);
    await see(other.locator('#thread .message-pointed'), 'it was paid');
    await other.close();
  });

  test('customers act in the Payments panel, which shows the callbacks to the app', async () => {
    sandbox.seedLinks(1, () => ({ callbackUrl: `${app.url}/callbacks/abc`, amountFils: 25_000 }));
    await (await inSimulator(page, 'payments-toggle')).click();
    const link = page.getByTestId('payment').first();
    await link.getByText('More').click();
    await link.getByRole('button', { name: /^Forge/ }).click();
    await see(page.getByTestId('callbacks'), 'PAID · forged');
    const amount = link.getByLabel(/^Other amount/);
    await amount.fill('ten');
    await link.getByRole('button', { name: 'Pay that' }).click();
    expect(await amount.evaluate((field: HTMLInputElement) => field.validity.patternMismatch)).toBe(true);
    await amount.fill('99.50');
    await link.getByRole('button', { name: 'Pay that' }).click();
    await link.getByText('paid', { exact: true }).waitFor();
    await link.getByRole('button', { name: /^Refund/ }).click();
    await link.getByText('refunded', { exact: true }).waitFor();
    expect(sandbox.transactions()).toMatchObject([{ amountFils: 9_950 }, { status: 'REFUNDED' }]);
    await see(page.getByTestId('callbacks'), 'REFUNDED');

    await page.getByLabel('Its records say').selectOption({ label: 'isPaid: true' });
    await page.getByRole('switch', { name: /^Callbacks get lost/ }).click();
    await page.getByRole('switch', { name: /^Callbacks get lost/, checked: true }).waitFor();
    await sandbox.until(
      () => sandbox.shape.get().stateField === 'isPaid' && sandbox.callbackBehaviour.get().drop,
    );
  });

  test('on a phone nothing overflows the window', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const region of ['#inspector', '.drawer-body']) expect(await overflow(region), region).toBe(0);
  });
});
