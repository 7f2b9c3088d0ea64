import { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createIds } from '../../src/ids.ts';
import { createLog } from '../../src/log.ts';
import type { Delivery } from '../../src/notices/delivery.ts';
import {
  buildCardNotice,
  buildEditNotice,
  buildNewsNotice,
  buildNudgeNotice,
  buildQrNotice,
  buildReplyNotice,
} from '../../src/notices/notice-kinds.ts';
import { createLocalSlack, type LocalSlack } from '../../src/playground/slack/local-slack.ts';
import { FRONT_DESK, QUIET, SARA, SARA_DM } from '../../src/playground/slack/people-and-places.ts';
import { createBoltLogger } from '../../src/slack/bolt-logger.ts';
import { createDeliver } from '../../src/slack/notices/deliver.ts';
import { createQrPictures } from '../../src/slack/qr-pictures.ts';
import type { Link } from '../../src/store/link.ts';
import type { NewNotice } from '../../src/store/notice-store.ts';
import type { Store } from '../../src/store/open-store.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { textOf } from '../fixtures/link-form.ts';
import { buildLink } from '../fixtures/links.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';

const NOW = Date.UTC(2026, 10, 21, 11);

let database: TestDatabase;
let store: Store;
let slack: LocalSlack;
let deliver: ReturnType<typeof createDeliver>;
let now: number;
const ids = createIds();

beforeEach(async () => {
  database = await createTestDatabase();
  store = await database.open();
  slack = await createLocalSlack({ now: () => now });
  now = NOW;
  const client = new WebClient(slack.botToken, {
    slackApiUrl: slack.apiUrl,
    logger: createBoltLogger(createLog('silent')),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  });
  const clock = { now: () => now, sleep: async () => {} };
  const { links, notices } = store;
  const qrPictures = createQrPictures({ clientOf: async () => client, links, clock });
  deliver = createDeliver({
    clientOf: async () => client,
    links,
    notices,
    qrPictures,
    ids,
    clock,
    timeZone: 'Asia/Dubai',
  });
});

afterEach(async () => {
  await slack.close();
  await database.remove();
});

const openLink = async (changes: Partial<Link> = {}): Promise<Link> => {
  const { details, address, ...link } = buildLink(changes);
  await store.links.reserve({
    ...link,
    details,
    callbackTokenHash: 'hash',
    checkDueAt: null,
    at: NOW,
  });
  const open = await store.links.move({ id: link.id, to: 'open', at: NOW, cause: 'answered', address });
  if (!open) throw new Error('not opened');
  return open;
};

const say = (notice: NewNotice, attempts = 0): Promise<Delivery> =>
  deliver({ detail: null, ...notice, attempts, createdAt: NOW });

/** Keeps what a delivery tells to keep, as the notifier does. */
const keepCard = async (link: Link, delivery: Delivery): Promise<Link> => {
  const notice = buildCardNotice(link, ids);
  await store.notices.add([notice], NOW);
  const claims = await store.notices.claim({ at: NOW, leaseMs: 60_000, limit: 9, token: ids.nonce() });
  const claim = claims.find(({ id }) => id === notice.id);
  if (!claim || delivery.outcome !== 'delivered' || !delivery.card) throw new Error('no card');
  await store.notices.delivered(claim, NOW, { card: delivery.card });
  return store.links.get(link.id);
};

const withCard = async (changes: Partial<Link> = {}): Promise<Link> => {
  const link = await openLink(changes);
  return keepCard(link, await say(buildCardNotice(link, ids)));
};

const theCard = () => slack.messages(FRONT_DESK).find(({ threadTs }) => threadTs === null);
const follow = async (notice: NewNotice): Promise<NewNotice[]> => {
  const delivery = await say(notice);
  return delivery.outcome === 'delivered' ? (delivery.next ?? []) : [];
};
const kindsOf = (delivery: Delivery): string[] =>
  (delivery.outcome === 'delivered'
    ? (delivery.next ?? [])
    : delivery.outcome === 'never'
      ? delivery.instead
      : []
  ).map(({ kind }) => kind);

const pay = (link: Link) =>
  store.links.move({
    id: link.id,
    to: 'paid',
    at: now,
    cause: 'the service says paid',
    payment: buildPayment(),
  });

describe('the card', () => {
  test('is posted without a state, and the edit that gives it one comes next', async () => {
    const link = await openLink();
    const delivery = await say(buildCardNotice(link, ids));
    expect(kindsOf(delivery)).toEqual(['edit']);
    expect(textOf(theCard())).not.toContain('Waiting');
    expect(theCard()?.metadata).toEqual({ event_type: 'paylink_link', event_payload: { id: link.id } });
    const kept = await keepCard(link, delivery);
    expect(await say(buildEditNotice(kept, ids))).toEqual({ outcome: 'delivered' });
    expect(textOf(theCard())).toContain('🟡 Waiting');
  });

  test('is not posted twice', async () => {
    const link = await withCard();
    expect(await say(buildCardNotice(link, ids))).toEqual({ outcome: 'delivered' });
    expect(slack.messages(FRONT_DESK)).toHaveLength(1);
  });

  test('that a channel refuses is told to the maker', async () => {
    const link = await openLink({ channelId: QUIET });
    const delivery = await say(buildCardNotice(link, ids));
    expect(delivery).toMatchObject({ outcome: 'never', reason: 'not_in_channel' });
    expect(kindsOf(delivery)).toEqual(['news']);
  });
});

