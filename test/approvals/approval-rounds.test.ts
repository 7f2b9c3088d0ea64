// @module-tag long
// @module-tag store

import { beforeEach, describe, expect, test } from 'vitest';
import type { SeenMessage } from '../../packages/local-slack/src/local-slack.ts';
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
import {
  buildAskJobs,
  buildDecidedJobs,
  buildRemindJob,
  buildRoundJob,
  buildWaitingTell,
  SHOWN_ASK,
} from '../../src/approvals/approval-jobs.ts';
import { buildBatchShow, buildFirstShow, buildLinkShow } from '../../src/links/card/notice-kinds.ts';
import type { Role } from '../../src/people/member-store.ts';
import type { NewBatchRow } from '../../src/store/batch.ts';
import type { NewJob } from '../../src/store/job.ts';
import { buildShow } from '../../src/store/message-store.ts';
import { workUntil } from '../closes/close-scene.ts';
import { askFor } from '../fixtures/approvals.ts';
import { buildLink } from '../fixtures/links.ts';
import { withoutChecks } from '../fixtures/no-checks.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { openStill, type StillScene } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { type NoticeScene, startNotices } from '../links/run-notices.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ZONE = 'Asia/Dubai';
const ID = 'lnk_1';

/** Ravi is an admin by the installation. */
const ADMINS = { PAYLINK_ADMINS: RAVI };

const give = (scene: StillScene, role: Role | null, ...people: string[]) =>
  scene.store.members.change(
    TEAM,
    people.map((userId) => ({ userId, role })),
    { by: RAVI, at: scene.clock.now(), mustKeepAdmin: false },
  );

/** Writes down a request for a link, with the jobs that come of it. */
const ask = async (
  scene: StillScene,
  { by = SARA, lastsMs = 120 * MINUTE, hasJobs = false } = {},
): Promise<void> => {
  const at = scene.clock.now();
  const link = {
    ...{ id: ID, saleId: ID, teamId: TEAM, channelId: FRONT_DESK, creatorId: by, ownerId: by },
    expiresAt: at + lastsMs,
  };
  const jobs = hasJobs ? [buildFirstShow(link), ...buildAskJobs(link, at, link.expiresAt)] : [];
  await askFor(scene.store, ID, { ...link, details: buildLink().details, at }, { jobs });
};

const buttonsOf = (message: SeenMessage) => (seen(message).buttons.includes('Approve') ? ' [Approve]' : '');

