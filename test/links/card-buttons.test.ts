// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import {
  FRONT_DESK,
  GUEST_TEAM,
  LENA,
  OMAR,
  PARTNERS,
  SARA,
} from '../../packages/local-slack/src/people-and-places.ts';
import { decodeQr } from '../fixtures/decode-qr.ts';
import { fillLinkForm, issueLink, openLongForm, submitForm } from '../fixtures/link-form.ts';
import { perTest } from '../fixtures/per-test.ts';
import { cardIn, codeIn, modalWith, press, repliesTo, whisperTo } from '../fixtures/press-card.ts';
import { seen } from '../fixtures/seen.ts';
import { startScene } from '../fixtures/start-paylink.ts';
import { sample, testAtLength } from '../fixtures/whole-suite.ts';

const ACTIONS = ['hand_over', 'refresh_link', 'link_details', 'show_qr', 'whatsapp', 'change_link'];

const scene = perTest(startScene);

const theLink = () => {
  const link = scene.sandbox.links()[0];
  if (!link) throw new Error('no link was made');
  return link;
};

const made = () =>
  scene.sandbox.requests.filter(({ path }) => path.endsWith('/payment-link/generate')).length;

describe('Refresh', () => {
  test('finds a payment without a callback: the card says so to the presser, and its thread to the creator', async () => {
    await issueLink(scene);
    await codeIn(scene);
    const card = await cardIn(scene);
    await scene.sandbox.pay(theLink().orderId, { callback: false });
    await press(scene, card, 'refresh_link', OMAR);
    const paid = await cardIn(scene, /✅ Paid <!date/);
    expect(paid.ts).toBe(card.ts);
    expect(seen(paid)).toMatchObject({ pictures: [], buttons: [] });
    expect(seen(paid).text).toMatch(
      /June rent · made by <@U0SARA0001>\nRefresh\nDetails\nMake another like this$/,
    );
    const reply = await scene.slack.until(() => repliesTo(scene, card)[0]);
    expect(reply.text).toMatch(
      new RegExp(`^✅ <@${SARA}> \\*Paid <!date[^*]*\\*: AED 250.00 from Sara \\(···567\\): June rent`),
    );
    expect(repliesTo(scene, card)).toHaveLength(1);
  });

  test('pressed twice says once that nothing is new, and edits the card anyway', async () => {
    await issueLink(scene);
    await codeIn(scene);
    const card = await cardIn(scene);
    const edits = scene.slack.calls('chat.update').length;
    for (const _ of [1, 2]) await press(scene, card, 'refresh_link');
    expect((await whisperTo(scene)).text).toMatch(
      /^AED 250\.00 for Sara \(···567\): 🟡 Waiting · nothing new as of /,
    );
    await scene.slack.until(() => scene.slack.calls('chat.update').length > edits);
    await press(scene, card, 'refresh_link', OMAR);
    await whisperTo(scene, OMAR);
    expect(
      scene.slack.messages(FRONT_DESK, { as: SARA }).filter(({ ephemeralTo }) => ephemeralTo === SARA),
    ).toHaveLength(1);
    expect(repliesTo(scene, card)).toHaveLength(0);
  });

  testAtLength('says that the service cannot be read, and what was last known', async () => {
    await issueLink(scene);
    const card = await cardIn(scene);
    scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 403 });
    await press(scene, card, 'refresh_link');
    expect((await whisperTo(scene)).text).toMatch(
      /could not be read just now.*Last known state, from .*: AED 250\.00 for Sara \(···567\): 🟡 Waiting/,
    );
  });
});

describe('Details', () => {
  test('show a colleague what the card keeps from the channel, and the history', async () => {
    await issueLink(scene);
    const card = await cardIn(scene);
    await press(scene, card, 'link_details', OMAR);
    const view = await modalWith(scene, /History/, OMAR);
    for (const line of [
      'Name: Sara Khan',
      'E-mail: sara.khan@example.com',
      'Phone: +971501234567',
      'For: June rent',
      `Order ID: ${theLink().orderId}`,
      '21 Nov 2026 at 12:00 PM (Dubai) · The form was submitted · ⏳ Being made',
      '21 Nov 2026 at 12:00 PM (Dubai) · The service made the link · 🟡 Waiting',
    ])
      expect(seen(view).text.split('\n')).toContain(line);
  });
});

