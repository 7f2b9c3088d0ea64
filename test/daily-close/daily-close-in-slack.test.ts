import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SandboxTransaction } from '../../playground/sandbox/sandbox-service.ts';
import {
  FRONT_DESK,
  OMAR,
  OMAR_DM,
  QUIET,
  SALES,
  SARA_DM,
  TEAM,
} from '../../playground/slack/people-and-places.ts';
import { groupFils } from '../../src/blocks/money-and-time.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import { buildLink } from '../fixtures/links.ts';
import { sample, testAtLength } from '../fixtures/whole-suite.ts';
import { type DailyScene, startDaily } from './start-daily.ts';

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

let scene: DailyScene;

beforeEach(async () => {
  scene = await startDaily(NOON);
});

afterEach(() => scene.close());

const on = async (words = 'on 21:00') => scene.command(words);
const begin = async (words?: string) => {
  await on(words);
  await scene.startInstance();
};
const until = (instant: number) => scene.clock.advance(instant - scene.clock.now());
const neutral = () => scene.closes().filter((text) => text.includes('preparing it'));
const figures = () => scene.closes().filter((text) => !text.includes('preparing it'));
const atOf = () =>
  scene.slack
    .posts(FRONT_DESK)
    .filter(({ text }) => text.startsWith('Daily close of'))
    .map(({ at }) => new Date(at + 4 * HOUR).toISOString().slice(0, 16));

/** What the sandbox itself holds of a stretch of time, as the message words it. */
const listedBySandbox = (from: number, to: number) => {
  const sums = new Map<string, { rows: number; fils: number }>();
  const isIn = (one: SandboxTransaction) => one.createdAt >= from && one.createdAt < to;
  for (const { status, amountFils } of scene.sandbox.transactions().filter(isIn)) {
    const sum = sums.get(status) ?? { rows: 0, fils: 0 };
    sums.set(status, { rows: sum.rows + 1, fils: sum.fils + amountFils });
  }
  return sums;
};
const worded = (sum?: { rows: number; fils: number }) =>
  sum ? `${sum.rows}, AED ${groupFils(sum.fils)}` : '0';

/** A link of ours that the sandbox has as well. */
const makeLink = async (
  invoiceId: string,
  changes: { fils?: number; paid?: boolean; listed?: boolean } = {},
) => {
  const { fils = 12_345, paid = false, listed = true } = changes;
  const at = scene.clock.now();
  await scene.store.links.reserve({
    ...buildLink({ id: `lnk_${invoiceId}`, nonce: invoiceId, invoiceId, amountFils: fils }),
    callbackTokenHash: invoiceId,
    at,
  });
  await scene.store.links.move({ id: `lnk_${invoiceId}`, to: 'open', at, cause: 'answered' });
  if (paid)
    await scene.store.links.move({ id: `lnk_${invoiceId}`, to: 'paid', at, cause: 'the service says paid' });
  if (listed)
    scene.sandbox.seedLinks(1, () => ({
      invoiceId,
      amountFils: fils,
      createdAt: at,
      ...(paid ? { paidAt: at } : {}),
    }));
};

