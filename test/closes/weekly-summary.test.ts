// @module-tag long
// @module-tag store

import { expect, test } from 'vitest';
import { FRONT_DESK, SALES, SARA, SARA_DM, TEAM } from '../../playground/slack/people-and-places.ts';
import { FIGURES_ENDED_JOB } from '../../src/closes/figures-job.ts';
import type { Store } from '../../src/open-store.ts';
import { readSearchWords } from '../../src/search/read-search-words.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { perTest } from '../fixtures/per-test.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { dyingAt, postsLike, sleepUntil, startCloses, type, workUntil } from './close-scene.ts';

/** Saturday, 21 November 2026, noon in Dubai. */
const NOON = Date.parse('2026-11-21T12:00:00+04:00');
const HOUR = 3_600_000;
const MONDAY = Date.parse('2026-11-23T09:00:00+04:00');
const WEEK = 7 * 24 * HOUR;

const scene = perTest(() => startCloses(NOON));

const until = (instant: number) => workUntil(scene, instant);
const weekly = (words: string) => type(scene, `weekly ${words}`);

const posted = () => postsLike(scene, 'Week ');
const texts = () => posted().map(({ says }) => says);
/** What stands in their threads. */
const needs = () => postsLike(scene, 'What needs attention').map(({ says }) => says);

let links = 0;
const addLink = async (
  at: number,
  changes: Partial<Parameters<typeof buildLink>[0]> = {},
  ...moves: Omit<Parameters<Store['links']['move']>[0], 'id' | 'at' | 'cause'>[]
) => {
  links += 1;
  const id = `lnk_w${links}`;
  await scene.store.links.reserve({
    ...buildLink({ id, nonce: id, invoiceId: id, ...changes }),
    callbackTokenHash: id,
    at,
  });
  for (const move of [{ to: 'open' as const }, ...moves])
    await scene.store.links.move({ id, at, cause: 'answered', ...move });
};
const pay = (amountFils: number, at: number, channelId = FRONT_DESK) =>
  addLink(
    at,
    { amountFils, channelId },
    { to: 'paid', payment: buildPayment({ noticedAt: at, happenedAt: at, amountFils }) },
  );

test('each Monday compares two weeks', async () => {
  await pay(100_000, NOON - WEEK);
  await pay(50_000, NOON - WEEK, SALES);
  await pay(100_000, NOON);
  expect(await weekly('on')).toContain('every Monday at 09:00 (Dubai)');
  expect(await weekly('')).toContain('is on in this channel');
  await until(MONDAY - 1);
  expect(posted()).toEqual([]);
  await until(MONDAY + HOUR);
  const [text] = texts();
  expect(text).toContain('Week · 16 – 22 Nov 2026');
  expect(text).toContain(
    '*AED 1,000.00 received with Paylink links* (1 payment), AED 500.00 less than the week before',
  );
  expect(needs()).toEqual([]);
  await until(MONDAY + WEEK + HOUR);
  expect(texts()).toHaveLength(2);
  expect(await weekly('off')).toContain('now off');
  await until(MONDAY + 3 * WEEK);
  expect(texts()).toHaveLength(2);
});

testAtLength(
  'people who switch it on at the same moment get one summary, and another hour replaces it',
  async () => {
    const answers = () =>
      scene.slack.messages(FRONT_DESK, { as: SARA }).filter(({ ephemeralTo }) => ephemeralTo);
    for (const _ of [1, 2, 3])
      void scene.slack.command(SARA, FRONT_DESK, '/paylink', 'weekly on monday 9:00');
    await scene.slack.until(() => answers().length === 3);
    const [first, ...others] = await scene.store.schedules.list(TEAM, 'weekly-summary');
    expect([first?.repeat.atMinute, others]).toEqual([540, []]);
    const switched = await scene.store.auditEntries.slice(
      { teamId: TEAM },
      { to: 'older', cursor: null, limit: 9 },
    );
    expect(switched).toHaveLength(1);
    await weekly('on monday 10:00');
    const after = await scene.store.schedules.list(TEAM, 'weekly-summary');
    expect(after.map(({ repeat }) => repeat.atMinute)).toEqual([600]);
  },
);

testAtLength('links that need attention are listed with the command that finds them', async () => {
  for (const finding of ['partly', 'mismatch', 'partly'] as const)
    await addLink(NOON, {}, { to: 'reported', payment: buildPayment({ finding, amountFils: 10_000 }) });
  await weekly('on');
  await until(MONDAY + HOUR);
  expect(texts()[0]).toContain('Something needs attention: see the thread.');
  expect(needs()[0]).toContain(
    '• 2 links were partly paid\n• 1 link was paid with another amount or currency than asked\n`/paylink find partly mismatch` lists these links.',
  );
  const { query } = readSearchWords('partly mismatch', { now: NOON, timeZone: 'Asia/Dubai' });
  expect(query.states).toEqual(['partly', 'mismatch']);
});

