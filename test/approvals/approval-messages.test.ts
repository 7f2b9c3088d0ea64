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
} from '../../playground/slack/people-and-places.ts';
import {
  type ApprovalMessageDependencies,
  createApprovalMessages,
} from '../../src/approvals/approval-messages.ts';
import { createFindApproval } from '../../src/approvals/approvals.ts';
import type { JobHandler, JobOutcome } from '../../src/delivery/run-claimed-job.ts';
import { createLog } from '../../src/log.ts';
import type { Approval } from '../../src/store/approval.ts';
import type { Job } from '../../src/store/job.ts';
import { buildLink, ORDER } from '../fixtures/links.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { NOW, startAnsweringSlack, startDelivery } from '../links/start-delivery.ts';

const TEAM = 'T0PLAY';
const SUBJECT = { teamId: TEAM, approvalId: 'apr_1' };
const DONE = { outcome: 'done' };
const failed = (reason: string) => ({ outcome: 'failed', reason });
const LATER = { outcome: 'later', reason: 'internal_error' };
const EXPIRES = NOW + 30 * 24 * 60 * 60_000;

/** They may approve. */
let approvers: string[];
let admins: string[];
let logged: Record<string, unknown>[];

const stage = perTest(startDelivery);

beforeEach(() => {
  approvers = [OMAR, SARA];
  admins = [];
  logged = [];
  minutes = 30;
  members = {
    whoMay: async (teamId, what) => {
      if (teamId !== TEAM) return ['U0OTHER'];
      return what === 'approve' ? approvers : admins;
    },
  };
});

const ask = async (channelId = FRONT_DESK): Promise<Approval> => {
  const { details } = buildLink();
  const { approval } = await stage.store.approvals.add(
    {
      ...ORDER,
      ...{ id: 'apr_1', nonce: 'n-1', teamId: TEAM, channelId, creatorId: SARA },
      ...{ amountFils: 700_000, limitFils: 500_000 },
      ...{ expiresAt: EXPIRES, request: details, shown: [], at: NOW },
    },
    { shown: [], at: NOW },
    [],
  );
  if (approval === null) throw new Error('not asked');
  return approval;
};

const end = (to: 'declined' | 'withdrawn') =>
  stage.store.approvals.decide({
    ...{ teamId: TEAM, id: 'apr_1', by: OMAR, at: NOW, jobs: [] },
    ...(to === 'declined' ? { to, reason: 'Wrong amount' } : { to }),
  });

const clock = { now: () => stage.now };
const findApproval = (teamId: string, id: string) =>
  createFindApproval({
    approvals: stage.store.approvals,
    clock,
    isClockSure: async () => true,
    ids: stage.ids,
    onJobs: () => {},
  })(teamId, id);

const run = (handler: JobHandler, payload: object, givenUp: string | null = null): Promise<JobOutcome> => {
  const job = { id: 'job_1', teamId: TEAM, payload, progress: null, attempts: 0 } as unknown as Job;
  return handler(job, { signal: new AbortController().signal, saveProgress: async () => true, givenUp });
};
/** The next approvers are asked after this many minutes. */
let minutes: number | null;
let members: ApprovalMessageDependencies['members'];

const messages = (changes: Partial<ApprovalMessageDependencies> = {}) =>
  createApprovalMessages({
    ...{ client: stage.client(), findApproval, members, clock, ids: stage.ids, timeZone: 'Asia/Dubai' },
    approvals: stage.store.approvals,
    approvalAsks: stage.store.approvalAsks,
    askNextMinutesOf: async (teamId) => (teamId === TEAM ? minutes : 1),
    log: createLog('info', { write: (line) => logged.push(JSON.parse(line)) }),
    ...changes,
  });
const bring = (
  isFirst: boolean,
  givenUp: string | null = null,
  changes: Partial<ApprovalMessageDependencies> = {},
  isExpiry = false,
) => run(messages(changes).card, { approvalId: 'apr_1', isFirst, isExpiry }, givenUp);
const refuse = (error: string, method = 'chat.postMessage', times = 1) =>
  stage.slack.faults.add({ method, error, times });
const stored = () => stage.store.approvals.find(TEAM, 'apr_1');
/** A call of the Web API, as people see it. */
const asSent = (call: Record<string, unknown> | undefined) => seen({ blocks: call?.['blocks'] as unknown[] });
const UNFOLDS_NOTHING = { unfurl_links: 'false', unfurl_media: 'false' };

