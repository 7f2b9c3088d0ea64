// @module-tag postgres

import { beforeEach, describe, expect, test } from 'vitest';
import type { Job, NewJob } from '../../src/store/job.ts';
import type { JobClaim } from '../../src/store/job-claim.ts';
import type { JobKindName } from '../../src/store/job-kinds.ts';
import { numbersTo } from '../fixtures/read-tables.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';

const AT = Date.UTC(2026, 10, 21, 8);
const LEASE_MS = 30_000;
/** Clocks of instances differ by less. */
const MINUTE = 60_000;
const TEAM = 'T0PLAY';
const queue = 'exports' as const;
const KINDS: readonly string[] = ['export', 'another', 'third'];

const { database, store, run } = storePerTest();
let tokens: number;

beforeEach(() => {
  tokens = 0;
});

const build = (id: string, changes: Partial<NewJob> = {}): NewJob => ({
  id,
  teamId: TEAM,
  kind: 'export',
  key: `count:${id}`,
  payload: { of: id },
  dueAt: AT,
  ...changes,
});

/** Two kinds of the same queue: the database takes any. */
type AnyKind = JobKindName | 'another' | 'third';

const add = async (id: string, changes: Partial<Omit<NewJob, 'kind'>> & { kind?: AnyKind } = {}, at = AT) => {
  const { kind = 'export', ...more } = changes;
  if (kind !== 'another' && kind !== 'third') return store.jobs.add(build(id, { ...more, kind }), at);
  const isNew = await store.jobs.add(build(id, more), at);
  await run(`update jobs set kind = '${kind}' where id = '${id}'`);
  return isNew;
};

const nextDueAt = async (search: Partial<JobClaim> = {}) =>
  (await store.jobs.claim({ at: AT, queue, kinds: KINDS, leaseMs: 0, limit: 0, token: 'look', ...search }))
    .nextDueAt;

const claim = async (at: number, changes: Partial<JobClaim> = {}, from = store): Promise<Job[]> => {
  tokens += 1;
  const search = { at, queue, kinds: KINDS, leaseMs: LEASE_MS, limit: 10, token: `token-${tokens}` };
  return (await from.jobs.claim({ ...search, ...changes })).jobs;
};

const claimOne = async (at: number): Promise<Job> => {
  const [first, ...others] = await claim(at);
  expect(others).toEqual([]);
  return first ?? Promise.reject(new Error('nothing to claim'));
};

const idsOf = (jobs: readonly { id: string }[]) => jobs.map(({ id }) => id);

test('a process that serves one workspace claims none of another’s jobs', async () => {
  await add('ours');
  await add('theirs', { teamId: 'T0OTHER', dueAt: AT - 1 });
  expect((await claim(AT, { only: TEAM })).map(({ id }) => id)).toEqual(['ours']);
  expect(await nextDueAt({ only: TEAM })).toBe(AT + LEASE_MS);
  expect((await claim(AT)).map(({ id }) => id)).toEqual(['theirs']);
});

