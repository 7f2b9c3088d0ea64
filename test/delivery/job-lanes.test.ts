// @module-tag postgres

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobOutcome } from '../../src/delivery/run-claimed-job.ts';
import type { Store } from '../../src/open-store.ts';
import type { Job, NewJob } from '../../src/store/job.ts';
import type { JobKindName } from '../../src/store/job-kinds.ts';
import { countWaiting } from '../fixtures/count-waiting.ts';
import { buildLink } from '../fixtures/links.ts';
import { type Answer, DONE, START, workersPerTest } from './workers-per-test.ts';

let answer: Answer;
let held: ((ended: JobOutcome) => void)[];

/** Posts and edits, as for links. */
const {
  store,
  clock,
  tries: ran,
  logged,
  begin,
  createTwo,
} = workersPerTest(
  (...given) => answer(...given),
  (kind) => {
    const edit = { maxTries: Number.POSITIVE_INFINITY, ...kind };
    return { queue: 'notices', kinds: { tell: edit, qr: edit }, limit: 16 };
  },
);

beforeEach(async () => {
  held = [];
  answer = () => DONE;
  await store.links.reserve({ ...buildLink(), callbackTokenHash: 'hash', at: START });
});

afterEach(() => {
  while (held.length > 0) release();
});

const notice = (id: string, lane: string, kind: JobKindName = 'tell'): NewJob => ({
  id,
  teamId: 'T1',
  lane,
  kind,
  linkId: 'lnk_1',
});
const add = (...jobs: NewJob[]) => store.jobs.addAll(jobs, clock.now());
/** What ran in a lane, and when: `a2 at 1 s`. */
const historyOf = (lane: string) => inLane(lane).map(({ id, at }) => `${id} at ${at / 1_000} s`);
const idsOf = (all: { id: string }[]) => all.map(({ id }) => id);
const inLane = (lane: string) => ran.filter(({ id }) => id.startsWith(lane));

/** A job that ends at `release`. */
const hold = () => new Promise<JobOutcome>((resolve) => held.push(resolve));
const release = (ended: JobOutcome = DONE) => held.shift()?.(ended);

describe('jobs of one lane', () => {
  test('wait for one that Slack rate-limits, for as long as Slack says', async () => {
    answer = ({ id, attempts }) =>
      id === 'a1' && attempts === 0
        ? { outcome: 'later', reason: 'ratelimited', retryAfterMs: 30_000 }
        : DONE;
    await add(notice('a1', 'a'), notice('a2', 'a'), notice('b1', 'b'));
    begin();
    await clock.advance(29_000);
    expect(idsOf(inLane('a'))).toEqual(['a1']);
    expect(idsOf(inLane('b'))).toEqual(['b1']);
    await clock.advance(5_000);
    expect(historyOf('a')).toEqual(['a1 at 0 s', 'a1 at 30 s', 'a2 at 31 s']);
  });

  test('that failed permanently are replaced by other jobs', async () => {
    answer = ({ id }) =>
      id === 'a1' ? { outcome: 'failed', reason: 'is_archived', next: [notice('dm', 'creator')] } : DONE;
    await add(notice('a1', 'a'), notice('a2', 'a'));
    begin();
    await clock.advance(2_000);
    expect(idsOf(ran).sort()).toEqual(['a1', 'a2', 'dm']);
    expect(logged).toMatchObject([
      { level: 'warn', msg: 'job given up', job: 'a1', kind: 'tell', reason: 'is_archived' },
    ]);
  });
});

describe('a worker that is stopped', () => {
  test('finishes its current jobs, and leaves the rest of its lanes to the next worker', async () => {
    answer = hold;
    await add(notice('a1', 'a'), notice('a2', 'a'), notice('b1', 'b'));
    const worker = begin({ limit: 1 });
    await clock.advance(10);
    let isOver = false;
    const stopped = worker.stop().then(() => {
      isOver = true;
    });
    await clock.advance(10_000);
    expect(isOver).toBe(false);
    release();
    await stopped;
    store.jobs.lookAgain();
    await clock.advance(60_000);
    expect(worker.trouble()).toBe('jobs have ended');
    expect(ran).toMatchObject([{ id: 'a1', by: 0 }]);
    expect(await countWaiting(store)).toBe(2);
    answer = () => DONE;
    begin();
    await clock.advance(5_000);
    expect(idsOf(ran).toSorted()).toEqual(['a1', 'a2', 'b1']);
    expect(ran.map(({ by }) => by)).toEqual([0, 1, 1]);
  });

  test('keeps the time of a rate limit for the next worker', async () => {
    answer = hold;
    await add(notice('a1', 'a'));
    const worker = begin();
    await clock.advance(10);
    const stopped = worker.stop();
    release({ outcome: 'later', reason: 'ratelimited', retryAfterMs: 30_000 });
    await stopped;
    answer = () => DONE;
    begin();
    await clock.advance(29_000);
    expect(ran).toHaveLength(1);
    await clock.advance(2_000);
    expect(ran[1]).toMatchObject({ at: 30_010, by: 1 });
  });

  test('does not wait for a database that cannot record the outcome', async () => {
    const finish = () => Promise.reject(new Error('away'));
    await add(notice('a1', 'a'));
    const worker = begin({ jobs: { finish } });
    await clock.advance(10);
    let isOver = false;
    void worker.stop().then(() => {
      isOver = true;
    });
    await clock.advance(0);
    expect(isOver).toBe(true);
    expect(await countWaiting(store)).toBe(1);
  });
});

