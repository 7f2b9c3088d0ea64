// @module-tag postgres

import { expect, test } from 'vitest';
import type { NewJob } from '../../src/store/job.ts';
import type { LinkState } from '../../src/store/link-states.ts';
import type { StoredWord, TaughtAnswer } from '../../src/teaching/taught-word-store.ts';
import { buildLink } from '../fixtures/links.ts';
import { readTrail } from '../fixtures/read-trail.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';
import { withCheck } from '../links/check-of.ts';

const { database, store } = storePerTest();

const TYPE = { name: 'transactiontype', word: 'QX_17', path: 'transactionType' };
const STATE = { name: 'payment.status', word: 'Zed', path: 'payment.status' };

const job = (id: string): NewJob => ({ id, teamId: 'T1', kind: 'tell', payload: {} });
const ask = (words = [TYPE], at = 1_000, linkId = 'link_1', { on = store, isWaiting = true } = {}) =>
  on.taughtWords.ask('T1', words, { linkId, at, isWaiting, job: job(`job_${at}_${linkId}`) });

const entry = (id: string, by: string) => ({
  id,
  teamId: 'T1',
  at: 2_000,
  actorId: by,
  action: 'word-explained' as const,
  subject: null,
  detail: null,
});
const teach = (by: string, answers: TaughtAnswer[], { needsSecond = true, at = 2_000, on = store } = {}) =>
  on.taughtWords.teach('T1', answers, {
    by,
    at,
    linkId: 'link_1',
    needsSecond: ({ says }) => needsSecond && (says === 'paid' || says === 'nothing'),
    more: (changed) => ({
      entries: changed.map((one) => entry(`aud_${by}_${one.key}_${at}`, by)),
      jobs: changed.some(({ answer }) => answer?.inEffect === null) ? [job(`agree_${by}_${at}`)] : [],
    }),
  });
const isCounting = ({ answer }: StoredWord) => answer?.inEffect != null;
const countJobs = async () => (await store.jobs.ofKind('tell')).length;
const forget = (word: { name: string; key: string }, id = 'aud_forget') =>
  store.taughtWords.forget('T1', word, { at: 3_000, entry: entry(id, 'U9') });

test('a word is asked about once in a workspace, with the job that asks, whichever link has it next', async () => {
  expect(await ask()).toEqual({ askedAt: 1_000, isNew: true });
  expect(await ask([{ ...TYPE, word: 'qx 17' }], 5_000, 'link_2')).toEqual({ askedAt: 1_000, isNew: false });
  expect(await countJobs()).toBe(1);
  expect(await ask([TYPE, STATE], 6_000, 'link_2')).toEqual({ askedAt: 6_000, isNew: true });
  expect(await countJobs()).toBe(2);
  expect((await store.taughtWords.list('T1')).map(({ word, linkId }) => [word, linkId])).toEqual([
    ['Zed', 'link_2'],
    ['QX_17', 'link_1'],
  ]);
  expect(await store.taughtWords.list('T2')).toEqual([]);
});

test('another word under a name that is asked about is kept, and is no other message', async () => {
  await ask();
  expect(await ask([{ ...TYPE, word: 'QX18' }], 2_000, 'link_2')).toEqual({ askedAt: 2_000, isNew: true });
  expect(await countJobs()).toBe(1);
  expect(await store.taughtWords.list('T1')).toHaveLength(2);
});

test('what no sale waits for is no question until one does, nor again once none does any more', async () => {
  expect(await ask([TYPE], 1_000, 'link_1', { isWaiting: false })).toEqual({ askedAt: null, isNew: true });
  expect(await ask([TYPE], 1_500, 'link_2', { isWaiting: false })).toEqual({ askedAt: null, isNew: false });
  expect(await ask([TYPE], 2_000, 'link_3')).toEqual({ askedAt: 2_000, isNew: true });
  expect(await ask([TYPE], 2_500, 'link_4')).toEqual({ askedAt: 2_000, isNew: false });
  expect(await countJobs()).toBe(2);
  const asked = async () =>
    (await store.taughtWords.list('T1')).map(({ linkId, askedAt }) => [linkId, askedAt]);
  await store.taughtWords.rest('T2', 9_000);
  await store.taughtWords.rest('T1', 2_000);
  expect(await asked()).toEqual([['link_3', 2_000]]);
  await store.taughtWords.rest('T1', 2_001);
  expect(await asked()).toEqual([['link_3', null]]);
  expect(await ask([TYPE], 9_000, 'link_5')).toEqual({ askedAt: 9_000, isNew: true });
  expect(await countJobs()).toBe(3);
});

test('all answers of a window are saved at once, with their audit entries', async () => {
  await ask([TYPE, STATE]);
  const taught = await teach('U1', [
    { ...TYPE, says: 'nothing' },
    { ...STATE, says: 'not-paid' },
  ]);
  expect(taught.map(({ path, answer }) => [path, answer])).toEqual([
    ['payment.status', { says: 'not-paid', by: 'U1', at: 2_000, inEffect: { by: 'U1', at: 2_000 } }],
    ['transactionType', { says: 'nothing', by: 'U1', at: 2_000, inEffect: null }],
  ]);
  expect(await store.taughtWords.list('T1')).toEqual(expect.arrayContaining(taught));
  expect(await readTrail(store)).toHaveLength(2);
  expect(await countJobs()).toBe(2);
  expect(await ask([TYPE, STATE], 9_000)).toEqual({ askedAt: null, isNew: false });
});

