// @module-tag long
// @module-tag store

import { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SeenView } from '../../packages/local-slack/src/local-slack.ts';
import {
  FATIMA,
  FRONT_DESK,
  OMAR,
  RAVI,
  SALES,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { fillLinkForm, moreDetails, readyForm, settledModal } from '../fixtures/link-form.ts';
import { seen } from '../fixtures/seen.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startScene({
    slack: { allowance: Number.POSITIVE_INFINITY },
    env: { PAYLINK_ADMINS: RAVI },
  });
});

afterEach(async () => {
  await scene.close();
});

const write = async (text: string, channel = FRONT_DESK, threadTs?: string, as = OMAR) => {
  await scene.slack.message(as, channel, text, threadTs);
  const message = scene.slack.messages(channel).findLast(({ user }) => user === as);
  if (!message) throw new Error('nothing was written');
  return message;
};

const formFrom = async (message?: { channel: string; ts: string }, as = SARA) => {
  const callbackId = message === undefined ? 'new_link' : 'link_from_message';
  const place = message && { channel: message.channel, ts: message.ts };
  expect(await scene.slack.shortcut(as, callbackId, place)).toEqual({ ok: true });
  return scene.slack.until(() => readyForm(scene.slack.topModal(as)));
};

const TYPED = [
  'Amount in AED',
  'Customer’s name',
  'Customer’s phone',
  'Customer’s e-mail',
  'What is it for?',
];
const typedIn = (form: SeenView) => TYPED.map((label) => seen(form).fields[label]);

const create = async (formId: string, changes: Parameters<typeof fillLinkForm>[0] = {}) => {
  const outcome = await scene.slack.submit(SARA, formId, fillLinkForm(changes));
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  await settledModal(scene);
};

const cardIn = (channel: string) =>
  scene.slack.until(() =>
    scene.slack.messages(channel).find(({ text }) => /AED 250\.00 for Sara/.test(text)),
  );

describe('the shortcut New payment link', () => {
  test('opens an empty form', async () => {
    const form = await formFrom();
    expect(typedIn(form)).toEqual(['', '', '', '', '']);
  });
});