testAtLength('a payout that does not add up is named as in the daily close', async () => {
  scene.sandbox.shape.set({ payoutsBy: 'wrongly' });
  // The sandbox leaves the first transaction out of payout 7001.
  scene.sandbox.seedLinks(3, (n) => ({ createdAt: NOON, paidAt: NOON + n * 60_000, amountFils: 10_000 }));
  await weekly('on');
  await until(MONDAY + HOUR);
  expect(needs()[0]).toContain(
    '*Needs attention*\n• :warning: Payout `7001` *does not add up*. Gross: the payout says AED 300.00, its transactions AED 200.00: 100.00 of it in no transaction.\nOpen it under `/paylink payouts`, and ask the payment service with these figures.',
  );
  expect(posted()[0]?.final?.text).toContain('1 payout does not add up');
  await until(MONDAY + WEEK + HOUR);
  expect(texts()[1]).toContain('*No Paylink links were paid this week.*');
  expect(needs()).toHaveLength(1);
});

testAtLength('the summary says if payouts could not be checked', async () => {
  scene.sandbox.seedLinks(1, () => ({ createdAt: NOON, paidAt: NOON, amountFils: 10_000 }));
  await weekly('on');
  scene.sandbox.faults.add({ operation: 'payouts', kind: 'status', status: 503 });
  await until(MONDAY + 3 * HOUR);
  expect(needs()[0]).toContain('• Payouts are not checked against their transactions');
});

testAtLength('money whose amount can’t be read is in no sum', async () => {
  scene.sandbox.seedLinks(2, () => ({ createdAt: NOON, paidAt: NOON, amountFils: 10_000 }));
  const [first] = scene.sandbox.links();
  scene.sandbox.reword(first?.orderId ?? '', { members: { amount: '100.005' } });
  await weekly('on');
  await until(MONDAY + HOUR);
  expect(texts()[0]).toContain('Through the payment service: AED 100.00 received (1)');
});

testAtLength('payouts are not known if the service’s answer holds no list of them', async () => {
  await weekly('on');
  scene.sandbox.answerWith(() => ({ body: { status: 'success', response: {} } }));
  await until(MONDAY + 3 * HOUR);
  expect(needs()[0]).toContain('• Payouts are not checked against their transactions');
  expect(texts()[0]).toContain('Through the payment service: not known');
});

testAtLength('after a downtime one summary arrives, and names the missed one', async () => {
  await weekly('on monday 9:00');
  await sleepUntil(scene, MONDAY + WEEK + 30 * HOUR);
  await scene.restart();
  await until(MONDAY + WEEK + 32 * HOUR);
  const all = texts();
  expect(all).toHaveLength(1);
  expect(all[0]).toContain('Week · 23 – 29 Nov 2026');
  expect(all[0]).toContain('No summary was posted on Mon 23 Nov 2026');
});

testAtLength('after a process dies before the figures, another one completes the same message', async () => {
  await scene.restart({ withStore: dyingAt({ call: 'advance' }) });
  await weekly('on monday 9:00');
  await until(MONDAY + 60_000);
  await scene.restart();
  await until(MONDAY + 2 * HOUR);
  expect(texts()).toHaveLength(1);
  expect(texts()[0]).toContain('Week · 16 – 22 Nov 2026');
});

test('it ends in a closed channel, and the person who switched it on reads how to do so again', async () => {
  await weekly('on monday 9:00');
  scene.slack.faults.add({ method: 'chat.postMessage', error: 'is_archived', times: 1 });
  await until(MONDAY + HOUR);
  expect(scene.slack.messages(SARA_DM).map(({ text }) => text)).toEqual([
    expect.stringMatching(/archived.*paylink weekly on/),
  ]);
  expect(await scene.store.schedules.list(TEAM, 'weekly-summary')).toEqual([]);
});

test('its end and the message about it are stored together or not at all', async () => {
  await weekly('on monday 9:00');
  const [schedule] = await scene.store.schedules.list(TEAM, 'weekly-summary');
  const job = { id: 'job_1', teamId: TEAM, kind: FIGURES_ENDED_JOB, key: 'ended', payload: {} } as const;
  const other = { ...job, key: 'another' };
  const stop = () =>
    scene.store.schedules.stop({ teamId: TEAM, id: schedule?.id ?? '' }, NOON, () => ({
      jobs: [job, other],
    }));
  await expect(stop()).rejects.toThrow();
  expect(await scene.store.schedules.list(TEAM, 'weekly-summary')).toEqual([schedule]);
  expect(schedule?.nextAt).toBe(MONDAY);
  expect(await scene.store.schedules.unplanned(NOON)).toEqual([]);
});