test('what makes money appear counts once a second person says the same', async () => {
  const paid = [{ ...STATE, says: 'paid' as const }];
  await teach('U1', paid);
  expect((await teach('U1', paid, { at: 2_100 })).filter(isCounting)).toEqual([]);
  expect(await teach('U2', [{ ...STATE, says: 'nothing' }], { at: 2_200 })).toMatchObject([
    { answer: { says: 'nothing', by: 'U2', inEffect: null } },
  ]);
  expect(await teach('U1', [{ ...STATE, says: 'nothing' }], { at: 2_300 })).toMatchObject([
    { answer: { says: 'nothing', by: 'U2', inEffect: { by: 'U1', at: 2_300 } } },
  ]);
  // It counts now, so nobody replaces it.
  expect(await teach('U3', paid, { needsSecond: false, at: 2_400 })).toMatchObject([
    { answer: { says: 'nothing', by: 'U2' } },
  ]);
  expect(await readTrail(store)).toHaveLength(3);
});

test('of two simultaneous answers one counts, and only that one is in the audit trail', async () => {
  await ask();
  const other = TEST_ENGINE === 'postgres' ? await database.open() : store;
  const both = await Promise.all([
    teach('U1', [{ ...TYPE, says: 'paid' }], { needsSecond: false }),
    teach('U2', [{ ...TYPE, says: 'not-paid' }], { needsSecond: false, on: other }),
  ]);
  expect(both[0]).toEqual(both[1]);
  expect((await readTrail(store)).map(({ actorId }) => actorId)).toEqual([both[0][0]?.answer?.by]);
});

test('an answer, or forgetting it, makes its link and the workspace’s doubtful links due immediately', async () => {
  const make = async (id: string, states: LinkState[], teamId = 'T1') => {
    const names = { nonce: id, invoiceId: id, teamId, checkDueAt: 9_000 };
    await store.links.reserve({ ...buildLink(names), id, saleId: null, callbackTokenHash: id, at: 1_000 });
    for (const to of states) await store.links.move({ id, to, at: 1_000, cause: 'answered' });
    await store.links.planCheck(id, { to: 9_000, attempts: 3, after: 'any' }, 1_000);
  };
  await make('reported', ['open', 'reported']);
  await make('unknown', ['unknown']);
  await make('link_1', ['open']);
  await make('open', ['open']);
  await make('elsewhere', ['open', 'reported'], 'T2');
  const checks = async (...ids: string[]) => {
    const links = await Promise.all(ids.map((id) => withCheck(store, id)));
    return links.map(({ checkDueAt, checkAttempts }) => [checkDueAt, checkAttempts]);
  };
  await teach('U1', [{ ...TYPE, says: 'paid' }]);
  for (const due of await checks('reported', 'unknown', 'link_1')) expect(due).toEqual([2_000, 0]);
  for (const id of ['reported', 'unknown', 'link_1'])
    await store.links.planCheck(id, { to: 9_000, attempts: 3, after: 'any' }, 2_000);
  await forget({ name: 'transactiontype', key: 'qx17' });
  for (const due of await checks('reported', 'unknown', 'link_1')) expect(due).toEqual([3_000, 0]);
  for (const due of await checks('open', 'elsewhere')) expect(due).toEqual([9_000, 3]);
});

test('a forgotten word can be asked about again', async () => {
  await ask();
  await teach('U1', [{ ...TYPE, says: 'not-paid' }]);
  expect(await forget({ name: 'transactiontype', key: 'qx17' })).toMatchObject({ word: 'QX_17' });
  expect(await forget({ name: 'transactiontype', key: 'qx17' })).toBeNull();
  expect(await ask([TYPE], 9_000)).toEqual({ askedAt: 9_000, isNew: true });
  expect(await readTrail(store)).toHaveLength(2);
});

const LINK = { teamId: 'T1', id: 'link_1' };
const FRESH = { name: 'status', word: 'Fresh', path: 'Status' };

test('a word with which a link began is learned as “not paid”, which answers a question and replaces no answer', async () => {
  expect(await store.taughtWords.learnFirst(LINK, FRESH, 1_000)).toBe(true);
  expect(await store.taughtWords.learnFirst(LINK, { ...FRESH, word: 'FRESH' }, 5_000)).toBe(false);
  expect(await store.taughtWords.list('T1')).toEqual([
    {
      ...{ name: 'status', key: 'fresh', word: 'Fresh', path: 'Status', linkId: 'link_1', askedAt: 1_000 },
      answer: { says: 'not-paid', by: null, at: 1_000, inEffect: { by: null, at: 1_000 } },
      reference: null,
    },
  ]);
  await ask();
  expect(await store.taughtWords.learnFirst(LINK, TYPE, 2_000)).toBe(true);
  await teach('U1', [{ ...STATE, says: 'paid' }]);
  expect(await store.taughtWords.learnFirst(LINK, STATE, 3_000)).toBe(false);
  expect((await store.taughtWords.list('T1')).map(({ name, answer }) => [name, answer?.says])).toEqual([
    ['payment.status', 'paid'],
    ['status', 'not-paid'],
    ['transactiontype', 'not-paid'],
  ]);
});

test('what was learned is undone for good: it is asked about, and not learned again', async () => {
  await store.taughtWords.learnFirst(LINK, FRESH, 1_000);
  expect(await forget({ name: 'status', key: 'fresh' })).toMatchObject({ word: 'Fresh' });
  const openOnes = async () => (await store.taughtWords.list('T1')).map(({ answer }) => answer);
  expect(await openOnes()).toEqual([null]);
  expect(await store.taughtWords.learnFirst(LINK, FRESH, 4_000)).toBe(false);
  expect(await openOnes()).toEqual([null]);
  expect(await teach('U1', [{ ...FRESH, says: 'not-paid' }])).toMatchObject([{ answer: { by: 'U1' } }]);
});
