// @module-tag long
// @module-tag store

import { expect, test } from 'vitest';
import { FATIMA_DM } from '../../packages/local-slack/src/people-and-places.ts';
import { postsLike } from '../closes/close-scene.ts';
import { type ReadTable, readWorkbook } from '../exports/read-xlsx.ts';
import { perTest } from '../fixtures/per-test.ts';
import { seen } from '../fixtures/seen.ts';
import { AED, on, openShop } from './eighteen-days-scene.ts';

const shop = perTest(openShop);

/** Payments, parts that go back, a chargeback, and payouts two days later, the last of them less than nothing. */
const firstWeek = async () => {
  const { goTo, make, pay, change, refund, payOut, chargeBack } = shop;
  await goTo(on('10-29', '09:00:00'));
  await shop.ask('daily on 21:00');
  const refundedInPart = await make('250');
  const paidInPart = await make('1000');
  const refunded = await make('500');
  const replaced = await make('300');
  const inTheLastSecond = await make('640');
  const chargedBack = await make('120');
  await change(/AED 300\.00/, '350');
  await goTo(on('10-29', '10:00:00'));
  await pay(refundedInPart, { fee: 8 * AED, payout: '7001' });
  await pay(paidInPart, { fils: 400 * AED, fee: 13 * AED, payout: '7001' });
  await pay(refunded, { fee: 15 * AED, payout: '7001' });
  await pay(replaced, { fee: 10 * AED, payout: '7001' });
  await goTo(on('10-30', '10:00:00'));
  await pay(chargedBack, { fee: 225, payout: '7002', callback: false });
  await refund(refundedInPart, { fils: 100 * AED, payout: '7001', callback: false });
  await goTo(on('10-31', '10:00:00'));
  payOut('7001', { gross: 1350 * AED, fee: 46 * AED, net: 1304 * AED });
  await goTo(on('10-31', '23:59:59'));
  await pay(inTheLastSecond, { fee: 7 * AED, payout: '7002' });
  await goTo(on('11-02', '10:00:00'));
  payOut('7002', { gross: 760 * AED, fee: 925, net: 75_075 });
  const twice = await make('205');
  await pay(twice, { fee: 513, payout: '7003' });
  await pay(twice, { fee: 513, payout: '7003', again: true });
  const late = await make('99.95');
  await pay(late, { fee: 250, payout: '7004', callback: false, listedAt: on('11-04', '12:00:00') });
  await goTo(on('11-03', '10:00:00'));
  await refund(refunded, { fils: 500 * AED, payout: '7004' });
  await goTo(on('11-04', '10:00:00'));
  payOut('7003', { gross: 410 * AED, fee: 1026, net: 39_974 });
  await chargeBack(chargedBack, { fils: 120 * AED, fee: 50 * AED, payout: '7004' });
  await goTo(on('11-05', '10:00:00'));
  payOut('7004', { gross: -52_005, fee: 5250, net: -57_255 });
  await goTo(on('11-05', '22:00:00'));
  await shop.calm();
};

/** A changed sale of which both links are paid, one paid in two parts, and a payout that comes back and is paid again. */
const secondWeek = async () => {
  const { goTo, make, pay, change, payOut, askForRest } = shop;
  await goTo(on('11-06', '10:00:00'));
  const before = await make('301');
  const whole = await make('1001');
  const after = await change(/AED 301\.00/, '275');
  await goTo(on('11-07', '10:00:00'));
  await pay(whole, { fils: 400 * AED, fee: 10 * AED, payout: '7005' });
  await pay(before, { fee: 7 * AED, payout: '7005' });
  await pay(after, { fee: 6 * AED, payout: '7005' });
  await goTo(on('11-09', '10:00:00'));
  payOut('7005', { gross: 976 * AED, fee: 23 * AED, net: 953 * AED, status: 'RETURNED' });
  const rest = await askForRest(/AED 1,001\.00/);
  await goTo(on('11-10', '10:00:00'));
  await pay(rest, { fee: 15 * AED, payout: '7006' });
  await goTo(on('11-12', '10:00:00'));
  for (const { fields } of shop.transactions) if (fields['payoutId'] === '7005') fields['payoutId'] = '7006';
  payOut('7006', { gross: 1577 * AED, fee: 38 * AED, net: 1539 * AED });
  await goTo(on('11-16', '22:00:00'));
  await shop.calm();
};

const closes = () => postsLike(shop, 'Daily close of').map(({ says }) => says);
const linesLike = (text: string, words: RegExp) => text.split('\n').filter((line) => words.test(line));

/** The finished file of a month, and what its message says. */
const readMonth = async (month: string) => {
  const before = shop.slack.messages(FATIMA_DM).length;
  await shop.ask(`reconcile ${month}`);
  const told = () => shop.slack.messages(FATIMA_DM).slice(before);
  await shop.during(shop.slack.until(() => told().find(({ files }) => files?.length)));
  await shop.clock.advance(60_000);
  const [file] = told().flatMap(({ files }) => files ?? []);
  const tables = await readWorkbook(shop.slack.file(file?.id ?? '')?.bytes ?? expect.fail('no file'));
  const sheet = (name: string): ReadTable => tables.find((one) => one.name === name) ?? expect.fail(name);
  const bridge = new Map(sheet('Bridge').sheet.rows.map(([line, dirhams]) => [String(line), dirhams]));
  const sums = (name: string, ...headings: string[]) =>
    headings.map((heading) => sheet(name).totals[heading]?.value);
  return {
    says: told()
      .map((message) => seen(message).text)
      .join('\n'),
    names: tables.map(({ name }) => name),
    bridge: (line: RegExp) => [...bridge].find(([name]) => line.test(name))?.[1],
    sums,
    sheet,
  };
};

