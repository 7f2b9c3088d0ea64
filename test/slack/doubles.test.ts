import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SeenView } from '../../src/playground/slack/local-slack.ts';
import { FRONT_DESK, OMAR, SARA } from '../../src/playground/slack/people-and-places.ts';
import { fillLinkForm, issueLink, openForm, settledModal, textOf } from '../fixtures/link-form.ts';
import { cardIn, modalWith } from '../fixtures/press-card.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

let scene: Scene;

beforeEach(async () => {
  scene = await startScene();
  await issueLink(scene);
  await cardIn(scene);
});

afterEach(async () => {
  await scene.close();
});

const made = () => scene.sandbox.links().length;

/** Omar asks for the same customer; gives the form that came back, with its warning. */
const warned = async (changes: Parameters<typeof fillLinkForm>[0] = {}): Promise<SeenView> => {
  const form = await openForm(scene, '', OMAR);
  expect(await scene.slack.submit(OMAR, form.id, fillLinkForm(changes))).toEqual({ ok: true });
  return modalWith(scene, /open already/, OMAR);
};

test('a colleague who asks for the same is shown the link that stands, with all that was typed kept', async () => {
  const form = await warned({ notes: 'Rent of June', FullName: 'Sarah Khan' });
  expect(form.submit).toBe('Make another anyway');
  expect(textOf(form).match(/open already/g)).toHaveLength(2);
  const card = await cardIn(scene);
  const { permalink } = await (
    await fetch(`${scene.slack.apiUrl}chat.getPermalink?channel=${FRONT_DESK}&message_ts=${card.ts}`, {
      headers: { authorization: `Bearer ${scene.slack.botToken}` },
    })
  ).json();
  for (const words of [
    'made by sara',
    '🟡 Waiting',
    'AED 250.00 for Sara',
    permalink.replaceAll('&', '&amp;'),
  ])
    expect(textOf(form)).toContain(words);
  for (const value of ['Rent of June', 'Sarah Khan', '250', '050 123 4567'])
    expect(textOf(form)).toContain(`"${value}"`);
  expect(made()).toBe(1);
});

test('“Make another anyway” makes exactly one more, however often it is pressed', async () => {
  const form = await warned();
  await Promise.all([1, 2, 3].map(() => scene.slack.submit(OMAR, form.id, {})));
  expect((await settledModal(scene, OMAR)).title).toBe('Payment link ready');
  expect(made()).toBe(2);
});

test('another amount, or another customer, is no double', async () => {
  await issueLink(scene, { invoiceAmount: '251' }, { as: OMAR });
  await issueLink(scene, { Email: 'omar@example.com', Phone: '050 999 8888' }, { as: OMAR });
  expect(made()).toBe(3);
});

test('the same phone or the same e-mail alone is enough, written in any way', async () => {
  await warned({ Email: 'other@example.com', Phone: '+971 50 123 4567' });
  await warned({ Email: 'SARA.KHAN@example.com', Phone: '050 999 8888' });
  expect(made()).toBe(1);
});

test('a form changed to the double of yet another link is asked anew', async () => {
  await issueLink(scene, { invoiceAmount: '300' });
  const form = await warned();
  const change = { invoiceAmount: { invoiceAmount: '300' } };
  expect(await scene.slack.submit(OMAR, form.id, change)).toEqual({ ok: true });
  const again = await modalWith(scene, /AED 300\.00 for Sara/, OMAR);
  expect(again.submit).toBe('Make another anyway');
  expect(made()).toBe(2);
  expect(await scene.slack.submit(OMAR, again.id, {})).toEqual({ ok: true });
  expect((await settledModal(scene, OMAR)).title).toBe('Payment link ready');
  expect(made()).toBe(3);
});

test('the long form does not carry an acknowledgement that it does not show', async () => {
  const form = await warned();
  await scene.slack.click(OMAR, { viewId: form.id }, { actionId: 'more_details' });
  const long = await modalWith(scene, /Invoice_Id/, OMAR);
  expect(long.submit).toBe('Create link');
  await scene.slack.submit(OMAR, long.id, {});
  await modalWith(scene, /open already/, OMAR);
  expect(made()).toBe(1);
});

test('a Slack that is slow with the card’s address holds nothing up: the payment page’s stands instead', async () => {
  scene.slack.faults.add({ method: 'chat.getPermalink', delayMs: 2_400 });
  const form = await warned();
  expect(textOf(form)).toContain(`${scene.sandbox.url}/pay/`);
  expect(textOf(form)).not.toContain('its card');
});

test('a paid link stands in nobody’s way', async () => {
  const card = await cardIn(scene);
  await scene.sandbox.pay(scene.sandbox.links()[0]?.orderId ?? '', { callback: false });
  await scene.slack.click(SARA, { channel: card.channel, ts: card.ts }, { actionId: 'refresh_link' });
  await cardIn(scene, /✅ Paid/);
  await issueLink(scene, {}, { as: OMAR });
  expect(made()).toBe(2);
});

test('many doubles are counted, and three are named', async () => {
  for (let round = 0; round < 3; round += 1) {
    const form = await warned();
    await scene.slack.submit(OMAR, form.id, {});
    await settledModal(scene, OMAR);
  }
  const form = await warned();
  expect(textOf(form)).toContain('4 links like this');
  expect(textOf(form).match(/made by/g)).toHaveLength(3);
  expect(textOf(form)).toContain('and 1 more');
});
