// @module-tag long
// @module-tag store

import { beforeEach, describe, expect, test } from 'vitest';
import {
  FATIMA,
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  QUIET,
  RAVI,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { buildLinkShow } from '../../src/links/card/notice-kinds.ts';
import type { Store } from '../../src/open-store.ts';
import type { Role } from '../../src/people/member-store.ts';
import type { NewJob } from '../../src/store/job.ts';
import type { LinkStore } from '../../src/store/link-store.ts';
import { buildShow } from '../../src/store/message-store.ts';
import { askFor } from '../fixtures/approvals.ts';
import { buildLink } from '../fixtures/links.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { NOW } from '../links/notice-verbs.ts';
import { type Ended, startNotices } from '../links/run-notices.ts';

const TEAM = 'T0PLAY';
const SUBJECT = { teamId: TEAM, requestId: 'lnk_1' };
const DONE = 'done';
const LATER = 'later: internal_error, a try';
const AWAY = 'later: unexpected, a try';
const MINUTE = 60_000;
const EXPIRES = NOW + 120 * MINUTE;

/** What the app finds when it reads the request for the first time in a job, the second, and so on. */
let find: (
  look: number,
  really: () => ReturnType<LinkStore['findSale']>,
) => ReturnType<LinkStore['findSale']>;
let looks: number;
let areMembersAway: boolean;

const withStore = (store: Store): Store => ({
  ...store,
  links: {
    ...store.links,
    findSale: (...given) => find(looks++, () => store.links.findSale(...given)),
  },
  members: {
    ...store.members,
    list: async (teamId) => {
      if (areMembersAway) throw new Error('the database is away');
      return store.members.list(teamId);
    },
  },
});

const scene = perTest(() => startNotices({ withStore }));

beforeEach(async () => {
  find = (_, really) => really();
  areMembersAway = false;
  await roles({ supervisors: [OMAR, SARA], admins: [RAVI] });
});

/** Everyone else is a cashier. */
const roles = async ({ supervisors, admins }: { supervisors: string[]; admins: string[] }) => {
  const before = await scene.store.members.list(TEAM);
  const give = (people: string[], role: Role | null) => people.map((userId) => ({ userId, role }));
  await scene.store.members.change(
    TEAM,
    [
      ...give(
        before.map(({ userId }) => userId),
        null,
      ),
      ...give(supervisors, 'supervisor'),
      ...give(admins, 'admin'),
    ],
    { by: RAVI, at: scene.clock.now(), mustKeepAdmin: false },
  );
};

const ask = (channelId = FRONT_DESK) =>
  askFor(scene.store, 'lnk_1', {
    ...{ teamId: TEAM, channelId, creatorId: SARA },
    ...{ expiresAt: EXPIRES, details: buildLink().details, at: NOW },
  });

const end = (to: 'declined' | 'withdrawn') =>
  scene.store.approvals.decide({
    ...{ teamId: TEAM, id: 'lnk_1', by: OMAR, at: NOW, jobs: () => [] },
    ...(to === 'declined' ? { to, reason: 'Wrong amount' } : { to }),
  });

const job = (kind: NewJob['kind'], payload: object): NewJob => ({
  id: scene.ids.job(),
  ...{ teamId: TEAM, kind, payload: { requestId: 'lnk_1', ...payload } },
});
const run = (one: NewJob) => {
  looks = 0;
  return scene.run(one);
};
const showTo = (userId: string) => buildShow({ teamId: TEAM, what: 'approval-ask', id: `lnk_1:${userId}` });
const outcome = (one: NewJob, tried: Parameters<typeof scene.outcome>[1] = {}) => {
  looks = 0;
  return scene.outcome(one, tried);
};
const card = () => buildLinkShow({ teamId: TEAM, id: 'lnk_1', saleId: 'lnk_1' }, NOW);
const bring = () => outcome(card());
const atExpiry = () => outcome(job('approval-round', { round: 'expiry' }));
/** Where the card is. */
const placed = () => scene.store.messages.find({ teamId: TEAM, what: 'sale', id: 'lnk_1' });
/** What the app logged about cards of requests. */
const logged = () =>
  scene.logLines
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ msg }) => /^(channel refused a message|message refused)$/.test(String(msg)));
/** The calls that write messages. */
const writes = () => scene.slack.calls().filter(({ method }) => method.startsWith('chat.'));
const refuse = (error: string, method = 'chat.postMessage', times = 1) =>
  scene.slack.faults.add({ method, error, times });
