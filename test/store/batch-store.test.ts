// @module-tag postgres

import { describe, expect, test } from 'vitest';
import { hashToken } from '../../src/ids.ts';
import type { Store } from '../../src/open-store.ts';
import type { LinkRequest } from '../../src/payment-service/link-request.ts';
import type { BatchState, ChosenColumns, NewBatchRow } from '../../src/store/batch.ts';
import type { ShopContacts } from '../../src/store/new-link.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { tokenOf } from '../links/open-link.ts';

const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 21, 8);

const { store } = storePerTest();

const buildRequest = (changes: Partial<LinkRequest> = {}): LinkRequest => ({
  FullName: 'Zaynab Saleh',
  Email: 'zaynab@example.com',
  Phone: '+971501239876',
  invoiceAmount: 250.5,
  notes: 'June fees',
  isTermsAndConditionsAccepted: true,
  currency: 'AED',
  expiryOn: '2026-12-21 12:00:00',
  Is_QR_needed: false,
  Is_invoice_generated: false,
  ...changes,
});

const buildRow = (number: number, changes: Partial<NewBatchRow> = {}): NewBatchRow => ({
  number,
  cells: ['250.50', 'Zaynab Saleh'],
  request: buildRequest(),
  amountFils: 25_050,
  expiresAt: NOW + 30 * DAY,
  faults: [],
  twinOf: null,
  ...changes,
});

const FAULTY: Partial<NewBatchRow> = {
  request: null,
  amountFils: null,
  expiresAt: null,
  faults: [{ column: 'B', words: '“Zaynab” is no name' }],
};

const add = (
  id: string,
  rows: NewBatchRow[],
  { teamId = 'T1', at = NOW, sourceId = null as string | null, columns = null as ChosenColumns | null } = {},
) =>
  store.batches.add(
    {
      ...{ id, teamId, channelId: 'C1', creatorId: 'U1', creatorName: 'sara', sourceId, at },
      fileName: 'Zaynab.csv',
      headings: ['Amount', 'Name'],
      columns,
    },
    rows,
    new Map(),
  );

const start = (id: string, changes: Partial<Parameters<Store['batches']['start']>[0]> = {}) =>
  store.batches.start({
    ...{ teamId: 'T1', id, by: 'U1', byName: 'sara', at: NOW, withAlike: false, limitFils: null },
    jobs: () => [],
    ...changes,
  });

const move = (from: BatchState, to: BatchState) =>
  store.batches.move({ teamId: 'T1', id: 'b1', by: 'U1', at: NOW, from: [from], to });

const detailsOf = ({
  invoiceAmount: _,
  isTermsAndConditionsAccepted: __,
  currency: ___,
  Invoice_Id: ____,
  ...details
}: LinkRequest) => details;

const makeLink = async (
  id: string,
  {
    batchId,
    nonce = `nonce-${id}`,
    at = NOW,
    ...changes
  }: Partial<LinkRequest> & { batchId?: string; nonce?: string; at?: number } = {},
) => {
  const request = buildRequest(changes);
  return store.links.reserve(
    buildNewLink(id, {
      ...{ nonce, at, expiresAt: NOW + 30 * DAY, details: detailsOf(request) },
      ...(request.Invoice_Id === undefined ? {} : { invoiceId: request.Invoice_Id, invoiceIdIsOurs: false }),
      callbackTokenHash: hashToken(tokenOf(id)),
      ...(batchId === undefined ? {} : { batchId }),
    }),
  );
};

const forget = (linkId: string) =>
  store.customers.forget({ teamId: 'T1', linkId, by: 'U9', at: NOW, auditId: 'aud_f' });

const firstRow = async () => {
  const [row] = await store.batches.waitingRows('b1', -1, 1);
  return row ?? Promise.reject(new Error('no row'));
};

test('what was last said of columns is found by the same headings, in the same workspace', async () => {
  const columns: ChosenColumns = {
    ...{ invoiceAmount: 0, FullName: 1, LastName: null, Phone: 2, Email: null },
    ...{ notes: null, expiryOn: null, Invoice_Id: null },
  };
  const headings = ['Amount', 'Name'];
  expect(await store.batches.recallColumns('T1', headings)).toBeNull();
  await add('bat_1', [buildRow(2)], { columns });
  await add('bat_2', [buildRow(2)], { columns: { ...columns, Phone: 3 }, at: NOW + 1 });
  await add('bat_3', [buildRow(2)], { at: NOW + 2 });
  await add('bat_4', [buildRow(2)], { columns: { ...columns, Phone: 4 }, at: NOW + 3, teamId: 'T2' });
  expect(await store.batches.recallColumns('T1', headings)).toEqual({
    ...{ columns: { ...columns, Phone: 3 }, by: 'U1', at: NOW + 1 },
  });
  expect(await store.batches.recallColumns('T1', ['Amount', 'name'])).toBeNull();
});

