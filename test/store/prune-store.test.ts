// @module-tag postgres

import { describe, expect, test } from 'vitest';
import { turnsToCome } from '../../src/calendar/repeat.ts';
import { hashToken } from '../../src/ids.ts';
import type { Aged } from '../../src/operations/prune-store.ts';
import type { NewJob } from '../../src/store/job.ts';
import { TABLES } from '../../src/store/schema.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { endChecks } from '../links/check-of.ts';
import { AT, openLink, tokenOf } from '../links/open-link.ts';

const DAY = 24 * 60 * 60_000;
const BEFORE = AT + 30 * DAY;

const { store } = storePerTest();

/** What is deleted of rows older than `before`. */
const prune = (
  table: Aged,
  before: number,
  page: { after: string | null; limit: number } = { after: null, limit: 100 },
) => store.prune.old(table, { ...page, at: before + TABLES[table].fate.whenOld.afterDays * DAY });

const buildJob = (id: string, changes: Partial<NewJob> = {}): NewJob => ({
  id,
  teamId: 'T1',
  kind: 'export',
  key: `key-${id}`,
  payload: {},
  dueAt: AT,
  ...changes,
});

/** The newest claim of everything that is due. */
const claimSome = async (at: number) =>
  (await claimJobs(store.jobs, { at, leaseMs: 1_000, limit: 10, token: `token-${at}-${Math.random()}` }))
    .jobs;

const claimJob = async (at: number) => {
  const [job] = await claimSome(at);
  if (!job) throw new Error('nothing was claimed');
  return job;
};

describe('a job', () => {
  test.each(['done', 'failed', 'cancelled'] as const)(
    'that is %s is deleted, with its key',
    async (state) => {
      await store.jobs.add(buildJob('job_1'), AT);
      const [job] = await claimSome(AT);
      if (!job) throw new Error('not claimed');
      if (state === 'done') await store.jobs.finish(job, BEFORE - 1);
      if (state === 'failed') await store.jobs.fail(job, 'no', BEFORE - 1);
      if (state === 'cancelled') await store.jobs.cancel('T1', 'job_1', BEFORE - 1);
      expect(await store.jobs.add(buildJob('job_2', { key: 'key-job_1' }), AT)).toBe(false);
      expect((await prune('jobs', BEFORE)).count).toBe(1);
      expect(await store.jobs.find('T1', 'job_1')).toBeNull();
      expect(await store.jobs.add(buildJob('job_2', { key: 'key-job_1' }), AT)).toBe(true);
    },
  );

  test('that waits stays, whether overdue, planned or claimed', async () => {
    await store.jobs.add(buildJob('job_1'), AT);
    await claimSome(AT);
    await store.jobs.add(buildJob('job_2'), AT);
    await store.jobs.add(buildJob('job_3', { dueAt: AT + 400 * DAY }), AT);
    expect(await prune('jobs', AT + 900 * DAY)).toEqual({ count: 0, next: null });
  });

  test('that ended recently stays', async () => {
    await store.jobs.add(buildJob('job_1'), AT);
    await store.jobs.finish(await claimJob(AT), BEFORE);
    expect((await prune('jobs', BEFORE)).count).toBe(0);
  });

  test('that was cancelled early stays until its due time', async () => {
    await store.jobs.add(buildJob('job_1', { dueAt: BEFORE + DAY }), AT);
    await store.jobs.cancel('T1', 'job_1', AT);
    expect((await prune('jobs', BEFORE)).count).toBe(0);
    expect((await prune('jobs', BEFORE + 2 * DAY)).count).toBe(1);
  });

  test('of a daily close stays while its day could be planned again', () => {
    // A close has the key of its day: none may be planned whose key was pruned 30 days later.
    for (let hours = 0; hours < 24 * 40; hours += 7) {
      const now = AT + hours * 60 * 60_000;
      for (const atMinute of [0, 359, 360, 1_260, 1_439]) {
        const close = { repeat: { every: 'day', on: 0, atMinute }, setAt: 0 } as const;
        for (const { dueAt } of turnsToCome(close, now, 'Asia/Dubai'))
          expect(dueAt).toBeGreaterThan(now - 2 * DAY);
      }
    }
  });
});

describe('a callback', () => {
  const LATER = AT + 100 * DAY;
  const takeCallback = (id: string, receivedAt: number, evidenceHash = 'h') =>
    store.callbacks.take({
      tokenHash: hashToken(tokenOf(id)),
      evidenceHash,
      evidence: { status: 'PAID' },
      receivedAt,
    });
  /** A link in its final state, without a planned check. */
  const openWith = async (id: string, to: 'paid' | 'failed' | 'expired' | null, at: number) => {
    await openLink(store, id);
    await takeCallback(id, at);
    if (to !== null) await store.links.move({ id, to, at, cause: 'the service says paid' });
    await endChecks(store, at);
  };

  test.each(['paid', 'failed', 'expired'] as const)(
    'of a link that was %s long ago is deleted',
    async (to) => {
      await openWith('lnk_1', to, AT);
      expect((await prune('callbacks', LATER)).count).toBe(1);
      expect(await store.callbacks.ofLink('lnk_1')).toEqual([]);
    },
  );

  test('of a link that ended recently or has a planned check stays', async () => {
    await openWith('lnk_late', 'paid', LATER);
    await openWith('lnk_due', 'failed', AT);
    await takeCallback('lnk_due', AT + 1, 'again');
    expect((await prune('callbacks', LATER)).count).toBe(0);
  });

  test('of an unfinished link is deleted once the link can no longer be paid', async () => {
    await openWith('lnk_1', null, AT);
    expect((await prune('callbacks', AT + DAY)).count).toBe(0);
    expect((await prune('callbacks', LATER)).count).toBe(1);
  });
});

test('a ticket is deleted once it has expired', async () => {
  const ticket = { purpose: 'install', subject: '{}' };
  await store.tickets.issue({ ...ticket, tokenHash: 'a', expiresAt: AT + 1 }, AT);
  await store.tickets.issue({ ...ticket, tokenHash: 'b', expiresAt: AT + 2 }, AT);
  expect(await prune('tickets', AT + 2)).toMatchObject({ count: 1 });
  expect(await store.tickets.read({ tokenHash: 'b', purpose: 'install' }, AT + 1)).toBe('{}');
});

test('slices cover every row once', async () => {
  for (let made = 0; made < 7; made += 1) {
    const id = `${(made * 3) % 7}`;
    await store.jobs.add(buildJob(id), AT);
    await store.jobs.cancel('T1', id, made % 2 === 0 ? AT : BEFORE);
  }
  let after: string | null = null;
  let deleted = 0;
  let slices = 0;
  do {
    const slice = await prune('jobs', BEFORE, { after, limit: 2 });
    deleted += slice.count;
    after = slice.next;
    slices += 1;
  } while (after !== null);
  expect([deleted, slices]).toEqual([4, 4]);
});
