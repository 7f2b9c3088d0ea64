// @module-tag long
// @module-tag store

import { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createLocalSlack,
  type LocalSlack,
  type SeenMessage,
} from '../../packages/local-slack/src/local-slack.ts';
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
} from '../../packages/local-slack/src/people-and-places.ts';
import type { App } from '../../src/app-parts.ts';
import {
  buildAskJobs,
  buildDecidedJobs,
  buildRoundJob,
  SHOWN_ASK,
} from '../../src/approvals/approval-jobs.ts';
import { createApprovalRequests } from '../../src/approvals/approval-request.ts';
import { type Approvals, createApprovals } from '../../src/approvals/approvals.ts';
import { APPROVALS } from '../../src/approvals/index.ts';
import { describeBatchRequest } from '../../src/batches/batch-request.ts';
import { BATCHES } from '../../src/batches/index.ts';
import { createJobWorker, type JobWorker } from '../../src/delivery/job-worker.ts';
import type { JobKind } from '../../src/delivery/run-claimed-job.ts';
import { createIds } from '../../src/ids.ts';
import { buildBatchShow, buildFirstShow } from '../../src/links/card/notice-kinds.ts';
import { LINKS } from '../../src/links/index.ts';
import { createLog } from '../../src/log.ts';
import { createMembers } from '../../src/people/members.ts';
import { createBoltLogger } from '../../src/slack/bolt-logger.ts';
import { createShowJob } from '../../src/slack/show.ts';
import { createTellJob } from '../../src/slack/tell.ts';
import type { Batch, NewBatchRow } from '../../src/store/batch.ts';
import type { Job } from '../../src/store/job.ts';
import { ONE_ACCOUNT } from '../fixtures/accounts.ts';
import { askFor } from '../fixtures/approvals.ts';
import { buildLink } from '../fixtures/links.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { seen } from '../fixtures/seen.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const TEAM = 'T0PLAY';
const START = Date.UTC(2026, 10, 21, 8);
const SECOND = 1_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Omar and Fatima are supervisors, Ravi is the admin. */
const { database, store } = storePerTest();
let slack: LocalSlack;
let clock: ManualClock;
let approvals: Approvals;
let minutes: number | null;
let workers: JobWorker[];
const ids = createIds();
const log = createLog('silent');

beforeEach(async () => {
  const work = new Set<symbol>();
  clock = createManualClock(START, () => work.size > 0 || database.isBusy());
  slack = await createLocalSlack({ now: clock.now, allowance: Number.POSITIVE_INFINITY });
  minutes = 30;
  workers = [];
  whenListed = async () => {};
  const members = createMembers({ members: store.members, adminsOf: async () => [RAVI], clock });
  for (const userId of [OMAR, FATIMA]) await members.set(TEAM, userId, 'supervisor', RAVI);
  const client = new WebClient(slack.botToken, {
    slackApiUrl: slack.apiUrl,
    logger: createBoltLogger(log),
    retryConfig: { retries: 0 },
  });
  const noFile = () => Promise.reject(new Error('no file is sent here'));
  const base = {
    store: {
      ...store,
      approvalAsks: {
        ...store.approvalAsks,
        list: async (subject: Parameters<typeof store.approvalAsks.list>[0]) => {
          const asks = await store.approvalAsks.list(subject);
          await whenListed();
          return asks;
        },
      },
    },
    ...{ clock, isClockSure: async () => true, ids, timeZone: 'Asia/Dubai', log, members },
    accounts: ONE_ACCOUNT,
    clients: { of: async () => client },
    config: { batches: { rowsPerSecond: 5 } },
    exportFiles: { fresh: noFile, remove: noFile },
    settings: { of: async () => ({ askNextMinutes: minutes }) },
  } as unknown as App;
  approvals = createApprovals(base, {
    reserve: () => Promise.reject(new Error('nothing is approved here')),
  });
  const app = {
    ...base,
    approvals,
    approvalRequests: createApprovalRequests(base, approvals, describeBatchRequest),
  };
  const kinds = APPROVALS.jobs(app);
  const messages = {
    tell: createTellJob(app, APPROVALS.told(app)),
    show: createShowJob(app, { ...LINKS.shown(app), ...APPROVALS.shown(app), ...BATCHES.shown(app) }),
  };
  /** The clock waits for calls to Slack. */
  const watched = Object.fromEntries(
    Object.entries<JobKind>({ ...kinds, ...messages }).map(([name, kind]) => {
      const run: typeof kind.run = async (...given) => {
        const mark = Symbol();
        work.add(mark);
        return kind.run(...given).finally(() => work.delete(mark));
      };
      return [name, { ...kind, run }];
    }),
  );
  runAsk = messages.show.run;
  startWorker = () => {
    for (const queue of ['questions', 'posts', 'notices'] as const) {
      const worker = createJobWorker({
        ...{ jobs: store.jobs, queue, kinds: watched, held: () => [], isAlone: false, newToken: ids.nonce },
        ...{ pollMs: 60 * MINUTE, clock, random: () => 1, log },
      });
      workers.push(worker);
      worker.start();
    }
  };
  startWorker();
});