describe('a batch', () => {
  test('is started once if two people press at the same moment, with the valid rows', async () => {
    await add('b1', [buildRow(2), buildRow(3, FAULTY), buildRow(4, { twinOf: 2 })]);
    const started = await Promise.all([start('b1'), start('b1')]);
    expect(started.filter((one) => one !== null)).toHaveLength(1);
    const running = { state: 'running', rows: 1, sumFils: 25_050, limitFils: null };
    expect(await store.batches.get('b1')).toMatchObject(running);
    expect((await store.batches.waitingRows('b1', -1, 10)).map(({ number }) => number)).toEqual([2]);
  });

  test('includes duplicates if the person chooses so, and waits for approval above the limit', async () => {
    await add('b1', [buildRow(2), buildRow(3, { twinOf: 2 })]);
    const asked = await start('b1', { withAlike: true, limitFils: 50_000 });
    expect(asked).toMatchObject({ state: 'asked', rows: 2, sumFils: 50_100, limitFils: 50_000 });
    expect(await store.batches.isRunning('b1')).toBe(false);
  });

  test('without valid rows stays a preview', async () => {
    await add('b1', [buildRow(2, FAULTY)]);
    expect(await start('b1')).toBeNull();
    expect((await store.batches.get('b1')).state).toBe('preview');
  });

  test('is hidden from other workspaces', async () => {
    await add('b1', [buildRow(2)]);
    expect(await store.batches.find('T2', 'b1')).toBeNull();
    expect(await start('b1', { teamId: 'T2' })).toBeNull();
    const move = { teamId: 'T2', id: 'b1', by: 'U1', at: NOW, from: ['preview'], to: 'cancelled' } as const;
    expect(await store.batches.move(move)).toBeNull();
  });

  test('returns each row with its link, however often it is tried', async () => {
    await add('b1', [buildRow(2), buildRow(3)]);
    await start('b1');
    const first = await firstRow();
    await makeLink('l1', { batchId: 'b1', nonce: first.nonce });
    await store.batches.tryRowAgain(first);
    // Repeated for an ended try, it changes nothing.
    await store.batches.tryRowAgain(first);
    expect((await store.batches.rowsWithLinks('b1'))[0]).toMatchObject({
      row: { tries: 1, state: 'waiting' },
      link: { id: 'l1' },
    });
  });

  test('keeps the nonce of a row in every try: it is one order', async () => {
    await add('b1', [buildRow(2)]);
    await start('b1');
    const nonces = new Set<string>();
    for (const tries of [0, 1, 2, 3]) {
      const row = await firstRow();
      expect(row.tries).toBe(tries);
      nonces.add(row.nonce);
      await store.batches.tryRowAgain(row);
    }
    expect(nonces.size).toBe(1);
  });

  test('settles one row, with its errors if there are any', async () => {
    for (const id of ['b1', 'b2']) await add(id, [buildRow(2), buildRow(3), buildRow(4, FAULTY)]);
    const faults = [{ column: null, words: 'The service refused it' }];
    await store.batches.settleRow({ batchId: 'b1', number: 2 }, 'refused', faults);
    await store.batches.settleRow({ batchId: 'b2', number: 4 }, 'made');
    const rowsOf = async (id: string) =>
      (await store.batches.rows(id)).map((row) => [row.number, row.state, row.faults]);
    const faulty = [4, 'new', FAULTY.faults];
    expect(await rowsOf('b1')).toEqual([[2, 'refused', faults], [3, 'new', []], faulty]);
    expect(await rowsOf('b2')).toEqual([[2, 'new', []], [3, 'new', []], faulty.with(1, 'made')]);
  });

  test('leaves out its waiting rows when it is cancelled', async () => {
    await add('b1', [buildRow(2), buildRow(3)]);
    await start('b1');
    await move('running', 'cancelled');
    expect(await store.batches.waitingRows('b1', -1, 10)).toEqual([]);
  });

  test('is not done while a link is being created or a row is to be tried again', async () => {
    await add('b1', [buildRow(2)]);
    await start('b1');
    const row = await firstRow();
    await makeLink('l1', { batchId: 'b1', nonce: row.nonce });
    expect(await move('running', 'done')).toBeNull();
    await store.links.move({ id: 'l1', to: 'failed', at: NOW, cause: 'not sent' });
    expect(await move('running', 'done')).toBeNull();
    await store.batches.tryRowAgain(row);
    await store.links.move({ id: 'l1', to: 'reserved', at: NOW, cause: 'requested again' });
    await store.links.move({ id: 'l1', to: 'unknown', at: NOW, cause: 'no certain answer' });
    expect(await move('running', 'done')).toMatchObject({ state: 'done' });
  });

  test('that has ended keeps its rows when a suspended process tries one again', async () => {
    await add('b1', [buildRow(2)]);
    await start('b1');
    const row = await firstRow();
    await makeLink('l1', { batchId: 'b1', nonce: row.nonce });
    await store.links.move({ id: 'l1', to: 'unknown', at: NOW, cause: 'process ended before the answer' });
    await move('running', 'done');
    await store.links.move({ id: 'l1', to: 'failed', at: NOW, cause: 'not sent' });
    await store.batches.tryRowAgain(row);
    expect(await store.batches.rowsWithLinks('b1')).toMatchObject([
      { row: { tries: 0 }, link: { id: 'l1' } },
    ]);
    // A person tries it again, and the batch runs again with it.
    const jobs = () => [];
    await store.batches.move({
      ...{ teamId: 'T1', id: 'b1', by: 'U1', at: NOW, from: ['done'], to: 'running', again: [row], jobs },
    });
    expect(await store.batches.waitingRows('b1', -1, 1)).toMatchObject([{ tries: 1 }]);
    expect(await store.batches.isRunning('b1')).toBe(true);
  });
});

