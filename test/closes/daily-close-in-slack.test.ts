// @module-tag store

import { describe, expect, test } from 'vitest';
import {
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  QUIET,
  SALES,
  SARA,
  SARA_DM,
} from '../../packages/local-slack/src/people-and-places.ts';
import { groupFils } from '../../src/blocks/money-and-time.ts';
import type { Store } from '../../src/open-store.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import type { SandboxTransaction } from '../../tools/sandbox/sandbox-service.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { perTest } from '../fixtures/per-test.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { readRows } from '../fixtures/record-tables.ts';
import { sample, testAtLength } from '../fixtures/whole-suite.ts';
import { dyingAt, postsLike, sleepUntil, startCloses, type, workUntil } from './close-scene.ts';

/** Saturday, 21 November 2026, noon in Dubai. */
const NOON = Date.parse('2026-11-21T12:00:00+04:00');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NINE = NOON + 9 * HOUR;

const SHORT: LinkPayment = {
  finding: 'partly',
  noticedAt: NOON,
  happenedAt: NOON,
  seenIn: 'transaction',
  word: 'SUCCESS',
  amountFils: 0,
  refundedFils: 0,
  currency: 'AED',
  transactionId: '500001',
  doubt: null,
};

const scene = perTest(() => startCloses(NOON));

const daily = (words: string, place?: { as?: string; channel?: string }) =>
  type(scene, `daily ${words}`, place);
const switchOn = (words = 'on 21:00') => daily(words);
const startSecond = async () => (await scene.openSecond()).paylink.start();
const until = (instant: number) => workUntil(scene, instant);
const posts = (channel?: string) => postsLike(scene, 'Daily close of', channel);
const closes = (channel?: string) => posts(channel).map(({ says }) => says);
/** A first post that no edit reached has its text alone. */
const isFilled = (text: string) => text.startsWith('Daily close · ');
const lines = () => closes().filter((text) => !isFilled(text));
const figures = () => closes().filter(isFilled);
/** What stands in their threads. */
const details = () => postsLike(scene, 'Details: Daily close').map(({ says }) => says);
const figuresAt = async (instant: number) => {
  await until(instant);
  return figures();
};
const atOf = () => posts().map(({ at }) => new Date(at + 4 * HOUR).toISOString().slice(0, 16));

/** The sandbox's own sums of a time, by status. */
const sumInSandbox = (from: number, to: number) => {
  const sums = new Map<string, { rows: number; fils: number }>();
  const isIn = (one: SandboxTransaction) => one.createdAt >= from && one.createdAt < to;
  for (const { status, amountFils } of scene.sandbox.transactions().filter(isIn)) {
    const sum = sums.get(status) ?? { rows: 0, fils: 0 };
    sums.set(status, { rows: sum.rows + 1, fils: sum.fils + amountFils });
  }
  return sums;
};
const describeSum = (sum: { rows: number; fils: number } | undefined, end = '*') =>
  sum ? `AED ${groupFils(sum.fils)} received${end} (${sum.rows})` : `No money received${end}`;

/** A link of ours, which the sandbox has too. */
const makeLink = async (
  invoiceId: string,
  changes: { fils?: number; paid?: boolean; listed?: boolean; store?: Store } = {},
) => {
  const { fils = 12_345, paid = false, listed = true, store = scene.store } = changes;
  const at = scene.clock.now();
  await store.links.reserve({
    ...buildLink({ id: `lnk_${invoiceId}`, nonce: invoiceId, invoiceId, amountFils: fils }),
    callbackTokenHash: invoiceId,
    at,
  });
  await store.links.move({ id: `lnk_${invoiceId}`, to: 'open', at, cause: 'answered' });
  if (paid)
    await store.links.move({
      ...{ id: `lnk_${invoiceId}`, to: 'paid', at, cause: 'the service says paid' },
      payment: buildPayment({ noticedAt: at, happenedAt: at, amountFils: fils }),
    });
  if (listed)
    scene.sandbox.seedLinks(1, () => ({
      invoiceId,
      amountFils: fils,
      createdAt: at,
      ...(paid ? { paidAt: at } : {}),
    }));
};