const stored = () => scene.store.links.find(TEAM, 'lnk_1');
/** A call of the Web API, as people see it. */
const asSent = (call: Record<string, unknown> | undefined) => seen({ blocks: call?.['blocks'] as unknown[] });
const UNFOLDS_NOTHING = { unfurl_links: 'false', unfurl_media: 'false' };

describe('the card of a request', () => {
  test('is posted once without buttons, gets them by an edit, and mentions every approver except the creator', async () => {
    await ask();
    expect(await bring()).toEqual(DONE);
    const [posted] = scene.argumentsOf('chat.postMessage');
    expect(posted).toMatchObject({ channel: FRONT_DESK, ...UNFOLDS_NOTHING });
    const { text, buttons } = asSent(posted);
    expect(text).toMatch(new RegExp(`needs approval: <@${OMAR}>(?!.*<@${SARA}>)`, 's'));
    expect(buttons).toEqual([]);
    expect(seen(scene.theCard()).buttons).toContain('Approve');
    expect(await placed()).toMatchObject({ channelId: FRONT_DESK, ts: scene.theCard()?.ts, refusedAs: null });
    expect(await bring()).toEqual(DONE);
    expect(scene.slack.posts()).toHaveLength(1);
    // It shows already what is true.
    expect(scene.slack.updates()).toHaveLength(1);
    expect(logged()).toEqual([]);
  });

  test('is posted only while the request is open', async () => {
    await ask();
    await end('withdrawn');
    expect(await bring()).toEqual(DONE);
    expect(writes()).toHaveLength(0);
  });

  testAtLength('waits for the expiry of the request if the clock was set back', async () => {
    await ask();
    await bring();
    await scene.clock.advance(EXPIRES - NOW - 1_000);
    expect(await atExpiry()).toBe('later: not expired yet after 1000 ms');
    await scene.clock.advance(1_000);
    await scene.store.meta.write('clock', String(EXPIRES + 60 * 60_000));
    // Until an answer from outside shows that the clock is right.
    expect(await atExpiry()).toBe('later: not expired yet after 60000 ms');
    await scene.store.approvalAsks.add(SUBJECT, [
      { userId: OMAR, round: 0, reason: 'approver', askedAt: NOW },
    ]);
    await bring();
    expect(await atExpiry()).toBe('done → show → approval-round → tell');
    expect(await stored()).toMatchObject({ state: 'lapsed' });
    await bring();
    expect(seen(scene.theCard()).text).toContain('Lapsed');
  });

  testAtLength('shows a decision made before the expiry, whatever the clock says', async () => {
    await ask();
    await bring();
    await end('declined');
    expect(await atExpiry()).toEqual(DONE);
    expect(await bring()).toEqual(DONE);
    expect(seen(scene.theCard()).text).toContain('Declined');
  });

  testAtLength('is edited again for a decision that was made during an edit', async () => {
    await ask();
    find = async (look, really) => {
      const read = await really();
      if (look === 0) await end('declined');
      return read;
    };
    await bring();
    expect(seen(scene.theCard()).buttons).toContain('Approve');
    expect(await bring()).toEqual(DONE);
    expect(seen(scene.theCard()).text).toMatch(/declined/i);
    expect(seen(scene.theCard()).buttons).toEqual(['Change and ask again']);
  });

  test('goes to the creator’s messages if the channel refuses it, and mentions nobody there', async () => {
    await ask(QUIET);
    expect(await bring()).toEqual(DONE);
    expect(scene.argumentsOf('chat.postMessage').map(({ channel }) => channel)).toEqual([QUIET, SARA]);
    expect(asSent(scene.argumentsOf('chat.postMessage')[1]).text).not.toContain('needs approval: ');
    expect(await placed()).toMatchObject({
      channelId: SARA_DM,
      refusedAs: 'not_in_channel',
    });
    const msg = 'message refused';
    expect(logged()).toMatchObject([
      { level: 'warn', msg, what: 'sale', id: 'lnk_1', reason: 'not_in_channel' },
    ]);
    expect(await bring()).toEqual(DONE);
  });

  testAtLength('mentions nobody in the creator’s own messages', async () => {
    await ask(SARA);
    expect(await bring()).toEqual(DONE);
    const [posted] = scene.argumentsOf('chat.postMessage');
    expect(asSent(posted).text).not.toContain('needs approval: ');
  });

  test('names those who got a direct message, when it is edited', async () => {
    await ask();
    await bring();
    expect(seen(scene.theCard()).text).not.toContain('asked by direct message');
    await scene.store.approvalAsks.add(SUBJECT, [
      { userId: OMAR, round: 0, reason: 'approver', askedAt: NOW },
    ]);
    await bring();
    expect(seen(scene.theCard()).text).toContain(`asked by direct message: <@${OMAR}>`);
  });

  test('waits while Slack fails, and is posted nowhere else', async () => {
    await ask();
    refuse('internal_error');
    expect(await bring()).toEqual(LATER);
    expect(scene.argumentsOf('chat.postMessage')).toHaveLength(1);
  });

  testAtLength('that was deleted sends the creator nothing, and is not edited again', async () => {
    await ask();
    await bring();
    await end('declined');
    refuse('message_not_found', 'chat.update');
    expect(await bring()).toEqual(DONE);
    expect(scene.slack.messages(SARA_DM)).toHaveLength(0);
    expect(await placed()).toMatchObject({ shown: 'message_not_found' });
  });

  testAtLength('whose channel was archived goes on in the creator’s messages, with the reason', async () => {
    await ask();
    await bring();
    await scene.store.approvalAsks.add(SUBJECT, [
      { userId: OMAR, round: 0, reason: 'approver', askedAt: NOW },
    ]);
    refuse('is_archived', 'chat.update');
    expect(await bring()).toEqual(DONE);
    expect(await placed()).toMatchObject({ channelId: SARA_DM, refusedAs: 'is_archived' });
    expect(seen(scene.messageToSara()).text).toMatch(/is archived, so this card is here/);
    await end('declined');
    expect(await bring()).toEqual(DONE);
    expect(seen(scene.messageToSara()).text).toContain('Declined');
    expect(scene.slack.messages(SARA_DM)).toHaveLength(1);
  });

  test('that its channel refused for a day goes to the creator’s messages', async () => {
    await ask();
    scene.slack.faults.add({ method: 'chat.postMessage', error: 'invented', channel: FRONT_DESK });
    const spent = { attempts: 1_000_000_000, lastError: 'invented', unclearForMs: 86_400_000 };
    expect(await outcome(card(), spent)).toEqual('failed: invented');
    expect(seen(scene.messageToSara()).text).toContain('approvers find it in Paylink’s Home');
  });

  test('stays as it is if the request vanishes', async () => {
    await ask();
    await bring();
    find = async () => null;
    expect(await bring()).toEqual(DONE);
    expect(scene.slack.updates()).toHaveLength(1);
  });

  testAtLength.each([{ channel: FRONT_DESK }, { ts: '1.1' }])(
    'is posted again if Slack’s answer lacks the channel or the message id: %j',
    async (answer) => {
      await ask();
      scene.slack.faults.add({ method: 'chat.postMessage', answer: { ok: true, ...answer } });
      expect(await bring()).toBe('later: no message id, a try');
      expect(await placed()).toBeNull();
    },
  );

  test('throws an error of our own, so that its job is retried', async () => {
    await ask();
    areMembersAway = true;
    expect(await bring()).toBe(AWAY);
    expect(writes()).toHaveLength(0);
  });
});