test('a held row is made once a person has answered what is new of it, or is left out', async () => {
  const other = { request: buildRequest({ Phone: '+971500000009', Email: 'other@example.com' }) };
  await add('b1', [buildRow(2), buildRow(3, other)]);
  const batch = (await start('b1')) ?? expect.fail('not started');
  await makeLink('l1');
  for (const number of [2, 3]) await store.batches.settleRow({ batchId: 'b1', number }, 'held');
  expect(await move('running', 'done')).toMatchObject({ state: 'done' });
  const held = await store.batches.heldRows(batch);
  expect(held.map(({ row, news }) => [row.number, news.map(({ id }) => id)])).toEqual([
    [2, ['l1']],
    // Nothing is in its way any more.
    [3, []],
  ]);
  const answers = new Map([
    [2, held[0]?.shown ?? []],
    [3, null],
  ]);
  const answer = { teamId: 'T1', id: 'b1', by: 'U1', at: NOW, from: ['done' as const], held: answers };
  // The answer to its rows is no approver's to the whole.
  const again = { runs: 2, decidedBy: null };
  expect(await store.batches.move({ ...answer, to: 'running' })).toMatchObject(again);
  // Only once.
  expect(await store.batches.move({ ...answer, to: 'running' })).toBeNull();
  expect(await store.batches.rows('b1')).toMatchObject([
    { number: 2, state: 'waiting', shown: [{ id: 'l1', state: 'reserved', isPayable: true, paidFils: 0 }] },
    { number: 3, state: 'left' },
  ]);
});