describe('as time goes by', () => {
  const scene = perTest(async () => {
    const opened = await openStill({
      ...{ random: () => 1, env: ADMINS, withStore: withoutChecks },
      slack: { allowance: Number.POSITIVE_INFINITY },
    });
    await opened.start();
    await give(opened, 'supervisor', OMAR, FATIMA);
    return opened;
  });

  const wait = (ms: number) => workUntil(scene, scene.clock.now() + ms);
  /** The messages of Omar, Fatima and Ravi with Paylink, and whether each has buttons. */
  const inboxes = (words = ({ text }: SeenMessage) => text.split(':')[0]) =>
    [OMAR_DM, FATIMA_DM, RAVI_DM].map((inbox) =>
      scene.slack.messages(inbox).map((message) => `${words(message)}${buttonsOf(message)}`),
    );
  const theCard = () => seen(scene.slack.messages(FRONT_DESK).at(-1));
  const begin = async (by = SARA, lastsMs = 120 * MINUTE) => {
    await ask(scene, { by, lastsMs, hasJobs: true });
    await wait(5_000);
  };

  const WAITING = `<@${SARA}> asks for your approval [Approve]`;

  test('supervisors are asked at once, the admin after half an hour, and a decision closes every message', async () => {
    await begin();
    expect(inboxes()).toEqual([[WAITING], [WAITING], []]);
    const [first] = scene.slack.calls('chat.postMessage').filter(({ args }) => args.channel === FRONT_DESK);
    expect(seen({ blocks: first?.args['blocks'] as unknown[] })).toMatchObject({
      ...{ text: expect.stringContaining(`needs approval: <@${FATIMA}> and <@${OMAR}>`), buttons: [] },
    });
    expect(theCard().text).toContain(`asked by direct message: <@${FATIMA}> and <@${OMAR}>`);
    await wait(29 * MINUTE);
    expect(inboxes()[2]).toEqual([]);
    await wait(MINUTE);
    expect(inboxes()).toEqual([[WAITING], [WAITING], [WAITING]]);
    expect(seen(scene.slack.messages(RAVI_DM).at(-1)).text).toContain('Nobody has answered yet.');
    expect(theCard().text).toMatch(new RegExp(`no answer yet, so at .* also <@${RAVI}>`));
    await scene.app.approvals.decline({ teamId: TEAM, id: ID, by: OMAR, reason: 'Too much' });
    await wait(90 * MINUTE);
    expect(inboxes()).toEqual([['✖️ Declined'], ['✖️ Declined'], ['✖️ Declined']]);
    expect(theCard().buttons).toEqual(['Change and ask again']);
  });

  /** Who asks, what happens ten minutes later, and what the three read in the end. */
  test.each<[string, string, () => Promise<unknown>, string[][]]>([
    [
      'a request that is withdrawn asks nobody else',
      SARA,
      () => scene.app.approvals.withdraw({ teamId: TEAM, id: ID, by: SARA }),
      [['↩️ Withdrawn'], ['↩️ Withdrawn'], []],
    ],
    [
      'without a wait in the settings, only the supervisors are asked',
      SARA,
      () => scene.store.settings.change(TEAM, { askNextMinutes: null }, { by: RAVI, at: 0 }),
      [[WAITING], [WAITING], []],
    ],
    [
      'a supervisor does not get their own request',
      OMAR,
      async () => undefined,
      [[], ...Array(2).fill([`<@${OMAR}> asks for your approval [Approve]`])],
    ],
  ])('%s', async (title, by, happens, read) => {
    if (title.startsWith('without')) await happens();
    await begin(by);
    await wait(10 * MINUTE);
    if (!title.startsWith('without')) await happens();
    await wait(40 * MINUTE);
    expect(inboxes()).toEqual(read);
  });

  testAtLength('a request that nobody answers lapses with its link’s expiry, on every message', async () => {
    await begin();
    await wait(119 * MINUTE);
    expect(inboxes()).toEqual([[WAITING], [WAITING], [WAITING]]);
    await wait(10 * MINUTE);
    expect(inboxes()).toEqual([['⌛ Lapsed'], ['⌛ Lapsed'], ['⌛ Lapsed']]);
    expect(theCard().text).toContain('Lapsed');
  });

  testAtLength('an old and a new process ask each person once, at the planned time', async () => {
    await begin();
    await wait(20 * MINUTE);
    await (await scene.openSecond()).paylink.start();
    await wait(11 * MINUTE);
    expect(inboxes()).toEqual([[WAITING], [WAITING], [WAITING]]);
  });

  const askForBatch = async () => {
    const { details } = buildLink();
    const [id, at] = ['bat_1', scene.clock.now()];
    const request = { ...details, invoiceAmount: 7_000, currency: 'AED', isTermsAndConditionsAccepted: true };
    const row = { cells: ['7000', details.FullName], request, amountFils: 700_000, expiresAt: at + 60 * DAY };
    await scene.store.batches.add(
      {
        ...{ id, teamId: TEAM, channelId: FRONT_DESK, creatorId: SARA, creatorName: 'sara', sourceId: null },
        ...{ at, fileName: 'parents.csv', headings: ['Amount', 'Name'] },
      },
      [2, 3].map((number) => ({ ...row, number, faults: [], twinOf: null }) as unknown as NewBatchRow),
      new Map(),
    );
    await scene.store.batches.start({
      ...{ teamId: TEAM, id, by: SARA, byName: 'sara', at, withAlike: true, limitFils: 500_000 },
      jobs: () => [
        buildBatchShow({ teamId: TEAM, batchId: id }, at),
        buildRoundJob({ id, teamId: TEAM }, 0, at),
      ],
    });
    await wait(5_000);
  };
  const decideBatch = (to: 'declined' | 'withdrawn', by: string) =>
    scene.store.batches.move({
      ...{ teamId: TEAM, id: 'bat_1', by, at: scene.clock.now(), from: ['asked'], to, isDecision: true },
      jobs: (now) => buildDecidedJobs(now, null, scene.clock.now()),
    });
  const BATCH = '2 links for AED 14,000.00 (parents.csv)';

  test('a batch is asked about like a link', async () => {
    await askForBatch();
    const asked = `<@${SARA}> asks you to approve ${BATCH}: above AED 5,000.00.`;
    const messages = () => inboxes(({ text }) => text);
    expect(messages()).toEqual([[`${asked} [Approve]`], [`${asked} [Approve]`], []]);
    expect(theCard().text).toContain(`asked: <@${FATIMA}> <@${OMAR}>`);
    await wait(30 * MINUTE);
    expect(messages()[2]).toEqual([`${asked} Nobody has answered yet. [Approve]`]);
    await wait(5_000);
    expect(theCard().text).toContain(`<@${RAVI}>`);
    await decideBatch('declined', RAVI);
    await wait(90 * MINUTE);
    expect(messages()).toEqual(Array(3).fill([`✖️ Declined by <@${RAVI}>: ${BATCH}`]));
  });

  testAtLength('what waits is brought up each morning, in one message, until it is decided', async () => {
    await begin(SARA, 30 * DAY);
    await askForBatch();
    // To 9:00 in Dubai, from noon there.
    await wait(22 * 60 * MINUTE);
    const mornings = () =>
      inboxes(({ text }) => text).map((texts) => texts.filter((text) => text.startsWith('☀️')));
    const both = '☀️ 2 requests wait for your approval';
    expect(mornings()).toEqual([[both], [both], [both]]);
    expect(seen(scene.slack.messages(OMAR_DM).at(-1)).text).toMatch(
      new RegExp(
        `for Sara.*<@${SARA}> asked.*2 links for AED 14,000\\.00 \\(parents\\.csv\\).*your Home`,
        's',
      ),
    );
    await scene.app.approvals.decline({ teamId: TEAM, id: ID, by: OMAR, reason: 'Too much' });
    await wait(DAY);
    const then = Array(3).fill([both, '☀️ A request waits for your approval']);
    expect(mornings()).toEqual(then);
    await decideBatch('withdrawn', SARA);
    await wait(2 * DAY);
    expect(mornings()).toEqual(then);
  });

  test('its person hears once that nobody is left to ask', async () => {
    await begin(SARA, 30 * DAY);
    const toSara = () =>
      scene.slack
        .messages(SARA_DM)
        .filter(({ text }) => text.includes('everybody who may approve it has been asked'));
    await wait(31 * MINUTE);
    expect(toSara()).toEqual([]);
    await wait(30 * MINUTE);
    expect(toSara()).toHaveLength(1);
    await wait(DAY);
    expect(toSara()).toHaveLength(1);
  });
});