describe('the card of a request', () => {
  test('is posted once without buttons, gets them by an edit, and mentions every approver except the creator', async () => {
    await ask();
    expect(await bring(true)).toEqual(DONE);
    const [posted] = stage.argumentsOf('chat.postMessage');
    expect(posted).toMatchObject({ channel: FRONT_DESK, ...UNFOLDS_NOTHING });
    const { text, buttons } = asSent(posted);
    expect(text).toMatch(new RegExp(`needs approval: <@${OMAR}>(?!.*<@${SARA}>)`, 's'));
    expect(buttons).toEqual([]);
    expect(seen(stage.theCard()).buttons).toContain('Approve');
    expect(await stored()).toMatchObject({
      card: { channelId: FRONT_DESK, ts: stage.theCard()?.ts },
      cardRefusal: null,
    });
    expect(await bring(true)).toEqual(DONE);
    expect(stage.slack.posts()).toHaveLength(1);
    expect(stage.slack.updates()).toHaveLength(2);
    expect(logged).toEqual([]);
  });

  test('is posted only by its first job, and only while the request is open', async () => {
    await ask();
    expect(await bring(false)).toEqual(DONE);
    await end('withdrawn');
    expect(await bring(true)).toEqual(DONE);
    expect(stage.slack.calls()).toHaveLength(0);
  });

  test('waits for the expiry of the request if the clock was set back', async () => {
    await ask();
    await bring(true);
    const atExpiry = () => bring(false, null, {}, true);
    stage.now = EXPIRES - 1_000;
    expect(await atExpiry()).toMatchObject({ outcome: 'later', retryAfterMs: 1_000, isTry: false });
    stage.now = EXPIRES;
    expect(await atExpiry()).toEqual(DONE);
    expect(await stored()).toMatchObject({ state: 'lapsed' });
    expect(seen(stage.theCard()).text).toContain('Lapsed');
  });

  test('shows a decision at the expiry, whatever the clock says', async () => {
    await ask();
    await bring(true);
    await end('declined');
    expect(await bring(false, null, {}, true)).toEqual(DONE);
    expect(seen(stage.theCard()).text).toContain('Declined');
  });

  test('shows a decision that was made during an edit', async () => {
    await ask();
    await bring(true);
    stage.slack.faults.add({ method: 'chat.update', delayMs: 1_500, times: 1 });
    const editing = bring(false);
    await end('declined');
    expect(await editing).toEqual(DONE);
    expect(seen(stage.theCard()).text).toMatch(/declined/i);
    expect(seen(stage.theCard()).buttons).toEqual([]);
  });

  test('goes to the creator’s messages if the channel refuses it, and mentions nobody there', async () => {
    await ask(QUIET);
    expect(await bring(true)).toEqual(DONE);
    expect(stage.argumentsOf('chat.postMessage').map(({ channel }) => channel)).toEqual([QUIET, SARA]);
    expect(asSent(stage.argumentsOf('chat.postMessage')[1]).text).not.toContain('needs approval: ');
    expect(await stored()).toMatchObject({
      card: { channelId: SARA_DM },
      cardRefusal: { code: 'not_in_channel', at: NOW },
    });
    const msg = 'channel refused the card of an approval';
    expect(logged).toMatchObject([{ level: 'info', msg, approval: 'apr_1', reason: 'not_in_channel' }]);
    expect(await bring(false)).toEqual(DONE);
  });

  test('mentions nobody in the creator’s own messages, and is posted nowhere else', async () => {
    await ask(SARA);
    refuse('channel_not_found');
    expect(await bring(true)).toEqual(failed('channel_not_found'));
    const [card, message] = stage.argumentsOf('chat.postMessage');
    expect(asSent(card).text).not.toContain('needs approval: ');
    expect(message).toMatchObject({ channel: SARA });
    expect(stage.messageToSara()?.text).toContain(
      'is waiting for approval, but the request could not be posted',
    );
    expect(logged).toMatchObject([
      { level: 'warn', msg: 'card of an approval refused', job: 'job_1', reason: 'channel_not_found' },
    ]);
    expect(await bring(true)).toEqual(DONE);
  });

  test('names those who got a direct message, when it is edited', async () => {
    await ask();
    await bring(true);
    expect(seen(stage.theCard()).text).not.toContain('asked by direct message');
    await stage.store.approvalAsks.add(SUBJECT, [
      { userId: OMAR, round: 0, reason: 'approver', askedAt: NOW },
    ]);
    await bring(false);
    expect(seen(stage.theCard()).text).toContain(`asked by direct message: <@${OMAR}>`);
  });

  test('waits while Slack fails, and is posted nowhere else', async () => {
    await ask();
    refuse('internal_error');
    expect(await bring(true)).toEqual({ ...LATER, retryAfterMs: null, isTry: true });
    expect(stage.argumentsOf('chat.postMessage')).toHaveLength(1);
  });

  test.each([
    ['was deleted', 'message_not_found', DONE],
    ['can never be edited again', 'is_archived', failed('is_archived')],
  ])('that %s sends the creator nothing', async (_, error, outcome) => {
    await ask();
    await bring(true);
    refuse(error, 'chat.update');
    expect(await bring(false)).toEqual(outcome);
    expect(stage.slack.messages(SARA_DM)).toHaveLength(0);
  });

  test('that was never posted is reported to the creator of a waiting request only', async () => {
    await ask();
    expect(await bring(true, 'internal_error')).toEqual(failed('internal_error'));
    expect(stage.messageToSara()?.text).toContain('internal_error');
    expect(stage.slack.posts()).toHaveLength(1);
    await end('withdrawn');
    expect(await bring(true, 'internal_error')).toEqual(failed('internal_error'));
    expect(stage.slack.posts()).toHaveLength(1);
  });

  test('gets no buttons if the request was decided during the post', async () => {
    await ask(SARA);
    const bringing = bring(true, null, {
      findApproval: async (teamId, id) => {
        if ((await stored())?.card) await end('withdrawn');
        return findApproval(teamId, id);
      },
    });
    expect(await bringing).toEqual(DONE);
    expect(seen(stage.slack.messages(SARA_DM).at(-1)).buttons).toEqual([]);
  });

  test('stays as it is if the request vanishes during an edit', async () => {
    await ask();
    await bring(true);
    let looks = 0;
    const vanishing: typeof findApproval = async (teamId, id) =>
      looks++ > 0 ? null : findApproval(teamId, id);
    expect(await bring(false, null, { findApproval: vanishing })).toEqual(DONE);
  });

  test.each([{ channel: FRONT_DESK }, { ts: '1.1' }])(
    'is posted again if Slack’s answer lacks the channel or the message id: %j',
    async (answer) => {
      await ask();
      const client = stage.client(await startAnsweringSlack(answer));
      const outcome = await bring(true, null, { client });
      expect(outcome).toMatchObject({ outcome: 'later', reason: 'no message id', isTry: true });
      expect(await stored()).toMatchObject({ card: null });
    },
  );

  test('throws an error of our own, so that its job is retried', async () => {
    await ask();
    const members = { whoMay: () => Promise.reject(new Error('the database is away')) };
    await expect(bring(true, null, { members })).rejects.toThrow('the database is away');
    expect(stage.slack.calls()).toHaveLength(0);
  });
});

