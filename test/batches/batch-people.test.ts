// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import {
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  RAVI,
  RAVI_DM,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { buildDecidedJobs } from '../../src/approvals/approval-jobs.ts';
import { buildDigestPost, buildLinksFileJob, buildRepeatTell } from '../../src/batches/batch-jobs.ts';
import { buildBatchNews } from '../../src/batches/batch-messages-view.ts';
import { countBatch } from '../../src/batches/count-batch.ts';
import { readPreview } from '../../src/batches/read-preview.ts';
import { buildRowsTable } from '../../src/batches/rows-table.ts';
import { buildBatchShow } from '../../src/links/card/notice-kinds.ts';
import { planReminder } from '../../src/links/card/plan-reminder.ts';
import { rowOf } from '../../src/links/sale/display-states.ts';
import { holderOf } from '../../src/links/sale/open-sales.ts';
import type { NewJob } from '../../src/store/job.ts';
import type { Link } from '../../src/store/link.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { NOW } from '../links/notice-verbs.ts';
import { startNotices } from '../links/run-notices.ts';

const TEAM = 'T0PLAY';
const ID = 'bat_1';
const DAY_MS = 24 * 3_600_000;
const ZONE = 'Asia/Dubai';
const BATCH = { id: ID, teamId: TEAM };

const scene = perTest(() => startNotices({ env: { RETENTION_DAYS: '30' } }));

/** Three links of Sara's file, which expire in as many days as their rows say. */
const make = async (days: readonly number[] = [10, 10, 12]) => {
  const { batches } = scene.store;
  await batches.add(
    {
      ...{ ...BATCH, channelId: FRONT_DESK, creatorId: SARA, creatorName: 'sara', sourceId: null },
      ...{ at: NOW, fileName: 'parents.csv', headings: ['Amount'] },
    },
    days.map((_, place) => ({
      ...{ number: place + 2, cells: ['100'], amountFils: 10_000, expiresAt: NOW + 10 * DAY_MS },
      ...{ faults: [], twinOf: null, request: null },
    })),
    new Map(),
  );
  await batches.move({ ...BATCH, by: SARA, at: NOW, from: ['preview'], to: 'done' });
  const rows = await batches.rows(ID);
  const links = [];
  for (const [place, { nonce }] of rows.entries())
    links.push(
      await scene.openLink({
        ...{ id: `lnk_${place}`, nonce, invoiceId: `INV-${place}`, batchId: ID, amountFils: 10_000 },
        ...{ expiresAt: NOW + (days[place] ?? 10) * DAY_MS },
      }),
    );
  await scene.run(buildBatchShow({ teamId: TEAM, batchId: ID }, NOW));
  return links;
};

const giveRoles = async () => {
  for (const [userId, role] of [
    [OMAR, 'supervisor'],
    [RAVI, 'admin'],
  ] as const)
    await scene.app.members.set(TEAM, userId, role, RAVI);
};
const refuse = (error: string, channel?: string) =>
  scene.slack.faults.add({
    method: 'chat.postMessage',
    error,
    times: 1,
    ...(channel !== undefined && { channel }),
  });
/** Runs a job, and what it has others told. */
const run = async (job: NewJob) => {
  const ended = await scene.run(job);
  for (const next of ended.next.filter(({ kind }) => kind === 'tell' || kind === 'show')) await run(next);
  return ended;
};
const lastIn = (channel: string) => seen(scene.slack.messages(channel).at(-1)).text;

const approvedNews = async (): Promise<NewJob> => {
  const batch = await scene.store.batches.get(ID);
  const jobs = buildDecidedJobs(batch, buildBatchNews(batch), NOW, batch.channelId);
  const tell = jobs.find(({ kind }) => kind === 'tell');
  if (tell === undefined) throw new Error('nobody is told');
  return tell;
};

