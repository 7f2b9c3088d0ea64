import { expect, test } from 'vitest';
import { freezeEnd } from '../../src/listings/report-reader.ts';
import { NotFoundError } from '../../src/payment-service/index.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { buildRows, DAY, idsOf, type ListingCall, pageOf, readAll, startListing } from './listed-rows.ts';

/** Reads all rows of a service that answers like this. */
const readService = async (
  answer: Parameters<typeof startListing>[0],
  options: Parameters<typeof readAll>[1] = {},
) => {
  const { reader, calls } = await startListing(answer);
  return { ...(await readAll(reader, options)), calls };
};

const whole = (rows: number, total: number | null = null) => ({ is: 'whole', rows, total, hasGrown: false });

const idsOfListed = (rows: readonly Record<string, unknown>[]) => rows.map((row) => row['transactionId']);

test.each([0, 1, 99, 100, 101, 250])(
  '%i rows with a total are read once each, with no unneeded request',
  async (count) => {
    const listed = buildRows(count);
    const { rows, read, calls } = await readService((call) => pageOf(listed, call));
    expect(idsOf(rows)).toEqual(idsOfListed(listed));
    expect(read).toEqual(whole(count, count));
    // A total equal to the page’s length may be a count of that page.
    const isDoubtful = count === 99 || count === 100;
    expect(calls).toHaveLength(isDoubtful ? 2 : Math.max(1, Math.ceil(count / 100)));
  },
);

test.each([true, false])(
  'a service with 30 rows a page is read at its size; with a total: %s',
  async (hasTotal) => {
    const listed = buildRows(100);
    const { rows, read, calls } = await readService((call) => pageOf(listed, call, { cap: 30, hasTotal }));
    expect(idsOf(rows)).toEqual(idsOfListed(listed));
    expect(read.is).toBe('whole');
    expect(new Set(calls.map(({ size }) => size))).toEqual(new Set([100]));
  },
);

test('a page that repeats the one before is requested again', async () => {
  const listed = buildRows(500);
  const { rows, read } = await readService((call) =>
    pageOf(listed, call.page === 3 && call.count === 1 ? { ...call, page: 2 } : call),
  );
  expect(idsOf(rows)).toEqual(idsOfListed(listed));
  expect(read).toMatchObject({ is: 'whole', rows: 500, hasGrown: false });
});

test('new rows during the reading move the others, and none appears twice', async () => {
  const listed = buildRows(300);
  const { rows, read } = await readService((call) =>
    pageOf([...buildRows(call.page * 3, 90_000), ...listed], call),
  );
  expect(idsOf(rows)).toEqual(idsOfListed(listed));
  expect(read).toMatchObject({ is: 'whole', rows: 300, hasGrown: true });
});

test('at most four pages are requested at once, and only with a known total', async () => {
  const listed = buildRows(1_000);
  let under = 0;
  let most = 0;
  const answerSlowly = async (call: ListingCall, hasTotal: boolean) => {
    under += 1;
    most = Math.max(most, under);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    under -= 1;
    return pageOf(listed, call, { hasTotal });
  };
  const withTotal = await startListing((call) => answerSlowly(call, true));
  expect(idsOf((await readAll(withTotal.reader)).rows)).toEqual(idsOfListed(listed));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
  most = 0;
  const without = await startListing((call) => answerSlowly(call, false));
  expect(idsOf((await readAll(without.reader)).rows)).toEqual(idsOfListed(listed));
  expect(most).toBe(1);
});

test('a refund with the payment’s id counts as a row, and so does a row twice on one page', async () => {
  const rows = buildRows(150);
  const payment = { transactionId: '7', amount: 50, status: 'SUCCESS', createdAt: '2026-11-20 10:00:00' };
  const listed = [{ ...payment, status: 'REFUNDED', amount: -50 }, ...rows, payment, payment];
  const { reader } = await startListing((call) => pageOf(listed, call));
  const { rows: once, read } = await readAll(reader);
  expect(once).toHaveLength(153);
  expect(read.is).toBe('whole');
});

test('a summary instead of a list is one row, and is reported', async () => {
  const { reader, calls } = await startListing(() => ({
    body: { response: { netAmount: 120.5, payoutId: 7 } },
  }));
  const { rows, read } = await readAll(reader, {}, { ...DAY, kind: 'payouts' });
  expect(rows).toMatchObject([{ amountFils: 12_050, id: '7' }]);
  expect(read.is).toBe('no-list');
  expect(calls).toHaveLength(1);
});

