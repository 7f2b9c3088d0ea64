// @module-tag long
// @module-tag browser
// @module-tag first

import { expect, test } from 'vitest';
import { createLocalSlack, type LocalSlack } from '../../packages/local-slack/src/local-slack.ts';
import { readRecord, readRecords, readText } from '../../packages/local-slack/src/page/read-json.ts';
import {
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
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
  input,
  mrkdwn,
  plain,
  section,
  select,
} from '../../packages/local-slack/test/slack/limit-cases.ts';
import { isFocused, modal, overflow, PAGE, page, see, visit } from './visit.ts';

const confirm = {
  title: plain('Forget it?'),
  text: plain('This can’t be undone.'),
  confirm: plain('Yes'),
  deny: plain('No'),
};
const option = (value: string) => ({ text: plain(value), value });
const period = {
  action_id: 'period',
  placeholder: plain('Period'),
  options: ['Today', 'This week'].map(option),
};
const more = { type: 'overflow', action_id: 'more', options: ['Details', 'WhatsApp'].map(option) };
const fields = [mrkdwn('*State*\nOpen'), mrkdwn('*Expires*\nTomorrow')];
const oneLink = { type: 'rich_text_section', elements: [{ type: 'text', text: 'One open link' }] };

const home = (user: string, said: string) => ({
  type: 'home',
  blocks: [
    { type: 'header', text: plain('Payment links') },
    section(`<@${user}> · *${said}*`, { block_id: 'said' }),
    {
      ...actions(
        button({ action_id: 'new', style: 'primary', text: plain('New link') }),
        select(period),
        button({ action_id: 'forget', style: 'danger', text: plain('Forget'), confirm }),
      ),
      block_id: 'top',
    },
    { type: 'divider' },
    section('*AED 250.00* · Sara Khan', { block_id: 'row', fields, accessory: more }),
    input(
      { type: 'plain_text_input', action_id: 'find' },
      { block_id: 'search', dispatch_action: true, label: plain('Customer') },
    ),
    { type: 'rich_text', elements: [{ type: 'rich_text_list', style: 'bullet', elements: [oneLink] }] },
    { type: 'context', elements: [mrkdwn('As of now.')] },
  ],
});

let slack: LocalSlack;
let app: App;
let client: Client;
const opened: string[] = [];
let isPublishing = true;

const say = (user: string, said: string) =>
  client.call('views.publish', { user_id: user, view: home(user, said) });

const start = async () => {
  slack = await createLocalSlack({ pageDir: PAGE });
  client = createClient(slack);
  app = await startApp(slack);
  app.answer = async (payload) => {
    const event = readRecord(payload['event']);
    const user = readText(event['user'] ?? readRecord(payload['user'])['id']);
    if (event['type'] === 'app_home_opened') {
      opened.push(`${user} ${event['tab']}`);
      if (event['tab'] === 'home' && isPublishing) await say(user, 'Nothing chosen');
    }
    for (const action of readRecords(payload['actions'])) {
      const chosen = readText(readRecord(action['selected_option'])['value']);
      if (action['action_id'] === 'period') await say(user, `Period ${chosen}`);
      if (action['action_id'] === 'more') await say(user, `Wanted ${chosen}`);
      if (action['action_id'] === 'forget') await say(user, 'Forgotten');
      if (action['action_id'] === 'find') await say(user, `Looked for ${readText(action['value'])}`);
      if (action['action_id'] === 'new') {
        const view = buildModal({ blocks: [section('A form')] });
        await client.call('views.open', { trigger_id: payload['trigger_id'], view });
      }
    }
    return '';
  };
  return {
    slack,
    close: async () => {
      await slack.close();
      await app.close();
    },
  };
};