describe('what the creator of a batch should read', () => {
  test.each([
    ['that it was approved', /Approved:/, approvedNews],
    [
      'that they wanted to be reminded of it',
      /You wanted to be reminded of .*parents\.csv/,
      () => buildRepeatTell(TEAM, { batchId: ID, userId: SARA }, NOW),
    ],
    [
      'that its file could not be sent',
      /The file with the links of parents\.csv was not sent/,
      async () => buildLinksFileJob(await scene.store.batches.get(ID)),
    ],
  ])('%s goes to who may use everybody’s links, if the creator is gone', async (_, words, build) => {
    await giveRoles();
    await make();
    // The message of a file, and the words instead of it.
    for (const _ of [1, 2]) refuse('user_disabled', SARA);
    expect(await run(await build())).toMatchObject({ outcome: 'failed', reason: 'user_disabled' });
    for (const channel of [OMAR_DM, RAVI_DM]) {
      expect(lastIn(channel)).toMatch(new RegExp(`Slack can’t reach <@${SARA}>`));
      expect(lastIn(channel)).toMatch(words);
    }
  });

  test('goes to the channel, if nobody has a role', async () => {
    await make();
    refuse('user_disabled');
    await run(await approvedNews());
    expect(lastIn(FRONT_DESK)).toMatch(/so you get this.*Approved/s);
  });

  test('comes to their messages once the channel is archived, each day, and the card with it', async () => {
    const [one] = await make();
    if (one) await scene.pay(one, { noticedAt: NOW, happenedAt: NOW, amountFils: 10_000 });
    refuse('is_archived');
    const digest = buildDigestPost(await scene.store.batches.get(ID), NOW - DAY_MS, ZONE);
    expect(await run(digest)).toMatchObject({ outcome: 'later', reason: 'is_archived' });
    const ended = await run(digest);
    expect(ended.next.map(({ kind }) => kind)).toContain('post');
    const told = scene.slack.messages(SARA_DM).map((one) => seen(one).text);
    expect(told[0]).toMatch(/2 waiting.*archived, so this card is here/s);
    expect(told[1]).toMatch(/1 payment in the last 24 hours: AED 100\.00. 2 still unpaid/);
    expect(told).toHaveLength(2);
  });

  test('and the card go to somebody who may use everybody’s links, if Slack takes neither', async () => {
    await giveRoles();
    await make();
    await scene.store.messages.doubt({ teamId: TEAM, what: 'batch', id: ID }, null, NOW);
    scene.slack.faults.add({ method: 'chat.update', error: 'is_archived', times: 1 });
    refuse('user_disabled', SARA);
    await run(buildBatchShow({ teamId: TEAM, batchId: ID }, NOW));
    expect(lastIn(OMAR_DM)).toMatch(/3 waiting.*archived, so this card is here/s);
  });
});

