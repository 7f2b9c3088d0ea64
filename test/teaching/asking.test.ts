// @module-tag store

import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  FATIMA,
  FATIMA_DM,
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  RAVI,
  RAVI_DM,
  SARA,
  SARA_DM,
  TEAM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { jobsOf } from '../../src/rooms.ts';
import { tellJob } from '../../src/slack/tell.ts';
import type { Link } from '../../src/store/link.ts';
import { seen } from '../fixtures/seen.ts';
import { DAY, HOUR, type LinksScene, MINUTE, startLinks } from '../links/link-verbs.ts';

let scene: LinksScene;

beforeEach(async () => {
  scene = await startLinks({ env: { PAYLINK_ADMINS: RAVI } });
  await give(FATIMA, 'finance');
});

afterEach(() => scene.close());

const give = (userId: string, role: 'finance' | 'admin') =>
  scene.store.members.change(TEAM, [{ userId, role }], {
    ...{ by: RAVI, at: scene.clock.now(), mustKeepAdmin: false },
  });
const sell = (by = SARA) => scene.issue({ teamId: TEAM, channelId: FRONT_DESK, creatorId: by });
/** The link is paid, and the service writes it down with these members, too. */
const payWith = async (link: Link, members: Record<string, string>) => {
  const order = link.orderId ?? '';
  scene.sandbox.reword(order, { statesIn: 'transactions', members });
  await scene.sandbox.pay(order, { callback: false });
  return look(link);
};
const look = async ({ id }: Link) => {
  await scene.app.watcher.refresh(await scene.store.links.get(id));
  return scene.store.links.get(id);
};
/** Does what is due of asking. */
const tell = async () => {
  const kinds = { ...jobsOf(scene.app), tell: tellJob({ ids: {}, of: () => ({}) }).kind(scene.app) };
  for (;;) {
    const at = scene.clock.now();
    const claim = async (queue: 'questions' | 'notices', kind: 'what-came' | 'tell') => {
      const token = scene.app.ids.nonce();
      const claimed = { at, queue, kinds: [kind], leaseMs: MINUTE, limit: 1, token };
      return (await scene.store.jobs.claim(claimed)).jobs[0];
    };
    const job = (await claim('questions', 'what-came')) ?? (await claim('notices', 'tell'));
    if (job === undefined) return;
    const context = { signal: new AbortController().signal, saveProgress: async () => true, givenUp: null };
    const ended = (await kinds[job.kind as 'tell']?.run(job, context)) ?? expect.fail(job.kind);
    if (job.kind === 'what-came') expect(ended.outcome).toBe('done');
    await scene.store.jobs.finish(job, at, { next: ('next' in ended ? ended.next : undefined) ?? [] });
  }
};
const later = async (ms: number) => {
  await scene.clock.advance(ms);
  await tell();
};
const inbox = (channel: string) => scene.slack.messages(channel).map((one) => seen(one).text);
const countEach = (...channels: string[]) => channels.map((channel) => inbox(channel).length);
const answerAll = async (says: 'nothing' | 'not-paid' = 'nothing') => {
  const open = (await scene.store.taughtWords.list(TEAM)).filter(({ answer }) => answer === null);
  await scene.store.taughtWords.teach(
    TEAM,
    open.map(({ name, word, path }) => ({ name, word, path, says })),
    {
      ...{ by: RAVI, at: scene.clock.now(), linkId: open[0]?.linkId ?? '', needsSecond: () => false },
      more: () => ({ entries: [], jobs: [] }),
    },
  );
  await scene.checkDue();
  return open.length;
};
const stateOf = async ({ id }: Link) => (await scene.store.links.get(id)).state;

const ZED = { flowState: 'ZED' };

test('admins and finance are asked at once, and once for all sales that wait for the same word', async () => {
  const [first, second] = [await sell(), await sell()];
  expect((await payWith(first, ZED)).payment).toMatchObject({ doubt: 'word', askedAt: scene.clock.now() });
  await payWith(second, ZED);
  await tell();
  expect(countEach(RAVI_DM, FATIMA_DM, OMAR_DM, SARA_DM)).toEqual([1, 1, 0, 0]);
  expect(inbox(FATIMA_DM)[0]).toMatch(
    /Is this paid\?.*`flowState: ZED`.*no sale of which it says this counts as paid/s,
  );
  await answerAll();
  expect([await stateOf(first), await stateOf(second)]).toEqual(['paid', 'paid']);
  await later(2 * DAY);
  expect(countEach(RAVI_DM, FATIMA_DM, SARA_DM)).toEqual([1, 1, 0]);
});

