// @module-tag postgres

import { expect, test } from 'vitest';
import type { Base } from '../../src/app-parts.ts';
import { createIds } from '../../src/ids.ts';
import { createAskAdmins } from '../../src/links/checks/ask-admins.ts';
import type { LinkPayment } from '../../src/store/link-payment.ts';
import { guidedNonce } from '../../src/teaching/guided-link.ts';
import { createVocabularies } from '../../src/teaching/workspace-vocabulary.ts';
import { buildLink } from '../fixtures/links.ts';
import { ZONE } from '../fixtures/payment-service.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { store } = storePerTest();

const UNREAD = [{ name: 'type', word: 'QX17', path: 'type' }];
const GUIDED = buildLink({
  ...{ id: 'lnk_guided', invoiceId: 'INV-3' },
  nonce: guidedNonce({ teamId: 'T0PLAY', userId: 'U1' }, 0),
  amountFils: 1_000,
});

const start = async (admins: string[] = ['UADMIN']) => {
  for (const link of [buildLink(), buildLink({ id: 'lnk_2', nonce: 'n2', invoiceId: 'INV-2' }), GUIDED])
    await store.links.reserve({ ...link, callbackTokenHash: link.id, at: 1 });
  const askAdmins = createAskAdmins({
    store,
    vocabularies: createVocabularies({ taughtWords: store.taughtWords, stateWords: {} }),
    members: { whoMay: async () => admins },
    clock: { now: () => 5_000 },
    timeZone: ZONE,
    ids: createIds(),
  } as unknown as Base);
  return { askAdmins };
};
const listJobs = async () =>
  (await store.jobs.ofKind('what-came')).flatMap(({ payload }) =>
    JSON.stringify(payload).includes('unanswered') ? [] : [payload],
  );
const FOUND: LinkPayment = {
  ...{ finding: 'confirmed', noticedAt: 1, happenedAt: null, seenIn: 'transaction', word: 'PAID' },
  ...{ amountFils: 1_000, refundedFils: 0, currency: 'AED', transactionId: 'T1', doubt: null },
};

test('a record with something new asks once, and each of its links learns when', async () => {
  const { askAdmins } = await start();
  expect(await askAdmins(buildLink(), UNREAD, null)).toBe(5_000);
  expect(await askAdmins(buildLink({ id: 'lnk_2' }), UNREAD, FOUND)).toBe(5_000);
  expect(await listJobs()).toEqual([{ about: 'record' }]);
});

test('what comes for money that counts already waits for the digest of the next morning, one for all', async () => {
  const { askAdmins } = await start();
  const counting = { ...buildLink(), state: 'paid' as const, payment: FOUND };
  expect(await askAdmins(counting, UNREAD, null)).toBeNull();
  expect(await askAdmins(counting, [{ name: 'other', word: 'ZED', path: 'other' }], null)).toBeNull();
  expect(await listJobs()).toEqual([{ about: 'digest' }]);
  expect(await askAdmins(buildLink({ id: 'lnk_2' }), UNREAD, null)).toBe(5_000);
  expect(await listJobs()).toEqual([{ about: 'digest' }, { about: 'record' }]);
});

test('a name that was silenced while the record was judged is not asked about, unless it says that money went back', async () => {
  const { askAdmins } = await start();
  const lane = { name: 'lane', path: 'lane' };
  await store.taughtWords.teach('T0PLAY', [{ ...lane, word: '*', says: 'nothing' }], {
    ...{ by: 'UADMIN', at: 1, linkId: 'lnk_1' },
    needsSecond: () => false,
    more: () => ({ entries: [], jobs: [] }),
  });
  const jobs = await listJobs();
  expect(await askAdmins(buildLink(), [{ ...lane, word: 'ZED' }], null)).toBeNull();
  expect(await listJobs()).toEqual(jobs);
  expect(await askAdmins(buildLink(), [{ ...lane, word: 'REFUNDED' }], null)).toBe(5_000);
});

test('without an admin nobody was asked, though the owner is told', async () => {
  const { askAdmins } = await start([]);
  expect(await askAdmins(buildLink(), UNREAD, null)).toBeNull();
  expect(await listJobs()).toEqual([{ about: 'record' }]);
});

test('what comes for a test payment leads its payer to the window, once for a payment', async () => {
  const { askAdmins } = await start();
  expect(await askAdmins(GUIDED, [], null)).toBeNull();
  expect(await listJobs()).toEqual([]);
  await askAdmins(GUIDED, [], { ...FOUND, finding: 'declined' });
  await askAdmins(GUIDED, [], FOUND);
  await askAdmins(GUIDED, [], { ...FOUND, transactionId: 'T2' });
  expect(await listJobs()).toEqual([{ about: 'guided' }, { about: 'guided' }]);
});

test('a payer who was asked is not led there again when the payment counts', async () => {
  const { askAdmins } = await start();
  await askAdmins({ ...GUIDED, payment: { ...FOUND, askedAt: 1 } }, [], FOUND);
  await askAdmins(buildLink(), [], FOUND);
  expect(await listJobs()).toEqual([]);
});