describe('one job after the other', () => {
  const scene: NoticeScene = perTest(() => startNotices({ env: ADMINS }));
  const REQUEST = { teamId: TEAM, id: ID, creatorId: SARA };
  const SUBJECT = { teamId: TEAM, requestId: ID };

  beforeEach(() => give(scene, 'supervisor', OMAR, SARA));

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
  const roleGone: Change = () => give(scene, null, OMAR);

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
    await ask(scene);
    await asks(OMAR);
    expect(await WAYS[told]?.(change)).toEqual(to);
  });

  test('nobody hears of a request that does not exist, or of a decision before there is one', async () => {
    const sale = buildShow({ teamId: TEAM, what: 'sale', id: ID });
    const jobs = [round(0), round('decided'), round('expiry'), sale, showTo(OMAR)];
    for (const job of jobs) expect(await scene.outcome(job)).toBe('done');
    await ask(scene);
    await asks(OMAR);
    expect(await scene.outcome(round('decided'))).toBe('done');
    expect(scene.slack.posts()).toEqual([]);
  });

  testAtLength(
    'a request waits for its expiry if the clock was set back, or nobody knows the time',
    async () => {
      await ask(scene);
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
    await ask(scene);
    const asked = async () => {
      const { next } = await scene.run(round(0));
      return next.filter(({ payload }) => JSON.stringify(payload).includes(SHOWN_ASK));
    };
    const first = await asked();
    expect(first).toMatchObject([{ payload: { id: `${ID}:${OMAR}` } }]);
    await give(scene, null, OMAR);
    await give(scene, 'supervisor', FATIMA);
    expect((await asked()).map(({ payload }) => payload)).toEqual(first.map(({ payload }) => payload));
  });

  test.each([
    [30, true],
    [119, true],
    [120, false],
  ])('a round %i minutes later is planned only while the request lasts: %s', async (askNextMinutes, is) => {
    await ask(scene);
    await scene.store.settings.change(TEAM, { askNextMinutes }, { by: RAVI, at: 0 });
    const { next } = await scene.run(round(0));
    const planned = next.filter(({ kind }) => kind === 'approval-round');
    const dueAt = scene.clock.now() + askNextMinutes * MINUTE;
    expect(planned).toMatchObject(is ? [{ dueAt, payload: { round: 1 } }] : []);
  });

  test('if there is no other approver the creator reads what to do, and a later supervisor is asked', async () => {
    await give(scene, null, OMAR);
    await ask(scene, { by: RAVI });
    await give(scene, null, SARA);
    expect(await run(round(0))).toEqual([RAVI_DM]);
    expect(scene.slack.messages(RAVI_DM)[0]?.text).toContain(
      'make a colleague a supervisor in /paylink settings',
    );
    await give(scene, 'supervisor', OMAR);
    expect(await run(round(1))).toContain(OMAR_DM);
  });

  test('an approver whom Slack does not reach is named to the creator', async () => {
    await ask(scene);
    await asks(OMAR);
    scene.slack.faults.add({ method: 'chat.postMessage', error: 'user_disabled', times: 1 });
    const refused = await scene.run(showTo(OMAR));
    expect(refused).toMatchObject({ reason: 'user_disabled', next: [{ kind: 'tell' }] });
    await run(...refused.next);
    expect(scene.messageToSara()?.text).toContain(`could not be sent to <@${OMAR}>`);
  });
});