describe('a job', () => {
  test('is claimed with everything that its work needs', async () => {
    await add('a', {}, AT - 5);
    expect(await claimOne(AT)).toEqual({
      id: 'a',
      teamId: TEAM,
      kind: 'export',
      lane: null,
      linkId: null,
      payload: { of: 'a' },
      progress: null,
      attempts: 0,
      lastError: null,
      unclearSince: null,
      token: 'token-1',
      takenOver: false,
    });
  });

  test('is added once per key, whatever the outcome of the first', async () => {
    expect(await add('a', { key: 'k' })).toBe(true);
    expect(await add('b', { key: 'k' })).toBe(false);
    await store.jobs.finish(await claimOne(AT), AT);
    expect(await add('c', { key: 'k' })).toBe(false);
    expect(await claim(AT)).toEqual([]);
  });

  test('that has begun makes room for the next with its key, if it says so', async () => {
    await add('first', { key: 'card:1' });
    const first = await claimOne(AT);
    expect(await store.jobs.freeKey(first)).toBe(true);
    expect(await add('second', { key: 'card:1' })).toBe(true);
    expect(await store.jobs.finish(first, AT)).toBe(true);
    expect(idsOf(await claim(AT))).toEqual(['second']);
  });

  test('is claimed when it is due, and not earlier', async () => {
    await add('a', { dueAt: AT + 500 });
    expect(await nextDueAt()).toBe(AT + 500);
    expect(await claim(AT + 499)).toEqual([]);
    expect(idsOf(await claim(AT + 500))).toEqual(['a']);
  });

  test('that is longest overdue is claimed first; of equals, the one that was written first', async () => {
    await add('d', { dueAt: AT + 2 });
    await add('c', { dueAt: AT + 1 }, AT + 1);
    await add('b', { dueAt: AT + 1 });
    await add('a', { dueAt: AT + 1 });
    expect(idsOf(await claim(AT + 2, { limit: 3 }))).toEqual(['c', 'b', 'a']);
    expect(idsOf(await claim(AT + 2, { limit: 3 }))).toEqual(['d']);
  });

  test('is due now if it was left over, and not at all once it is claimed', async () => {
    await add('a');
    await add('b');
    const one = { at: AT + 5, queue, leaseMs: LEASE_MS, limit: 1 };
    expect(await store.jobs.claim({ ...one, token: 'first' })).toMatchObject({ nextDueAt: AT + 5 });
    // The other one may be free again when its lease has expired.
    const second = await store.jobs.claim({ ...one, token: 'second' });
    expect(second).toMatchObject({ jobs: [{ id: 'b' }], nextDueAt: AT + 5 + LEASE_MS });
    await store.jobs.finish({ id: 'a', token: 'first', lane: null }, AT + 5);
    await store.jobs.finish({ id: 'b', token: 'second', lane: null }, AT + 5);
    await add('c', { dueAt: AT + 5 });
    expect(await store.jobs.claim({ ...one, token: 'third' })).toMatchObject({
      jobs: [{ id: 'c' }],
      nextDueAt: null,
    });
  });

  test('of another kind, or of a workspace on hold, is not claimed', async () => {
    await add('a', { dueAt: AT + 3 });
    await add('b', { kind: 'another', dueAt: AT + 2 });
    await add('c', { kind: 'another', teamId: 'T2', dueAt: AT + 1 });
    expect(await nextDueAt()).toBe(AT + 1);
    expect(await nextDueAt({ kinds: ['export'] })).toBe(AT + 3);
    expect(await nextDueAt({ without: ['T2'] })).toBe(AT + 2);
    expect(await nextDueAt({ kinds: ['third'] })).toBeNull();
    expect(idsOf(await claim(AT + 9, { kinds: ['third'] }))).toEqual([]);
    expect(idsOf(await claim(AT + 9, { kinds: ['another'], without: ['T2'] }))).toEqual(['b']);
    expect(idsOf(await claim(AT + 9, { without: ['T2'] }))).toEqual(['a']);
    expect(idsOf(await claim(AT + 9))).toEqual(['c']);
  });

  test('is visible only to its own workspace', async () => {
    await add('a');
    expect(await store.jobs.find(TEAM, 'a')).toMatchObject({
      state: 'waiting',
      progress: null,
      payload: { of: 'a' },
    });
    expect(await store.jobs.find('T2', 'a')).toBeNull();
    expect(await store.jobs.find(TEAM, 'b')).toBeNull();
  });
});