test('nobody hears of a request that does not exist', async () => {
  const { card, round, ask: askOne, news } = messages();
  for (const handler of [card, round, askOne, news])
    expect(
      await run(handler, { approvalId: 'apr_1', isFirst: true, isExpiry: false, round: 0, userId: OMAR }),
    ).toEqual(DONE);
  expect(stage.slack.calls()).toHaveLength(0);
});

describe('the people who are asked', () => {
  const turn = (round: number | null) => run(messages().round, { approvalId: 'apr_1', round });
  const asked = async () =>
    (await stage.store.approvalAsks.list(SUBJECT)).map(({ userId, round, reason }) => [
      userId,
      round,
      reason,
    ]);
  const nextOf = (outcome: JobOutcome) =>
    (outcome.outcome === 'done' ? (outcome.next ?? []) : []).map(({ kind, dueAt, payload }) => ({
      kind,
      after: (dueAt ?? 0) - stage.now,
      payload,
    }));
  const message = (userId: string) => ({
    ...{ kind: 'approval-ask', after: 0 },
    payload: { approvalId: 'apr_1', userId },
  });
  const edit = { kind: 'approval-card', after: 0, payload: { approvalId: 'apr_1', isFirst: false } };
  const planned = (round: number, after = 30 * 60_000) => ({
    ...{ kind: 'approval-round', after },
    payload: { approvalId: 'apr_1', round },
  });

  test('are the supervisors except the creator; after the wait, the admins; and then nobody', async () => {
    approvers = [OMAR, SARA, RAVI];
    admins = [RAVI];
    await ask();
    expect(nextOf(await turn(0))).toEqual([message(OMAR), edit, planned(1)]);
    // A process that takes over asks the same people.
    approvers = [FATIMA, RAVI];
    expect(nextOf(await turn(0))).toEqual([message(OMAR), edit, planned(1)]);
    approvers = [OMAR, SARA, RAVI];
    stage.now += 30 * 60_000;
    expect(nextOf(await turn(1))).toEqual([message(RAVI), edit, planned(2)]);
    stage.now += 30 * 60_000;
    expect(nextOf(await turn(2))).toEqual([]);
    expect(await asked()).toEqual([
      [OMAR, 0, 'approver'],
      [RAVI, 1, 'no-answer'],
    ]);
  });

  test('are ten at a time, and all supervisors come before the admins', async () => {
    const many = Array.from({ length: 12 }, (_, index) => `U0SUP${10 + index}`);
    approvers = [...many, RAVI];
    admins = [RAVI];
    await ask();
    expect(nextOf(await turn(0)).filter(({ kind }) => kind === 'approval-ask')).toHaveLength(10);
    expect(nextOf(await turn(1))).toEqual([...many.slice(10).map(message), edit, planned(2)]);
    expect(nextOf(await turn(2))).toEqual([message(RAVI), edit, planned(3)]);
  });

  test.each([
    ['the admins at once if the creator is the only supervisor', [SARA, RAVI], [RAVI, 'no-other-approver']],
    ['the admins if there are no supervisors', [RAVI], [RAVI, 'approver']],
    ['nobody by name if roles are off', [], null],
  ])('are %s', async (_, supervisors, one) => {
    approvers = supervisors;
    admins = supervisors.filter((userId) => userId === RAVI);
    await ask();
    expect(nextOf(await turn(0))).toEqual([...(one === null ? [] : [message(RAVI), edit]), planned(1)]);
    expect(await asked()).toEqual(one === null ? [] : [[one[0], 0, one[1]]]);
    expect(stage.slack.calls()).toHaveLength(0);
  });

  test.each([null, 60 * 24 * 30])('are never more with a wait of %s minutes', async (never) => {
    await ask();
    minutes = never;
    expect(nextOf(await turn(0))).toEqual([message(OMAR), edit]);
  });

  test('are nobody if there is no other approver: the creator reads what to do, and a later supervisor is asked', async () => {
    approvers = [SARA];
    admins = [SARA];
    await ask();
    expect(nextOf(await turn(0))).toEqual([planned(1)]);
    expect(stage.messageToSara()?.text).toContain('make a colleague a supervisor in /paylink settings');
    approvers = [OMAR, SARA];
    stage.now += 30 * 60_000;
    expect(nextOf(await turn(1))).toEqual([message(OMAR), edit, planned(2)]);
  });

  test('all get the decision, and nobody else is asked', async () => {
    approvers = [OMAR, RAVI];
    await ask();
    // A process that takes over asks the same people.
    for (const _ of ['first', 'again'])
      expect(nextOf(await turn(0))).toEqual(expect.arrayContaining([message(OMAR), message(RAVI)]));
    await end('declined');
    expect(nextOf(await turn(null))).toEqual([message(OMAR), message(RAVI)]);
    expect(nextOf(await turn(1))).toEqual([message(OMAR), message(RAVI)]);
    expect(await asked()).toHaveLength(2);
  });

  test('are asked later if the store or Slack fails', async () => {
    approvers = [SARA];
    admins = [SARA];
    await ask();
    refuse('internal_error');
    expect(await turn(0)).toMatchObject(LATER);
    refuse('user_disabled');
    expect(await turn(0)).toEqual(failed('user_disabled'));
    members.whoMay = () => Promise.reject(new Error('the database is away'));
    await expect(turn(0)).rejects.toThrow('the database is away');
  });

  test('are nobody about a decision before there is one', async () => {
    await ask();
    expect(await turn(null)).toEqual(DONE);
    expect(await asked()).toEqual([]);
  });
});