describe('the daily close', () => {
  test('comes every day at its hour, and the links and sums are the sandbox’s own', async () => {
    const lastWeek = NOON - 7 * DAY;
    const seed = (count: number, at: number, name: string) =>
      scene.sandbox.seedLinks(count, (n) => ({
        invoiceId: `${name}-${n}`,
        createdAt: at + n * MINUTE,
        amountFils: 10_001 + n * 37,
        ...(n % 3 < 2 ? { paidAt: at + n * MINUTE, declined: n % 3 === 1 } : {}),
      }));
    seed(40, lastWeek, 'OLD');
    seed(60, lastWeek + 10 * HOUR, 'OLD-NIGHT');
    seed(130, NOON, 'NEW');
    await begin();
    await makeLink('OURS-1', { paid: true });
    await makeLink('OURS-2', { fils: 100 });
    await until(NINE + DAY + MINUTE);

    const [first, second] = figures();
    const today = listedBySandbox(NINE - 21 * HOUR, NINE);
    const before = listedBySandbox(NINE - 21 * HOUR - 7 * DAY, NINE - 7 * DAY);
    expect(today.get('SUCCESS')?.rows).toBe(45);
    const sums = (status: string) => [worded(today.get(status)), worded(before.get(status))];
    const [received, receivedBefore] = sums('SUCCESS');
    expect(first).toContain(`*Money received: ${received}* (${receivedBefore})`);
    const [failed, failedBefore] = sums('FAILED');
    expect(first).toContain(`• Failed: ${failed} (${failedBefore})`);
    expect(first).toContain('Daily close · Sat 21 Nov 2026');
    expect(first).toContain('Midnight to 21:00 (Dubai). In brackets: Sat 14 Nov 2026, up to the same hour.');
    expect(first).toContain('• Created: *2, AED 124.45* (0)');
    expect(first).toContain('• Paid: *1, AED 123.45* (0)');
    expect(first).toContain('• All open now: *1, AED 1.00*');
    expect(first).toContain('*Payouts: 0* (0)');
    const outside = scene.sandbox.links().filter(({ invoiceId }) => invoiceId?.startsWith('NEW-'));
    const asked = outside.reduce((sum, { amountFils }) => sum + amountFils, 0);
    expect(first).toContain(
      `:white_check_mark: No differences.\n130 links were made outside Paylink, AED ${groupFils(asked)}.`,
    );
    expect(first).not.toContain('Since the last close');

    const paidOut = (from: number) => {
      const payouts = scene.sandbox
        .payouts()
        .filter(({ createdAt }) => createdAt > from && createdAt < from + DAY);
      return `${payouts.length}, AED ${groupFils(payouts.reduce((sum, { netFils }) => sum + netFils, 0))}`;
    };
    expect(second).toContain('Daily close · Sun 22 Nov 2026');
    expect(second).toContain(`• PROCESSED: *${paidOut(NINE)}* (${paidOut(NINE - 7 * DAY)})`);
    expect(second).toContain(':white_check_mark: No differences.');
    expect(atOf()).toEqual(['2026-11-21T21:00', '2026-11-22T21:00']);
    expect(scene.closes()).toHaveLength(2);
  });

  test('says of a payout that it does not add up, by how much, and what to do', async () => {
    scene.sandbox.shape.set({ payoutsBy: 'wrongly' });
    await begin();
    // Of payout 7001 the sandbox’s list lacks the first transaction.
    scene.sandbox.seedLinks(3, (n) => ({ createdAt: NOON, paidAt: NOON + n * MINUTE, amountFils: 10_000 }));
    await until(NINE + DAY + MINUTE);
    const [first = '', second = ''] = figures();
    expect(first).not.toContain('add up');
    expect(second).toContain(
      '• :warning: Payout `7001` *does not add up*. Gross: the payout says AED 300.00, its transactions AED 200.00: 100.00 of it in no transaction.\nOpen it under `/paylink payouts`, and ask the payment service with these figures.',
    );
    scene.sandbox.shape.set({ payoutsBy: 'payout-id' });
    scene.sandbox.seedLinks(1, () => ({ paidAt: scene.clock.now() }));
    await until(NINE + 2 * DAY + MINUTE);
    expect(figures().at(-1)).toContain('• :white_check_mark: Add up to their transactions: 1');
  });

  testAtLength('shows references, and nothing of a customer', async () => {
    await begin();
    await makeLink('SAME');
    await makeLink('OURS-ALONE', { listed: false });
    await makeLink('BOTH');
    await scene.store.links.move({ id: 'lnk_BOTH', to: 'paid', at: NOON, cause: 'the service says paid' });
    scene.sandbox.seedLinks(1, () => ({ invoiceId: 'THEIRS-ALONE', amountFils: 777 }));
    scene.sandbox.seedLinks(1, () => ({ invoiceId: null, amountFils: 888 }));
    scene.sandbox.reword('100234', { members: { amount: 999.99 } });
    await until(NINE + MINUTE);
    const [text = ''] = figures();
    expect(text).toContain('*3 differences*');
    expect(text).toContain('`SAME`: *AED 123.45* here, *AED 999.99* at the service');
    expect(text).toContain('`BOTH`: *paid* here, *CREATED* at the service');
    expect(text).toContain('`OURS-ALONE`, AED 123.45: open here, *not in the service’s list*');
    expect(text).toContain('2 links were made outside Paylink, AED 16.65.');
    expect(text).not.toMatch(/Sara|Sample|example\.com|9715/);
  });

  testAtLength('says of a short payment that it was short, and takes it for no difference', async () => {
    await begin();
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
    const [text = ''] = figures();
    expect(text).toContain('• Paid short: `INV-7`: *AED 200.00 of 250.00* received');
    expect(text).not.toContain('not confirmed by the service');
    expect(text).toContain(':white_check_mark: No differences.');
  });

  testAtLength('counts what came after the last close, apart from the day itself', async () => {
    await begin();
    await until(NINE + HOUR);
    await makeLink('LATE', { paid: true, fils: 4_200 });
    await until(NINE + DAY + MINUTE);
    const [, second = ''] = figures();
    expect(second).toContain('• Created: *0*');
    expect(second).toContain(
      '*Since the last close* (Sat 21 Nov 2026, 21:00 to midnight, not in the sums above)',
    );
    expect(second).toContain(
      '1, AED 42.00 created; 1, AED 42.00 paid; money received 1, AED 42.00; no payouts',
    );
  });

  test('counts every millisecond once, in this close or the next', async () => {
    await begin();
    await until(NINE - 1);
    await makeLink('IN-TIME', { fils: 1_000, paid: true });
    await until(NINE + MINUTE);
    await until(NINE + 3 * HOUR - 1);
    await makeLink('BEFORE-MIDNIGHT', { fils: 2_000, paid: true });
    await until(NINE + 3 * HOUR);
    await makeLink('AT-MIDNIGHT', { fils: 3_000, paid: true });
    await until(NINE + DAY + MINUTE);
    const [first, second] = figures();
    expect(first).toContain('• Created: *1, AED 10.00*');
    expect(second).toContain('1, AED 20.00 created; 1, AED 20.00 paid');
    expect(second).toContain('• Created: *1, AED 30.00*');
  });

  testAtLength('is posted in every channel that switched it on, at that channel’s hour', async () => {
    await on();
    await scene.command('on 9:30 pm', { channel: SALES });
    await scene.startInstance();
    await until(NINE + HOUR);
    expect(scene.closes()).toHaveLength(1);
    expect(scene.closes(SALES)).toHaveLength(1);
    expect(scene.closes(SALES)[0]).toContain('Midnight to 21:30');
  });

  testAtLength('keeps its hour on the merchant’s clock when that clock changes', async () => {
    await scene.close();
    scene = await startDaily(Date.parse('2026-10-23T12:00:00+02:00'), 'Europe/Berlin');
    await begin();
    await scene.clock.advance(4 * DAY);
    const at = scene.slack.posts(FRONT_DESK).filter(({ text }) => text.startsWith('Daily close of'));
    expect(at.map((post) => new Date(post.at).toISOString())).toEqual([
      '2026-10-23T19:00:00.000Z',
      '2026-10-24T19:00:00.000Z',
      '2026-10-25T20:00:00.000Z',
      '2026-10-26T20:00:00.000Z',
    ]);
  });
});

