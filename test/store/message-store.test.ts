// @module-tag postgres

import { describe, expect, test } from 'vitest';
import type { Job } from '../../src/store/job.ts';
import { buildShow } from '../../src/store/message-store.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const AT = Date.UTC(2026, 10, 21, 8);
const LEASE_MS = 30_000;
const CARD = { teamId: 'T1', what: 'batch', id: 'bat_1' };
const THERE = { channelId: 'C1', ts: '1.1', refusedAs: null };

const { store, rows } = storePerTest();

let tokens = 0;
const claim = async (at: number): Promise<Job[]> => {
  tokens += 1;
  const token = `token-${tokens}`;
  return (await store.jobs.claim({ at, queue: 'notices', leaseMs: LEASE_MS, limit: 9, token })).jobs;
};
const claimOne = async (at: number): Promise<Job> => {
  const [one, ...others] = await claim(at);
  expect(others).toEqual([]);
  return one ?? Promise.reject(new Error('nothing to show'));
};
const ask = (at: number, more: Parameters<typeof buildShow>[1] = {}) =>
  store.jobs.addAll([buildShow(CARD, more)], at);
const rowOf = async (job: Job) => (await rows('jobs')).find(({ id }) => id === job.id);

describe('the job that shows a thing', () => {
  test('is one for several changes, due at the earliest of their times', async () => {
    await ask(AT, { dueAt: AT + 3_000 });
    await ask(AT + 1, { dueAt: AT + 6_000 });
    expect(await claim(AT + 2_999)).toEqual([]);
    await ask(AT + 100);
    await claimOne(AT + 100);
    expect(await rows('jobs')).toHaveLength(1);
  });

  test('is added once, though one statement asks for it several times', async () => {
    const later = buildShow(CARD, { dueAt: AT + 3_000 });
    await store.jobs.addAll([later, buildShow(CARD), later], AT);
    expect(await claim(AT)).toHaveLength(1);
  });

  test('runs again for a change that came while it ran, and never twice at once', async () => {
    await ask(AT);
    const first = await claimOne(AT);
    await ask(AT + 10, { dueAt: AT + 3_000 });
    await ask(AT + 20, { dueAt: AT + 5_000 });
    expect(await claim(AT + 5_000)).toEqual([]);
    expect(await store.jobs.finish(first, AT + 100)).toBe(true);
    expect(await claim(AT + 2_999)).toEqual([]);
    const second = await claimOne(AT + 3_000);
    expect(await store.jobs.finish(second, AT + 3_100)).toBe(true);
    expect(await claim(AT + LEASE_MS * 9)).toEqual([]);
  });

  test.each(['fail', 'postpone'] as const)('shows the change also if its run ends with %s', async (end) => {
    await ask(AT);
    const first = await claimOne(AT);
    await ask(AT + 10);
    if (end === 'fail') await store.jobs.fail(first, 'is_archived', AT + 20);
    else await store.jobs.postpone(first, AT + 500, 'ratelimited', AT + 20);
    await claimOne(AT + 500);
  });

  test('runs anew after it has ended, with nothing left of its failure', async () => {
    await ask(AT);
    await store.jobs.fail(await claimOne(AT), 'invented', AT + 1, [], true);
    expect(await store.backlog.givenUp()).toMatchObject([{ kind: 'show' }]);
    await ask(AT + 10);
    expect(await store.backlog.givenUp()).toEqual([]);
    expect(await claimOne(AT + 10)).toMatchObject({ attempts: 0, takenOver: false });
  });

  test('leaves the lane of its first post when it runs again, or its edit fails', async () => {
    const other = { ...buildShow({ ...CARD, id: 'bat_2' }), lane: 'C1' };
    await store.jobs.addAll([buildShow(CARD, { lane: 'C1' }), other], AT);
    const first = await claimOne(AT);
    await ask(AT + 10, { dueAt: AT + 60_000 });
    await store.jobs.finish(first, AT + 20);
    expect(await rowOf(first)).toMatchObject({ state: 'waiting', lane: null });
    const second = await claimOne(AT + 20);
    expect(second.id).toBe(other.id);
    await store.jobs.addAll([{ ...buildShow({ ...CARD, id: 'bat_3' }), lane: 'C1' }], AT + 30);
    await store.jobs.postpone(second, AT + 90_000, 'ratelimited', AT + 40, { isApart: true });
    expect((await claimOne(AT + 40)).id).toBe('show:batch:bat_3');
  });
});