test('after a quarter of an hour the owner hears it and whoever else may answer; then all each morning, once', async () => {
  const [first, second] = [await sell(), await sell(OMAR)];
  await payWith(first, ZED);
  await tell();
  await give(OMAR, 'admin');
  await payWith(second, { ...ZED, stage: 'QXW' });
  await tell();
  expect(countEach(RAVI_DM, FATIMA_DM, OMAR_DM, SARA_DM)).toEqual([2, 2, 1, 0]);
  await later(14 * MINUTE);
  expect(countEach(RAVI_DM, FATIMA_DM, OMAR_DM, SARA_DM)).toEqual([2, 2, 1, 0]);
  await later(MINUTE);
  // Omar may answer himself.
  expect(countEach(RAVI_DM, FATIMA_DM, OMAR_DM, SARA_DM)).toEqual([2, 2, 2, 1]);
  expect(inbox(SARA_DM)[0]).toMatch(
    /Nobody has answered yet.*AED 250\.00.*Don’t hand over.*look up PL-.*Ask <@/s,
  );
  // The next morning at nine, for both questions.
  await scene.clock.advance(DAY - 3 * HOUR - 16 * MINUTE);
  await tell();
  const before = countEach(RAVI_DM, FATIMA_DM, OMAR_DM, SARA_DM);
  await later(MINUTE);
  expect(countEach(RAVI_DM, FATIMA_DM, OMAR_DM, SARA_DM)).toEqual(
    before.map((count, at) => count + (at < 3 ? 1 : 0)),
  );
  expect(inbox(RAVI_DM).at(-1)).toMatch(/2 sales wait for your answer.*`flowState: ZED` and `stage: QXW`/s);
  await later(DAY);
  expect(inbox(RAVI_DM)).toHaveLength((before[0] ?? 0) + 2);
  await answerAll();
  await later(3 * DAY);
  expect(inbox(RAVI_DM)).toHaveLength((before[0] ?? 0) + 2);
});

test('of an owner whom Slack cannot reach, those who may use everybody’s links hear that nobody has answered', async () => {
  const link = await sell();
  await payWith(link, ZED);
  await tell();
  scene.slack.faults.add({ method: 'chat.postMessage', error: 'user_disabled', times: 1 });
  await later(15 * MINUTE);
  expect(inbox(SARA_DM)).toEqual([]);
  expect(inbox(RAVI_DM).at(-1)).toMatch(/can’t reach <@\w+> .*Nobody has answered yet.*AED 250\.00/s);
  expect(await scene.store.links.get(link.id)).toMatchObject({ ownerGoneAs: 'user_disabled' });
});

test('what is new on a sale that counts is one digest the next morning, and asked at once when a sale waits', async () => {
  const [first, second] = [await sell(), await sell()];
  await payWith(first, {});
  await payWith(second, {});
  const paid = await scene.store.links.get(first.id);
  for (const [link, members] of [
    [first, ZED],
    [second, { ...ZED, stage: 'QXW' }],
  ] as const) {
    scene.sandbox.reword(link.orderId ?? '', { statesIn: 'transactions', members });
    await look(link);
  }
  expect(await scene.store.links.get(first.id)).toMatchObject({ state: 'paid', version: paid.version });
  await later(HOUR);
  expect(countEach(RAVI_DM, FATIMA_DM)).toEqual([0, 0]);
  await later(DAY);
  expect(countEach(RAVI_DM, FATIMA_DM)).toEqual([1, 0]);
  expect(inbox(RAVI_DM)[0]).toMatch(/payments that count already.*`flowState: ZED`.*Nothing changes/s);
  expect(inbox(RAVI_DM)[0]).toContain('stage: QXW');
  await later(3 * DAY);
  expect(countEach(RAVI_DM, FATIMA_DM)).toEqual([1, 0]);
  const third = await sell();
  expect((await payWith(third, ZED)).state).toBe('reported');
  await tell();
  expect(countEach(RAVI_DM, FATIMA_DM)).toEqual([2, 1]);
});

test('a question that no sale waited for any more is asked again with the next sale', async () => {
  const link = await sell();
  await payWith(link, ZED);
  await tell();
  scene.sandbox.reword(link.orderId ?? '', { statesIn: 'transactions', members: {} });
  expect((await look(link)).state).toBe('paid');
  await later(16 * MINUTE);
  expect(countEach(RAVI_DM, SARA_DM)).toEqual([1, 0]);
  await payWith(await sell(), ZED);
  await tell();
  expect(countEach(RAVI_DM, FATIMA_DM)).toEqual([2, 2]);
});