describe('two instances on one database', () => {
  test('keep the order of every lane, and run nothing twice', async () => {
    const lanes = ['a', 'b', 'c', 'd', 'e', 'f'];
    const numbers = [1, 2, 3, 4];
    for (const n of numbers) await add(...lanes.map((lane) => notice(`${lane}${n}`, lane)));
    for (const worker of await createTwo({ limit: 2 })) worker.start();
    await clock.advance(60_000);
    for (const lane of lanes) {
      expect(idsOf(inLane(lane))).toEqual(numbers.map((n) => `${lane}${n}`));
      const gaps = inLane(lane)
        .slice(1)
        .map(({ at }, i) => at - (inLane(lane)[i]?.at ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
    }
    expect(new Set(ran.map(({ by }) => by)).size).toBe(2);
  });

  /** Claims once and then pauses: it renews nothing and claims nothing more. */
  const paused = (): Partial<Store['jobs']> => {
    let claims = 0;
    return {
      claim: async (request) => (claims++ === 0 ? store.jobs.claim(request) : { jobs: [], nextDueAt: null }),
      renew: () => new Promise(() => {}),
    };
  };
  const onLost = async ({ id, token }: Job) => [notice(`e${token}`, `e${id}`, 'qr')];
  const LATER: JobOutcome = { outcome: 'later', reason: 'fatal_error', retryAfterMs: null };
  const beginPausedAndOther = async (jobs: Partial<Store['jobs']> = {}) => {
    const [first, other] = await createTwo({}, { ...paused(), ...jobs }, { onLost });
    first?.start();
    await clock.advance(1_000);
    other?.start();
  };

  test('take over the job of a paused instance, and correct what it does later', async () => {
    answer = (_job, _context, by) => (by === 0 ? hold() : DONE);
    await add(notice('a1', 'a'), notice('a2', 'a'));
    await beginPausedAndOther();
    await clock.advance(28_000);
    expect(ran).toMatchObject([{ id: 'a1', at: 0, by: 0 }]);
    await clock.advance(5_000);
    expect(inLane('a')).toMatchObject([
      { id: 'a1', by: 0, at: 0 },
      { id: 'a1', by: 1, at: 30_000 },
      { id: 'a2', by: 1, at: 31_000 },
    ]);
    expect(inLane('e')).toHaveLength(0);

    // The first one resumes too late: it may have replaced something newer.
    release();
    await clock.advance(10_000);
    expect(inLane('e')).toHaveLength(1);
    expect(inLane('a')).toHaveLength(3);
    expect(await countWaiting(store)).toBe(0);
    const msg = 'job was cancelled or taken over';
    expect(logged).toMatchObject([{ level: 'warn', msg, job: 'a1', kind: 'tell', outcome: 'done' }]);
  });

  const FAILED: JobOutcome = {
    outcome: 'failed',
    reason: 'is_archived',
    next: [notice('dm', 'creator')],
  };

  test.each([
    { ended: LATER, knows: 'learns it when it ends', isWarned: true },
    { ended: FAILED, knows: 'learns it when it ends', isWarned: true },
    { ended: LATER, knows: 'knows it', isWarned: false },
  ])(
    'leave a job that failed ($ended.outcome) to the one that took it over, and correct what was seen of it: the first $knows',
    async ({ ended, isWarned }) => {
      answer = (_job, _context, by) => (by === 0 ? hold() : DONE);
      await add(notice('a1', 'a'));
      await beginPausedAndOther(isWarned ? {} : { renew: async () => false });
      await clock.advance(34_000);
      expect(inLane('e')).toHaveLength(0);
      release(ended);
      await clock.advance(10_000);
      expect(inLane('e')).toHaveLength(1);
      expect(idsOf(ran)).not.toContain('dm');
      expect(await countWaiting(store)).toBe(0);
      expect(logged).toMatchObject(
        isWarned ? [{ msg: 'job was cancelled or taken over', job: 'a1', outcome: ended.outcome }] : [],
      );
    },
  );
});

test('a job that exceeds its kind’s time limit runs again once its lease has expired', async () => {
  answer = () => (ran.length === 1 ? hold() : DONE);
  await add(notice('a1', 'a'));
  begin({}, { timeoutMs: 5 * 60_000 });
  await clock.advance(5 * 60_000);
  expect(ran).toHaveLength(1);
  await clock.advance(40_000);
  expect(idsOf(ran)).toEqual(['a1', 'a1']);
});

test('what is planned behind a running job of its lane runs at its time', async () => {
  answer = ({ id }) => (id === 'a1' ? hold() : DONE);
  await add(notice('a1', 'a', 'qr'), { ...notice('a2', 'a', 'qr'), dueAt: START + 5_000 });
  begin();
  await clock.advance(4_000);
  release();
  await clock.advance(1_000);
  expect(idsOf(ran)).toEqual(['a1', 'a2']);
});