describe('the daily close', () => {
  test('arrives every day at its hour, with the links and sums of the sandbox', async () => {
    const seed = (count: number, at: number, name: string) =>
      scene.sandbox.seedLinks(count, (n) => ({
        invoiceId: `${name}-${n}`,
        createdAt: at + n * MINUTE,
        amountFils: 10_001 + n * 37,
        ...(n % 3 < 2 ? { paidAt: at + n * MINUTE, declined: n % 3 === 1 } : {}),
      }));
    seed(130, NOON, 'NEW');
    await switchOn();
    await makeLink('OURS-1', { paid: true });
    await makeLink('OURS-2', { fils: 100 });
    await until(NINE + DAY + MINUTE);

    const [first = '', second = ''] = figures();
    const sums = (from: number, to: number, status: string) => sumInSandbox(from, to).get(status);
    const today = sums(NINE - 21 * HOUR, NINE, 'SUCCESS');
    expect(today?.rows).toBe(45);
    expect(first.split('\n').slice(0, 2)).toEqual([
      'Daily close · Sat 21 Nov 2026',
      `*${describeSum(today)} from midnight to 9:00 PM (Dubai)`,
    ]);
    expect(first).toContain('*AED 1.00 still to come* (1 sale, all days)');
    const [more = '', evening = ''] = details();
    expect(more).toContain('• Made: *AED 124.45* (2)\n• Received: *AED 123.45* (1)');
    const failed = sums(NINE - 21 * HOUR, NINE, 'FAILED');
    expect(more).toContain(`AED ${groupFils(failed?.fils ?? 0)} failed (${failed?.rows})`);
    expect(more).not.toContain('paid out');
    const outside = scene.sandbox.links().filter(({ invoiceId }) => invoiceId?.startsWith('NEW-'));
    const asked = outside.reduce((sum, { amountFils }) => sum + amountFils, 0);
    expect(more).toContain(
      `:white_check_mark: No differences.\n130 links were made outside Paylink, AED ${groupFils(asked)}.`,
    );

    const ofDay = sums(NINE + 3 * HOUR, NINE + DAY, 'SUCCESS');
    expect(second).toContain('Daily close · Sun 22 Nov 2026');
    expect(second).toContain(
      `${describeSum(sums(NINE, NINE + DAY, 'SUCCESS'), '*')} since Sat 21 Nov 2026 at 9:00 PM`,
    );
    expect(evening).toContain(`Sun 22 Nov 2026, midnight to 9:00 PM: ${describeSum(ofDay, '')}`);
    const payouts = scene.sandbox
      .payouts()
      .filter(({ createdAt }) => createdAt > NINE && createdAt < NINE + DAY);
    const net = payouts.reduce((sum, { netFils }) => sum + netFils, 0);
    expect(evening).toContain(`*AED ${groupFils(net)} paid out* (${payouts.length})`);
    expect(evening).toContain(':white_check_mark: No differences.');
    expect(atOf()).toEqual(['2026-11-21T21:00', '2026-11-22T21:00']);
    expect(closes()).toHaveLength(2);
    expect(posts()[0]?.text).toMatch(/^Daily close of Sat 21 Nov 2026: AED [\d,.]+ received/);
  });

  test('reads each listing once', async () => {
    await switchOn();
    scene.sandbox.seedLinks(2, (n) => ({ createdAt: NOON, paidAt: NOON + n * MINUTE }));
    await until(NINE + MINUTE);
    await until(NINE + DAY - MINUTE);
    const before = scene.sandbox.calls();
    expect(await figuresAt(NINE + DAY + MINUTE)).toHaveLength(2);
    const after = scene.sandbox.calls();
    const read = (['transactions', 'payouts', 'links'] as const).map((one) => after[one] - before[one]);
    expect(read).toEqual([1, 1, 1]);
  });

  testAtLength('names a payout that does not add up, by how much, and what to do', async () => {
    scene.sandbox.shape.set({ payoutsBy: 'wrongly' });
    await switchOn();
    // The sandbox leaves the first transaction out of payout 7001.
    scene.sandbox.seedLinks(3, (n) => ({ createdAt: NOON, paidAt: NOON + n * MINUTE, amountFils: 10_000 }));
    await until(NINE + DAY + MINUTE);
    const [first = '', second = ''] = details();
    expect(first).not.toContain('add up');
    expect(figures()[1]).toContain('1 payout does not add up');
    expect(second).toContain(
      '• :warning: Payout `7001` *does not add up*. Gross: the payout says AED 300.00, its transactions AED 200.00: 100.00 of it in no transaction.\nOpen it under `/paylink payouts`, and ask the payment service with these figures.',
    );
    scene.sandbox.shape.set({ payoutsBy: 'payout-id' });
    scene.sandbox.seedLinks(1, () => ({ paidAt: scene.clock.now() }));
    await until(NINE + 2 * DAY + MINUTE);
    expect(details().at(-1)).toContain('• :white_check_mark: Add up to their transactions: 1');
    // As the sandbox does by default: nothing joins the only payout of this close with its transactions.
    scene.sandbox.shape.set({ payoutsBy: 'days' });
    scene.sandbox.seedLinks(1, () => ({ paidAt: scene.clock.now(), amountFils: 10_000 }));
    await until(NINE + 3 * DAY + MINUTE);
    const last = details().at(-1) ?? '';
    expect(last).toContain('*AED 96.50 paid out* (1)');
    // It has the sum of a day: nothing to say.
    expect(last).not.toMatch(/add up|No day before/i);
  });

  testAtLength('shows references, and no customers’ data', async () => {
    await switchOn();
    await makeLink('SAME');
    await makeLink('ONLY-OURS', { listed: false });
    await makeLink('BOTH');
    await scene.store.links.move({ id: 'lnk_BOTH', to: 'paid', at: NOON, cause: 'the service says paid' });
    scene.sandbox.seedLinks(1, () => ({ invoiceId: 'ONLY-THEIRS', amountFils: 777 }));
    scene.sandbox.seedLinks(1, () => ({ invoiceId: null, amountFils: 888 }));
    scene.sandbox.reword('100234', { members: { amount: 999.99 } });
    const [close = ''] = await figuresAt(NINE + MINUTE);
    const text = close + details().join();
    expect(close).toContain('3 links differ from the service’s list');
    expect(text).toContain('*3 differences*');
    expect(text).toContain('`SAME`: *AED 123.45* here, *AED 999.99* at the service');
    expect(text).toContain('`BOTH`: *Paid* here, *CREATED* at the service');
    expect(text).toContain('`ONLY-OURS`, AED 123.45: Waiting here, *not in the service’s list*');
    expect(text).toContain('2 links were made outside Paylink, AED 16.65.');
    expect(text).not.toMatch(/Sara|Sample|example\.com|9715/);
  });

  testAtLength('names a short payment, which is not a difference', async () => {
    await switchOn();
    await makeLink('INV-7', { fils: 25_000 });
    const payment = { ...SHORT, amountFils: 20_000 };
    await scene.store.links.move({
      id: 'lnk_INV-7',
      to: 'reported',
      at: NOON,
      cause: 'paid in part',
      payment,
    });
    scene.sandbox.reword('100234', { members: { status: 'PARTIALLY_PAID', paidAmount: 200 } });
    await until(NINE + MINUTE);
    const [text = ''] = details();
    expect(text).toContain('• Partly paid: `INV-7`: *AED 200.00 of 250.00* received');
    expect(text).not.toContain('not confirmed by the service');
    expect(text).toContain(':white_check_mark: No differences.');
  });

  test('begins with its day if the last one was posted while the clock was ahead', async () => {
    await switchOn();
    await until(NINE + MINUTE);
    const tables = await openTables(scene.database.place);
    const turn = (await tables.rows('jobs')).find(({ progress }) => `${progress}`.includes('"after"'));
    const ahead = `${turn?.['progress']}`.replaceAll(/"until":\d+/g, `"until":${NINE + 5 * DAY}`);
    await tables.run(
      `update jobs set progress = '${ahead.replaceAll("'", "''")}' where id = '${turn?.['id']}'`,
    );
    await tables.close();
    scene.sandbox.seedLinks(1, () => ({ paidAt: scene.clock.now() + 5 * HOUR, amountFils: 5_000 }));
    const [, second] = await figuresAt(NINE + DAY + MINUTE);
    expect(second).toContain('*AED 50.00 received* (1) from midnight to 9:00 PM (Dubai)');
  });

  testAtLength('arrives in every channel that switched it on, at that channel’s hour', async () => {
    await switchOn();
    await daily('on 9:30 pm', { channel: SALES });
    await until(NINE + HOUR);
    expect(closes()).toHaveLength(1);
    expect(closes(SALES)).toHaveLength(1);
    expect(closes(SALES)[0]).toContain('from midnight to 9:30 PM');
  });
});

