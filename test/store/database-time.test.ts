// @module-tag postgres

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../src/open-store.ts';
import { createTestDatabase, TEST_ENGINE, type TestDatabase } from '../fixtures/test-database.ts';

const HOUR = 60 * 60_000;
const LEASE_MS = 30_000;

let database: TestDatabase | undefined;
/** Instances of which one has its clock an hour ahead, the other an hour behind. */
let ahead: Store;
let behind: Store;

const ofAhead = () => Date.now() + HOUR;
const ofBehind = () => Date.now() - HOUR;

beforeAll(async () => {
  if (TEST_ENGINE === 'sqlite') return;
  database = await createTestDatabase();
  ahead = await database.open({ timeFrom: 'database' });
  behind = await database.open({ timeFrom: 'database' });
});
afterAll(() => database?.remove());

let tokens = 0;
const claim = (store: Store, at: number) => {
  tokens += 1;
  return store.jobs.claim({ at, queue: 'exports', leaseMs: LEASE_MS, limit: 5, token: `token-${tokens}` });
};
const idsOf = async (store: Store, at: number) => (await claim(store, at)).jobs.map(({ id }) => id);
const build = (id: string, more: { dueAt?: number; lane?: string } = {}) => ({
  ...{ id, teamId: 'T1', kind: 'export' as const, payload: {} },
  ...more,
});

test.runIf(TEST_ENGINE === 'postgres')(
  'instances whose clocks differ by hours agree on what is due, leased and later',
  async () => {
    await ahead.jobs.add(build('now'), ofAhead());
    await behind.jobs.add(build('in its lane', { lane: 'a' }), ofBehind());
    // An hour of the day stays as it is.
    await ahead.jobs.add(build('evening', { dueAt: Date.now() + 4 * HOUR }), ofAhead());
    const at = ofBehind();
    const { jobs, nextDueAt } = await claim(behind, at);
    expect(jobs.map(({ id }) => id).sort()).toEqual(['in its lane', 'now']);
    expect(nextDueAt).toBeGreaterThan(at + 4 * HOUR - LEASE_MS);
    expect(nextDueAt).toBeLessThan(at + 4 * HOUR + LEASE_MS);
    expect(await idsOf(ahead, ofAhead())).toEqual([]);
    expect(await ahead.jobs.standingOf('now', ofAhead())).toBe('held');

    const [first, second] = jobs;
    if (!first || !second) throw new Error('not claimed');
    const then = ofAhead();
    expect(await ahead.jobs.renew(first, then + LEASE_MS, then)).toBe(true);
    expect(await idsOf(ahead, then)).toEqual([]);
    expect(await behind.jobs.release(first, ofBehind())).toBe(true);
    expect(await idsOf(ahead, ofAhead())).toEqual([first.id]);

    const postponedAt = ofAhead();
    expect(await ahead.jobs.postpone(second, postponedAt + 20_000, 'away', postponedAt)).toBe(true);
    const lookedAt = ofBehind();
    expect(await claim(behind, lookedAt)).toMatchObject({ jobs: [] });
    expect((await claim(behind, lookedAt)).nextDueAt).toBeLessThan(lookedAt + 21_000);
    await ahead.jobs.hasten(null, ['away'], ofAhead());
    expect(await idsOf(behind, ofBehind())).toEqual([second.id]);
  },
);