test('the figures of eighteen days agree wherever they are read', async () => {
  await firstWeek();
  const first = closes();
  expect(first.map((text) => /\*(?:AED )?([\d,.]+|No money) received\*/.exec(text)?.[1])).toEqual(
    '1,450.00|120.00|No money|640.00|410.00|No money|99.95|No money'.split('|'),
  );
  expect(first[1]).toContain('AED 100.00 refunded');
  expect(first[5]).toContain('AED 500.00 refunded');
  expect(first[6]).toContain('AED 120.00 charged back');
  expect(first[7]).toContain('*AED 650.00 still to come* (2 sales, all days)');
  expect(await shop.ask('transactions 29 Oct to 31 Oct')).toMatch(
    /\*AED 2,210\.00 received\* \(6\)\nAED 100\.00 refunded.*\nAED 2,110\.00 net of refunds/,
  );
  expect(await shop.ask('transactions 1 Nov to 5 Nov')).toMatch(
    /\*AED 509\.95 received\* \(3\)\nAED 120\.00 charged back \(1\) · AED 500\.00 refunded/,
  );
  expect(await shop.ask('payouts 29 Oct to 5 Nov')).toMatch(
    /\*AED 1,881\.94 paid out\* \(4\)\nGross AED 1,999\.95 · fees AED 118\.01 · net AED 1,881\.94/,
  );
  const team = await shop.ask('team 29 Oct to 5 Nov');
  expect(team).toContain('Made: 8 sales, AED 3,164.95');
  expect(team).toContain(
    'Received: *AED 2,719.95* in 9 payments · refunded: AED 600.00 · charged back: AED 120.00',
  );
  expect(team).toContain('Still to come: *AED 650.00* of 2 sales, all days');

  const october = await readMonth('October');
  expect(october.says).toContain(
    'received AED 2,210.00, paid out AED 1,304.00. ✅ All explained, no differences.',
  );
  expect(october.names).not.toContain('Differences');
  expect(
    [/^Received/, /^Refunded/, /^Fees/, /^Paid out/, /at the end of the month/].map(october.bridge),
  ).toEqual([2210, -100, -55.25, -1304, 750.75]);
  expect(october.sums('Transactions', 'Received (AED)', 'Fee (AED)', 'Net (AED)')).toEqual([
    2210, 55.25, 2054.75,
  ]);
  expect(october.sums('Links', 'Received in the month (AED)', 'Fee (AED)', 'Net (AED)')).toEqual([
    2210, 55.25, 2054.75,
  ]);
  expect(october.sheet('Links').records).toHaveLength(6);
  expect(october.sums('Owed by customers', 'Due (AED)', 'Received (AED)', 'Owed (AED)')).toEqual([
    1350, 700, 650,
  ]);

  await secondWeek();
  const [seventh = ''] = closes().filter((text) => text.includes('Sat 7 Nov 2026'));
  expect(seventh).toContain('*AED 976.00 received* (3)');
  expect(linesLike(seventh, /to refund/)).toEqual([expect.stringContaining('AED 506.00')]);
  const links = await shop.ask('links 6 Nov to 16 Nov');
  expect(links).toContain('*AED 1,276.00 of them paid* (2)');
  expect(links).not.toMatch(/[Pp]artly paid/);
  expect(await shop.ask('team 6 Nov to 16 Nov')).toMatch(
    /Made: 2 sales, AED 1,276\.00 · 2 paid\nReceived: \*AED 1,577\.00\* in 4 payments/,
  );
  const payouts = await shop.ask('payouts 6 Nov to 16 Nov');
  expect(payouts).toMatch(/\*AED 1,539\.00 paid out\* \(1\)/);
  expect(payouts).toMatch(/953\.00 \| Came back/);

  const november = await readMonth('November');
  expect(november.says).toContain('received AED 2,086.95, paid out AED 2,116.94. ⚠️ 4 differences');
  expect(
    [/began/, /^Received/, /^Refunded/, /^Charged back/, /^Fees/, /^Paid out/, /at the end of the month/].map(
      november.bridge,
    ),
  ).toEqual([750.75, 2086.95, -500, -120, -100.76, -2116.94, 0]);
  expect(november.sums('Links', 'Received in the month (AED)', 'Fee (AED)', 'Net (AED)')).toEqual([
    2086.95, 100.76, 1366.19,
  ]);
  expect(november.sums('Owed to customers', 'Owed (AED)')).toEqual([506]);
  expect(
    november
      .sheet('Differences')
      .records.map(({ What, ...row }) => [What?.value, row['Amount (AED)']?.value]),
  ).toEqual([
    ['Payout came back', 953],
    ['Chargeback', 120],
    ['Paid too much', 205],
    ['Paid too much', 301],
  ]);
});