let startWorker: () => void;
/** Runs after a job has read who was asked, before it goes on. */
let whenListed: () => Promise<void>;
let runAsk: JobKind['run'];

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await slack.close();
});

const ask = async (by = SARA, lastsMs = 120 * MINUTE): Promise<string> => {
  const link = {
    ...{ id: 'lnk_1', saleId: 'lnk_1', teamId: TEAM, channelId: FRONT_DESK, creatorId: by, ownerId: by },
    expiresAt: START + lastsMs,
  };
  const jobs = [buildFirstShow(link), ...buildAskJobs(link, START, link.expiresAt)];
  await askFor(store, link.id, { ...link, details: buildLink().details, at: START }, { jobs });
  await clock.advance(5 * SECOND);
  return link.id;
};

/** The messages of Omar, Fatima and Ravi with Paylink, and whether each has buttons. */
const inboxes = (words = ({ text }: SeenMessage) => text.split(':')[0]) =>
  [OMAR_DM, FATIMA_DM, RAVI_DM].map((inbox) =>
    slack
      .messages(inbox)
      .map((message) => `${words(message)}${seen(message).buttons.includes('Approve') ? ' [Approve]' : ''}`),
  );
const theCard = () => seen(slack.messages(FRONT_DESK).at(-1));

const WAITING = `<@${SARA}> asks for your approval [Approve]`;

test('supervisors are asked immediately, the admin after half an hour, and a decision closes every message', async () => {
  const id = await ask();
  expect(inboxes()).toEqual([[WAITING], [WAITING], []]);
  expect(theCard().text).toContain(`asked by direct message: <@${FATIMA}> and <@${OMAR}>`);
  await clock.advance(29 * MINUTE);
  expect(inboxes()).toEqual([[WAITING], [WAITING], []]);
  await clock.advance(MINUTE);
  expect(inboxes()).toEqual([[WAITING], [WAITING], [WAITING]]);
  expect(seen(slack.messages(RAVI_DM).at(-1)).text).toContain('Nobody has answered yet.');
  expect(theCard().text).toMatch(new RegExp(`no answer yet, so at .* also <@${RAVI}>`));
  await approvals.decline({ teamId: TEAM, id, by: OMAR, reason: 'Too much' });
  await clock.advance(90 * MINUTE);
  expect(inboxes()).toEqual([['✖️ Declined'], ['✖️ Declined'], ['✖️ Declined']]);
  expect(theCard().buttons).toEqual(['Change and ask again']);
});

