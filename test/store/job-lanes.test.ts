// @module-tag postgres

import { beforeEach, describe, expect, test } from 'vitest';
import type { Job, NewJob } from '../../src/store/job.ts';
import { countWaiting } from '../fixtures/count-waiting.ts';
import { buildLink } from '../fixtures/links.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';
import { hasWaitingJob } from '../fixtures/waiting-jobs.ts';

const AT = Date.UTC(2026, 10, 21, 8);
const LEASE_MS = 30_000;
const queue = 'notices' as const;

const { database, store } = storePerTest();
let tokens: number;

beforeEach(async () => {
  tokens = 0;
  await store.links.reserve({ ...buildLink(), callbackTokenHash: 'hash', at: AT });
});

const notice = (id: string, lane: string, changes: Partial<NewJob> = {}): NewJob => ({
  id,
  teamId: 'T1',
  lane,
  kind: 'tell',
  linkId: 'lnk_1',
  ...changes,
});

const add = (notices: NewJob[], at = AT) => store.jobs.addAll(notices, at);

const claim = async (at: number, limit = 10, from = store): Promise<Job[]> => {
  tokens += 1;
  const search = { at, queue, leaseMs: LEASE_MS, limit };
  return (await from.jobs.claim({ ...search, token: `token-${tokens}` })).jobs;
};

const claimOne = async (at: number): Promise<Job> => {
  const [first, ...others] = await claim(at);
  expect(others).toEqual([]);
  return first ?? Promise.reject(new Error('nothing to claim'));
};

const nextDueAt = async (at: number, without: string[] = []) => {
  const search = { at, queue, without };
  return (await store.jobs.claim({ ...search, leaseMs: 0, limit: 0, token: 'look' })).nextDueAt;
};

const idsOf = (claimed: Job[]) => claimed.map(({ id }) => id).sort();

describe('a claim', () => {
  test('returns the first job of every lane, in the order of creation', async () => {
    await add([notice('z', 'a'), notice('y', 'a'), notice('x', 'b')]);
    await add([notice('w', 'c')], AT - 1);
    expect(idsOf(await claim(AT))).toEqual(['w', 'x', 'z']);
  });

  test('never returns the same lane to two simultaneous claimers', async () => {
    const lanes = Array.from({ length: 12 }, (_, i) => `lane-${i}`);
    const all = lanes.flatMap((lane) => [notice(`${lane}-1`, lane), notice(`${lane}-2`, lane)]);
    await add(all);
    const stores =
      TEST_ENGINE === 'postgres' ? [store, await database.open(), await database.open()] : [store];
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, i) => claim(AT, 3, stores[i % stores.length])),
    );
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const one of await claim(AT, 100)) ids.push(one.id);
    expect(ids.sort()).toEqual(lanes.map((lane) => `${lane}-1`).sort());
  });
});