describe('one close a day', () => {
  test('comes from two instances', async () => {
    await on();
    for (const _ of [1, 2]) await scene.startInstance();
    await until(NINE + 3 * DAY + MINUTE);
    expect(figures()).toHaveLength(4);
    expect(neutral()).toEqual([]);
    expect(new Set(figures()).size).toBe(4);
  });

  test('comes when an instance dies after Slack took the figures: the other writes the same message', async () => {
    await on();
    let bury = () => {};
    const finish = () => new Promise<boolean>((resolve) => (bury = () => resolve(false)));
    await scene.startDoomed({ finish });
    await until(NINE + 10_000);
    await scene.startInstance();
    await until(NINE + DAY - MINUTE);
    expect(scene.closes()).toHaveLength(1);
    expect(figures()).toHaveLength(1);
    expect(scene.slack.posts(FRONT_DESK).at(-1)?.updates).toBe(2);
    bury();
  });

  testAtLength(
    'comes when an instance dies between Slack’s answer and its own note: a line is left, without figures',
    async () => {
      await on();
      let saves = 0;
      const { saveProgress } = scene.store.jobs;
      await scene.startDoomed({
        saveProgress: (...given) => {
          saves += 1;
          return saves === 1 ? saveProgress(...given) : Promise.reject(new Error('killed'));
        },
        postpone: () => Promise.reject(new Error('killed')),
      });
      await until(NINE + 10_000);
      await scene.startInstance();
      await until(NINE + HOUR);
      expect(neutral()).toHaveLength(1);
      expect(figures()).toHaveLength(1);
    },
  );

  test('comes when Slack took it and the answer was lost', async () => {
    await begin();
    scene.slack.faults.add({ method: 'chat.postMessage', dropAfterWork: true, times: 1 });
    scene.slack.faults.add({ method: 'chat.update', dropAfterWork: true, times: 2 });
    await until(NINE + HOUR);
    expect(neutral()).toHaveLength(1);
    expect(figures()).toHaveLength(1);
  });

  testAtLength('comes when Slack asks to wait, and when it fails for a while', async () => {
    await begin();
    scene.slack.faults.add({ method: 'chat.postMessage', status: 429, retryAfter: 40, times: 2 });
    scene.slack.faults.add({ method: 'chat.update', status: 503, times: 3 });
    await until(NINE + 70_000);
    expect(scene.closes()).toEqual([]);
    await until(NINE + HOUR);
    expect(figures()).toHaveLength(1);
    expect(neutral()).toEqual([]);
  });

  testAtLength('comes as text where Slack refuses its blocks', async () => {
    await begin();
    scene.slack.faults.add({ method: 'chat.update', error: 'invalid_blocks', times: 1 });
    await until(NINE + HOUR);
    expect(figures()).toEqual([expect.stringContaining('Daily close of Sat 21 Nov 2026: 0 created; 0 paid')]);
  });

  testAtLength('is not repeated when somebody deletes it meanwhile', async () => {
    await begin();
    scene.slack.faults.add({ method: 'chat.update', error: 'message_not_found', times: 1 });
    await until(NINE + DAY + HOUR);
    expect(scene.closes()).toHaveLength(2);
  });
});

