// @module-tag store
import { beforeEach, expect, test } from 'vitest';
import type { NewJob } from '../../src/store/job.ts';
import { QUEUE_OF, type QueueName } from '../../src/store/job-kinds.ts';
import { buildNewLink } from '../fixtures/links.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const AT = Date.UTC(2026, 10, 21, 8);
const MINUTE = 60_000;

const { store } = storePerTest();
let heard: [queue: QueueName, inMs: number][];

beforeEach(() => {
  heard = [];
  store.jobs.onFilled((queue, dueAt) => heard.push([queue, dueAt - AT]));
});

const job = (id: string, more: Partial<NewJob> = {}): NewJob => ({ id, teamId: 'T1', kind: 'tell', ...more });
const claim = async (queue: QueueName) =>
  (await store.jobs.claim({ at: AT, queue, leaseMs: MINUTE, limit: 1, token: 'mine' })).jobs[0];

test('a job of every kind tells its queue when it may run', async () => {
  for (const [kind, queue] of Object.entries(QUEUE_OF) as [NewJob['kind'], QueueName][]) {
    heard = [];
    await store.jobs.add(job(`${kind}-now`, { kind }), AT);
    await store.jobs.add(job(`${kind}-later`, { kind, dueAt: AT + MINUTE }), AT);
    expect(heard).toEqual([
      [queue, 0],
      [queue, MINUTE],
    ]);
  }
});

test('in a lane it is told once it is the first, a second after a post, and at once that the lane is free', async () => {
  const lane = 'T1:C1';
  await store.jobs.addAll([job('one', { kind: 'show', lane }), job('two', { kind: 'show', lane })], AT);
  heard = [];
  const one = await claim('notices');
  if (one) await store.jobs.finish(one, AT);
  expect(heard).toEqual([
    ['notices', 1_000],
    ['notices', 0],
  ]);
});

test('what is undone is not told', async () => {
  await store.links.reserve(buildNewLink('lnk_1', { at: AT }));
  heard = [];
  const moved = store.links.move({
    ...{ id: 'lnk_1', to: 'open', at: AT, cause: 'answered', jobs: [job('told')] },
    // After the job was added.
    ofSale: () => {
      throw new Error('undone');
    },
  });
  await expect(moved).rejects.toThrow('undone');
  expect(heard).toEqual([]);
});
