// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { perTest } from '../fixtures/per-test.ts';
import {
  DAY,
  NOON,
  pressFor,
  referencesIn,
  report,
  rowsIn,
  seedPaid,
  seeds,
  shown,
  startAtNoon,
} from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';
import { sample, testAtLength } from '../fixtures/whole-suite.ts';

const scene = perTest(startAtNoon);

/** A report of so many paid links, once these words are on it. */
const reportOf = (links: number, words: RegExp) => {
  seedPaid(scene, links);
  return report(scene, 'transactions', words);
};

const listings = () => scene.sandbox.requests.filter(({ path }) => path.includes('history'));

describe('the first page', () => {
  test('shows ten rows with the range and their sums, only to the person who asked', async () => {
    const message = await reportOf(12, /Rows 1–10 of 12/);
    expect(message.ephemeralTo).toBe(SARA);
    expect(message.text).toBe(
      'Transactions of today, Sat 21 Nov 2026 · Rows 1–10 of 12 · AED 100.65 received (10)',
    );
    expect(referencesIn(message)).toEqual(seeds(12, 3));
    expect(rowsIn(message)[1]).toEqual(expect.arrayContaining(['10:59 AM', '10.11', 'Paid']));
    expect(seen(message).text).toContain('\nThis page only, 10 rows: *AED 100.65 received* (10)\n');
    expect(scene.slack.calls('chat.postMessage')).toHaveLength(0);
    expect(scene.slack.calls('response_url')).toHaveLength(1);
  });

  test.each(
    sample([
      ['payouts last month', /^Payouts of last month, 1 – 31 Oct 2026/],
      ['links 1-21 Nov', /^Payment links, 1 – 21 Nov 2026/],
      ['Transactions Yesterday', /^Transactions of yesterday, Fri 20 Nov 2026/],
    ]),
  )('of /paylink %s says which range was read', async (words, title) => {
    expect((await report(scene, words, title)).text).toMatch(title);
  });

  test('requests both ends of the range, to the second, on the merchant’s clock', async () => {
    await report(scene, 'links 1-15 Oct', /1 – 15 Oct 2026/);
    const path =
      scene.sandbox.requests.find((request) => request.path.includes('/payment-link/get'))?.path ?? '';
    expect(decodeURIComponent(path)).toContain('/2026-10-01 00:00:00/2026-10-15 23:59:59');
  });

  testAtLength('waits for a slow service, and says so', async () => {
    seedPaid(scene, 3);
    scene.sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 1_500, times: 1 });
    const waiting = await report(scene, 'transactions', /Reading \*Transactions/);
    expect(waiting.ephemeralTo).toBe(SARA);
    expect((await shown(scene, /Rows 1–3 of 3/)).text).toContain('AED 30.03');
  });
});

test('a record that is no list is shown as one, and not as all that there is', async () => {
  const response = { payoutId: '7', netAmount: 120.5, status: 'PAID' };
  scene.sandbox.answerWith(() => ({ body: { status: '00', message: 'OK', response } }));
  const message = await report(scene, 'payouts', /Payouts of today/);
  expect(seen(message).text).toContain('The service’s answer is no list, so rows may be missing');
});

testAtLength('a report says where the other fields of a very wide row are', async () => {
  seedPaid(scene, 12);
  const members = Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`field${n}`, n]));
  const [link] = scene.sandbox.links();
  scene.sandbox.reword(link?.orderId ?? '', { members });
  const page = await report(scene, 'transactions', /Rows 1–10 of 12/);
  expect(seen(page).text).not.toContain('more than 500 fields');
  expect(seen(await pressFor(scene, page, 'report_next', /Rows 11–12/)).text).toContain(
    'A row has more than 500 fields: the others are in the service’s dashboard.',
  );
});

describe('paging', () => {
  test('shows every row once, in place of the page before', async () => {
    const first = await reportOf(23, /Rows 1–10 of 23/);
    const second = await pressFor(scene, first, 'report_next', /Rows 11–20 of 23/);
    expect(second.ts).toBe(first.ts);
    const third = await pressFor(scene, second, 'report_next', /Rows 21–23 of 23/);
    expect([first, second, third].flatMap((page) => referencesIn(page))).toEqual(seeds(23, 1));
    expect(seen(third).buttons).not.toContain('Next');
    expect(referencesIn(await pressFor(scene, third, 'report_previous', /Rows 11–20 of 23/))).toEqual(
      seeds(13, 4),
    );
    expect(scene.slack.messages(FRONT_DESK, { as: SARA })).toHaveLength(1);
  });
});

