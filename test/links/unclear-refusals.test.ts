// @module-tag first
// @module-tag by-hand
// @module-tag store

import { expect, test } from 'vitest';
import type { SlackFault } from '../../packages/local-slack/src/local-slack.ts';
import { FRONT_DESK, SARA, SARA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { buildFirstShow, buildLinkShow, buildReplyNotices } from '../../src/links/card/notice-kinds.ts';
import type { NewJob } from '../../src/store/job.ts';
import type { Link } from '../../src/store/link.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { openStill } from '../fixtures/start-paylink.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { NOW, noticeVerbs } from './notice-verbs.ts';

/** Slack had no such code when this was written. */
const NEW_CODE = 'a_word_of_next_year';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const scene = perTest(async () => {
  const still = await openStill({
    at: NOW,
    random: () => 0,
    env: { PAYLINK_SWEEP_SECONDS: String(9 * 3_600) },
  });
  await still.start();
  return Object.assign(still, noticeVerbs(still));
});

const advance = (ms: number) => scene.clock.advance(ms);

const add = async (...notices: NewJob[]) => {
  await scene.store.jobs.addAll(notices, scene.clock.now());
};

const posted = async (changes: Partial<Link> = {}) => {
  const link = await scene.openLink(changes);
  await add(buildFirstShow(link));
  const edits = () =>
    scene.slack.calls('chat.update').filter(({ answer }) => JSON.stringify(answer).includes('"ok":true'));
  // A channel takes a post a second.
  await advance(2_000);
  expect(edits()).toHaveLength(1);
  return scene.store.links.get(link.id);
};

/** As the check that finds the payment writes it. */
const pay = async (link: Link) => {
  const payment = buildPayment({});
  const reply = buildReplyNotices(link, scene.ids, { state: 'paid', payment }, scene.clock.now());
  await scene.pay(link, payment, [buildLinkShow(link, NOW), ...reply]);
};

const refuse = (fault: Omit<SlackFault, 'error'>) => scene.slack.faults.add({ error: NEW_CODE, ...fault });
const cardText = () => scene.theCard()?.text ?? '';
const replies = () => scene.slack.messages(FRONT_DESK).filter(({ threadTs }) => threadTs !== null);
const directMessages = () => scene.slack.messages(SARA_DM).map(({ text }) => text);

test('an edit that Slack refuses with a new word is tried again, and the card is true a moment later', async () => {
  const link = await posted();
  refuse({ method: 'chat.update' });
  await pay(link);
  await advance(5_000);
  expect(cardText()).toContain('Waiting');
  scene.slack.faults.clear();
  await advance(30_000);
  expect(cardText()).toContain('Paid');
  expect(seen(scene.theCard()).title).toContain('✅ Paid');
  expect(replies()).toHaveLength(1);
  expect(directMessages()).toEqual([]);
});

test('a sale whose channel refuses the reply is told to its owner within two minutes, once', async () => {
  const link = await posted();
  refuse({ method: 'chat.postMessage', channel: FRONT_DESK });
  await pay(link);
  await advance(30_000);
  expect(directMessages()).toEqual([]);
  await advance(90_000);
  expect(directMessages()).toEqual([expect.stringContaining('✅ *Paid ')]);
  scene.slack.faults.clear();
  await advance(10 * MINUTE);
  expect(directMessages()).toHaveLength(1);
  // The channel learns of it; its owner is not called again.
  expect(replies().map(({ text }) => text)).toEqual([expect.not.stringContaining(SARA)]);
});

testAtLength('a sale is told once as well if the direct message is what waits', async () => {
  const link = await posted();
  refuse({ method: 'chat.postMessage' });
  await pay(link);
  await advance(2 * MINUTE);
  scene.slack.faults.clear();
  await advance(10 * MINUTE);
  const told = [...directMessages(), ...replies().flatMap(({ text }) => (text.includes(SARA) ? text : []))];
  expect(told).toEqual([expect.stringContaining('Paid')]);
});

test('a card that a channel refuses for a minute no longer holds up the others of the channel', async () => {
  refuse({ method: 'chat.postMessage', channel: FRONT_DESK });
  const first = await scene.openLink();
  const second = await scene.openLink({ id: 'lnk_2', invoiceId: 'INV-2', nonce: 'nonce-2' });
  await add(buildFirstShow(first), buildFirstShow(second));
  await advance(3 * MINUTE);
  const lanes = await scene.store.jobs.ofKind('show');
  expect(lanes).toHaveLength(2);
  scene.slack.faults.clear();
  await advance(6 * MINUTE);
  const cards = scene.slack.messages(FRONT_DESK).filter(({ threadTs }) => threadTs === null);
  expect(cards.map(({ text }) => text)).toEqual(Array(2).fill(expect.stringContaining('Waiting')));
});

// A process looks for work every minute, on PostgreSQL every few seconds: two days of that take long.
const isLong = process.env['LONG_TESTS'] !== undefined && TEST_ENGINE === 'sqlite';

test.runIf(isLong)(
  'an edit that is refused for a day is given up, counted, and goes on in its owner’s messages',
  async () => {
    const link = await posted();
    refuse({ method: 'chat.update' });
    await pay(link);
    await advance(DAY - MINUTE);
    expect(await scene.store.backlog.givenUp()).toEqual([]);
    await advance(10 * MINUTE);
    expect(await scene.store.backlog.givenUp()).toMatchObject([{ kind: 'show', count: 1 }]);
    expect(directMessages()).toEqual([expect.stringMatching(/^✅ Paid/)]);
    expect(cardText()).toContain('Waiting');
    const before = scene.slack.calls('chat.update').length;
    await advance(9 * 60 * MINUTE);
    expect(scene.slack.calls('chat.update').length - before).toBeLessThan(3);
  },
);

test('a card that a channel takes only with a permission is in its owner’s messages at once, with the remedy', async () => {
  scene.slack.faults.add({ method: 'chat.postMessage', channel: FRONT_DESK, error: 'no_permission' });
  await posted();
  expect(directMessages()).toEqual([expect.stringContaining('AED 1,250.50')]);
  const shown = JSON.stringify(scene.slack.messages(SARA_DM).at(-1));
  expect(shown).toContain('Paylink has no permission for this. Ask an admin of your Slack');
});

testAtLength('an edit that needs a permission waits for it, and is hardly tried until then', async () => {
  const link = await posted();
  scene.slack.faults.add({ method: 'chat.update', error: 'no_permission' });
  await pay(link);
  const edits = () => scene.slack.calls('chat.update').length;
  await advance(10 * MINUTE);
  const before = edits();
  await advance(20 * MINUTE);
  expect(edits()).toBe(before);
  scene.slack.faults.clear();
  await scene.store.jobs.hasten(link.teamId, ['no_permission'], scene.clock.now());
  await advance(5_000);
  expect(cardText()).toContain('Paid');
  expect(directMessages()).toEqual([]);
});

testAtLength('what Slack takes nowhere without a permission is hardly tried until it is there', async () => {
  scene.slack.faults.add({ method: 'chat.postMessage', error: 'no_permission' });
  const link = await scene.openLink();
  await add(buildFirstShow(link));
  await advance(20 * MINUTE);
  expect(scene.slack.calls('chat.postMessage').length).toBeLessThan(3);
  scene.slack.faults.clear();
  await scene.store.jobs.hasten(link.teamId, ['no_permission'], scene.clock.now());
  await advance(5_000);
  expect(cardText()).toContain('Waiting');
});
