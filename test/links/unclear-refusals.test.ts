// @module-tag first
// @module-tag postgres

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SlackFault } from '../../playground/slack/local-slack.ts';
import { FRONT_DESK, SARA, SARA_DM } from '../../playground/slack/people-and-places.ts';
import type { JobWorker } from '../../src/delivery/job-worker.ts';
import {
  buildCardNotice,
  buildEditNotice,
  buildReplyNotice,
  type NewNotice,
} from '../../src/links/card/notice-kinds.ts';
import { createNoticeWorker } from '../../src/links/card/notice-worker.ts';
import { createRepairCards } from '../../src/links/card/repair-cards.ts';
import '../../src/links/card/deliver-card.ts';
import '../../src/links/card/tell-owner.ts';
import { createLog } from '../../src/log.ts';
import { createBoltLogger } from '../../src/slack/bolt-logger.ts';
import { WatchedClient } from '../../src/slack/slack-clients.ts';
import type { Link } from '../../src/store/link.ts';
import { ONE_ACCOUNT } from '../fixtures/accounts.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { seen } from '../fixtures/seen.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { type DeliveryStage, NOW, startDelivery } from './start-delivery.ts';

/** Slack had no such code when this was written. */
const NEW_CODE = 'a_word_of_next_year';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LOADS_WITHIN_MS = 20_000;

let stage: DeliveryStage;
let clock: ManualClock;
let notifier: JobWorker;

beforeEach(async () => {
  stage = await startDelivery();
  let calls = 0;
  const options = {
    slackApiUrl: stage.slack.apiUrl,
    logger: createBoltLogger(createLog('silent')),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    fetch: async (...given: Parameters<typeof fetch>) => {
      calls += 1;
      try {
        const answer = await fetch(...given);
        return new Response(await answer.arrayBuffer(), answer);
      } finally {
        calls -= 1;
      }
    },
  };
  const watched = { onCall: () => {}, clock: { now: () => clock.now() } };
  const client = new WatchedClient(stage.slack.botToken, options, watched);
  clock = createManualClock(NOW, () => calls > 0 || stage.isBusy());
  notifier = createNoticeWorker({
    accounts: ONE_ACCOUNT,
    store: stage.store,
    clientOf: async () => client,
    held: () => [],
    onNotice: () => {},
    clock,
    ids: stage.ids,
    random: () => 0,
    timeZone: 'Asia/Dubai',
    log: createLog('silent'),
  });
  notifier.start();
});

afterEach(async () => {
  await notifier.stop();
  await stage.close();
});

/** Advances the time of the app, and of Slack. */
const advance = async (ms: number) => {
  const step = Math.max(1_000, ms / 100);
  for (let left = ms; left > 0; left -= step) {
    await clock.advance(Math.min(step, left));
    stage.now = clock.now();
  }
};

const add = async (...notices: NewNotice[]) => {
  await stage.store.jobs.addAll(notices, clock.now());
  notifier.wake();
};

const posted = async (changes: Partial<Link> = {}) => {
  const link = await stage.openLink(changes);
  await add(buildCardNotice(link, stage.ids));
  const edits = () =>
    stage.slack.calls('chat.update').filter(({ answer }) => JSON.stringify(answer).includes('"ok":true'));
  // The first delivery of each kind loads its code, for which the clock does not wait.
  for (const until = Date.now() + LOADS_WITHIN_MS; edits().length === 0 && Date.now() < until; )
    await advance(1_000);
  return stage.store.links.get(link.id);
};

/** As the check that finds the payment writes it. */
const pay = async (link: Link) => {
  const payment = buildPayment({});
  await stage.store.links.move({
    id: link.id,
    to: 'paid',
    at: clock.now(),
    cause: 'the service says paid',
    payment,
    jobs: [buildEditNotice(link, stage.ids), buildReplyNotice(link, stage.ids, { state: 'paid', payment })],
  });
  notifier.wake();
};

const refuse = (fault: Omit<SlackFault, 'error'>) => stage.slack.faults.add({ error: NEW_CODE, ...fault });
const cardText = () => stage.theCard()?.text ?? '';
const replies = () => stage.slack.messages(FRONT_DESK).filter(({ threadTs }) => threadTs !== null);
const directMessages = () => stage.slack.messages(SARA_DM).map(({ text }) => text);

test('an edit that Slack refuses with a new word is tried again, and the card is true a moment later', async () => {
  const link = await posted();
  refuse({ method: 'chat.update' });
  await pay(link);
  await advance(5_000);
  expect(cardText()).toContain('Waiting');
  stage.slack.faults.clear();
  await advance(30_000);
  expect(cardText()).toContain('Paid');
  expect(seen(stage.theCard()).title).toContain('✅ Paid');
  expect(replies()).toHaveLength(1);
  expect(directMessages()).toEqual([]);
});