describe('an edit', () => {
  test('shows the link as it is now, not as it was', async () => {
    const link = await withCard();
    await pay(link);
    await say(buildEditNotice(link, ids));
    expect(textOf(theCard())).toMatch(/✅ Paid at /);
  });

  test('without a card is done: the card brings one of its own, and nothing waits before that', async () => {
    const link = await openLink();
    await store.notices.add([buildCardNotice(link, ids)], NOW);
    expect(await say(buildEditNotice(link, ids))).toEqual({ outcome: 'delivered' });
  });

  test('of a link that changes meanwhile ends with what is true', async () => {
    const link = await withCard();
    slack.faults.add({ method: 'chat.update', delayMs: 300, times: 1 });
    const edit = say(buildEditNotice(link, ids));
    await pay(link);
    expect(await edit).toEqual({ outcome: 'delivered' });
    expect(textOf(theCard())).toMatch(/✅ Paid at /);
  });

  test('that Slack limits is put off for as long as Slack says', async () => {
    const link = await withCard();
    slack.faults.add({ method: 'chat.update', retryAfter: 7, times: 1 });
    expect(await say(buildEditNotice(link, ids))).toEqual({
      outcome: 'later',
      reason: 'ratelimited',
      retryAfterMs: 7_000,
    });
  });

  test.each(['message_not_found', 'is_archived', 'cant_update_message'])(
    'that Slack refuses for good with %s has the maker told how the link stands',
    async (error) => {
      const link = await withCard();
      await pay(link);
      slack.faults.add({ method: 'chat.update', error });
      const delivery = await say(buildEditNotice(link, ids));
      expect(delivery).toMatchObject({ outcome: 'never', reason: error });
      const [news] = delivery.outcome === 'never' ? delivery.instead : [];
      if (!news) throw new Error('nobody was told');
      await say(news);
      const told = slack.messages(SARA_DM).at(-1);
      expect(told?.text).toContain('could not be brought up to date');
      expect(textOf(told)).toMatch(/✅ \*Paid\*: /);
      expect(textOf(told)).not.toContain('Copy');
    },
  );
});

describe('the picture', () => {
  /** Carries out everything that follows from a notice, each at its time; gives what was said. */
  const playOut = async (
    first: NewNotice,
    before: (notice: NewNotice) => Promise<unknown> = async () => {},
  ) => {
    const said: { kind: string; after: number }[] = [];
    let due = [first];
    for (let notice = due.shift(); notice; notice = due.shift()) {
      now = Math.max(now, notice.dueAt ?? now);
      said.push({ kind: notice.kind, after: now - NOW });
      await before(notice);
      const delivery = await say(notice);
      if (delivery.outcome === 'later') throw new Error(delivery.reason);
      due = [...due, ...(delivery.outcome === 'delivered' ? (delivery.next ?? []) : delivery.instead)];
    }
    return said;
  };

  test('that Slack takes at once joins the card', async () => {
    const link = await withCard();
    slack.filesReadyAfter(0);
    expect((await playOut(buildQrNotice(link, ids))).map(({ kind }) => kind)).toEqual(['qr', 'edit']);
    expect(textOf(theCard())).toContain('slack_file');
  });

  test('that Slack is slow to take joins the card later, and the state never waits for it', async () => {
    const link = await withCard();
    slack.slowFiles(3);
    const states: boolean[] = [];
    const said = await playOut(buildQrNotice(link, ids), async ({ kind }) => {
      if (kind === 'qr') states.push(/Waiting/.test(textOf(theCard())));
    });
    expect(said.map(({ kind }) => kind)).toEqual(['qr', 'edit', 'qr', 'edit', 'qr', 'edit', 'qr', 'edit']);
    expect(said.map(({ after }) => after)).toEqual([0, 0, 1_000, 1_000, 3_000, 3_000, 7_000, 7_000]);
    // After the first edit the card says its state, with or without a picture.
    expect(states).toEqual([false, true, true, true]);
    expect(textOf(theCard())).toContain('slack_file');
    expect(slack.calls('files.completeUploadExternal')).toHaveLength(1);
  });

  test('that was there before the card joins it, though Slack is slow', async () => {
    const link = await openLink();
    slack.slowFiles(2);
    expect((await playOut(buildQrNotice(link, ids))).map(({ kind }) => kind)).toEqual(['qr', 'edit']);
    const posted = await say(buildCardNotice(link, ids));
    const kept = await keepCard(link, posted);
    const [edit] = posted.outcome === 'delivered' ? (posted.next ?? []) : [];
    if (!edit) throw new Error('no edit follows');
    expect(textOf(theCard())).not.toContain('slack_file');
    expect((await playOut(edit)).map(({ kind }) => kind)).toEqual(['edit', 'qr', 'edit', 'qr', 'edit']);
    expect(kept.card).not.toBeNull();
    expect(textOf(theCard())).toContain('slack_file');
  });

  test('is sought once at a time', async () => {
    const link = await withCard();
    slack.slowFiles(100);
    const [edit] = await follow(buildQrNotice(link, ids));
    if (!edit) throw new Error('no edit follows');
    const [retry] = await follow(edit);
    if (!retry) throw new Error('no other try follows');
    await store.notices.add([retry], NOW);
    expect(await follow(edit)).toEqual([]);
    expect(await follow(buildEditNotice(link, ids))).toEqual([]);
  });

  test('that Slack never takes is given up, and the maker told once', async () => {
    const link = await withCard();
    slack.slowFiles(10_000);
    const said = await playOut(buildQrNotice(link, ids));
    expect(said.filter(({ kind }) => kind === 'edit')).toHaveLength(8);
    expect(said.filter(({ kind }) => kind === 'news')).toHaveLength(1);
    expect(slack.messages(SARA_DM).at(-1)?.text).toContain('QR picture');
    expect(textOf(theCard())).toContain('🟡 Waiting');
  });

  test('of a link that was paid meanwhile is neither made nor shown', async () => {
    const link = await withCard();
    slack.slowFiles(2);
    await playOut(buildQrNotice(link, ids), async ({ dueAt }) => {
      if (dueAt !== undefined) await pay(link);
    });
    await say(buildEditNotice(link, ids));
    expect(textOf(theCard())).toMatch(/✅ Paid at /);
    expect(textOf(theCard())).not.toContain('slack_file');
    expect(slack.messages(SARA_DM)).toHaveLength(0);
  });

  test('that could not be uploaded for good is told to the maker', async () => {
    const link = await withCard();
    slack.faults.add({ method: 'files.getUploadURLExternal', error: 'missing_scope' });
    expect(kindsOf(await say(buildQrNotice(link, ids)))).toEqual(['news']);
  });
});

