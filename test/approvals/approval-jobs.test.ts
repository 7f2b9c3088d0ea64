// @module-tag long
// @module-tag store

import { beforeEach, expect, test } from 'vitest';
import {
  FATIMA,
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  RAVI,
  RAVI_DM,
  SARA,
  SARA_DM,
  TEAM,
} from '../../packages/local-slack/src/people-and-places.ts';
import {
  buildRemindJob,
  buildRoundJob,
  buildWaitingTell,
  SHOWN_ASK,
} from '../../src/approvals/approval-jobs.ts';
import { buildLinkShow } from '../../src/links/card/notice-kinds.ts';
import type { Role } from '../../src/people/member-store.ts';
import type { NewJob } from '../../src/store/job.ts';
import { buildShow } from '../../src/store/message-store.ts';
import { askFor } from '../fixtures/approvals.ts';
import { buildLink } from '../fixtures/links.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { startNotices } from '../links/run-notices.ts';

const MINUTE = 60_000;
const ZONE = 'Asia/Dubai';
const ID = 'lnk_1';

/** One job after the other. Ravi is an admin by the installation. */
const scene = perTest(() => startNotices({ env: { PAYLINK_ADMINS: RAVI } }));
const REQUEST = { teamId: TEAM, id: ID, creatorId: SARA };
const SUBJECT = { teamId: TEAM, requestId: ID };

const give = (role: Role | null, ...people: string[]) =>
  scene.store.members.change(
    TEAM,
    people.map((userId) => ({ userId, role })),
    { by: RAVI, at: scene.clock.now(), mustKeepAdmin: false },
  );

const ask = ({ by = SARA } = {}) => {
  const at = scene.clock.now();
  return askFor(scene.store, ID, {
    ...{ teamId: TEAM, channelId: FRONT_DESK, creatorId: by, ownerId: by },
    ...{ expiresAt: at + 120 * MINUTE, details: buildLink().details, at },
  });
};

beforeEach(() => give('supervisor', OMAR, SARA));

const asks = (...people: string[]) =>
  scene.store.approvalAsks.add(
    SUBJECT,
    people.map((userId) => ({ userId, round: 0, reason: 'approver', askedAt: 0 })),
  );
const end = (to: 'declined' | 'withdrawn') =>
  scene.store.approvals.decide({
    ...{ teamId: TEAM, id: ID, by: OMAR, at: scene.clock.now(), jobs: () => [] },
    ...(to === 'declined' ? { to, reason: 'Wrong amount' } : { to }),
  });
const round = (which: number | 'decided' | 'expiry') => {
  const { payload } = buildRoundJob(REQUEST, 0, 0);
  const job = { id: scene.ids.job(), teamId: TEAM, kind: 'approval-round' as const };
  return { ...job, payload: { ...payload, round: which } };
};
const showTo = (userId: string) => buildShow({ teamId: TEAM, what: SHOWN_ASK, id: `${ID}:${userId}` });
const card = () => buildLinkShow({ teamId: TEAM, id: ID, saleId: ID }, scene.clock.now());
const morning = () => buildRemindJob(TEAM, scene.clock.now(), ZONE);
/** Runs a job, and what it shows and tells; gives who got something new. */
const run = async (...jobs: NewJob[]) => {
  for (const job of jobs) {
    const { next } = await scene.run(job);
    if (job.kind !== 'show' && job.kind !== 'tell')
      await run(...next.filter(({ kind }) => kind === 'show' || kind === 'tell'));
  }
  return [FRONT_DESK, OMAR_DM, RAVI_DM, SARA_DM].filter((place) => scene.slack.messages(place).length > 0);
};

type Change = () => Promise<unknown>;
const nothing: Change = async () => undefined;
const declined: Change = () => end('declined');
const withdrawn: Change = () => end('withdrawn');
const roleGone: Change = () => give(null, OMAR);

/** What is told after the change, and who gets it. */
const WAYS: Record<string, (change: Change) => Promise<string[]>> = {
  'the card': (change) => change().then(() => run(card())),
  'the message to an approver': (change) => change().then(() => run(showTo(OMAR))),
  'the next people': (change) => change().then(() => run(round(1))),
  'that nobody is left': (change) => change().then(() => run(buildWaitingTell(REQUEST, 'nobody-left'))),
  'the morning’s message, planned after it': (change) => change().then(() => run(morning())),
  'the morning’s message, planned before it': async (change) => {
    const { next } = await scene.run(morning());
    await change();
    return run(...next.filter(({ kind }) => kind === 'tell'));
  },
};