describe('an empty range', () => {
  test('says so, and offers the nearest range with rows', async () => {
    seedPaid(scene, 3, NOON - 3 * DAY);
    const empty = await report(scene, 'transactions today', /has no transactions in this range/);
    expect(empty.text).toBe(
      'Transactions of today, Sat 21 Nov 2026: none. There are some in the last 7 days, 15 – 21 Nov 2026.',
    );
    const found = await pressFor(scene, empty, 'report_open', /Rows 1–3 of 3/);
    expect(found.text).toContain('Transactions of the last 7 days');
    expect(found.ts).toBe(empty.ts);
  });

  testAtLength('looks further back if near ones are empty', async () => {
    seedPaid(scene, 1, NOON - 40 * DAY);
    const empty = await report(scene, 'links yesterday', /has no payment links in this range/);
    expect(empty.text).toContain('There are some in last month, 1 – 31 Oct 2026.');
  });

  testAtLength('says that there are none at all', async () => {
    const empty = await report(scene, 'payouts', /has no payouts in this range/);
    expect(empty.text).toContain('There are none this year either.');
    expect(seen(empty).buttons).toEqual(['Try again']);
  });

  testAtLength('is shown even if the search for another range fails', async () => {
    scene.sandbox.faults.add({ operation: 'any', kind: 'delay', delayMs: 1_000, times: 1 });
    const empty = report(scene, 'transactions', /has no transactions in this range/);
    await scene.sandbox.until(() => listings().length > 0);
    scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 403 });
    expect((await empty).text).toContain('Other ranges could not be checked just now.');
  });
});

describe('a service that fails', () => {
  test.each(
    sample([
      [401, /did not accept this app’s credentials/],
      [403, /does not allow this app’s key/],
    ]),
  )(
    'with %i is explained, with a reference that is in the log and a button to retry',
    async (status, words) => {
      seedPaid(scene, 3);
      scene.sandbox.faults.add({ operation: 'any', kind: 'status', status, times: 1 });
      const failure = await report(scene, 'transactions', words);
      expect(failure.ephemeralTo).toBe(SARA);
      const reference = /reference ([A-Z0-9]+)/.exec(seen(failure).text)?.[1] ?? 'none';
      expect(
        scene.logLines.some((line) => line.includes(reference) && line.includes('report not read')),
      ).toBe(true);
      expect((await pressFor(scene, failure, 'report_open', /Rows 1–3 of 3/)).ts).toBe(failure.ts);
    },
  );

  testAtLength('on a later page keeps a button to retry', async () => {
    const first = await reportOf(12, /Rows 1–10 of 12/);
    scene.sandbox.faults.add({ operation: 'any', kind: 'status', status: 403, times: 1 });
    const failure = await pressFor(scene, first, 'report_next', /could not be read/);
    await pressFor(scene, failure, 'report_open', /Rows 11–12 of 12/);
  });
});

describe('without tables in Slack', () => {
  const refuse = () => scene.slack.faults.add({ method: 'response_url', error: 'invalid_blocks', times: 1 });

  testAtLength('sends the plain version, and tries no table for a while', async () => {
    seedPaid(scene, 12);
    refuse();
    const first = await report(scene, 'transactions', /Rows 1–10 of 12/);
    expect(rowsIn(first)).toEqual([]);
    expect(seen(first).text).toContain('\n*1.* 10:59 AM · *10.11* · Paid\nSEED-000012 · ');
    const second = await pressFor(scene, first, 'report_next', /Rows 11–12 of 12/);
    expect(rowsIn(second)).toEqual([]);
    expect(seen(second).text).toContain('\n*11.* 10:49 AM · ');
    expect(scene.slack.calls('response_url')).toHaveLength(3);
  });
});

test('a button’s value is a pointer, without data', async () => {
  const message = await reportOf(12, /Rows 1–10 of 12/);
  const values = [...JSON.stringify(message.blocks).matchAll(/"value":"((?:[^"\\]|\\.)*)"/g)];
  expect(values).toHaveLength(5);
  const ofMenu = values.map(([, value]) => value).filter((value) => !value?.startsWith('{'));
  expect(ofMenu).toEqual(['export_csv', 'report_open']);
  for (const [, value = ''] of values.slice(0, 3))
    expect(value.replaceAll('\\', '')).toMatch(
      /^{"kind":"transactions","span":{"from":\d+,"to":\d+},"first":\d+}$/,
    );
});