testAtLength('a withdrawn request asks nobody else, and its messages are closed', async () => {
  const id = await ask();
  await clock.advance(10 * MINUTE);
  await approvals.withdraw({ teamId: TEAM, id, by: SARA });
  await clock.advance(100 * MINUTE);
  expect(inboxes()).toEqual([['↩️ Withdrawn'], ['↩️ Withdrawn'], []]);
});

testAtLength('a request that nobody answers lapses with its link’s expiry, on every message', async () => {
  await ask();
  await clock.advance(119 * MINUTE);
  expect(inboxes()).toEqual([[WAITING], [WAITING], [WAITING]]);
  await clock.advance(5 * MINUTE);
  expect(inboxes()).toEqual([['⌛ Lapsed'], ['⌛ Lapsed'], ['⌛ Lapsed']]);
});

test('without a wait in the settings, only the supervisors are asked', async () => {
  minutes = null;
  await ask();
  await clock.advance(100 * MINUTE);
  expect(inboxes()).toEqual([[WAITING], [WAITING], []]);
});

testAtLength('an old and a new process ask each person once, at the planned time', async () => {
  await ask();
  await clock.advance(20 * MINUTE);
  await workers.shift()?.stop();
  startWorker();
  startWorker();
  await clock.advance(11 * MINUTE);
  expect(inboxes()).toEqual([[WAITING], [WAITING], [WAITING]]);
});

testAtLength(
  'of two messages posted at the same moment, one gets the buttons, and loses them with the decision',
  async () => {
    await workers.shift()?.stop();
    const id = await ask();
    const subject = { teamId: TEAM, requestId: id };
    await store.approvalAsks.add(subject, [{ userId: OMAR, round: 0, reason: 'approver', askedAt: START }]);
    const job: Job = {
      ...{ id: 'job_1', teamId: TEAM, kind: 'show', lane: null, linkId: null, token: 't' },
      ...{
        payload: { what: SHOWN_ASK, id: `${id}:${OMAR}` },
        progress: null,
        attempts: 0,
        lastError: null,
        unclearSince: null,
      },
      takenOver: false,
    };
    const context = { signal: new AbortController().signal, saveProgress: async () => true, givenUp: null };
    const waiting: (() => void)[] = [];
    whenListed = () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (waiting.length > 1) for (const proceed of waiting) proceed();
      });
    await Promise.all([runAsk(job, context), runAsk(job, context)]);
    const bare = `<@${SARA}> asks for your approval`;
    expect(inboxes()[0]?.toSorted()).toEqual([bare, WAITING]);
    await approvals.decline({ teamId: TEAM, id, by: FATIMA, reason: 'Too much' });
    startWorker();
    await clock.advance(MINUTE);
    expect(inboxes()[0]?.toSorted()).toEqual([bare, '✖️ Declined'].toSorted());
  },
);

test('a supervisor does not get their own request', async () => {
  await ask(OMAR);
  const waiting = `<@${OMAR}> asks for your approval [Approve]`;
  expect(inboxes()).toEqual([[], [waiting], []]);
  await clock.advance(31 * MINUTE);
  expect(inboxes()).toEqual([[], [waiting], [waiting]]);
});

const askForBatch = async (): Promise<Batch> => {
  const { details } = buildLink();
  const id = 'bat_1';
  const cells = ['7000', details.FullName];
  const request = { ...details, invoiceAmount: 7_000, currency: 'AED', isTermsAndConditionsAccepted: true };
  const row = { cells, request, amountFils: 700_000, expiresAt: START + 60 * DAY, faults: [], twinOf: null };
  await store.batches.add(
    {
      ...{ id, teamId: TEAM, channelId: FRONT_DESK, creatorId: SARA, creatorName: 'sara', sourceId: null },
      ...{ at: START, fileName: 'parents.csv', headings: ['Amount', 'Name'] },
    },
    [2, 3].map((number) => ({ ...row, number }) as NewBatchRow),
    new Map(),
  );
  const batch = await store.batches.start({
    ...{ teamId: TEAM, id, by: SARA, byName: 'sara', at: START, withAlike: true, limitFils: 500_000 },
    jobs: () => [
      buildBatchShow({ teamId: TEAM, batchId: id }, START),
      buildRoundJob({ id, teamId: TEAM }, 0, START),
    ],
  });
  if (batch?.state !== 'asked') throw new Error('not asked');
  await clock.advance(5 * SECOND);
  return batch;
};