describe('a message', () => {
  const shown = { ...CARD, ts: '1.1', shown: 'hash' };
  const finish = async (at: number, message = shown) => {
    await ask(at);
    await store.jobs.finish(await claimOne(at), at, { message });
    return (await store.messages.find(CARD))?.shown;
  };

  test('stays where the first post that was stored is', async () => {
    expect(await store.messages.find(CARD)).toBeNull();
    expect(await store.messages.place(CARD, THERE, AT)).toMatchObject({ ts: '1.1', shown: null });
    expect(await store.messages.place(CARD, { ...THERE, ts: '2.2' }, AT)).toMatchObject({ ts: '1.1' });
    expect(await store.messages.find({ ...CARD, teamId: 'T2' })).toBeNull();
    expect(await store.messages.find({ ...CARD, what: 'approval' })).toBeNull();
  });

  test('keeps what it shows with the end of the job that showed it', async () => {
    await store.messages.place(CARD, THERE, AT);
    expect(await finish(AT)).toBe('hash');
    await store.messages.doubt(CARD, null, AT);
    expect(await finish(AT + 1, { ...shown, ts: '2.2' })).toBeNull();
  });

  test('is not known to show anything while an edit of a dead process may come over it', async () => {
    await store.messages.place(CARD, THERE, AT);
    await store.messages.doubt(CARD, AT + 60_000, AT);
    expect(await finish(AT + 59_999)).toBeNull();
    expect(await finish(AT + 60_000)).toBe('hash');
  });

  test('moves once, from the place that it has', async () => {
    const left = await store.messages.place(CARD, THERE, AT);
    const there = { channelId: 'D1', ts: '3.3', userId: 'U1', refusedAs: 'is_archived' };
    expect(await store.messages.move(left, there, AT)).toMatchObject(there);
    expect(await store.messages.move(left, { ...there, ts: '4.4' }, AT)).toMatchObject(there);
  });

  test('that its channel refuses is asked for, and nothing is noted of one that has moved', async () => {
    const left = await store.messages.place(CARD, THERE, AT);
    await store.messages.refuse(left, 'is_archived', AT);
    expect(await store.messages.find(CARD)).toMatchObject({ refusedAs: 'is_archived' });
    await claimOne(AT);
    await store.messages.move(left, { channelId: 'D1', ts: '3.3', refusedAs: null }, AT);
    await store.messages.refuse(left, 'is_archived', AT);
    expect(await store.messages.find(CARD)).toMatchObject({ ts: '3.3', refusedAs: null });
  });
});

describe('a message that is behind', () => {
  const behind = (at: number) =>
    store.messages.behind({
      ...{ from: at - 86_400_000, to: at - 60_000 },
      ...{ askedBefore: at - 6 * 3_600_000, limit: 9 },
    });

  test('is found a minute later, unless its job waits or was asked for within six hours', async () => {
    await store.messages.place(CARD, THERE, AT);
    expect(await behind(AT + 59_999)).toEqual([]);
    expect(await behind(AT + 60_000)).toEqual([CARD]);
    await ask(AT);
    expect(await behind(AT + 7 * 3_600_000)).toEqual([]);
    await store.jobs.fail(await claimOne(AT), 'is_archived', AT);
    expect(await behind(AT + 60_000)).toEqual([]);
    expect(await behind(AT + 7 * 3_600_000)).toEqual([CARD]);
  });
});

test('the messages of one thing in several conversations are found by what their ids begin with', async () => {
  const placed = (id: string, more = {}) =>
    store.messages.place({ ...CARD, what: 'too-much', id, ...more }, THERE, AT);
  for (const id of ['lnk_1:', 'lnk_1:U1', 'lnk_11:U1', 'lnkx1:U1']) await placed(id);
  await placed('lnk_1:U2', { what: 'batch' });
  await placed('lnk_1:U3', { teamId: 'T2' });
  const found = await store.messages.startingWith('T1', 'too-much', 'lnk_1');
  expect(found.map(({ id }) => id).toSorted()).toEqual(['lnk_1:', 'lnk_1:U1']);
});