testAtLength('nobody hears of a request that does not exist', async () => {
  for (const round of [0, 'decided', 'expiry'])
    expect(await outcome(job('approval-round', { round }))).toEqual(DONE);
  for (const one of [buildShow({ teamId: TEAM, what: 'sale', id: 'lnk_1' }), showTo(OMAR)])
    expect(await outcome(one)).toEqual(DONE);
  expect(writes()).toHaveLength(0);
});

describe('the people who are asked', () => {
  const turn = (round: number | 'decided') => run(job('approval-round', { round }));
  const asked = async () =>
    (await scene.store.approvalAsks.list(SUBJECT)).map(({ userId, round, reason }) => [
      userId,
      round,
      reason,
    ]);
  /** Without the morning's message about all that waits. */
  const nextOf = ({ next }: Ended) =>
    next
      .filter(({ kind }) => kind !== 'approval-reminder')
      .map(({ kind, dueAt, payload }) => ({ kind, after: (dueAt ?? 0) - scene.clock.now(), payload }));
  const message = (userId: string) => ({
    ...{ kind: 'show', after: 0 },
    payload: { what: 'approval-ask', id: `lnk_1:${userId}` },
  });
  const edit = { kind: 'show', after: 0, payload: { what: 'sale', id: 'lnk_1' } };
  const planned = (round: number, after = 30 * 60_000) => ({
    ...{ kind: 'approval-round', after },
    payload: { requestId: 'lnk_1', round },
  });

  test('are the supervisors except the creator; after the wait, the admins; and then nobody', async () => {
    await ask();
    expect(nextOf(await turn(0))).toEqual([message(OMAR), edit, planned(1)]);
    // A process that takes over asks the same people.
    await roles({ supervisors: [FATIMA], admins: [RAVI] });
    expect(nextOf(await turn(0))).toEqual([message(OMAR), edit, planned(1)]);
    await roles({ supervisors: [OMAR, SARA], admins: [RAVI] });
    await scene.clock.advance(30 * MINUTE);
    expect(nextOf(await turn(1))).toEqual([message(RAVI), edit, planned(2)]);
    await scene.clock.advance(30 * MINUTE);
    expect(nextOf(await turn(2))).toMatchObject([{ kind: 'tell', payload: { to: SARA } }]);
    expect(await asked()).toEqual([
      [OMAR, 0, 'approver'],
      [RAVI, 1, 'no-answer'],
    ]);
  });

  testAtLength('are ten at a time, and all supervisors come before the admins', async () => {
    const many = Array.from({ length: 12 }, (_, index) => `U0SUP${10 + index}`);
    await roles({ supervisors: many, admins: [RAVI] });
    await ask();
    expect(nextOf(await turn(0)).filter(({ kind }) => kind === 'show')).toHaveLength(11);
    expect(nextOf(await turn(1))).toEqual([...many.slice(10).map(message), edit, planned(2)]);
    expect(nextOf(await turn(2))).toEqual([message(RAVI), edit, planned(3)]);
  });

  test.each([
    ['the admins at once if the creator is the only supervisor', [SARA], [RAVI], [RAVI, 'no-other-approver']],
    ['the admins if there are no supervisors', [], [RAVI], [RAVI, 'approver']],
    ['nobody by name if roles are off', [], [], null],
  ])('are %s', async (_, supervisors, admins, one) => {
    await roles({ supervisors, admins });
    await ask();
    expect(nextOf(await turn(0))).toEqual([...(one === null ? [] : [message(RAVI), edit]), planned(1)]);
    expect(await asked()).toEqual(one === null ? [] : [[one[0], 0, one[1]]]);
    expect(writes()).toHaveLength(0);
  });

  test.each([null, 120])('are never more with a wait of %s minutes', async (askNextMinutes) => {
    await ask();
    await scene.store.settings.change(TEAM, { askNextMinutes }, { by: RAVI, at: NOW });
    expect(nextOf(await turn(0))).toEqual([message(OMAR), edit]);
  });

  test('are nobody if there is no other approver: the creator reads what to do, and a later supervisor is asked', async () => {
    await roles({ supervisors: [], admins: [SARA] });
    await ask();
    const first = await turn(0);
    expect(nextOf(first).slice(1)).toEqual([planned(1)]);
    for (const told of first.next.slice(0, 1)) await scene.run(told);
    expect(scene.messageToSara()?.text).toContain('make a colleague a supervisor in /paylink settings');
    await roles({ supervisors: [OMAR], admins: [SARA] });
    await scene.clock.advance(30 * MINUTE);
    expect(nextOf(await turn(1))).toEqual([message(OMAR), edit, planned(2)]);
  });

  test('all get the decision, and nobody else is asked', async () => {
    await roles({ supervisors: [OMAR, FATIMA], admins: [RAVI] });
    await ask();
    // A process that takes over asks the same people.
    for (const _ of ['first', 'again'])
      expect(nextOf(await turn(0))).toEqual(expect.arrayContaining([message(FATIMA), message(OMAR)]));
    await end('declined');
    expect(nextOf(await turn('decided'))).toEqual([message(FATIMA), message(OMAR)]);
    expect(nextOf(await turn(1))).toEqual([message(FATIMA), message(OMAR)]);
    expect(await asked()).toHaveLength(2);
  });

  testAtLength('are asked later if the store fails', async () => {
    await ask();
    areMembersAway = true;
    expect(await outcome(job('approval-round', { round: 0 }))).toBe(AWAY);
  });

  test('are nobody about a decision before there is one', async () => {
    await ask();
    expect(await outcome(job('approval-round', { round: 'decided' }))).toEqual(DONE);
    expect(await asked()).toEqual([]);
  });
});