test('a batch asks supervisors, after half an hour the admin, and a decision closes every message', async () => {
  const batch = await askForBatch();
  const what = '2 links for AED 14,000.00 (parents.csv)';
  const asked = `<@${SARA}> asks you to approve ${what}: above AED 5,000.00.`;
  const messages = () => inboxes(({ text }) => text);
  expect(messages()).toEqual([[`${asked} [Approve]`], [`${asked} [Approve]`], []]);
  expect(theCard().text).toContain(`asked: <@${FATIMA}> <@${OMAR}>`);
  await clock.advance(29 * MINUTE);
  expect(messages()[2]).toEqual([]);
  await clock.advance(MINUTE);
  expect(messages()).toEqual([
    [`${asked} [Approve]`],
    [`${asked} [Approve]`],
    [`${asked} Nobody has answered yet. [Approve]`],
  ]);
  await clock.advance(5 * SECOND);
  expect(theCard().text).toContain(`<@${RAVI}>`);
  await store.batches.move({
    ...{ teamId: TEAM, id: batch.id, by: RAVI, at: clock.now(), from: ['asked'], to: 'declined' },
    isDecision: true,
    jobs: (now) => buildDecidedJobs(now, null, clock.now()),
  });
  await clock.advance(90 * MINUTE);
  const declined = `✖️ Declined by <@${RAVI}>: ${what}`;
  expect(messages()).toEqual([[declined], [declined], [declined]]);
});

testAtLength('what waits is brought up each morning, in one message, until it is decided', async () => {
  const id = await ask(SARA, 30 * DAY);
  await askForBatch();
  // 9:00 in Dubai, seventeen hours after noon there.
  await clock.advance(20 * 60 * MINUTE);
  expect(clock.now()).toBeLessThan(START + 21 * 60 * MINUTE);
  await clock.advance(60 * MINUTE);
  const mornings = () =>
    inboxes(({ text }) => text).map((texts) => texts.filter((text) => text.startsWith('☀️')));
  const both = '☀️ 2 requests wait for your approval';
  expect(mornings()).toEqual([[both], [both], [both]]);
  expect(seen(slack.messages(OMAR_DM).at(-1)).text).toMatch(
    new RegExp(`for Sara.*<@${SARA}> asked.*2 links for AED 14,000\\.00 \\(parents\\.csv\\).*your Home`, 's'),
  );
  await approvals.decline({ teamId: TEAM, id, by: OMAR, reason: 'Too much' });
  await clock.advance(DAY);
  const one = '☀️ A request waits for your approval';
  expect(mornings()).toEqual([
    [both, one],
    [both, one],
    [both, one],
  ]);
  await store.batches.move({
    ...{ teamId: TEAM, id: 'bat_1', by: SARA, at: clock.now(), from: ['asked'], to: 'withdrawn' },
    jobs: () => [],
  });
  await clock.advance(2 * DAY);
  expect(mornings()).toEqual([
    [both, one],
    [both, one],
    [both, one],
  ]);
});

test('its person hears once that nobody is left to ask', async () => {
  await ask(SARA, 30 * DAY);
  const toSara = () =>
    slack
      .messages(SARA_DM)
      .filter(({ text }) => text.includes('everybody who may approve it has been asked'));
  await clock.advance(31 * MINUTE);
  expect(toSara()).toEqual([]);
  await clock.advance(30 * MINUTE);
  expect(toSara()).toHaveLength(1);
  await clock.advance(DAY);
  expect(toSara()).toHaveLength(1);
});