describe('one close a day arrives', () => {
  test('from two instances', async () => {
    await switchOn();
    await startSecond();
    expect(await figuresAt(NINE + 3 * DAY + MINUTE)).toHaveLength(4);
    expect(lines()).toEqual([]);
    expect(new Set(figures()).size).toBe(4);
  });

  testAtLength(
    'if an instance dies before it plans the message: another one reads the figures again',
    async () => {
      await scene.restart({ withStore: dyingAt({ call: 'take' }) });
      await switchOn();
      await until(NINE + 10_000);
      await scene.restart();
      await until(NINE + DAY - MINUTE);
      expect(closes()).toHaveLength(1);
      expect(figures()).toHaveLength(1);
    },
  );

  testAtLength.each([
    ['dies', {}],
    ['loses its job', { answer: false }],
  ])('if an instance %s when it has read them', async (_, heard) => {
    await scene.restart({ withStore: dyingAt({ call: 'saveProgress', nth: 2, ...heard }) });
    await switchOn();
    await until(NINE + 10_000);
    await scene.restart();
    await until(NINE + HOUR);
    expect(closes()).toHaveLength(1);
    expect(figures()).toHaveLength(1);
  });

  testAtLength('and is not repeated if a person deletes it', async () => {
    await switchOn();
    scene.slack.faults.add({ method: 'chat.update', error: 'message_not_found', times: 1 });
    await until(NINE + DAY + HOUR);
    expect(closes()).toHaveLength(2);
  });
});