test('“not found” ends a listing, and “data not found” is an empty range', async () => {
  const listed = buildRows(100);
  const ended = await startListing((call) =>
    call.page > 0 ? { status: 404 } : pageOf(listed, call, { hasTotal: false }),
  );
  expect((await readAll(ended.reader)).read).toEqual(whole(100));
  const empty = await startListing(() => ({
    status: 404,
    body: { status: '93', message: 'Data not found' },
  }));
  expect((await readAll(empty.reader)).read).toEqual(whole(0, 0));
  const wrong = await startListing(() => ({ status: 404 }));
  await expect(readAll(wrong.reader)).rejects.toThrow(NotFoundError);
});

test('an error on page 7 of 20 ends the reading with the service’s error, after the rows before it', async () => {
  const listed = buildRows(2_000);
  const { reader } = await startListing((call) => (call.page === 7 ? { status: 500 } : pageOf(listed, call)));
  let rows = 0;
  const reading = reader.eachPage(DAY, (some) => {
    rows += some.length;
  });
  await expect(reading).rejects.toMatchObject({ name: 'ServerError' });
  expect(rows).toBe(700);
});

test('reading waits for what is done with a page, and ends with its error', async () => {
  const { reader, calls } = await startListing((call) => pageOf(buildRows(2_000), call));
  let taken = 0;
  const reading = reader.eachPage(DAY, async () => {
    taken += 1;
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error('disk full');
  });
  await expect(reading).rejects.toThrow('disk full');
  expect(taken).toBe(1);
  expect(calls.length).toBeLessThanOrEqual(4);
});

test('each page is reported before its rows, with the rows so far', async () => {
  const listed = buildRows(250);
  const { reader } = await startListing((call) => pageOf(listed, call));
  const reported: unknown[] = [];
  await readAll(reader, { onProgress: (reach) => reported.push(reach) });
  expect(reported).toEqual([
    { pages: 1, rows: 100, total: 250 },
    { pages: 2, rows: 200, total: 250 },
    { pages: 3, rows: 250, total: 250 },
  ]);
});

test('an aborted reading rejects with the signal’s reason, even if the service never answers', async () => {
  const stop = new AbortController();
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { reader } = await startListing(async (call) => {
    if (call.page > 0) {
      stop.abort(new Error('cancelled'));
      await gate;
    }
    return pageOf(buildRows(300), call);
  });
  await expect(readAll(reader, { signal: stop.signal })).rejects.toThrow('cancelled');
  release();
});

test('a span that ends in the future is read up to now, so that its pages do not shift', async () => {
  const { reader, calls } = await startListing((call) => pageOf([], call));
  const span = { from: NOON - 3_600_000, to: NOON + 3_600_000 };
  await readAll(reader, {}, { kind: 'transactions', span });
  expect(decodeURI(calls[0]?.target ?? '')).toContain('/2026-11-21 11:00:00/2026-11-21 12:00:00?');
  expect(freezeEnd({ kind: 'links', span: { from: NOON + 10_000, to: NOON + 20_000 } }, NOON).span).toEqual({
    from: NOON + 10_000,
    to: NOON + 10_000,
  });
});

/** Rows that there are, the most that are of use, how the service lists them; how many are too many, and after how many calls. */
test.each([
  [450, 1_000, {}, null, 5],
  [1_000, 1_000, {}, null, 10],
  [1_450, 1_000, {}, 1_450, 1],
  [1_450, 1_000, { hasTotal: false }, 1_100, 11],
  [1_001, 1_000, { hasTotal: false, cap: 30 }, 1_001, 34],
  [1_000, 1_000, { hasTotal: false, cap: 30 }, null, 35],
] as const)(
  'of %i rows, of which at most %i are of use, read as %o, too many are %o',
  async (count, most, how, tooMany, asked) => {
    const listed = buildRows(count);
    const { rows, read, calls } = await readService((call) => pageOf(listed, call, how), { most });
    expect([read.is === 'too-many' ? read.rows : null, calls.length]).toEqual([tooMany, asked]);
    expect(rows.length).toBeLessThanOrEqual(most);
  },
);