describe('a reply', () => {
  const reply = (link: Link) =>
    buildReplyNotice(link, ids, { state: 'paid', payment: buildPayment({ noticedAt: NOW + 21_600_000 }) });

  test('stands in the card’s thread, with a mention and with what happened then', async () => {
    const link = await withCard();
    expect(await say(reply(link))).toEqual({ outcome: 'delivered' });
    const [said] = slack.messages(FRONT_DESK).filter(({ threadTs }) => threadTs === link.card?.ts);
    expect(said?.text).toMatch(
      new RegExp(`^✅ <@${SARA}> \\*Paid\\*: AED 1,250.50 from Sara .* · paid at .*, noticed at `),
    );
  });

  test('waits for a card that is on its way', async () => {
    const link = await openLink();
    await store.notices.add([buildCardNotice(link, ids)], NOW);
    expect(await say(reply(link))).toMatchObject({ outcome: 'later' });
  });

  test('goes to the maker where there is no card', async () => {
    const link = await openLink();
    expect(await say(reply(link))).toEqual({ outcome: 'delivered' });
    expect(slack.messages(SARA_DM).at(-1)?.text).toContain('AED 1,250.50 from Sara');
  });

  test('that the thread refuses for good goes to the maker', async () => {
    const link = await withCard();
    await pay(link);
    slack.setMembership(FRONT_DESK, false);
    const delivery = await say(reply(link));
    expect(kindsOf(delivery)).toEqual(['news']);
    const [news] = delivery.outcome === 'never' ? delivery.instead : [];
    if (news) await say(news);
    expect(textOf(slack.messages(SARA_DM).at(-1))).toMatch(/could not be posted.*✅ \*Paid/s);
  });

  test('that nobody can be given is given up with its reason', async () => {
    const link = await openLink();
    slack.faults.add({ method: 'chat.postMessage', error: 'account_inactive' });
    expect(await say(reply(link))).toEqual({ outcome: 'never', reason: 'account_inactive', instead: [] });
  });
});

describe('a nudge', () => {
  test('reminds the maker, with what can be done', async () => {
    const link = await withCard();
    await say(buildNudgeNotice(link, ids));
    const told = slack.messages(SARA_DM).at(-1);
    expect(told?.text).toMatch(/^⏰ AED 1,250.50 for Sara \(···567\) is unpaid and expires /);
    expect(textOf(told)).toMatch(/whatsapp.*make_another/s);
  });

  test('is not said of a link that was paid, or that expired', async () => {
    const link = await withCard();
    now = link.expiresAt;
    expect(await say(buildNudgeNotice(link, ids))).toEqual({ outcome: 'delivered' });
    now = NOW;
    await pay(link);
    expect(await say(buildNudgeNotice(link, ids))).toEqual({ outcome: 'delivered' });
    expect(slack.messages(SARA_DM)).toHaveLength(0);
  });
});

test('news of a paid link invites nobody to pay', async () => {
  const link = await withCard();
  await pay(link);
  await say(buildNewsNotice(link, ids));
  const told = slack.messages(SARA_DM).at(-1);
  expect(textOf(told)).toMatch(/✅ \*Paid/);
  expect(textOf(told)).not.toMatch(/pay\.example\.com|slack_file|whatsapp/);
});
