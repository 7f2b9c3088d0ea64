import { expect, test } from 'vitest';
import type { LinkState } from '../../src/store/link-states.ts';
import type { Store } from '../../src/store/open-store.ts';
import { buildLink } from '../fixtures/links.ts';
import { readTrail } from '../fixtures/read-trail.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';

const { database, reopen, run, store } = storePerTest();

const entry = (by: string) => ({
  id: `aud_${by}`,
  teamId: 'T1',
  at: 2_000,
  actorId: by,
  action: 'word-explained' as const,
  subject: null,
  detail: null,
});
const MET = { key: 'qx17', word: 'QX17', at: 1_000 };
const answer = (on: Store, by: string, is: 'payment' | 'other') =>
  on.rowKinds.answer('T1', 'qx17', { is, by, at: 2_000 }, entry(by));
const trail = () => readTrail(store);

test('a kind word is stored when it is first seen, for its own workspace', async () => {
  expect(await store.rowKinds.add('T1', MET)).toEqual({
    key: 'qx17',
    word: 'QX17',
    metAt: 1_000,
    answer: null,
  });
  expect(await store.rowKinds.add('T1', { key: 'qx17', word: 'Qx_17', at: 5_000 })).toMatchObject({
    word: 'QX17',
    metAt: 1_000,
  });
  await answer(store, 'U1', 'other');
  expect(await store.rowKinds.add('T1', MET)).toMatchObject({ answer: { is: 'other' } });
  expect(await store.rowKinds.list('T2')).toEqual([]);
  expect(await store.rowKinds.find('T2', 'qx17')).toBeNull();
});

test('of two simultaneous answers one counts, and only that one is in the audit trail', async () => {
  await store.rowKinds.add('T1', MET);
  const other = TEST_ENGINE === 'postgres' ? await database.open() : store;
  const both = await Promise.all([answer(store, 'U1', 'payment'), answer(other, 'U2', 'other')]);
  const [winner] = both.filter((one) => one?.isFirst);
  expect(both.filter((one) => one?.isFirst)).toHaveLength(1);
  for (const one of both) expect(one?.word.answer).toEqual(winner?.word.answer);
  expect((await trail()).map(({ actorId }) => actorId)).toEqual([winner?.word.answer?.by]);
});

test('an answer to an unknown word is ignored, without an audit entry', async () => {
  expect(await answer(store, 'U1', 'payment')).toBeNull();
  expect(await trail()).toEqual([]);
});

test('an answer, or forgetting it, makes the workspace’s doubtful links due immediately', async () => {
  const make = async (id: string, states: LinkState[], teamId = 'T1') => {
    const names = { nonce: id, invoiceId: id, teamId, checkDueAt: 9_000 };
    await store.links.reserve({ ...buildLink(names), id, callbackTokenHash: id, at: 1_000 });
    for (const to of states) await store.links.move({ id, to, at: 1_000, cause: 'answered' });
    await store.links.planCheck(id, { from: 9_000, to: 9_000, attempts: 3 });
  };
  await make('reported', ['open', 'reported']);
  await make('unknown', ['unknown']);
  await make('open', ['open']);
  await make('elsewhere', ['open', 'reported'], 'T2');
  const checks = async (...ids: string[]) => {
    const links = await Promise.all(ids.map((id) => store.links.get(id)));
    return links.map(({ checkDueAt, checkAttempts }) => [checkDueAt, checkAttempts]);
  };
  await store.rowKinds.add('T1', MET);
  await answer(store, 'U1', 'payment');
  expect(await checks('reported', 'unknown')).toEqual([
    [2_000, 0],
    [2_000, 0],
  ]);
  await store.rowKinds.forget('T1', 'qx17', { at: 3_000, jobKey: 'none', entry: entry('U3') });
  expect(await checks('reported', 'unknown')).toEqual([
    [3_000, 0],
    [3_000, 0],
  ]);
  expect(await checks('open', 'elsewhere')).toEqual([
    [9_000, 3],
    [9_000, 3],
  ]);
});

test('an answer that this version does not know is ignored', async () => {
  await store.rowKinds.add('T1', MET);
  await answer(store, 'U1', 'payment');
  await run("update row_kinds set answer = 'bonus'");
  expect(await store.rowKinds.find('T1', 'qx17')).toMatchObject({ word: 'QX17', answer: null });
});

test('the words of a workspace are listed with the newest first', async () => {
  for (const [key, at] of Object.entries({ b: 1, c: 2, a: 2 }))
    await store.rowKinds.add('T1', { key, word: key.toUpperCase(), at });
  expect((await store.rowKinds.list('T1')).map(({ key }) => key)).toEqual(['a', 'c', 'b']);
  expect(await store.rowKinds.find('T1', 'c')).toMatchObject({ word: 'C' });
});

test('a forgotten word can be seen and asked about again', async () => {
  const job = {
    id: 'job_1',
    teamId: 'T1',
    kind: 'row-kind' as const,
    key: 'row-kind:T1:qx17',
    payload: {},
    dueAt: 1,
  };
  expect(await store.jobs.add(job, 1)).toBe(true);
  await store.rowKinds.add('T1', MET);
  await answer(store, 'U1', 'other');
  const forget = () =>
    store.rowKinds.forget('T1', 'qx17', { at: 3_000, jobKey: job.key, entry: entry('U3') });
  expect(await forget()).toMatchObject({ word: 'QX17', answer: { is: 'other', by: 'U1' } });
  expect(await forget()).toBeNull();
  expect(await store.rowKinds.list('T1')).toEqual([]);
  expect(await store.jobs.add({ ...job, id: 'job_2' }, 4_000)).toBe(true);
  expect(await trail()).toHaveLength(2);
});

test('answers survive a restart', async () => {
  await store.rowKinds.add('T1', MET);
  await answer(store, 'U1', 'payment');
  await reopen();
  expect(await store.rowKinds.list('T1')).toEqual([
    { key: 'qx17', word: 'QX17', metAt: 1_000, answer: { is: 'payment', by: 'U1', at: 2_000 } },
  ]);
});