test('who becomes an admin later is asked about a sale that is Reported already', async () => {
  await scene.close();
  scene = await startLinks({ env: { PAYLINK_ADMINS: '' } });
  const link = await sell();
  expect((await payWith(link, ZED)).payment?.askedAt).toBeUndefined();
  await tell();
  expect(inbox(SARA_DM)[0]).toMatch(/Only an admin can say/);
  await give(OMAR, 'admin');
  expect((await look(link)).payment?.askedAt).toBeDefined();
});

test('something that went back of a paid sale is told to finance, and changes nothing until it is answered', async () => {
  const [link, other] = [await sell(), await sell()];
  await payWith(link, {});
  await payWith(other, {});
  const refund = { refundStatus: 'ZEDDED' };
  for (const one of [link, other]) {
    scene.sandbox.reword(one.orderId ?? '', { statesIn: 'transactions', members: refund });
    await look(one);
    await look(one);
  }
  expect(await scene.store.links.get(link.id)).toMatchObject({
    state: 'paid',
    payment: { finding: 'confirmed', refundedFils: 0, backAskedAt: scene.clock.now() },
  });
  await tell();
  // Of each sale, and none of it is a question to the admins.
  expect(countEach(FATIMA_DM, RAVI_DM, SARA_DM)).toEqual([2, 0, 0]);
  expect(inbox(FATIMA_DM)[0]).toMatch(/Did money go back\?.*`refundStatus: ZEDDED`.*refund not confirmed/s);
  expect(await scene.store.linkDays.backAsked(TEAM, 0)).toHaveLength(2);
  await answerAll();
  await tell();
  for (const { id } of [link, other]) {
    const { state, payment } = await scene.store.links.get(id);
    expect([state, payment?.backAskedAt]).toEqual(['paid', undefined]);
  }
  expect(await scene.store.linkDays.backAsked(TEAM, 0)).toEqual([]);
});

test('an answer judges every link again whose kept record has that name, however it is written and whatever its state', async () => {
  const [paid, other] = [await sell(), await sell()];
  for (const link of [paid, other]) await payWith(link, {});
  for (const link of [paid, other]) {
    scene.sandbox.reword(link.orderId ?? '', { statesIn: 'transactions', members: { flow_State: 'ZED' } });
    await look(link);
  }
  const third = await sell();
  await payWith(third, {});
  const named: string[] = [];
  for await (const some of scene.store.links.withNames(TEAM, ['payment.flowstate', 'zed'], scene.clock.now()))
    named.push(...some.map(({ id }) => id));
  expect(named.sort()).toEqual([paid.id, other.id].sort());
  const listDenials = async () =>
    (await scene.rows('jobs'))
      .filter(({ payload }) => String(payload).includes('denied'))
      .toSorted((one, other) => Number(one['seq']) - Number(other['seq']));
  expect(await listDenials()).toEqual([]);
  await answerAll('not-paid');
  // Only the link that it was asked about is read again.
  expect((await listDenials()).map((job) => job['link_id'])).toEqual([paid.id, paid.id]);
  await tell();
  expect((await listDenials()).slice(2).map((job) => job['link_id'])).toEqual([other.id, other.id]);
});

test('a month with a harmless new leaf each week asks once a week, and no sale is Reported longer than the answer takes', async () => {
  const ANSWER_TAKES = 2 * HOUR;
  const members: Record<string, string> = {};
  const asked: number[] = [];
  for (let day = 0; day < 28; day += 1) {
    if (day % 7 === 2) members[`leaf${'ABCD'[Math.floor(day / 7)]}x`] = `QX${'ABCD'[Math.floor(day / 7)]}`;
    const before = inbox(RAVI_DM).length;
    const sold = [await sell(), await sell(OMAR), await sell()];
    for (const link of sold) {
      await payWith(link, members);
      await tell();
      await later(20 * MINUTE);
    }
    const isAsked = (await scene.store.taughtWords.list(TEAM)).some(({ answer }) => answer === null);
    await later(ANSWER_TAKES - HOUR);
    await answerAll();
    for (const link of sold) expect(await stateOf(link), `day ${day}`).toBe('paid');
    await later(DAY - ANSWER_TAKES);
    if (isAsked) asked.push(inbox(RAVI_DM).length - before);
  }
  expect(asked).toEqual([1, 1, 1, 1]);
  expect(inbox(RAVI_DM)).toHaveLength(4);
});