describe('a missed close', () => {
  test('comes late if Paylink did not run at midnight, and names those before it', async () => {
    await switchOn();
    await until(NINE - MINUTE);
    await sleepUntil(scene, NINE + 2 * DAY + 4 * HOUR, (store) => makeLink('MEANWHILE', { store }));
    await scene.clock.leap(8 * HOUR);
    await scene.restart();
    const [first = '', second = ''] = await figuresAt(NINE + 3 * DAY + MINUTE);
    expect(atOf()).toEqual(['2026-11-24T09:00', '2026-11-24T21:00']);
    expect(first).toContain('Daily close · Mon 23 Nov 2026');
    expect(first).toContain('No close was posted for 21 – 22 Nov 2026: Paylink was not running');
    expect(second).not.toContain('No close was posted');
    expect(second).toContain('since Mon 23 Nov 2026 at 9:00 PM');
    expect(details()[0]).not.toContain('Made:');
    expect(details()[1]).toContain('• Made: *AED 123.45* (1)');
  });

  testAtLength('arrives later the same day, and counts up to its hour', async () => {
    await switchOn();
    await sleepUntil(scene, NINE + 30 * MINUTE, (store) => makeLink('AFTER-NINE', { store }));
    await scene.clock.leap(1.5 * HOUR);
    await scene.restart();
    // Nothing happened: one line, and no thread.
    expect(await figuresAt(NINE + 2 * HOUR + MINUTE)).toEqual([
      expect.stringMatching(
        /^Daily close · Sat 21 Nov 2026: \*No money received\* from midnight.* · \*AED 123\.45 still to come\* .*$/,
      ),
    ]);
    expect(details()).toEqual([]);
  });

  testAtLength('waits up to an hour for the service', async () => {
    await switchOn();
    scene.sandbox.seedLinks(3, () => ({ invoiceId: null, paidAt: NOON, amountFils: 1_000 }));
    await scene.sandbox.outage('unavailable');
    await until(NINE + 20 * MINUTE);
    expect(closes()).toEqual([]);
    await scene.sandbox.outage('off');
    expect(await figuresAt(NINE + HOUR)).toHaveLength(1);
    expect(figures()[0]).toContain('*AED 30.00 received* (3)');
    expect(figures()[0]).not.toContain('could not be read');
  });

  testAtLength('is posted after an hour without the service, with the known figures', async () => {
    await switchOn();
    await makeLink('KNOWN', { paid: true });
    await scene.sandbox.outage('unavailable');
    await until(NINE + HOUR - 1);
    expect(closes()).toEqual([]);
    const [text = ''] = await figuresAt(NINE + HOUR + 10 * MINUTE);
    expect(closes()).toHaveLength(1);
    expect(text).toContain('could not read the payment service in full');
    expect(text).toContain('*Money received from midnight to 9:00 PM (Dubai): not known*');
    expect(details()[0]).toContain('• Received: *AED 123.45* (1)');
    expect(details()[0]).toContain('Not compared: the service could not be read.');
    await scene.sandbox.outage('off');
    // The next one has its money, and says so.
    expect((await figuresAt(NINE + DAY + MINUTE))[1]).toContain(
      '*AED 123.45 received* (1) since Sat 21 Nov 2026 at 12:00 AM',
    );
  });

  testAtLength('is posted after an hour without one listing, with the others', async () => {
    await switchOn();
    scene.sandbox.seedLinks(1, () => ({ invoiceId: 'X', paidAt: NOON }));
    scene.sandbox.faults.add({ operation: 'payouts', kind: 'status', status: 403 });
    expect((await figuresAt(NINE + HOUR + 10 * MINUTE))[0]).toContain('*AED 100.00 received* (1)');
    expect(details()[0]).toContain('*Payouts*\nNot known');
  });

  testAtLength.each([
    ['the night', '21:00', NINE, '2026-11-22T21:00', 'Sat 21 Nov 2026'],
    ['the day', '8:00', NOON + 20 * HOUR, '2026-11-23T08:00', 'Sun 22 Nov 2026'],
  ])('is in the next one if Slack refused it all %s', async (_, hour, due, next, missed) => {
    await switchOn(`on ${hour}`);
    await until(due - MINUTE);
    scene.sandbox.seedLinks(1, () => ({ amountFils: 5_000, paidAt: scene.clock.now() }));
    scene.slack.faults.add({ method: 'chat.postMessage', error: 'user_disabled' });
    await until(due + 12 * HOUR);
    scene.slack.faults.clear();
    await until(due + DAY + MINUTE);
    expect(atOf()).toEqual([next]);
    expect(figures()[0]).toContain(`No close was posted for ${missed}`);
    expect(figures()[0]).toContain('*AED 50.00 received* (1)');
  });
});