describe('an approver', () => {
  const askOne = () => outcome(showTo(OMAR));
  const askOmar = async () => {
    await ask();
    await scene.store.approvalAsks.add(SUBJECT, [
      { userId: OMAR, round: 0, reason: 'approver', askedAt: NOW },
    ]);
  };
  const theMessage = () => seen(scene.slack.messages(OMAR_DM).at(-1));

  test('is asked once by direct message, at first without buttons, and reads the decision there', async () => {
    await askOmar();
    expect(await askOne()).toEqual(DONE);
    expect(scene.argumentsOf('chat.postMessage')).toMatchObject([{ channel: OMAR, ...UNFOLDS_NOTHING }]);
    expect(asSent(scene.argumentsOf('chat.postMessage')[0]).buttons).toEqual([]);
    expect(scene.argumentsOf('chat.update')).toHaveLength(1);
    expect(theMessage().buttons).toContain('Approve');
    expect(await askOne()).toEqual(DONE);
    await end('declined');
    expect(await askOne()).toEqual(DONE);
    expect(scene.slack.posts()).toHaveLength(1);
    expect(theMessage()).toMatchObject({ text: expect.stringContaining('Declined by'), buttons: [] });
  });

  test('is not asked about a decided request', async () => {
    await askOmar();
    await end('declined');
    expect(await askOne()).toEqual(DONE);
    expect(writes()).toHaveLength(0);
  });

  testAtLength(
    'gets a second message if the first lost its answer, and one of the two has buttons',
    async () => {
      await askOmar();
      const answer = { ok: true, channel: OMAR_DM };
      scene.slack.faults.add({ method: 'chat.postMessage', answer, times: 1 });
      expect(await askOne()).toBe('later: no message id, a try');
      expect(await askOne()).toEqual(DONE);
      expect(theMessage().buttons).toContain('Approve');
    },
  );

  testAtLength('gets no second message after deleting the first', async () => {
    await askOmar();
    await askOne();
    await end('declined');
    refuse('message_not_found', 'chat.update');
    expect(await askOne()).toEqual(DONE);
    expect(scene.slack.posts()).toHaveLength(1);
    expect(scene.slack.messages(SARA_DM)).toHaveLength(0);
  });

  test('is named to the creator if Slack does not reach them', async () => {
    await askOmar();
    refuse('user_disabled');
    const refused = await run(showTo(OMAR));
    expect(refused).toMatchObject({ reason: 'user_disabled', next: [{ kind: 'tell' }] });
    for (const told of refused.next) await scene.run(told);
    expect(scene.messageToSara()?.text).toContain(`could not be sent to <@${OMAR}>`);
    expect(scene.slack.posts()).toHaveLength(1);
  });

  test('is asked later while Slack fails', async () => {
    await askOmar();
    refuse('internal_error');
    expect(await askOne()).toEqual(LATER);
    expect(scene.argumentsOf('chat.postMessage')).toHaveLength(1);
  });
});