describe('a close that could not come', () => {
  test('because nothing ran past midnight is named by the next one, and not posted late', async () => {
    await begin();
    await until(NINE - MINUTE);
    await scene.stopInstances();
    await until(NINE + 2 * DAY + 4 * HOUR);
    await makeLink('MEANWHILE');
    await until(NINE + 2 * DAY + 12 * HOUR);
    await scene.startInstance();
    await until(NINE + 3 * DAY - MINUTE);
    expect(scene.closes()).toEqual([]);
    await until(NINE + 4 * DAY + MINUTE);
    const [first = '', second = ''] = figures();
    expect(atOf()).toEqual(['2026-11-24T21:00', '2026-11-25T21:00']);
    expect(first).toContain('No close was posted for 21 – 23 Nov 2026: Paylink was not running');
    expect(second).not.toContain('No close was posted');
    expect(second).not.toContain('Since the last close');
  });

  testAtLength('over days, counts them with what lies between the closes', async () => {
    await begin();
    await until(NINE + HOUR);
    await scene.stopInstances();
    await until(NOON + DAY);
    await makeLink('MISSED', { fils: 5_000, paid: true });
    await until(NOON + 2 * DAY);
    await scene.startInstance();
    await until(NINE + 2 * DAY + MINUTE);
    const [, second = ''] = figures();
    expect(second).toContain('No close was posted for Sun 22 Nov 2026');
    expect(second).toContain(
      '*Since the last close* (Sat 21 Nov 2026, 21:00 to the end of Sun 22 Nov 2026, not in the sums above)',
    );
    expect(second).toContain('1, AED 50.00 created; 1, AED 50.00 paid');
  });

  testAtLength('comes later the same day, and still counts to its hour', async () => {
    await on();
    await until(NINE + 30 * MINUTE);
    await makeLink('AFTER-NINE');
    await until(NINE + 2 * HOUR);
    await scene.startInstance();
    await until(NINE + 2 * HOUR + MINUTE);
    expect(figures()).toHaveLength(1);
    expect(figures()[0]).toContain('• Created: *0*');
  });

  testAtLength('for a service that does not answer waits for it, up to an hour', async () => {
    await begin();
    scene.sandbox.seedLinks(3, () => ({ invoiceId: null, paidAt: NOON, amountFils: 1_000 }));
    await scene.sandbox.outage('unavailable');
    await until(NINE + 20 * MINUTE);
    expect(scene.closes()).toEqual([]);
    await scene.sandbox.outage('off');
    await until(NINE + HOUR);
    expect(figures()).toHaveLength(1);
    expect(figures()[0]).toContain('*Money received: 3, AED 30.00* (0)');
    expect(figures()[0]).not.toContain('could not be read');
  });

  test('for a service that stays away is posted after an hour with what is known', async () => {
    await begin();
    await makeLink('KNOWN', { paid: true });
    await scene.sandbox.outage('unavailable');
    await until(NINE + HOUR - 1);
    expect(scene.closes()).toEqual([]);
    await until(NINE + HOUR + 10 * MINUTE);
    const [text = ''] = figures();
    expect(scene.closes()).toHaveLength(1);
    expect(text).toContain('could not read the payment service in full');
    expect(text).toContain('*Money received*\nNot known');
    expect(text).toContain('Not compared: the service could not be read.');
    expect(text).toContain('• Paid: *1, AED 123.45*');
  });

  testAtLength('for one listing that stays away is posted with the others', async () => {
    await begin();
    scene.sandbox.seedLinks(1, () => ({ invoiceId: 'X', paidAt: NOON }));
    scene.sandbox.faults.add({ operation: 'payouts', kind: 'status', status: 403 });
    await until(NINE + HOUR + 10 * MINUTE);
    expect(figures()[0]).toContain('*Payouts*\nNot known');
    expect(figures()[0]).toContain('*Money received: 1, AED 100.00* (0)');
  });

  testAtLength('because Slack refused the app all night leaves tomorrow’s its turn', async () => {
    await begin();
    scene.slack.faults.add({ method: 'chat.postMessage', error: 'enterprise_is_restricted' });
    await until(NINE + 20 * HOUR);
    expect(scene.closes()).toEqual([]);
    scene.slack.faults.clear();
    await until(NINE + DAY + MINUTE);
    expect(figures()).toHaveLength(1);
    expect(figures()[0]).toContain('No close was posted for Sat 21 Nov 2026');
  });
});