describe('the message shortcut Make payment link', () => {
  test('opens the form filled in from the message, for its channel', async () => {
    const form = await formFrom(await write('250 sara@example.com 050 123 4567 for June rent', SALES));
    expect(typedIn(form)).toEqual(['250.00', '', '+971501234567', 'sara@example.com', 'June rent']);
    expect(seen(form).text).toContain(`Card goes to <#${SALES}>`);
  });

  test('puts the card in the message’s thread, and tells the channel when it is paid', async () => {
    const parent = await write('Who takes the villa in Jumeirah?');
    await create((await formFrom(await write('Sara, for 250', FRONT_DESK, parent.ts))).id);
    expect((await cardIn(FRONT_DESK)).threadTs).toBe(parent.ts);

    await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '');
    const paid = await scene.slack.until(() =>
      scene.slack.messages(FRONT_DESK).find(({ text, isBroadcast }) => isBroadcast && /Paid/.test(text)),
    );
    expect(paid.threadTs).toBe(parent.ts);
  });

  testAtLength('reads the blocks of a message whose text says less', async () => {
    const fields = ['*Customer:*\nSara Khan', '*Amount:*\nAED 250', '*Phone:*\n0501234567'];
    const client = new WebClient(scene.slack.botToken, { slackApiUrl: scene.slack.apiUrl });
    const { ts = '' } = await client.chat.postMessage({
      channel: FRONT_DESK,
      text: 'Order 7',
      blocks: [{ type: 'section', fields: fields.map((text) => ({ type: 'mrkdwn', text })) }],
    });
    const form = await formFrom({ channel: FRONT_DESK, ts });
    expect(typedIn(form).slice(0, 3)).toEqual(['250.00', 'Sara Khan', '+971501234567']);
  });

  const ORDER = ['*Customer:*\nSara Khan', '*Amount:*\nAED 250', '*Phone:*\n0501234567'];
  const section = { type: 'section', fields: ORDER.map((text) => ({ type: 'mrkdwn', text })) };
  const fields = ORDER.map((text) => {
    const [title = '', value = ''] = text.replaceAll(/[*:]/g, '').split('\n');
    return { title, value, short: true };
  });
  const words = (text: string) => ({ type: 'text', text });
  const lines = { type: 'rich_text_section', elements: [words('Sara Khan 0501234567\n'), words('AED 250')] };

  test.each<[string, { blocks?: unknown[]; attachments?: unknown[] }]>([
    ['a section of fields', { blocks: [section] }],
    ['rich text', { blocks: [{ type: 'rich_text', elements: [lines] }] }],
    ['an attachment of fields', { attachments: [{ fallback: 'An order', fields }] }],
    ['an attachment of blocks', { attachments: [{ color: '#36a64f', blocks: [section] }] }],
    ['an attachment’s fallback', { attachments: [{ fallback: 'Sara Khan, 0501234567, AED 250' }] }],
  ])('reads an order that another app posted as %s alone', async (_what, order) => {
    expect(await scene.slack.postAsOtherApp(FRONT_DESK, order)).toEqual({ ok: true });
    const message = scene.slack.messages(FRONT_DESK).at(-1);
    expect(message?.text).toBe('');
    expect(typedIn(await formFrom(message)).slice(0, 3)).toEqual(['250.00', 'Sara Khan', '+971501234567']);
  });

  const LIKE_THIS = 'Make another like this';

  describe('on a card of Paylink', () => {
    const postCard = async () => {
      await create((await formFrom(await write('250 for June rent'))).id);
      const { id } = await scene.slack.until(() => scene.slack.topModal(SARA));
      await scene.slack.closeView(SARA, id);
      return cardIn(FRONT_DESK);
    };

    test('fills in nothing, and offers another like it to whoever may make one', async () => {
      const card = await postCard();
      const form = await formFrom(card);
      expect(typedIn(form)).toEqual(['', '', '', '', '']);
      expect(seen(form).text).toContain('This is the card of AED 250.00 for Sara (···567).');
      expect(seen(form).buttons).toContain(LIKE_THIS);
      const press = (as: string, viewId: string) =>
        scene.slack.click(as, { viewId }, { actionId: 'make_another' });
      await press(SARA, form.id);
      const another = await scene.slack.until(() => {
        const top = scene.slack.topModal(SARA);
        return top && typedIn(top)[0] === '250.00' ? top : undefined;
      });
      expect(typedIn(another).slice(1, 3)).toEqual(['Sara Khan', '+971501234567']);
      // Another cashier’s.
      const theirs = await formFrom(card, FATIMA);
      await press(FATIMA, theirs.id);
      const refused = await scene.slack.until(() => scene.slack.modals(FATIMA)[1]);
      expect(seen(refused).text).not.toContain('Sara');
      expect(typedIn(theirs)).toEqual(['', '', '', '', '']);
    });

    testAtLength('that another app copied offers nothing', async () => {
      const { blocks } = await postCard();
      await scene.slack.postAsOtherApp(FRONT_DESK, { blocks: [...(blocks ?? [])] });
      const form = await formFrom(scene.slack.messages(FRONT_DESK).at(-1));
      expect(typedIn(form)).toEqual(['', '', '', '', '']);
      expect(seen(form).buttons).not.toContain(LIKE_THIS);
    });
  });

  testAtLength('puts the card in the channel when there is no thread', async () => {
    await create((await formFrom(await write('250 from Sara'))).id);
    expect((await cardIn(FRONT_DESK)).threadTs).toBeNull();
  });

  testAtLength('puts the card in another channel that the form names', async () => {
    const parent = await write('Who takes the villa?');
    const form = await formFrom(await write('Sara, 250', FRONT_DESK, parent.ts));
    await moreDetails(scene, form);
    await create(form.id, { channel: SALES });
    expect((await cardIn(SALES)).threadTs).toBeNull();
  });

  testAtLength('puts the card in the channel when Slack locked the thread', async () => {
    const parent = await write('Who takes the villa?');
    const form = await formFrom(await write('Sara, 250', FRONT_DESK, parent.ts));
    scene.slack.faults.add({
      method: 'chat.postMessage',
      error: 'restricted_action_thread_locked',
      times: 1,
    });
    await create(form.id);
    expect((await cardIn(FRONT_DESK)).threadTs).toBeNull();
  });

  testAtLength('sends the card to the person’s messages when the message is a direct message', async () => {
    const form = await formFrom(await write('send 250', SARA_DM, undefined, SARA));
    expect(seen(form).fields['Card goes to']).toBe('My messages with Paylink');
  });

  testAtLength('says what was left out, and that the end of a long message was not read', async () => {
    const form = await formFrom(await write(`250 or 300 for Sara, villa 12. ${'So it goes. '.repeat(100)}`));
    expect(seen(form).text).toMatch(/Please check:\*.*“250 or 300” may be the amount/s);
    expect(seen(form).text).toContain('Only the first 1,000 characters were read.');
  });

  test('opens an empty form if the message has nothing to fill in', async () => {
    expect(typedIn(await formFrom(await write('…')))).toEqual(['', '', '', '', '']);
  });
});