describe('a job that is being worked on', () => {
  test('is claimed by another process only after its lease expires, which counts as a try', async () => {
    await add('a');
    const lost = await claimOne(AT);
    expect(await nextDueAt()).toBe(AT + LEASE_MS);
    expect(await claim(AT + LEASE_MS - 1)).toEqual([]);
    const next = await claimOne(AT + LEASE_MS);
    expect(next).toMatchObject({ id: 'a', takenOver: true, attempts: 1 });
    expect(await claimOne(AT + 2 * LEASE_MS)).toMatchObject({ takenOver: true, attempts: 2 });
    expect(lost.token).not.toBe(next.token);
  });

  test('stays with its holder who renews it, even if it lasts longer than clocks differ', async () => {
    await add('a');
    const job = (await claim(AT, { leaseMs: 5 * MINUTE }))[0];
    if (!job) throw new Error('nothing to claim');
    expect(await claim(AT + 1, { leaseMs: 5 * MINUTE })).toEqual([]);
    expect(await store.jobs.renew(job, AT + 10 * MINUTE, AT)).toBe(true);
    expect(await claim(AT + 10 * MINUTE - 1, { leaseMs: 5 * MINUTE })).toEqual([]);
    expect(idsOf(await claim(AT + 10 * MINUTE))).toEqual(['a']);
  });

  test('keeps its progress for the process that continues it', async () => {
    await add('a');
    const job = await claimOne(AT);
    expect(await store.jobs.saveProgress(job, { page: 3 }, AT + 1)).toBe(true);
    expect(await store.jobs.find(TEAM, 'a')).toMatchObject({ state: 'waiting', progress: { page: 3 } });
    expect(await claimOne(AT + LEASE_MS)).toMatchObject({ progress: { page: 3 } });
  });

  test('cannot be changed by a process that lost its lease', async () => {
    await add('a');
    const lost = await claimOne(AT);
    const at = AT + LEASE_MS;
    const next = await claimOne(at);
    expect(await store.jobs.renew(lost, at + 9, AT)).toBe(false);
    expect(await store.jobs.saveProgress(lost, { page: 9 }, at)).toBe(false);
    expect(await store.jobs.finish(lost, at, { next: [build('b')] })).toBe(false);
    expect(await store.jobs.fail(lost, 'late', at, [build('b')])).toBe(false);
    expect(await store.jobs.postpone(lost, at, 'late', at)).toBe(false);
    expect(await store.jobs.release(lost, at)).toBe(false);
    expect(await store.jobs.find(TEAM, 'b')).toBeNull();
    expect(await store.jobs.find(TEAM, 'a')).toMatchObject({ state: 'waiting', progress: null });
    expect(await store.jobs.finish(next, at)).toBe(true);
    expect(await store.jobs.finish(next, at)).toBe(false);
    expect(await store.jobs.renew(next, at, AT)).toBe(false);
    expect(await store.jobs.postpone(next, at, 'late', at)).toBe(false);
  });

  test('is free again immediately if it is postponed, released or its process has ended', async () => {
    await add('a');
    expect(await store.jobs.postpone(await claimOne(AT), AT + 50, 'not now', AT)).toBe(true);
    expect(await nextDueAt()).toBe(AT + 50);
    expect(await claim(AT + 49)).toEqual([]);
    const second = await claimOne(AT + 50);
    expect(second).toMatchObject({ attempts: 1, lastError: 'not now', takenOver: false });
    await store.jobs.postpone(second, AT + 60, 'no try', AT + 50, { isTry: false });
    const third = await claimOne(AT + 60);
    expect(third).toMatchObject({ attempts: 1, lastError: 'no try' });
    expect(await store.jobs.release(third, AT + 60)).toBe(true);
    expect(await claimOne(AT + 60)).toMatchObject({ attempts: 1, takenOver: false });
    await store.jobs.releaseAll();
    expect(await claimOne(AT + 60)).toMatchObject({ attempts: 2, takenOver: true });
  });

  test('of a dead process can be released by queue', async () => {
    await add('a');
    await add('b', { kind: 'turn' });
    const posts = { queue: 'posts', kinds: ['turn'] } as const;
    for (const search of [{}, posts]) await claim(AT, search);
    await add('c', { kind: 'turn' });
    await store.jobs.releaseAll('posts');
    const freed = [...(await claim(AT)), ...(await claim(AT, posts))];
    expect(freed.map(({ id, takenOver }) => [id, takenOver])).toEqual([
      ['b', true],
      ['c', false],
    ]);
  });

  test('can be cancelled once, by its own workspace', async () => {
    await add('a');
    const job = await claimOne(AT);
    expect(await store.jobs.cancel('T2', 'a', AT)).toBe(false);
    expect(await store.jobs.cancel(TEAM, 'b', AT)).toBe(false);
    expect(await store.jobs.cancel(TEAM, 'a', AT)).toBe(true);
    expect(await store.jobs.cancel(TEAM, 'a', AT)).toBe(false);
    expect(await store.jobs.renew(job, AT + 1, AT)).toBe(false);
    expect(await store.jobs.find(TEAM, 'a')).toMatchObject({ state: 'cancelled' });
    expect(await claim(AT + LEASE_MS)).toEqual([]);
    expect(await nextDueAt()).toBeNull();
  });
});