testAtLength(
  'a close for which the token lacks a scope waits longer than any number of tries, and is posted then',
  async () => {
    await begin();
    scene.slack.faults.add({ method: 'chat.postMessage', error: 'missing_scope' });
    await until(NINE + 40 * MINUTE);
    expect(scene.closes()).toEqual([]);
    expect(scene.slack.calls('chat.postMessage').length).toBeGreaterThan(30);
    scene.slack.faults.clear();
    await until(NINE + 42 * MINUTE);
    expect(figures()).toHaveLength(1);
    expect(figures()[0]).toContain('Sat 21 Nov 2026');
  },
);

testAtLength('a morning close that Slack refused all day leaves the next morning its turn', async () => {
  await begin('on 8:00');
  const morning = NOON + 20 * HOUR;
  await until(morning - MINUTE);
  scene.slack.faults.add({ method: 'chat.postMessage', error: 'enterprise_is_restricted' });
  await until(morning + 12 * HOUR);
  scene.slack.faults.clear();
  await until(morning + DAY + MINUTE);
  expect(atOf()).toEqual(['2026-11-23T08:00']);
  expect(figures()[0]).toContain('No close was posted for Sun 22 Nov 2026');
});

describe('a channel that takes nothing more', () => {
  test.each(sample(['not_in_channel', 'is_archived', 'is_inactive', 'channel_not_found']))(
    'by %s has its close switched off, and the person who switched it on gets one message',
    async (error) => {
      await scene.command('on 21:00', { as: OMAR });
      for (const _ of [1, 2]) await scene.startInstance();
      scene.slack.faults.add({ method: 'chat.postMessage', error, times: 1 });
      await until(NINE + 2 * DAY);
      expect(scene.closes()).toEqual([]);
      expect(scene.slack.messages(OMAR_DM).map(({ text }) => text)).toEqual([
        expect.stringContaining(
          `The daily close in <#${FRONT_DESK}> could not be posted, so it is now switched off.`,
        ),
      ]);
      expect(scene.slack.messages(SARA_DM)).toEqual([]);
      expect(await scene.command('')).toContain('is off in this channel');
    },
  );

  testAtLength('is reported again if the message fails', async () => {
    await begin();
    scene.slack.faults.add({ method: 'chat.postMessage', error: 'is_archived', times: 1 });
    scene.slack.faults.add({ method: 'chat.postMessage', status: 503, times: 2 });
    await until(NINE + HOUR);
    expect(scene.slack.messages(SARA_DM)).toHaveLength(1);
  });
});