describe('a lane', () => {
  test('posts once a second', async () => {
    await add([notice('one', 'a'), notice('two', 'a')]);
    await store.jobs.finish(await claimOne(AT), AT + 300);
    expect(await nextDueAt(AT + 301)).toBe(AT + 1_300);
    expect(await claim(AT + 1_299)).toEqual([]);
    expect(idsOf(await claim(AT + 1_300))).toEqual(['two']);
  });

  test('waits after its newest post, even by a clock that is a little behind', async () => {
    await add([notice('one', 'a'), notice('two', 'a'), notice('three', 'a')]);
    await store.jobs.finish(await claimOne(AT), AT);
    await store.jobs.finish(await claimOne(AT + 1_000), AT + 1_000);
    expect(await nextDueAt(AT + 500)).toBe(AT + 2_000);
  });

  test('waits after a post also with one that was planned for later', async () => {
    await add([notice('one', 'a'), notice('later', 'a', { dueAt: AT + 500 })]);
    await store.jobs.finish(await claimOne(AT), AT);
    expect(await nextDueAt(AT + 500)).toBe(AT + 1_000);
    expect(await claim(AT + 999)).toEqual([]);
    expect(idsOf(await claim(AT + 1_000))).toEqual(['later']);
  });

  test('waits after the post that ended last, also if it was planned before another', async () => {
    await add([notice('planned', 'a', { dueAt: AT + 2_000 }), notice('at once', 'a')]);
    await store.jobs.finish(await claimOne(AT), AT);
    await store.jobs.finish(await claimOne(AT + 2_000), AT + 2_000);
    await add([notice('next', 'a')], AT + 2_500);
    expect(await nextDueAt(AT + 2_500)).toBe(AT + 3_000);
  });

  test('gives way to two that were planned for the same time one after the other', async () => {
    await add([notice('first', 'a', { dueAt: AT + 5 }), notice('second', 'a', { dueAt: AT + 5 })]);
    const first = await claimOne(AT + 5);
    expect(first.id).toBe('first');
    expect(await claim(AT + 6)).toEqual([]);
    await store.jobs.finish(first, AT + 10);
    expect(idsOf(await claim(AT + 1_010))).toEqual(['second']);
  });

  test('of another queue has no pause', async () => {
    await add([notice('one', 'a', { kind: 'batch-run' }), notice('two', 'a', { kind: 'batch-run' })]);
    const next = async (token: string) =>
      (await store.jobs.claim({ at: AT, queue: 'batches', leaseMs: LEASE_MS, limit: 9, token })).jobs;
    for (const job of await next('first')) await store.jobs.finish(job, AT);
    expect((await next('second')).map(({ id }) => id)).toEqual(['two']);
  });

  test.runIf(TEST_ENGINE === 'sqlite')(
    'does not wait for a post that is in the future since the clock was set back',
    async () => {
      await add([notice('one', 'a'), notice('two', 'a')]);
      await store.jobs.finish(await claimOne(AT), AT + 3_600_000);
      expect(await claim(AT + 3_600_000)).toEqual([]);
      expect(idsOf(await claim(AT + 2_000))).toEqual(['two']);
    },
  );

  test.each([
    ['at the same instant', 0],
    ['by another instance, whose clock is behind,', -2_000],
    ['after the clock was set back', -3_600_000],
  ])('keeps its order for jobs written %s', async (_, away) => {
    await add([notice('z', 'a')]);
    await store.jobs.postpone(await claimOne(AT), AT + away, 'ratelimited', AT + away);
    await add([notice('y', 'a')], AT + away);
    await add([notice('x', 'a')], AT + away);
    for (const id of ['z', 'y', 'x']) {
      const claimed = await claimOne(AT + 5_000);
      expect(claimed.id).toBe(id);
      await store.jobs.finish(claimed, AT);
    }
  });

  test('keeps its order if its first job was postponed without a try and the clock was set back', async () => {
    await add([notice('z', 'a')]);
    const back = AT - 3_600_000;
    await store.jobs.postpone(await claimOne(AT), back + 700, 'token_revoked', back, { isTry: false });
    await add([notice('y', 'a')], back + 1);
    expect(idsOf(await claim(AT + 5_000))).toEqual(['z']);
  });

  test('does not wait for a notice that is due later', async () => {
    await add([notice('later', 'a', { dueAt: AT + 60_000 })]);
    await add([notice('now', 'a')], AT + 1);
    expect(idsOf(await claim(AT + 1))).toEqual(['now']);
    await add([notice('at last', 'a')], AT + 60_001);
    expect(idsOf(await claim(AT + 90_000))).toEqual(['now']);
  });

  test('waits for its postponed first job, and no other lane does', async () => {
    await add([notice('a1', 'a'), notice('a2', 'a'), notice('b1', 'b')]);
    const claimed = await claim(AT);
    for (const one of claimed) {
      if (one.id === 'a1') expect(await store.jobs.postpone(one, AT + 60_000, 'ratelimited', AT)).toBe(true);
      else await store.jobs.finish(one, AT);
    }
    await add([notice('b2', 'b')], AT + 1);
    expect(idsOf(await claim(AT + 59_999))).toEqual(['b2']);
    expect(await claimOne(AT + 60_000)).toMatchObject({ id: 'a1', attempts: 1, takenOver: false });
  });

  test('with a postponed first job does not hide another lane’s due time', async () => {
    await add([notice('first', 'a')]);
    expect(await store.jobs.postpone(await claimOne(AT), AT + 60_000, 'ratelimited', AT)).toBe(true);
    const later = [notice('second', 'a', { dueAt: AT + 1_000 }), notice('other', 'b', { dueAt: AT + 5_000 })];
    await add(later);
    expect(await nextDueAt(AT)).toBe(AT + 5_000);
  });

  test('continues after a notice that failed, whose replacement has its own lane', async () => {
    await add([notice('a1', 'a'), notice('a2', 'a')]);
    const held = await claimOne(AT);
    expect(await store.jobs.fail(held, 'is_archived', AT, [notice('n', 'dm')])).toBe(true);
    expect(await store.jobs.fail(held, 'is_archived', AT, [])).toBe(false);
    expect(idsOf(await claim(AT))).toEqual(['a2', 'n']);
  });
});

test('a newer job counts while it has not ended, is about the same link and has the same input', async () => {
  const news = (id: string, trouble: string | null) =>
    notice(id, 'dm', { kind: 'tell', linkId: 'lnk_1', payload: { trouble } });
  await add([news('a', null), news('b', 'card')]);
  await add([news('c', null), { ...news('d', null), kind: 'post' }], AT + 1);
  const hasNewer = (id: string, trouble: string | null, linkId = 'lnk_1') =>
    store.jobs.hasNewer({ id, kind: 'tell', linkId, payload: { trouble } });
  expect(await hasNewer('a', null)).toBe(true);
  expect(await hasNewer('b', 'card')).toBe(false);
  expect(await hasNewer('c', null)).toBe(false);
  expect(await hasNewer('a', null, 'lnk_2')).toBe(false);
  await store.jobs.cancel('T1', 'c', AT);
  expect(await hasNewer('a', null)).toBe(false);
});