describe('a reminder of the links of a batch', () => {
  const plan = (link: Parameters<typeof planReminder>[0], hours: number | null = 24) =>
    planReminder(link, { now: NOW, hours, timeZone: ZONE });

  const handOver = ({ id }: Link) =>
    scene.store.links.handOver({
      ...{ teamId: TEAM, ids: [id], from: SARA, to: OMAR, by: SARA, at: NOW },
      ...{ newAuditId: scene.ids.auditEntry, holderOf, jobs: () => [] },
    });

  test('is planned once for each morning before some expire, and not too late to help', async () => {
    const [one, other, later] = await make([10, 10.1, 12]);
    if (!one || !other || !later) throw new Error('three links');
    const keys = [one, other, later].map((link) => plan(link).map(({ id }) => id));
    expect(keys[0]).toEqual(keys[1]);
    expect(keys[2]).not.toEqual(keys[0]);
    expect([plan(one, null), plan(one, 24 * 11)]).toEqual([[], []]);
  });

  test('tells each owner in one message which are unpaid, and nobody once all are paid', async () => {
    const links = await make([10, 10, 10, 12]);
    const [one, two] = links;
    if (!one || !two) throw new Error('two links');
    await handOver(two);
    const [job] = plan(one);
    if (!job) throw new Error('a job');
    await run(job);
    expect(lastIn(SARA_DM)).toMatch(
      /2 links, AED 200\.00. are unpaid\. The first expires .*\n.AED 200\.00. · 2 links of parents\.csv/,
    );
    expect(seen(scene.slack.messages(SARA_DM).at(-1)).buttons).toEqual(['Remind the unpaid']);
    expect(lastIn(OMAR_DM)).toMatch(/AED 100\.00 for Sara .* is unpaid and expires .*1 link of parents/s);
    const before = scene.slack.posts().length;
    for (const link of links) await scene.pay(link);
    await run({ ...job, id: 'again' });
    expect(scene.slack.posts()).toHaveLength(before);
  });

  test.each<[string, (link: Link) => Promise<unknown>, string[]]>([
    ['as they were', async () => undefined, [SARA_DM]],
    ['paid', (link) => scene.pay(link), []],
    ['handed over', (link) => handOver(link), []],
  ])(
    'of links that are %s between the plan and the message, their owner reads what is so',
    async (_, change, told) => {
      const [one] = await make([10]);
      const [job] = one === undefined ? [] : plan(one);
      if (!one || !job) throw new Error('a link and a job');
      const { next } = await scene.run(job);
      await change(one);
      for (const tell of next) await scene.run(tell);
      const places = [SARA_DM, OMAR_DM].filter((place) => scene.slack.messages(place).length > 0);
      expect(places).toEqual(told);
    },
  );
});

test('a row of which a further link brought the rest counts as paid, and so does its sale’s file', async () => {
  const [part] = await make([10, 10]);
  if (!part) throw new Error('a link');
  const counts = async () => countBatch({ state: 'done' }, await scene.store.batches.tally(ID));
  await scene.pay(part, { finding: 'partly', amountFils: 4_000, noticedAt: NOW, happenedAt: NOW });
  const missing = () => scene.store.batches.missing(ID, { from: 0, limit: 9 });
  const received = () => scene.store.batches.receivedSince(ID, NOW);
  expect(await counts()).toMatchObject({
    ...{ paid: { rows: 0 }, partly: { rows: 1 }, stillToCome: { rows: 1 } },
    ...{ unpaid: { rows: 2, sumFils: 16_000 }, missing: { rows: 1, sumFils: 10_000 } },
  });
  expect(await received()).toEqual({ rows: 1, sumFils: 4_000 });
  const rest = await scene.openLink({
    ...{ id: 'lnk_rest', nonce: 'rest', invoiceId: 'rest', saleId: part.id, saleOrder: 2, amountFils: 6_000 },
    createdAt: NOW + 1,
  });
  expect((await counts()).missing).toEqual({ rows: 2, sumFils: 16_000 });
  expect((await missing()).map(({ id }) => id)).toEqual(['lnk_rest', 'lnk_1']);
  await scene.pay(rest, { amountFils: 6_000, happenedAt: NOW });
  expect(await counts()).toMatchObject({ paid: { rows: 1, sumFils: 10_000 }, partly: { rows: 0 } });
  expect(await received()).toEqual({ rows: 2, sumFils: 10_000 });
  const noteIn = (payoutId: string, { orderId, invoiceId }: typeof part, amountFils: number) =>
    scene.store.linkPayouts.note({
      ...{ teamId: TEAM, cameBack: [], at: NOW, jobsOf: () => [] },
      paidOut: [{ orderId, reference: invoiceId, amountFils, payoutId, payoutAt: NOW }],
    });
  await noteIn('7118', part, 4_000);
  expect(await counts()).toMatchObject({ paidOut: { rows: 0 }, payouts: [] });
  await noteIn('7119', rest, 6_000);
  expect(await counts()).toMatchObject({ paidOut: { rows: 1, sumFils: 10_000 }, payouts: ['7119', '7118'] });
  expect((await missing()).map(({ id }) => id)).toEqual(['lnk_1']);
  const rows = await scene.store.batches.rowsWithSales(ID);
  const sheet = buildRowsTable('links', { headings: ['Amount'], state: 'done' }, rows);
  expect(sheet.rows.map((cells) => cells.at(-2))).toEqual(['Paid', 'Waiting']);
});