describe('the switch', () => {
  test('is announced in the channel with who did it, and answered with the next hour', async () => {
    const answer = await on('on 9pm');
    expect(answer).toContain('"response_type":"ephemeral"');
    expect(answer).toContain(`<!date^${NINE / 1000}^`);
    await scene.command('off', { as: OMAR });
    expect(scene.slack.messages(FRONT_DESK).map(({ text }) => text)).toEqual([
      '<@U0SARA0001> switched on the daily close for this channel: every day at 21:00 (Dubai).',
      '<@U0OMAR0001> switched off the daily close for this channel.',
    ]);
    await scene.startInstance();
    await until(NINE + 2 * DAY);
    expect(scene.closes()).toEqual([]);
  });

  testAtLength('says how it stands', async () => {
    expect(await scene.command('')).toContain('is off in this channel');
    await on();
    expect(await scene.command('')).toMatch(/every day at 21:00 \(Dubai\).*<!date\^/);
    expect(await on()).toContain('was already on');
    expect(scene.slack.messages(FRONT_DESK)).toHaveLength(1);
  });

  testAtLength('after the hour begins tomorrow, and with another hour moves the next close', async () => {
    await scene.startInstance();
    await until(NINE + MINUTE);
    await on();
    await until(NINE + 10 * HOUR);
    await on('on 12:00');
    await until(NINE + 40 * HOUR);
    expect(atOf()).toEqual(['2026-11-22T12:00', '2026-11-23T12:00']);
    expect(figures().join()).not.toContain('No close was posted');
  });

  testAtLength('off and on again after a close does not close that day twice', async () => {
    await begin();
    await until(NINE + MINUTE);
    await scene.command('off');
    await on('on 22:00');
    await until(NINE + DAY);
    expect(atOf()).toEqual(['2026-11-21T21:00']);
    await until(NINE + DAY + 2 * HOUR);
    expect(atOf()).toEqual(['2026-11-21T21:00', '2026-11-22T22:00']);
  });

  testAtLength('off while the close waits for the service ends it', async () => {
    await begin();
    await scene.sandbox.outage('unavailable');
    await until(NINE + 10 * MINUTE);
    await scene.command('off');
    await until(NINE + DAY + 2 * HOUR);
    expect(scene.closes()).toEqual([]);
  });

  testAtLength('in the small hours closes the day before', async () => {
    expect(await on('on 1am')).toContain('each of the day before');
    await scene.startInstance();
    await until(NOON + 13 * HOUR + MINUTE);
    expect(figures()[0]).toContain('Daily close · Sat 21 Nov 2026');
    expect(figures()[0]).toContain('Midnight to midnight');
  });

  test('in a channel without the app says how to invite it, and stays off', async () => {
    expect(await scene.command('on 21:00', { channel: QUIET })).toContain('/invite @Paylink');
    expect(await scene.command('', { channel: QUIET })).toContain('is off');
  });

  testAtLength('in a channel that refuses it for another reason says that', async () => {
    scene.slack.faults.add({ method: 'chat.postMessage', error: 'restricted_action', times: 1 });
    expect(await on()).toContain('Your workspace does not let apps post in this channel');
    expect(await scene.command('')).toContain('is off');
  });

  test.each(sample(['on later', 'on 9', 'off now', 'weekly', 'on 25:00']))(
    'by “%s” is not understood: the help is shown, and nothing changes',
    async (words) => {
      const answer = await scene.command(words);
      expect(answer).toContain('/paylink daily on 21:00');
      expect(answer).toContain(words);
      expect(await scene.command('')).toContain('is off');
    },
  );

  testAtLength('by “on” without an hour is at the workspace’s usual hour', async () => {
    const { store } = scene;
    await store.settings.change(TEAM, { dailyCloseAtMinute: 22 * 60 + 30 }, { by: OMAR, at: NOON });
    expect(await on('on')).toContain('every day at 22:30 (Dubai)');
    expect(await scene.command('')).toContain('every day at 22:30 (Dubai)');
  });

  testAtLength('that said on is planned by the next start when its job was lost', async () => {
    await begin();
    await scene.stopInstances();
    const [job] = await scene.store.jobs.claim({ at: NINE, leaseMs: 1, limit: 1, token: 'lost' });
    if (!job) throw new Error('nothing planned');
    await scene.store.jobs.fail(job, 'by hand', NOON);
    await scene.startInstance();
    await until(NINE + DAY + MINUTE);
    expect(atOf()).toEqual(['2026-11-22T21:00']);
  });
});