describe('a delivered notice', () => {
  test('saves what it found out of its link, and the next notices', async () => {
    await add([notice('a', 'a'), notice('b', 'b')]);
    const next = [notice('picture', 'e', { kind: 'qr' })];
    const [first, second] = await claim(AT);
    if (!first || !second) throw new Error('not claimed');
    expect(await store.jobs.finish(first, AT, { qrFile: 'F1', next })).toBe(true);
    expect(await store.jobs.finish(second, AT, { qrFile: 'F2' })).toBe(true);
    expect((await store.links.get('lnk_1')).qrFileId).toBe('F1');
    expect(await hasWaitingJob(store, 'lnk_1', 'qr')).toBe(true);
    expect(await hasWaitingJob(store, 'lnk_1', 'tell')).toBe(false);
    expect(await hasWaitingJob(store, 'lnk_2', 'qr')).toBe(false);
  });

  test('saves nothing if another process has it by now', async () => {
    await add([notice('a', 'a', { payload: { state: 'paid' } }), notice('b', 'a')]);
    const lost = await claimOne(AT);
    expect(await claim(AT + LEASE_MS - 1)).toEqual([]);
    const next = await claimOne(AT + LEASE_MS);
    const about = { id: 'a', lane: 'a', linkId: 'lnk_1', payload: { state: 'paid' } };
    expect(next).toMatchObject({ ...about, takenOver: true });
    expect(await store.jobs.finish(lost, AT + LEASE_MS, { qrFile: 'F1', next: [notice('x', 'x')] })).toBe(
      false,
    );
    expect((await store.links.get('lnk_1')).qrFileId).toBeNull();
    expect(await countWaiting(store)).toBe(2);
  });

  test('stays undelivered if the next notices cannot be written', async () => {
    await add([notice('a', 'a')]);
    const claimed = await claimOne(AT);
    const taken = notice('a', 'a', { key: 'another' });
    const clash = { next: [taken], qrFile: 'F1' };
    await expect(store.jobs.finish(claimed, AT, clash)).rejects.toThrow();
    await expect(store.jobs.fail(claimed, 'gone', AT, [taken])).rejects.toThrow();
    expect(await countWaiting(store)).toBe(1);
    expect((await store.links.get('lnk_1')).qrFileId).toBeNull();
    expect(await store.jobs.finish(claimed, AT)).toBe(true);
    expect(await nextDueAt(AT)).toBeNull();
  });
});

test('a job that leaves its lane takes those about its link along, in order, and holds up no other link', async () => {
  const other = buildLink({ id: 'lnk_2', invoiceId: 'INV-2', nonce: 'n-2' });
  await store.links.reserve({ ...other, callbackTokenHash: 'hash-2', at: AT });
  await add([
    notice('first', 'a'),
    notice('post', 'a', { kind: 'post' }),
    notice('other', 'a', { linkId: 'lnk_2' }),
  ]);
  const stuck = await claimOne(AT);
  const how = { isUnclear: true, leavesLane: true };
  expect(await store.jobs.postpone(stuck, AT + 60_000, 'a_new_word', AT + 1, how)).toBe(true);
  // Written later, for the lane that its card has left.
  await add([notice('tell', 'a', { kind: 'tell' })], AT + 2);
  const free = await claimOne(AT + 3);
  expect(free.id).toBe('other');
  await store.jobs.finish(free, AT + 4);
  expect(await claim(AT + 59_000)).toEqual([]);
  const order: string[] = [];
  for (let at = AT + 60_000; order.length < 3; at += 2_000) {
    const next = await claimOne(at);
    order.push(next.id);
    if (next.id === 'first') expect(next).toMatchObject({ attempts: 1, unclearSince: AT + 1 });
    await store.jobs.finish(next, at + 1);
  }
  expect(order).toEqual(['first', 'post', 'tell']);
});

test('where a job stands is known by its key, and jobs that wait for a person run when they are hastened', async () => {
  await add([notice('n', 'a', { key: 'told' })]);
  const standing = (at: number) => store.jobs.standingOf('told', at);
  expect(await store.jobs.standingOf('another', AT)).toBe('none');
  expect(await standing(AT)).toBe('waiting');
  const held = await claimOne(AT);
  expect(await standing(AT + 1)).toBe('held');
  expect(await standing(AT + LEASE_MS)).toBe('waiting');
  await store.jobs.postpone(held, AT + 3_600_000, 'missing_scope', AT);
  await store.jobs.hasten('T2', ['missing_scope'], AT + 5);
  await store.jobs.hasten('T1', ['no_permission'], AT + 5);
  expect(await claim(AT + 6)).toEqual([]);
  await store.jobs.hasten('T1', ['missing_scope'], AT + 5);
  await store.jobs.finish(await claimOne(AT + 6), AT + 7);
  expect(await standing(AT + 8)).toBe('done');
});