describe('an approver', () => {
  const askOne = (client = stage.client()) =>
    run(messages({ client }).ask, { approvalId: 'apr_1', userId: OMAR });
  const askOmar = async () => {
    await ask();
    await stage.store.approvalAsks.add(SUBJECT, [
      { userId: OMAR, round: 0, reason: 'approver', askedAt: NOW },
    ]);
  };
  const theMessage = () => seen(stage.slack.messages(OMAR_DM).at(-1));

  test('is asked once by direct message, at first without buttons, and reads the decision there', async () => {
    await askOmar();
    expect(await askOne()).toEqual(DONE);
    expect(stage.argumentsOf('chat.postMessage')).toMatchObject([{ channel: OMAR, ...UNFOLDS_NOTHING }]);
    expect(asSent(stage.argumentsOf('chat.postMessage')[0]).buttons).toEqual([]);
    expect(stage.argumentsOf('chat.update')).toHaveLength(1);
    expect(theMessage().buttons).toContain('Approve');
    expect(await askOne()).toEqual(DONE);
    await end('declined');
    expect(await askOne()).toEqual(DONE);
    expect(stage.slack.posts()).toHaveLength(1);
    expect(theMessage()).toMatchObject({ text: expect.stringContaining('Declined by'), buttons: [] });
  });

  test('reads a decision that was made during an edit', async () => {
    await askOmar();
    stage.slack.faults.add({ method: 'chat.update', delayMs: 1_500, times: 1 });
    const asking = askOne();
    await stage.slack.until(() => stage.slack.posts().length > 0 || undefined);
    await end('declined');
    expect(await asking).toEqual(DONE);
    expect(theMessage().text).toMatch(/Declined by/);
  });

  test('is not asked about a decided request', async () => {
    await askOmar();
    await end('declined');
    expect(await askOne()).toEqual(DONE);
    expect(stage.slack.calls()).toHaveLength(0);
  });

  test('gets a second message if the first lost its answer, and one of the two has buttons', async () => {
    await askOmar();
    const client = stage.client(await startAnsweringSlack({ channel: OMAR_DM }));
    expect(await askOne(client)).toMatchObject({ outcome: 'later', reason: 'no message id' });
    expect(await askOne()).toEqual(DONE);
    expect(theMessage().buttons).toContain('Approve');
  });

  test('gets no second message after deleting the first', async () => {
    await askOmar();
    await askOne();
    refuse('message_not_found', 'chat.update');
    expect(await askOne()).toEqual(failed('message_not_found'));
    expect(stage.slack.messages(SARA_DM)).toHaveLength(0);
  });

  test('is named to the creator if Slack does not reach them', async () => {
    await askOmar();
    refuse('user_disabled');
    expect(await askOne()).toEqual(failed('user_disabled'));
    expect(stage.messageToSara()?.text).toContain(`could not be sent to <@${OMAR}>`);
    refuse('user_disabled', 'chat.postMessage', 2);
    expect(await askOne()).toEqual(failed('user_disabled'));
    expect(stage.slack.posts()).toHaveLength(1);
  });

  test('is asked later while Slack fails', async () => {
    await askOmar();
    refuse('internal_error');
    expect(await askOne()).toMatchObject(LATER);
    expect(stage.argumentsOf('chat.postMessage')).toHaveLength(1);
    refuse('user_disabled');
    refuse('internal_error');
    expect(await askOne()).toMatchObject(LATER);
  });
});

describe('the creator', () => {
  const tell = () => run(messages().news, { approvalId: 'apr_1' });

  test('gets a message about the decision, and none before', async () => {
    await ask();
    expect(await tell()).toEqual(DONE);
    expect(stage.slack.calls()).toHaveLength(0);
    await end('declined');
    expect(await tell()).toEqual(DONE);
    expect(stage.argumentsOf('chat.postMessage')).toMatchObject([{ channel: SARA, ...UNFOLDS_NOTHING }]);
    expect(stage.messageToSara()?.text).toMatch(/declined your payment link.*Wrong amount/s);
  });

  test('gets the message later if Slack fails, and none if Slack never delivers it', async () => {
    await ask();
    await end('declined');
    refuse('internal_error');
    expect(await tell()).toMatchObject(LATER);
    refuse('user_disabled');
    expect(await tell()).toEqual(failed('user_disabled'));
  });
});
