// @module-tag postgres

import { expect, test } from 'vitest';
import { openPostgres } from '../../src/store/engine/open-postgres.ts';
import { openSqlite } from '../../src/store/engine/open-sqlite.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import { MIGRATIONS } from '../../src/store/migrations/index.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { AT, openLink } from '../links/open-link.ts';

const { database, store } = storePerTest();

/** Migrates as a store from before records were kept. */
const migrate = async () => {
  await store.close();
  const { place } = database;
  const { db, close } =
    'databaseUrl' in place ? await openPostgres(place.databaseUrl) : await openSqlite(place.dataDir);
  await db.schema.dropTable('kept_records').execute();
  await db.schema.dropTable('first_words').execute();
  await db.schema.alterTable('links').addColumn('answer', 'text').execute();
  await MIGRATIONS['0070-kept-records']?.up(db);
  await close();
  return database.open();
};

const NOTICED = AT + 5_000;
const PAID_AT = AT + 1_000;
const PAYMENT: LinkPayment = {
  ...{ finding: 'confirmed', noticedAt: NOTICED, happenedAt: PAID_AT, seenIn: 'transaction', word: null },
  ...{ amountFils: 25_000, refundedFils: 0, currency: 'AED', transactionId: null, doubt: null },
};
const OF_T1 = { seenIn: 'transaction', transactionId: 'T1', word: 'CAPTURED', amountFils: 25_000 } as const;
const OF_LINK = { seenIn: 'link', transactionId: null, word: 'PAID' } as const;

const CASES: readonly [what: string, payment: Partial<LinkPayment>, kept: Record<string, unknown> | null][] =
  [
    [
      'of one transaction',
      OF_T1,
      {
        amount: '250.00',
        currency: 'AED',
        status: 'CAPTURED',
        transactionId: 'T1',
        paidAt: '2026-11-21T08:00:01.000Z',
      },
    ],
    [
      'with a refund',
      {
        ...OF_T1,
        finding: 'refunded',
        refundedFils: 5_000,
        refund: { noticedAt: NOTICED, happenedAt: PAID_AT },
      },
      {
        amount: '250.00',
        refundedAmount: '50.00',
        status: 'CAPTURED',
        refundedAt: '2026-11-21T08:00:01.000Z',
      },
    ],
    [
      'with a refund of some size',
      { ...OF_T1, finding: 'refunded', refundedFils: null },
      { status: 'PARTIALLY_REFUNDED' },
    ],
    [
      'in another currency',
      { ...OF_T1, finding: 'mismatch', amountFils: null, currency: 'USD' },
      { currency: 'USD' },
    ],
    [
      'in part',
      { ...OF_T1, finding: 'partly', word: null },
      { amount: '250.00', status: 'PAID', transactionId: 'T1' },
    ],
    ['of the link’s own record', { ...OF_LINK, amountFils: 25_000 }, { amount: '250.00', status: 'PAID' }],
    [
      'of a part by that',
      { ...OF_LINK, finding: 'partly', amountFils: 100 },
      { paidAmount: '1.00', status: 'PAID' },
    ],
    // A later reading would show the same money once more.
    ['of several transactions', { ...OF_T1, transactionId: 'T1, T2' }, null],
    ['of a transaction without an id', { ...OF_T1, transactionId: null }, null],
    ['that was declined', { ...OF_T1, finding: 'declined' }, null],
    ['that a callback reported', { seenIn: 'callback', finding: 'unconfirmed' }, null],
  ];

test('of payments from before records were kept, one record is kept that shows the same', async () => {
  for (const [at, [, payment]] of CASES.entries()) {
    await openLink(store, `lnk_${at}`);
    const change = { id: `lnk_${at}`, at: NOTICED, cause: 'the service says paid' } as const;
    await store.links.record({ ...change, payment: { ...PAYMENT, ...payment } });
  }
  await openLink(store, 'lnk_unpaid');
  const { keptRecords } = await migrate();
  const kept = await keptRecords.ofLinks([...CASES.keys()].map((at) => `lnk_${at}`));
  for (const [at, [what, payment, fields]] of CASES.entries()) {
    const expected =
      fields === null
        ? undefined
        : [
            {
              kind: payment.seenIn,
              via: 'listing',
              record: { fields: expect.objectContaining({ ...fields, Invoice_Id: expect.any(String) }) },
              ...{ began: null, firstSeenAt: NOTICED, lastSeenAt: NOTICED },
            },
          ];
    expect(kept.get(`lnk_${at}`), what).toEqual(expected);
  }
  expect(await keptRecords.ofLink('lnk_unpaid')).toEqual([]);
  // It can be replaced by what is read.
  const [old] = kept.get('lnk_0') ?? [];
  await keptRecords.write([{ linkId: 'lnk_0', put: [], gone: old ? [old] : [] }]);
  expect(await keptRecords.ofLink('lnk_0')).toEqual([]);
});