describe('a job that ends', () => {
  test.each(['finish', 'fail'] as const)('by %s adds its next jobs', async (end) => {
    await add('a');
    await add('other', { dueAt: AT + MINUTE });
    const job = await claimOne(AT);
    const next = [build('b', { dueAt: AT + 7 }), build('c', { key: 'count:other' })];
    const ended =
      end === 'finish'
        ? await store.jobs.finish(job, AT + 1, { next })
        : await store.jobs.fail(job, 'broken', AT + 1, next);
    expect(ended).toBe(true);
    expect(await store.jobs.find(TEAM, 'a')).toMatchObject({ state: end === 'finish' ? 'done' : 'failed' });
    expect(await nextDueAt()).toBe(AT + 7);
    expect(idsOf(await claim(AT + 7))).toEqual(['b']);
    expect(await store.jobs.find(TEAM, 'c')).toBeNull();
  });
});

test.runIf(TEST_ENGINE === 'sqlite')(
  'after the clock was set back, a job that was due soon is due now, and one for an hour of the day stays',
  async () => {
    const later = AT + 10 * MINUTE;
    await claim(later);
    await add('soon', { dueAt: later + 10 * MINUTE }, later);
    await add('hour', { dueAt: later + 10 * MINUTE + 1 }, later);
    expect(idsOf(await claim(later - MINUTE))).toEqual([]);
    expect(idsOf(await claim(later - MINUTE - 1))).toEqual(['soon']);
  },
);

describe('with hundreds of waiting jobs', () => {
  /** Overdue longest. */
  const addCrowd = (changes: (at: number) => Partial<NewJob>) =>
    store.jobs.addAll(
      Array.from({ length: 150 }, (_, at) =>
        build(`crowd-${at}`, { dueAt: AT - 1_000 + at, ...changes(at) }),
      ),
      AT - 1_000,
    );
  const addOthers = () =>
    store.jobs.addAll([build('b', { lane: 'B', teamId: 'T1' }), build('c', { lane: 'C', teamId: 'T1' })], AT);

  test('in one lane, its first is claimed, with those of other lanes', async () => {
    await addCrowd(() => ({ lane: 'A' }));
    await addOthers();
    expect(idsOf(await claim(AT))).toEqual(['crowd-0', 'b', 'c']);
    // The lane's first is claimed, so its others wait.
    await add('d', { lane: 'D' });
    expect(idsOf(await claim(AT))).toEqual(['d']);
    expect(await claim(AT)).toEqual([]);
  });

  test('jobs of workspaces that have not had their turn are claimed first', async () => {
    await addCrowd((at) => ({ lane: `A${at}` }));
    await addOthers();
    expect(idsOf(await claim(AT, { after: [TEAM], limit: 3 }))).toEqual(['b', 'c', 'crowd-0']);
    expect(idsOf(await claim(AT, { limit: 2 }))).toEqual(['crowd-1', 'crowd-2']);
  });

  test('whose lanes have just posted, another lane’s is claimed, and theirs a second later', async () => {
    const notices = { queue: 'notices', kinds: ['tell'] } as const;
    await addCrowd((at) => ({ lane: `A${at}`, kind: 'tell' }));
    const first = await claim(AT, { ...notices, limit: 150 });
    expect(first).toHaveLength(150);
    for (const job of first) await store.jobs.finish(job, AT);
    const again = first.map((_, at) => build(`again-${at}`, { lane: `A${at}`, kind: 'tell', dueAt: AT }));
    await store.jobs.addAll([...again, build('b', { lane: 'B', kind: 'tell', dueAt: AT })], AT);
    const now = AT + 600;
    expect(idsOf(await claim(now, notices))).toEqual(['b']);
    expect(await claim(now, notices)).toEqual([]);
    expect(await nextDueAt({ ...notices, at: now })).toBe(AT + 1_000);
    expect(idsOf(await claim(AT + 1_000, { ...notices, limit: 2 }))).toEqual(['again-0', 'again-1']);
  });

  test('whose lane’s first is postponed, those of other lanes are claimed', async () => {
    await add('first', { lane: 'A' }, AT - 2_000);
    const [first] = await claim(AT, { limit: 1 });
    if (first) await store.jobs.postpone(first, AT + MINUTE, 'slow', AT);
    await addCrowd(() => ({ lane: 'A' }));
    await addOthers();
    expect(idsOf(await claim(AT))).toEqual(['b', 'c']);
  });

  test('of a lane that waits for another kind, none is claimed before that one has ended', async () => {
    await add('first', { lane: 'A', kind: 'another', dueAt: AT - 2_000 }, AT - 2_000);
    await addCrowd(() => ({ lane: 'A' }));
    expect(await claim(AT, { kinds: ['export'] })).toEqual([]);
    expect(await nextDueAt({ kinds: ['export'] })).toBeNull();
    await store.jobs.finish(await claimOne(AT), AT);
    expect(idsOf(await claim(AT, { kinds: ['export'] }))).toEqual(['crowd-0']);
  });

  test('of a workspace on hold, those of others are claimed', async () => {
    await addCrowd((at) => ({ lane: `A${at}` }));
    await addOthers();
    expect(idsOf(await claim(AT, { without: [TEAM] }))).toEqual(['b', 'c']);
  });
});