describe('links similar to a row', () => {
  const find = (rows: NewBatchRow[], shop: Partial<ShopContacts> = {}) =>
    store.similarLinks.find('T1', rows, {
      ...{ at: NOW, sourceId: null },
      shop: { email: null, phone: null, ...shop },
    });

  test('are found by phone and e-mail, for the same amount or one like it', async () => {
    await makeLink('l1');
    const other = { Email: 'other@example.com' };
    const rows = [
      buildRow(2, { request: buildRequest(other) }),
      buildRow(3, { request: buildRequest({ Phone: '+971501239877' }) }),
      buildRow(4, { request: buildRequest({ ...other, Phone: '+971501239877' }) }),
      buildRow(5, { amountFils: 25_061 }),
      buildRow(6, FAULTY),
      buildRow(7, { amountFils: 25_500 }),
    ];
    expect([...(await find(rows)).alike.keys()]).toEqual([2, 3, 7]);
    // The shop's own e-mail and phone identify no customer.
    expect([...(await find(rows, { email: 'zaynab@example.com' })).alike.keys()]).toEqual([2, 7]);
    expect([...(await find(rows, { phone: '+971501239876' })).alike.keys()]).toEqual([3, 7]);
  });

  test('count while they can be paid, however old, and no longer', async () => {
    await makeLink('old', { at: NOW - 40 * DAY });
    await store.links.move({ id: 'old', to: 'open', at: NOW, cause: 'answered' });
    expect((await find([buildRow(2)])).alike.get(2)?.map(({ id }) => id)).toEqual(['old']);
  });

  test('keep their invoice numbers', async () => {
    await makeLink('l1', { Invoice_Id: 'INV-1', Phone: '+971500000001', Email: 'x@example.com' });
    const { taken } = await find([buildRow(2, { request: buildRequest({ Invoice_Id: 'INV-1' }) })]);
    expect(taken.get(2)?.id).toBe('l1');
  });

  test('do not block each other if they are rows of one batch', async () => {
    const consent = { shown: [], at: NOW };
    await makeLink('l1', { batchId: 'b1' });
    const details = detailsOf(buildRequest());
    const reserve = (id: string, batchId: string) =>
      store.links.reserve(
        buildNewLink(id, { callbackTokenHash: hashToken(tokenOf(id)), batchId, details, at: NOW }),
        consent,
      );
    expect((await reserve('l2', 'b1')).conflict).toBeNull();
    expect((await reserve('l3', 'b2')).conflict).toMatchObject({ because: 'duplicates' });
  });
});

describe('with age', () => {
  const everything = async (id: string) =>
    JSON.stringify([await store.batches.get(id), await store.batches.rowsWithLinks(id)]);

  test('a file’s customer data is erased, and the amounts stay', async () => {
    await add('old', [buildRow(2), buildRow(3, FAULTY)], { at: NOW - 100 * DAY });
    await start('old', { at: NOW - 100 * DAY });
    await add('new', [buildRow(2)]);
    const ask = { at: NOW, before: NOW - 90 * DAY, after: null, limit: 100 };
    expect(await store.retention.batches(ask)).toEqual({ count: 1, next: null });
    expect(await everything('old')).not.toMatch(/Zaynab|zaynab|1239876|June/);
    expect(await store.batches.get('old')).toMatchObject({ rows: 1, sumFils: 25_050, erasedAt: NOW });
    expect(await everything('new')).toMatch(/Zaynab/);
    expect((await store.retention.batches(ask)).count).toBe(0);
  });

  test('a forgotten customer is in no file that was made again and no preview', async () => {
    const phones = ['+971501110001', '+971501110002'];
    const rows = phones.map((Phone, at) => {
      const request = buildRequest({ Phone, Email: `${at}@example.com` });
      return buildRow(at + 2, { cells: ['250.50', Phone], request });
    });
    await add('b1', rows);
    await start('b1', { withAlike: true });
    await makeLink('l1', { batchId: 'b1', nonce: 'b1:2:0', Phone: phones[0] ?? '', Email: '0@example.com' });
    await add('other', rows);
    await add('again', rows, { at: NOW + DAY, sourceId: 'b1' });
    await add('without-a-list', rows);
    await start('without-a-list', { withAlike: true });
    await add('come back', rows, { at: NOW + 1 });
    await forget('l1');
    const left = { request: { Phone: phones[1] }, cells: ['250.50', phones[1]] };
    for (const id of ['b1', 'other', 'again'])
      expect(await store.batches.rows(id)).toMatchObject([{ request: null, cells: null }, left]);
    const back = { request: { Phone: phones[0] }, cells: ['250.50', phones[0]] };
    expect(await store.batches.rows('come back')).toMatchObject([back, left]);
  });

  test.each([
    ['+971501110001', ['١٢٣', '250', '050 111 0002']],
    ['١٢٣', ['250', '٤٥٦', '050 111 0001']],
    ['250', ['250', '050 111 0001']],
  ])('forgetting the customer of %s leaves other customers’ rows', async (Phone, texts) => {
    const rows = texts.map((text, at) => buildRow(at + 2, { ...FAULTY, cells: ['Zaynab Saleh', text] }));
    await add('b1', rows);
    await makeLink('l1', { Phone, Email: 'sara@example.com' });
    await forget('l1');
    expect((await store.batches.rows('b1')).map(({ cells }) => cells?.[1])).toEqual(texts);
  });

  test.each(['050 111 0001', '00971 50 1110001', '971501110001', '+971-50-1110001'])(
    'an invalid row of a forgotten customer is erased if the file has %s',
    async (text) => {
      await add('b1', [buildRow(2, { ...FAULTY, cells: ['Zaynab Saleh', text] })]);
      await makeLink('l1', { Phone: '+971501110001', Email: 'sara@example.com' });
      await forget('l1');
      expect((await store.batches.rows('b1')).map(({ cells }) => cells)).toEqual([null]);
    },
  );

  test('a preview that nobody confirmed is deleted after two days, with its rows', async () => {
    await add('gone', [buildRow(2)], { at: NOW - 2 * DAY - 1 });
    await add('kept', [buildRow(2)], { at: NOW - 2 * DAY });
    await add('made', [buildRow(2)], { at: NOW - 3 * DAY });
    await start('made');
    expect(await store.prune.batchPreviews(NOW)).toBe(1);
    expect(await store.batches.find('T1', 'gone')).toBeNull();
    expect(await store.batches.rowsWithLinks('gone')).toEqual([]);
    expect(await store.batches.rowsWithLinks('made')).toHaveLength(1);
    expect(await store.batches.find('T1', 'kept')).not.toBeNull();
  });
});