test('of an edit whose blocks are refused, the text is shown, until Slack takes the blocks', async () => {
  const link = await posted();
  // The second call is the text alone.
  refuse({ method: 'chat.update', times: 1 });
  await pay(link);
  await clock.advance(400);
  expect(cardText()).toContain('Paid');
  expect(stage.theCard()?.blocks ?? []).toEqual([]);
  await advance(10_000);
  expect(seen(stage.theCard()).title).toContain('✅ Paid');
});

test('a sale whose channel refuses the reply is told to its owner within two minutes, once', async () => {
  const link = await posted();
  refuse({ method: 'chat.postMessage', channel: FRONT_DESK });
  await pay(link);
  await advance(30_000);
  expect(directMessages()).toEqual([]);
  await advance(90_000);
  expect(directMessages()).toEqual([expect.stringContaining('✅ *Paid*: AED 1,250.50')]);
  stage.slack.faults.clear();
  await advance(10 * MINUTE);
  expect(directMessages()).toHaveLength(1);
  // The channel learns of it; its owner is not called again.
  expect(replies().map(({ text }) => text)).toEqual([expect.not.stringContaining(SARA)]);
});

test('a sale is told once as well if the direct message is what waits', async () => {
  const link = await posted();
  refuse({ method: 'chat.postMessage' });
  await pay(link);
  await advance(2 * MINUTE);
  stage.slack.faults.clear();
  await advance(10 * MINUTE);
  const told = [...directMessages(), ...replies().flatMap(({ text }) => (text.includes(SARA) ? text : []))];
  expect(told).toEqual([expect.stringContaining('Paid')]);
});

test('a card that a channel refuses for a minute no longer holds up the others of the channel', async () => {
  refuse({ method: 'chat.postMessage', channel: FRONT_DESK });
  const first = await stage.openLink();
  const second = await stage.openLink({ id: 'lnk_2', invoiceId: 'INV-2', nonce: 'nonce-2' });
  await add(buildCardNotice(first, stage.ids), buildCardNotice(second, stage.ids));
  await advance(3 * MINUTE);
  const lanes = await stage.store.jobs.waiting('card', 9);
  expect(lanes).toHaveLength(2);
  stage.slack.faults.clear();
  await advance(6 * MINUTE);
  const cards = stage.slack.messages(FRONT_DESK).filter(({ threadTs }) => threadTs === null);
  expect(cards.map(({ text }) => text)).toEqual(Array(2).fill(expect.stringContaining('Waiting')));
});

testAtLength(
  'an edit that is refused for a day is given up, told, counted, and repaired by a later sweep',
  async () => {
    const link = await posted();
    refuse({ method: 'chat.update' });
    await pay(link);
    await advance(DAY - MINUTE);
    expect(await stage.store.backlog.givenUp()).toEqual([]);
    await advance(10 * MINUTE);
    expect(await stage.store.backlog.givenUp()).toMatchObject([{ kind: 'edit', count: 1 }]);
    expect(directMessages()).toEqual([expect.stringMatching(/could not be updated.*a_word_of_next_year/)]);
    expect(cardText()).toContain('Waiting');
    stage.slack.faults.clear();
    const repair = createRepairCards({
      links: stage.store.links,
      jobs: stage.store.jobs,
      clock,
      ids: stage.ids,
    });
    await repair();
    await repair();
    notifier.wake();
    await advance(5_000);
    expect(cardText()).toContain('Paid');
    expect(await stage.store.backlog.givenUp()).toEqual([]);
    const before = stage.slack.calls('chat.update').length;
    await repair();
    notifier.wake();
    await advance(5_000);
    expect(stage.slack.calls('chat.update')).toHaveLength(before);
  },
);

test('a card that a channel takes only with a permission is in its owner’s messages at once, with the remedy', async () => {
  stage.slack.faults.add({ method: 'chat.postMessage', channel: FRONT_DESK, error: 'no_permission' });
  await posted();
  expect(directMessages()).toEqual([expect.stringContaining('AED 1,250.50')]);
  const shown = JSON.stringify(stage.slack.messages(SARA_DM).at(-1));
  expect(shown).toContain('Paylink has no permission for this. Ask an admin of your Slack');
});

test('a missing permission is told once with its remedy, and the notice waits without trying', async () => {
  const link = await posted();
  stage.slack.faults.add({ method: 'chat.update', error: 'no_permission' });
  await pay(link);
  await advance(10 * MINUTE);
  expect(directMessages()).toEqual([
    expect.stringMatching(/Paylink has no permission for this\. Ask an admin/),
  ]);
  const edits = () => stage.slack.calls('chat.update').length;
  const before = edits();
  await advance(20 * MINUTE);
  expect(edits()).toBe(before);
  stage.slack.faults.clear();
  await stage.store.jobs.hasten(link.teamId, ['no_permission'], clock.now());
  notifier.wake();
  await advance(5_000);
  expect(cardText()).toContain('Paid');
});