test('jobs are brought forward by their keys, unless somebody has them', async () => {
  for (const id of ['a', 'b']) await add(id, { dueAt: AT + MINUTE });
  await add('held');
  await claimOne(AT);
  await store.jobs.bringForward([], AT);
  expect(await claim(AT)).toEqual([]);
  await store.jobs.bringForward(['count:a', 'count:held'], AT);
  expect(idsOf(await claim(AT))).toEqual(['a']);
  expect(await claim(AT + LEASE_MS - 1)).toEqual([]);
});

test('simultaneous claimers share the due jobs, and none is claimed twice', async () => {
  const ids = Array.from({ length: 12 }, (_, number) => `job-${10 + number}`);
  for (const id of ids) await add(id);
  const stores = TEST_ENGINE === 'postgres' ? [store, await database.open(), await database.open()] : [store];
  const claims = await Promise.all(
    Array.from({ length: 6 }, (_, i) => claim(AT, { limit: 2 }, stores[i % stores.length])),
  );
  const claimed = idsOf(claims.flat());
  expect(new Set(claimed).size).toBe(claimed.length);
  claimed.push(...idsOf(await claim(AT, { limit: 20 })));
  expect(claimed.sort()).toEqual(ids);
});

test('with a hundred thousand waiting jobs, a claim takes the first, and an end the next of its lane', async () => {
  await run(`
    insert into jobs (id, team_id, queue, kind, key, lane, payload, state, attempts, due_at, created_at, updated_at)
    ${numbersTo(100_000)} select 'job_' || n, 'T' || (n % 100), 'exports', 'export', 'job_' || n,
      case when n % 2 = 0 then 'lane ' || (n % 1000) end, 'null', case when n % 2 = 0 and n > 1000 then 'queued' else 'waiting' end,
      0, ${AT} + n, ${AT}, ${AT} from numbers`);
  const at = AT + 1_000_000;
  const { jobs, nextDueAt } = await store.jobs.claim({
    ...{ at, queue, kinds: ['export'], leaseMs: LEASE_MS, limit: 4, token: 'first' },
  });
  expect(idsOf(jobs)).toEqual(['job_1', 'job_2', 'job_3', 'job_4']);
  expect(nextDueAt).toBe(at);
  for (const one of jobs) await store.jobs.finish(one, at);
  expect((await store.jobs.find('T2', 'job_1002'))?.state).toBe('waiting');
});