test.each<[told: keyof typeof WAYS, string, change: Change, to: string[]]>([
  ['the card', 'nothing', nothing, [FRONT_DESK]],
  ['the card', 'withdrawn', withdrawn, []],
  ['the message to an approver', 'nothing', nothing, [OMAR_DM]],
  ['the message to an approver', 'declined', declined, []],
  ['the next people', 'nothing', nothing, [FRONT_DESK, RAVI_DM]],
  ['the next people', 'declined', declined, []],
  ['that nobody is left', 'nothing', nothing, [SARA_DM]],
  ['that nobody is left', 'declined', declined, []],
  ['the morning’s message, planned after it', 'nothing', nothing, [OMAR_DM]],
  ['the morning’s message, planned after it', 'declined', declined, []],
  ['the morning’s message, planned after it', 'the role is gone', roleGone, []],
  ['the morning’s message, planned before it', 'nothing', nothing, [OMAR_DM]],
  ['the morning’s message, planned before it', 'declined', declined, []],
  ['the morning’s message, planned before it', 'the role is gone', roleGone, []],
])('of what changes before %s, %s: it goes where it still should', async (told, _, change, to) => {
  await ask();
  await asks(OMAR);
  expect(await WAYS[told]?.(change)).toEqual(to);
});

test('nobody hears of a request that does not exist, or of a decision before there is one', async () => {
  const sale = buildShow({ teamId: TEAM, what: 'sale', id: ID });
  const jobs = [round(0), round('decided'), round('expiry'), sale, showTo(OMAR)];
  for (const job of jobs) expect(await scene.outcome(job)).toBe('done');
  await ask();
  await asks(OMAR);
  expect(await scene.outcome(round('decided'))).toBe('done');
  expect(scene.slack.posts()).toEqual([]);
});

testAtLength(
  'a request waits for its expiry if the clock was set back, or nobody knows the time',
  async () => {
    await ask();
    await asks(OMAR);
    await scene.clock.advance(120 * MINUTE - 1_000);
    expect(await scene.outcome(round('expiry'))).toBe('later: not expired yet after 1000 ms');
    await scene.clock.advance(1_000);
    await scene.store.meta.write('clock', String(scene.clock.now() + 60 * MINUTE));
    // Until an answer from outside shows that the clock is right.
    expect(await scene.outcome(round('expiry'))).toBe('later: not expired yet after 60000 ms');
    await scene.run(card());
    expect(await scene.outcome(round('expiry'))).toBe('done → show → approval-round → tell');
    expect(await scene.store.links.find(TEAM, ID)).toMatchObject({ state: 'lapsed' });
  },
);

test('a process that takes over asks the same people, whoever has the roles by then', async () => {
  await ask();
  const asked = async () => {
    const { next } = await scene.run(round(0));
    return next.filter(({ payload }) => JSON.stringify(payload).includes(SHOWN_ASK));
  };
  const first = await asked();
  expect(first).toMatchObject([{ payload: { id: `${ID}:${OMAR}` } }]);
  await give(null, OMAR);
  await give('supervisor', FATIMA);
  expect((await asked()).map(({ payload }) => payload)).toEqual(first.map(({ payload }) => payload));
});

test.each([
  [30, true],
  [119, true],
  [120, false],
])('a round %i minutes later is planned only while the request lasts: %s', async (askNextMinutes, is) => {
  await ask();
  await scene.store.settings.change(TEAM, { askNextMinutes }, { by: RAVI, at: 0 });
  const { next } = await scene.run(round(0));
  const planned = next.filter(({ kind }) => kind === 'approval-round');
  const dueAt = scene.clock.now() + askNextMinutes * MINUTE;
  expect(planned).toMatchObject(is ? [{ dueAt, payload: { round: 1 } }] : []);
});

test('if there is no other approver the creator reads what to do, and a later supervisor is asked', async () => {
  await give(null, OMAR);
  await ask({ by: RAVI });
  await give(null, SARA);
  expect(await run(round(0))).toEqual([RAVI_DM]);
  expect(scene.slack.messages(RAVI_DM)[0]?.text).toContain(
    'make a colleague a supervisor in /paylink settings',
  );
  await give('supervisor', OMAR);
  expect(await run(round(1))).toContain(OMAR_DM);
});

test('an approver whom Slack does not reach is named to the creator', async () => {
  await ask();
  await asks(OMAR);
  scene.slack.faults.add({ method: 'chat.postMessage', error: 'user_disabled', times: 1 });
  const refused = await scene.run(showTo(OMAR));
  expect(refused).toMatchObject({ reason: 'user_disabled', next: [{ kind: 'tell' }] });
  await run(...refused.next);
  expect(scene.messageToSara()?.text).toContain(`didn’t deliver it to <@${OMAR}>`);
});

test('a card that its channel refused for a day goes to the creator’s messages', async () => {
  await ask();
  scene.slack.faults.add({ method: 'chat.postMessage', error: 'invented', channel: FRONT_DESK });
  const spent = { attempts: 1_000_000_000, lastError: 'invented', unclearForMs: 86_400_000 };
  expect(await scene.outcome(card(), spent)).toBe('failed: invented');
  expect(seen(scene.messageToSara()).text).toContain('approvers find it in Paylink’s Home');
});
