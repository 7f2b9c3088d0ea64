// @module-tag long
// @module-tag store

import { expect, test } from 'vitest';
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
import { buildAskJobs, buildDecidedJobs, buildRoundJob } from '../../src/approvals/approval-jobs.ts';
import { buildBatchShow, buildFirstShow } from '../../src/links/card/notice-kinds.ts';
import type { NewBatchRow } from '../../src/store/batch.ts';
import { workUntil } from '../closes/close-scene.ts';
import { askFor } from '../fixtures/approvals.ts';
import { buildLink } from '../fixtures/links.ts';
import { withoutChecks } from '../fixtures/no-checks.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { openStill } from '../fixtures/start-paylink.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ID = 'lnk_1';

const buttonsOf = (message: SeenMessage) => (seen(message).buttons.includes('Approve') ? ' [Approve]' : '');

/** Omar and Fatima are supervisors, Ravi is an admin by the installation. */
const scene = perTest(async () => {
  const opened = await openStill({
    ...{ random: () => 1, env: { PAYLINK_ADMINS: RAVI }, withStore: withoutChecks },
    slack: { allowance: Number.POSITIVE_INFINITY },
  });
  await opened.start();
  for (const userId of [OMAR, FATIMA]) await opened.app.members.set(TEAM, userId, 'supervisor', RAVI);
  return opened;
});

const wait = (ms: number) => workUntil(scene, scene.clock.now() + ms);
/** The messages of Omar, Fatima and Ravi with Paylink, and whether each has buttons. */
const inboxes = (words = ({ text }: SeenMessage) => text.split(':')[0]) =>
  [OMAR_DM, FATIMA_DM, RAVI_DM].map((inbox) =>
    scene.slack.messages(inbox).map((message) => `${words(message)}${buttonsOf(message)}`),
  );
const theCard = () => seen(scene.slack.messages(FRONT_DESK).at(-1));
/** Writes down a request for a link, with the jobs that come of it. */
const begin = async (by = SARA, lastsMs = 120 * MINUTE) => {
  const at = scene.clock.now();
  const link = {
    ...{ id: ID, saleId: ID, teamId: TEAM, channelId: FRONT_DESK, creatorId: by, ownerId: by },
    expiresAt: at + lastsMs,
  };
  const jobs = [buildFirstShow(link), ...buildAskJobs(link, at, link.expiresAt)];
  await askFor(scene.store, ID, { ...link, details: buildLink().details, at }, { jobs });
  await wait(5_000);
};

const WAITING = `<@${SARA}> asks you to approve [Approve]`;

test('supervisors are asked at once, the admin after half an hour, and a decision closes every message', async () => {
  await begin();
  expect(inboxes()).toEqual([[WAITING], [WAITING], []]);
  const [first] = scene.slack.calls('chat.postMessage').filter(({ args }) => args.channel === FRONT_DESK);
  expect(seen({ blocks: first?.args['blocks'] as unknown[] })).toMatchObject({
    ...{ text: expect.stringContaining('Needs approval'), buttons: [] },
  });
  expect(theCard().text).toContain(`sent to <@${FATIMA}> and <@${OMAR}>`);
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
    [[], ...Array(2).fill([`<@${OMAR}> asks you to approve [Approve]`])],
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
    new RegExp(`for Sara.*<@${SARA}> asked.*2 links for AED 14,000\\.00 \\(parents\\.csv\\).*your Home`, 's'),
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
      .filter(({ text }) => text.includes('Everyone who may approve it was asked'));
  await wait(31 * MINUTE);
  expect(toSara()).toEqual([]);
  await wait(30 * MINUTE);
  expect(toSara()).toHaveLength(1);
  await wait(DAY);
  expect(toSara()).toHaveLength(1);
});
