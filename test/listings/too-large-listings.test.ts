// @module-tag long

import { expect, test } from 'vitest';
import { createReportReader } from '../../src/listings/report-reader.ts';
import {
  type DateRange,
  MOST_ROWS,
  readWhole,
  TooLargeAnswerError,
} from '../../src/payment-service/index.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { startAnswering } from '../fixtures/payment-service.ts';
import { sample, testAtLength } from '../fixtures/whole-suite.ts';
import { DAY, idsOf, readAll } from './listed-rows.ts';

/** Of the day: rows at these seconds, and so many a time. */
const ROWS_A_TIME = 4_500;
const TIMES = [0, 3_600, 9_000, 43_199, 43_200, 43_201, 80_000, 86_399];

const secondOf = (text: string): number =>
  (Date.parse(`${text.replace(' ', 'T')}Z`) - Date.parse('2026-11-20T00:00:00Z')) / 1_000;

const writeRows = (second: number, count: number): string => {
  const at = new Date(Date.parse('2026-11-20T00:00:00Z') + second * 1_000);
  const rest = `"status":"SUCCESS","amount":10,"createdAt":"${at.toISOString().slice(0, 19).replace('T', ' ')}"`;
  return Array.from({ length: count }, (_, row) => `{"transactionId":"${second}-${row}",${rest}}`).join();
};

type Behaviour = 'ends' | 'repeats' | 'not-found' | 'one-hour' | 'cut-short';

/** Ignores `size`: every answer has all rows of its range. */
const startFlood = async (behaviour: Behaviour) => {
  let requests = 0;
  const { client } = await startAnswering(({ target }) => {
    requests += 1;
    const [path = '', query = ''] = decodeURIComponent(target).split('?');
    const [fromDate = '', toDate = ''] = path.split('/').slice(-2);
    const times = (behaviour === 'one-hour' ? TIMES.map(() => 40_000) : TIMES).filter(
      (second) => secondOf(fromDate) <= second && second <= secondOf(toDate),
    );
    const isFirst = new URLSearchParams(query).get('page') === '0';
    const total = times.length * ROWS_A_TIME;
    const listed = isFirst || behaviour === 'repeats' ? times : [];
    const isMissing = behaviour === 'not-found' && listed.length === 0;
    const isCut = behaviour === 'cut-short' && secondOf(fromDate) > 0;
    const rows = listed.map((second) => writeRows(second, isCut ? ROWS_A_TIME - 1 : ROWS_A_TIME)).join();
    if (isMissing) return { status: 404, body: { message: 'no' } };
    return { body: `{"response":{"content":[${rows}],"totalElements":${total}}}` };
  });
  const reader = createReportReader({ service: client, timeZone: 'Asia/Dubai', now: () => NOON });
  return { client, reader, requests: () => requests };
};

const ALL = TIMES.length * ROWS_A_TIME;
const RANGE: DateRange = { fromDate: '2026-11-20 00:00:00', toDate: '2026-11-20 23:59:59' };

const readLinks = async (flood: Awaited<ReturnType<typeof startFlood>>, requests = 200) => {
  const ids: unknown[] = [];
  const { is } = await readWhole(flood.client.listLinks, RANGE, {
    budget: { left: requests },
    isProof: true,
    take: (records) => ids.push(...records.map(({ fields }) => fields['transactionId'])),
  });
  return { is, ids };
};

test.each(sample(['ends', 'not-found'] as const))(
  'a range that is too large for one answer is read in halves, each row once (%s)',
  async (behaviour) => {
    const flood = await startFlood(behaviour);
    const { rows, read } = await readAll(flood.reader);
    expect(new Set(idsOf(rows)).size).toBe(ALL);
    expect(read).toEqual({ is: 'whole', rows: ALL, total: null, hasGrown: false });
    expect(flood.requests()).toBeLessThan(40);
  },
);

testAtLength('a page of it is shown, and the rows are not counted as fewer than there are', async () => {
  const { reader } = await startFlood('ends');
  const first = await reader.page(DAY, 0);
  expect(first).toMatchObject({ hasNext: true, total: null, isList: true });
  expect(idsOf(first.rows)).toEqual(Array.from({ length: 10 }, (_, row) => `0-${row}`));
  const last = await reader.page(DAY, ALL - 10);
  expect(last).toMatchObject({ hasNext: false, total: ALL });
  expect(idsOf(last.rows).at(-1)).toBe(`86399-${ROWS_A_TIME - 1}`);
  const { read } = await readAll(reader, { most: 1_000 });
  expect(read).toMatchObject({ is: 'too-many', rows: MOST_ROWS + 1 });
});

testAtLength('an hour that is too large ends the reading with the reason', async () => {
  const { reader } = await startFlood('one-hour');
  await expect(readAll(reader)).rejects.toThrow(TooLargeAnswerError);
});

test('the listing that proves absence is complete only if each of its halves is', async () => {
  const whole = await readLinks(await startFlood('ends'));
  expect(whole.is).toBe('whole');
  expect(whole.ids).toHaveLength(ALL);
  expect(new Set(whole.ids).size).toBe(ALL);
  // The service counts one row more than it gives in the second half.
  expect((await readLinks(await startFlood('cut-short'))).is).toBe('moved');
  // It ignores pages, but had given all that it counted.
  expect((await readLinks(await startFlood('repeats'))).is).toBe('whole');
  expect((await readLinks(await startFlood('ends'), 6)).is).toBe('too-many');
  // Empty halves that are a 404 may come from a broken gateway: what is found counts, what is not proves nothing.
  const missing = await readLinks(await startFlood('not-found'));
  expect(new Set(missing.ids).size).toBe(ALL);
});
