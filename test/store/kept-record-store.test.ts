// @module-tag postgres

import { expect, test } from 'vitest';
import type { StoredRecord } from '../../src/store/kept-record-store.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';
import { AT, openLink } from '../links/open-link.ts';

const { database, reopen, store } = storePerTest();

const build = (status: string, changes: Partial<StoredRecord> = {}): StoredRecord => ({
  kind: 'transaction',
  via: 'listing',
  record: { fields: { amount: 250, status } },
  togetherAt: AT,
  firstSeenAt: AT,
  lastSeenAt: AT,
  ...changes,
});
const write = (linkId: string, put: StoredRecord[], gone: StoredRecord[] = []) =>
  store.keptRecords.write([{ linkId, put, gone }]);
const PENDING = build('PENDING');
const PAID = build('PAID', { lastSeenAt: AT + 1 });

test('records are kept by link, as they were read, in the order in which they were first seen', async () => {
  const own = build('ACTIVE', {
    ...{ kind: 'link' as const, via: 'id' as const },
    ...{
      record: { fields: { status: 'ACTIVE', link: { id: 5 } }, isCut: true as const },
      firstSeenAt: AT - 1,
    },
  });
  await write('lnk_1', [PAID, own]);
  await write('lnk_2', [PENDING]);
  await reopen();
  const kept = store.keptRecords;
  expect(await kept.ofLink('lnk_1')).toEqual([own, PAID]);
  expect(await kept.ofLinks(['lnk_1', 'lnk_2', 'lnk_3'])).toEqual(
    new Map([
      ['lnk_1', [own, PAID]],
      ['lnk_2', [PENDING]],
    ]),
  );
  expect(await kept.ofLink('lnk_3')).toEqual([]);
});

test('what replaces a record removes it, and what is seen again keeps when that was first', async () => {
  await write('lnk_1', [PENDING]);
  await write('lnk_2', [PENDING]);
  await write('lnk_1', [PAID], [PENDING]);
  await write('lnk_1', [{ ...PAID, firstSeenAt: AT + 5, lastSeenAt: AT + 5 }]);
  expect(await store.keptRecords.ofLink('lnk_1')).toEqual([{ ...PAID, lastSeenAt: AT + 5 }]);
  expect(await store.keptRecords.ofLink('lnk_2')).toEqual([PENDING]);
});

test('two instances write the same records of the same links', async () => {
  const other = TEST_ENGINE === 'postgres' ? await database.open() : store;
  const changes = ['lnk_2', 'lnk_1'].map((linkId) => ({ linkId, put: [PAID, PENDING], gone: [] }));
  const turned = changes.map((one) => ({ ...one, put: one.put.toReversed() })).toReversed();
  await Promise.all([store.keptRecords.write(changes), other.keptRecords.write(turned)]);
  expect(await store.keptRecords.ofLink('lnk_1')).toHaveLength(2);
});

test('a link and the records that change it are written together, or neither', async () => {
  await openLink(store, 'lnk_1');
  const { version } = await store.links.get('lnk_1');
  const change = { id: 'lnk_1', at: AT, cause: 'the service says paid' as const, to: 'paid' as const };
  const kept = { put: [PAID], gone: [] };
  expect(await store.links.move({ ...change, ifVersion: version - 1, kept })).toBeNull();
  expect(await store.keptRecords.ofLink('lnk_1')).toEqual([]);
  await store.links.move({ ...change, ifVersion: version, kept });
  expect(await store.keptRecords.ofLink('lnk_1')).toEqual([PAID]);
  const noted = { id: 'lnk_1', at: AT, cause: 'the service says refunded' as const };
  await store.links.record({ ...noted, kept: { put: [PENDING], gone: [PAID] } });
  expect(await store.keptRecords.ofLink('lnk_1')).toEqual([PENDING]);
});