visit('the app’s own page', start, () => {
  const inSidebar = (id: string) => page.locator(`#sidebar [data-channel="${id}"]`);
  const homePage = () => page.getByRole('tabpanel', { name: 'Home' });
  const tab = (name: RegExp | string) => page.locator('#place').getByRole('tab', { name });

  test('opens from the list of apps, notifies the app, and shows what it publishes', async () => {
    await inSidebar(SARA_DM).click();
    await homePage().getByRole('heading', { name: 'Payment links' }).waitFor();
    await see(homePage(), 'Nothing chosen');
    await see(homePage(), '@Sara Haddad');
    expect(opened).toEqual([`${SARA} home`]);
    expect(await page.locator('#composer').isHidden()).toBe(true);
    expect(await page.locator('#log').isHidden()).toBe(true);
    expect(await isFocused(homePage())).toBe(true);
  });

  test('menus, buttons and fields in it reach the app, and its answer is drawn in place', async () => {
    await homePage().getByLabel('Period').selectOption('This week');
    await see(homePage(), 'Period This week');
    await homePage().getByLabel('More actions').click();
    await homePage().getByRole('menuitem', { name: 'WhatsApp' }).click();
    await see(homePage(), 'Wanted WhatsApp');
    await homePage().getByLabel('Customer').fill('Khan');
    await page.keyboard.press('Enter');
    await see(homePage(), 'Looked for Khan');
    expect(await homePage().getByLabel('Customer').inputValue()).toBe('Khan');
    expect(await homePage().getByLabel('Period').inputValue()).toBe('This week');
  });

  test('a button with confirm asks first', async () => {
    await homePage().getByRole('button', { name: 'Forget' }).click();
    await page.getByTestId('confirm-deny').click();
    await see(homePage(), 'Looked for Khan');
    await homePage().getByRole('button', { name: 'Forget' }).click();
    await page.getByTestId('confirm-ok').click();
    await see(homePage(), 'Forgotten');
  });

  test('closing a modal returns the focus to the button that opened it', async () => {
    const button = homePage().getByRole('button', { name: 'New link' });
    await button.focus();
    await page.keyboard.press('Enter');
    await see(modal(), 'A form');
    await page.keyboard.press('Escape');
    await modal().waitFor({ state: 'detached' });
    expect(await isFocused(button)).toBe(true);
  });

  test('Escape closes a menu and keeps the focus on it', async () => {
    const menu = homePage().getByLabel('More actions');
    await menu.focus();
    await page.keyboard.press('Enter');
    await homePage().getByRole('menuitem', { name: 'Details' }).waitFor();
    await page.keyboard.press('Escape');
    await homePage().getByRole('menuitem', { name: 'Details' }).waitFor({ state: 'hidden' });
    expect(await isFocused(menu)).toBe(true);
  });

  test('new messages are marked as unread, and the app opens on them', async () => {
    await client.post({ channel: SARA, text: 'It was paid' });
    await tab(/^Messages unread$/).waitFor();
    await inSidebar(FRONT_DESK).click();
    await page.locator('#composer textarea:focus').waitFor();
    await inSidebar(SARA_DM).getByText('unread').waitFor({ state: 'attached' });
    await inSidebar(SARA_DM).click();
    await see(page.locator('#log'), 'It was paid');
    expect(await tab('Messages').getAttribute('aria-selected')).toBe('true');
    expect(await page.locator('#sidebar').getByText('unread').count()).toBe(0);
    expect(opened).toEqual([`${SARA} home`, `${SARA} messages`]);
    await page.keyboard.type('Thanks');
    await page.keyboard.press('Enter');
    await see(page.locator('#log'), 'Thanks');
  });

  test('arrow keys move between the tabs', async () => {
    await tab('Messages').focus();
    await page.keyboard.press('ArrowLeft');
    await see(homePage(), 'Nothing chosen');
    expect(await isFocused(tab('Home'))).toBe(true);
    expect(await tab('Messages').getAttribute('tabindex')).toBe('-1');
    await page.keyboard.press('ArrowRight');
    await see(page.locator('#log'), 'It was paid');
  });

  test('is different for each person', async () => {
    await tab('Home').click();
    await see(homePage(), '@Sara Haddad');
    await page.getByTestId('act-as').selectOption(OMAR);
    await see(homePage(), '@Omar');
    await page.waitForURL(new RegExp(`in=${OMAR_DM}&tab=home`));
    expect(opened.at(-1)).toBe(`${OMAR} home`);
  });

  test('is still there after a reload, with the latest view', async () => {
    await say(OMAR, 'From before');
    isPublishing = false;
    const before = opened.length;
    await page.reload();
    await see(homePage(), 'From before');
    await slack.until(() => opened.length > before || undefined);
    expect(opened.at(-1)).toBe(`${OMAR} home`);
  });

  test('shows an error when the app does not acknowledge the opening', async () => {
    slack.setAppUrl('http://127.0.0.1:9');
    await inSidebar(FRONT_DESK).click();
    await inSidebar(OMAR_DM).click();
    await homePage().getByRole('alert').waitFor();
    await see(homePage(), 'From before');
    slack.setAppUrl(app.url);
    await tab('Home').click();
    await homePage().getByRole('alert').waitFor({ state: 'detached' });
  });

  test('on a phone nothing overflows the window', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const region of ['#place', '#home']) expect(await overflow(region), region).toBe(0);
    await page.getByTestId('menu').click();
    await inSidebar(FRONT_DESK).click();
    await page.getByTestId('menu').click();
    await inSidebar(OMAR_DM).click();
    await see(homePage(), 'Payment links');
    expect(await page.locator('.sidebar-open').count()).toBe(0);
  });
});