describe('Show QR', () => {
  test.each([0, 1])(
    'opens a window with a visible picture, also when Slack refuses it %i times',
    async (times) => {
      await issueLink(scene, { options: [] });
      const card = await cardIn(scene);
      if (times > 0) scene.slack.faults.add({ method: 'views.update', error: 'invalid_arguments', times });
      await press(scene, card, 'show_qr', OMAR);
      expect(seen(await modalWith(scene, /Making the picture|image_url/, OMAR)).title).toBe('Scan to pay');
      const view = await modalWith(scene, /image_url/, OMAR);
      const address = `${scene.sandbox.url}/pay/${theLink().token}`;
      expect(scene.slack.pictures(OMAR, { viewId: view.id }).map((png) => png && decodeQr(png))).toEqual([
        address,
      ]);
    },
  );

  testAtLength('shows the link if no card has the code either', async () => {
    await issueLink(scene, { options: [] });
    const card = await cardIn(scene);
    scene.slack.faults.add({ method: 'views.update', error: 'invalid_arguments', times: 2 });
    await press(scene, card, 'show_qr');
    expect(seen(await modalWith(scene, /QR code can’t be shown here/)).text).toContain(theLink().token);
  });
});

describe('WhatsApp', () => {
  testAtLength('omits the merchant’s name when the service does not give it', async () => {
    scene.sandbox.faults.add({ operation: 'business', kind: 'status', status: 404 });
    await issueLink(scene);
    await press(scene, await cardIn(scene), 'whatsapp');
    expect(seen(await modalWith(scene, /whatsapp_english/)).text).toContain(
      'This is a payment request for AED 250.00.',
    );
  });
});

describe('Make another like this', () => {
  testAtLength('opens the form with the values of the link, for a new link', async () => {
    const long = await openLongForm(scene);
    await submitForm(scene, long, fillLinkForm({ City: 'Dubai', Invoice_Id: 'INV-1' }));
    await scene.sandbox.pay(theLink().orderId);
    await press(scene, await cardIn(scene, /✅ Paid/), 'make_another', OMAR);
    const form = await modalWith(scene, /invoiceAmount/, OMAR);
    expect(seen(form).fields).toMatchObject({
      'Amount in AED': '250.00',
      'Customer’s name': 'Sara Khan',
      'Customer’s phone': '+971501234567',
      'What is it for?': 'June rent',
      City: 'Dubai',
      Terms: '',
    });
    expect(seen(form).text).toContain(`Card goes to <#${FRONT_DESK}>`);
    expect(JSON.stringify(form.blocks)).not.toContain('INV-1');
    const changes = { invoiceAmount: '275', isTermsAndConditionsAccepted: ['accepted'] };
    const filled = Object.fromEntries(
      Object.entries(changes).map(([field, value]) => [field, { [field]: value }]),
    );
    expect((await submitForm(scene, form, filled, OMAR)).title).toBe('Scan to pay');
    expect(made()).toBe(2);
    expect(scene.sandbox.links().map(({ invoiceId }) => invoiceId)[1]).toMatch(/^PL-/);
  });
});

describe('a person of another workspace in a shared channel', () => {
  test.each(sample(ACTIONS))('is refused %s', async (action) => {
    await issueLink(scene, {}, { channel: PARTNERS });
    const card = await cardIn(scene, /Waiting/, PARTNERS);
    const before = scene.sandbox.requests.length;
    await press(scene, card, action, LENA);
    const answer = await whisperTo(scene, LENA, PARTNERS);
    expect(answer.text).toBe(
      'Only members of the workspace that made this payment link can use its buttons.',
    );
    expect(scene.slack.modals(LENA)).toHaveLength(0);
    expect(scene.sandbox.requests.length).toBe(before);
    expect(GUEST_TEAM).not.toBe('T0PLAY');
  });
});