test('what the database counts is what each sale says of itself, whatever came of it', async () => {
  const cases: readonly (readonly ['paid' | 'reported' | 'expired' | 'failed', Partial<LinkPayment>?])[] = [
    ...(['confirmed', 'doubted', 'refunded', 'disputed'] as const).map(
      (finding) => ['paid', { finding }] as const,
    ),
    ...(['unconfirmed', 'mismatch', 'refunded'] as const).map(
      (finding) => ['reported', { finding }] as const,
    ),
    ['reported', { finding: 'partly', amountFils: 4_000 }],
    ['reported', { finding: 'partly', amountFils: 4_000, refundedFils: 1_000 }],
    ['expired'],
    ['failed', { finding: 'cancelled' }],
    ['failed'],
  ];
  const links = await make([...cases.map(() => 10), 10, 10]);
  for (const [place, [to, payment]] of cases.entries()) {
    const id = links[place]?.id ?? '';
    const paid = payment && { payment: buildPayment({ amountFils: 10_000, ...payment }) };
    await scene.store.links.move({ id, to, at: NOW, cause: 'answered', ...paid });
  }
  const declined = buildPayment({ finding: 'declined', amountFils: null });
  await scene.store.links.record({
    id: `lnk_${cases.length}`,
    at: NOW,
    cause: 'answered',
    payment: declined,
  });
  const counts = countBatch({ state: 'done' }, await scene.store.batches.tally(ID));
  const expected = new Map<string, { rows: number; sumFils: number }>();
  for (const { sale: shown } of await scene.store.batches.rowsWithSales(ID)) {
    if (shown === null) throw new Error('a row without a link');
    const { figure } = rowOf(shown.sale.state);
    const { rows = 0, sumFils = 0 } = expected.get(figure) ?? {};
    expected.set(figure, { rows: rows + 1, sumFils: sumFils + shown.sale.dueFils });
  }
  expect((await scene.store.batches.get(ID)).decidedBy).toBeNull();
  expect(expected.size).toBeGreaterThan(7);
  expect(counts).toMatchObject(Object.fromEntries(expected));
});

test('what is still owed of a batch counts its sales: whatever link they were, or should be, paid with', async () => {
  const links = await make(Array.from({ length: 7 }, () => 10));
  const [, paid, changed, paidAnew, expired, part, paidOld] = links;
  if (!paid || !changed || !paidAnew || !expired || !part || !paidOld) throw new Error('seven links');
  await scene.pay(paid);
  const next = (id: string, { id: saleId }: typeof paid) =>
    scene.openLink({ id, nonce: id, invoiceId: id, saleId, saleOrder: 2, amountFils: 7_000 });
  await next('lnk_changed', changed);
  await scene.pay(await next('lnk_anew', paidAnew));
  const old = await next('lnk_old', paidOld);
  await scene.pay(paidOld);
  for (const { id } of [expired, old])
    await scene.store.links.move({ id, to: 'expired', at: NOW, cause: 'expired unpaid' });
  await scene.pay(part, { finding: 'partly', amountFils: 4_000 });
  const preview = await scene.store.batches.add(
    {
      ...{ id: 'bat_2', teamId: TEAM, channelId: FRONT_DESK, creatorId: SARA, creatorName: 'sara' },
      ...{ at: NOW, fileName: 'parents.csv', headings: ['Amount'], sourceId: ID },
    },
    [],
    new Map(),
  );
  const { again } = await readPreview(preview, scene.app);
  expect(again?.owedFils).toBe(10_000 + 0 + 7_000 + 0 + 10_000 + 6_000);
});