describe('a batch that is made again', () => {
  const repeat = (id: string, since = NOW) =>
    store.batchRepeats.preview(
      'b1',
      {
        batch: {
          ...{ id, teamId: 'T1', channelId: 'C1', creatorId: 'U1', creatorName: 'sara' },
          ...{ fileName: 'x.csv', headings: ['Amount', 'Name'], sourceId: 'b1', at: NOW },
        },
        rows: [buildRow(2)],
        alike: new Map(),
      },
      since,
    );

  test('has one preview, even if two people press at the same moment, until it is used or old', async () => {
    await add('b1', [buildRow(2)]);
    await start('b1');
    const [one, other] = await Promise.all([repeat('p1'), repeat('p2')]);
    expect(one.id).toBe(other.id);
    expect((await repeat('p3', NOW + 1)).id).toBe('p3');
    await start(one.id);
    await start('p3');
    expect((await repeat('p4')).id).toBe('p4');
  });

  test('asks about no link of those before it, and about those of another that repeats the same', async () => {
    await add('b1', [buildRow(2)]);
    await add('b2', [buildRow(2)], { sourceId: 'b1' });
    await add('b3', [buildRow(2)], { sourceId: 'b2' });
    await add('other', [buildRow(2)], { sourceId: 'b1' });
    await makeLink('l1', { batchId: 'b1' });
    const details = detailsOf(buildRequest());
    const reserve = (id: string, batchId: string) =>
      store.links.reserve(
        buildNewLink(id, { callbackTokenHash: hashToken(tokenOf(id)), batchId, details, at: NOW }),
        { shown: [], at: NOW },
      );
    expect((await reserve('l2', 'b2')).conflict).toBeNull();
    expect((await reserve('l3', 'b3')).conflict).toBeNull();
    expect((await reserve('l4', 'other')).conflict).toMatchObject({
      because: 'duplicates',
      duplicates: [{ id: 'l3' }, { id: 'l2' }],
    });
    const found = (sourceId: string) =>
      store.similarLinks.find('T1', [buildRow(2)], {
        ...{ at: NOW, sourceId, shop: { email: null, phone: null } },
      });
    expect([...(await found('b3')).alike.keys()]).toEqual([]);
    expect([...(await found('b2')).alike.keys()]).toEqual([2]);
  });
});

describe('simultaneous links', () => {
  test('are each on disk when they are reserved, and one that fails leaves nothing behind', async () => {
    const made = await Promise.allSettled([
      makeLink('l1', { Phone: '+971501110001' }),
      makeLink('l1', { Phone: '+971501110002', nonce: 'other' }),
      makeLink('l2', { Phone: '+971501110003' }),
    ]);
    const [first, second, other] = made.map(({ status }) => status);
    expect(other).toBe('fulfilled');
    // The database decides which of the two with one id comes first.
    expect([first, second].toSorted()).toEqual(['fulfilled', 'rejected']);
    const { details, nonce } = await store.links.get('l1');
    const isFirst = first === 'fulfilled';
    expect(details.Phone).toBe(isFirst ? '+971501110001' : '+971501110002');
    expect(nonce === 'other').toBe(!isFirst);
    expect(await store.links.history('l2')).toHaveLength(1);
    expect(await store.links.findByNonce('T1', isFirst ? 'other' : 'nonce-l1')).toBeNull();
  });
});