describe('the daily close of a closed channel', () => {
  test.each(sample(['not_in_channel', 'is_archived', 'is_inactive', 'channel_not_found']))(
    'is switched off after %s, and the person who switched it on gets one message',
    async (error) => {
      await daily('on 21:00', { as: OMAR });
      await startSecond();
      scene.slack.faults.add({ method: 'chat.postMessage', error, times: 1 });
      await until(NINE + 2 * DAY);
      expect(closes()).toEqual([]);
      expect(scene.slack.messages(OMAR_DM).map(({ text }) => text)).toEqual([
        expect.stringContaining(
          `The daily close in <#${FRONT_DESK}> could not be posted, so it is now switched off.`,
        ),
      ]);
      expect(scene.slack.messages(SARA_DM)).toEqual([]);
      expect(await daily('')).toContain('is off in this channel');
    },
  );
});

describe('the switch', () => {
  test('names the person in the channel, and answers with the next hour', async () => {
    const answer = await switchOn('on 9pm');
    expect(answer).toContain(`<!date^${NINE / 1000}^`);
    await daily('off', { as: OMAR });
    expect(scene.slack.posts(FRONT_DESK).map(({ text }) => text)).toEqual([
      '<@U0SARA0001> switched on the daily close for this channel: every day at 9:00 PM (Dubai).',
      '<@U0OMAR0001> switched off the daily close for this channel.',
    ]);
  });

  testAtLength('answers whether it is on', async () => {
    expect(await daily('')).toContain('is off in this channel');
    await switchOn();
    expect(await daily('')).toMatch(/every day at 9:00 PM \(Dubai\).*<!date\^/);
    expect(await switchOn()).toContain('is on in this channel');
    expect(scene.slack.posts(FRONT_DESK)).toHaveLength(1);
  });

  testAtLength.each(
    readRows(`
    starts tomorrow if today’s hour is over, and moves to another hour
    | 21T21:01 on 21:00, 22T07:00 on 12:00 | 22T12:00, 23T12:00
    does not close a day twice if turned off and on again
    | 21T12:00 on 21:00, 21T21:01 off, 21T21:01 on 22:00 | 21T21:00, 22T22:00
    turned off, posts no more | 21T12:00 on 21:00, 21T21:01 off | 21T21:00
    `),
  )('%s', async (_, typed = '', closes = '') => {
    for (const one of typed.split(', ')) {
      await until(Date.parse(`2026-11-${one.slice(0, 8)}+04:00`));
      await daily(one.slice(9));
    }
    await until(NINE + 40 * HOUR);
    expect(atOf()).toEqual(closes.split(', ').map((at) => `2026-11-${at}`));
    expect(figures().join()).not.toContain('No close was posted');
  });

  testAtLength('ends a close that waits for the service', async () => {
    await switchOn();
    await scene.sandbox.outage('unavailable');
    await until(NINE + 10 * MINUTE);
    await daily('off');
    await until(NINE + DAY + 2 * HOUR);
    expect(closes()).toEqual([]);
  });

  testAtLength('stays off in a channel without the app, and says how to invite it', async () => {
    expect(await daily('on 21:00', { channel: QUIET })).toContain('/invite @Paylink');
    expect(await daily('', { channel: QUIET })).toContain('is off');
  });

  testAtLength('stays off in a channel that does not allow it, and says so', async () => {
    scene.slack.faults.add({ method: 'chat.postMessage', error: 'restricted_action', times: 1 });
    expect(await switchOn()).toContain('Your workspace does not let apps post in this channel');
    expect(await daily('')).toContain('is off');
  });

  test.each(sample(['on later', 'on 9', 'off now', 'weekly', 'on 25:00']))(
    'answers “%s” with the help, and changes nothing',
    async (words) => {
      const answer = await daily(words);
      expect(answer).toContain('/paylink daily on 21:00');
      expect(answer).toContain(words);
      expect(await daily('')).toContain('is off');
    },
  );
});

const said = () => scene.slack.messages(FRONT_DESK).map(({ text }) => text);

test.each(['daily on 9pm', 'weekly on monday 9:00'])(
  '%s that cannot be saved leaves no message in the channel',
  async (words) => {
    const { slack, database } = scene;
    const tables = await openTables(database.place);
    await tables.run('alter table audit_entries rename to away');
    await tables.close();
    await slack.command(SARA, FRONT_DESK, '/paylink', words);
    await slack.until(() => said().some((text) => text.includes('Something went wrong')));
    expect(slack.posts(FRONT_DESK).map(({ text }) => text)).toEqual([
      expect.stringContaining('switched on the'),
    ]);
    expect(said().join()).not.toContain('switched on');
  },
);
