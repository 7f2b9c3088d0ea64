// @module-tag postgres

import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { JobContext, JobOutcome } from '../../src/delivery/run-claimed-job.ts';
import type { Store } from '../../src/open-store.ts';
import type { Job, NewJob } from '../../src/store/job.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';
import { reserveLink } from '../links/open-link.ts';
import { type Answer, DONE, START, workersPerTest } from './workers-per-test.ts';

const TEAM = 'T0PLAY';

let answer: Answer;

beforeEach(() => {
  answer = () => DONE;
});

const { store, run, clock, tries, logged, begin, createTwo } = workersPerTest(
  (...given) => answer(...given),
  (kind) => ({ queue: 'exports', kinds: { export: { ...kind, isCancellable: true } } }),
);

const job = (id: string, changes: Partial<NewJob> = {}): NewJob => ({
  id,
  teamId: TEAM,
  kind: 'export',
  key: `count:${id}`,
  payload: { of: id },
  dueAt: START,
  ...changes,
});
/** One after the other: those of one moment are claimed in the order in which they came. */
const add = async (...jobs: NewJob[]) => {
  for (const one of jobs) await store.jobs.add(one, START);
};
const stateOf = async (id: string) => (await store.jobs.find(TEAM, id))?.state;
const idsTried = () => tries.map(({ id }) => id);

const away = () => Promise.reject(new Error('away'));
/** A part of the store that fails this many times. */
const failing = <Given extends unknown[], Result>(
  times: number,
  ask: (...given: Given) => Promise<Result>,
) => {
  let left = times;
  return (...given: Given): Promise<Result> => (left-- > 0 ? away() : ask(...given));
};
/** Claims, as after a crash of the process that had the job. */
const claimAndCrash = async (at = START, token = 'ended') =>
  (await store.jobs.claim({ at, queue: 'exports', leaseMs: 30_000, limit: 1, token })).jobs;

/** A job that ends when its signal aborts, as every handler's should. */
const untilStopped = (_job: Job, { signal }: JobContext) =>
  new Promise<JobOutcome>((resolve) => {
    const end = () => resolve({ outcome: 'later', reason: 'stopped', retryAfterMs: null });
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
  });

describe('jobs', () => {
  test('run once, when they are due', async () => {
    await add(job('now'), job('then', { dueAt: START + 60_000 }));
    begin();
    await clock.advance(59_000);
    expect(idsTried()).toEqual(['now']);
    await clock.advance(3_600_000);
    expect(tries).toMatchObject([
      { id: 'now', at: 0, job: { payload: { of: 'now' }, progress: null, attempts: 0, takenOver: false } },
      { id: 'then', at: 60_000 },
    ]);
    expect(await stateOf('now')).toBe('done');
    expect(logged).toEqual([]);
  });

  test('that end add their next jobs in the same transaction, once per key', async () => {
    answer = ({ id }) => ({
      outcome: 'done',
      next: id === 'one' ? [job('two'), job('two again', { key: 'count:two' })] : [],
    });
    await add(job('one'));
    begin();
    await clock.advance(10);
    expect(idsTried()).toEqual(['one', 'two']);
  });

  test('run at most `limit` at a time', async () => {
    answer = untilStopped;
    await add(...['a', 'b', 'c'].map((id) => job(id)));
    begin({ limit: 2 });
    await clock.advance(1_000);
    expect(tries).toHaveLength(2);
    await store.jobs.cancel(TEAM, 'a', clock.now());
    await clock.advance(0);
    expect(idsTried().sort()).toEqual(['a', 'b', 'c']);
  });

  test('of a kind that is gone wait for a version that knows it, are told in the backlog, and hold up no other', async () => {
    await add(job('a'), job('b'));
    await run("update jobs set kind = 'gone' where id = 'a'");
    begin();
    await clock.advance(600_000);
    expect(idsTried()).toEqual(['b']);
    expect(await stateOf('a')).toBe('waiting');
    expect((await store.backlog.read()).jobs).toEqual([{ kind: 'gone', waiting: 1, since: START }]);
  });
});

describe('a job that does not succeed', () => {
  test('is tried less and less often, or at the requested time', async () => {
    answer = ({ attempts }) => ({
      outcome: 'later',
      reason: 'ratelimited',
      retryAfterMs: attempts === 3 ? 60_000 : null,
    });
    await add(job('a'));
    begin();
    await clock.advance(90_000);
    const gaps = tries.slice(1).map(({ at }, i) => at - (tries[i]?.at ?? 0));
    expect(gaps).toEqual([1_000, 2_000, 4_000, 60_000, 16_000]);
    expect(tries.at(-1)?.job).toMatchObject({ attempts: 5, lastError: 'ratelimited', takenOver: false });
  });

  test('and that nobody understands holds up its lane for a minute, also after many tries', async () => {
    answer = ({ id }) =>
      id === 'stuck' ? { outcome: 'later', reason: 'new_word', retryAfterMs: null, isUnclear: true } : DONE;
    await reserveLink(store, 'lnk_1');
    await add(job('stuck', { lane: 'C1', linkId: 'lnk_1' }));
    await add(job('behind', { lane: 'C1' }));
    for (let tried = 0; tried < 9; tried += 1) {
      const [stuck] = await claimAndCrash(START, `cut short ${tried}`);
      if (stuck) await store.jobs.postpone(stuck, START, 'the process ended', START);
    }
    begin();
    await clock.advance(62_000);
    expect(idsTried()).toEqual(['stuck', 'stuck', 'behind']);
  });

  test('is never given up for a reason that only a person can fix', async () => {
    const retry = { outcome: 'later', retryAfterMs: 60_000, isTry: false } as const;
    answer = ({ attempts }) => ({ ...retry, reason: `try ${attempts}` });
    await add(job('a'));
    begin({}, { maxTries: 3 });
    await clock.advance(2 * 60 * 60_000);
    expect(tries.length).toBeGreaterThan(100);
    expect(tries.at(-1)?.job).toMatchObject({ attempts: 0, lastError: 'try 0' });
    answer = () => DONE;
    await clock.advance(60_000);
    expect(await stateOf('a')).toBe('done');
  });

  test('waits while its workspace is on hold, and other workspaces do not', async () => {
    await add(job('a'), job('b', { teamId: 'T0OTHER' }));
    let refused: string[] | 'all' = [TEAM];
    const held = vi.fn(() => refused);
    begin({ held, limit: 1 });
    await clock.advance(24 * 60 * 60_000);
    expect(idsTried()).toEqual(['b']);
    refused = 'all';
    held.mockClear();
    store.jobs.lookAgain();
    await clock.advance(60_000);
    expect(held).toHaveBeenCalledTimes(1);
    refused = [];
    store.jobs.lookAgain();
    await clock.advance(10);
    expect(idsTried()).toEqual(['b', 'a']);
  });

  test('counts a throw as a try', async () => {
    answer = ({ attempts }) => {
      if (attempts === 0) throw new Error('no idea');
      return DONE;
    };
    await add(job('a'));
    begin();
    await clock.advance(2_000);
    expect(tries.map(({ at }) => at)).toEqual([0, 1_000]);
    expect(tries[1]?.job).toMatchObject({ attempts: 1, lastError: 'unexpected' });
    expect(await stateOf('a')).toBe('done');
    expect(logged).toMatchObject([
      { level: 'error', msg: 'job not done', job: 'a', kind: 'export', err: { message: 'no idea' } },
    ]);
  });

  test('is given up if it always throws, and its lane and the others go on', async () => {
    answer = ({ id }, { givenUp }) => {
      if (id === 'poison' && givenUp === null) throw new Error('always');
      return DONE;
    };
    await add(job('poison', { lane: 'a' }), job('behind', { lane: 'a' }), job('beside'));
    begin({}, { maxTries: 3 });
    await clock.advance(60_000);
    expect(idsTried().filter((id) => id === 'poison')).toHaveLength(4);
    const states = await Promise.all(['poison', 'behind', 'beside'].map(stateOf));
    expect(states).toEqual(['failed', 'done', 'done']);
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'job given up', reason: 'unexpected' }));
  });

  test('is given up like any other if it ends each process that runs it', async () => {
    await add(job('a'));
    for (const crash of [1, 2, 3]) await claimAndCrash(START + crash * 60_000, `crash-${crash}`);
    await clock.advance(10 * 60_000);
    begin({ isAlone: false }, { maxTries: 3 });
    await clock.advance(0);
    expect(tries[0]).toMatchObject({ job: { attempts: 3 }, context: { givenUp: 'the process ended' } });
    expect(await stateOf('a')).toBe('failed');
  });

  test('is not logged as an error if it throws because it was stopped', async () => {
    answer = async (given, context) => {
      await untilStopped(given, context);
      throw new Error('cut short');
    };
    await add(job('a'));
    const worker = begin();
    await clock.advance(10);
    await worker.stop();
    expect(logged).toEqual([]);
    expect(await stateOf('a')).toBe('waiting');
  });

  testAtLength('is stopped after an hour, and tried again like any other', async () => {
    answer = (given, context) => (tries.length === 1 ? untilStopped(given, context) : DONE);
    await add(job('a'));
    begin();
    await clock.advance(59 * 60_000);
    expect(tries[0]?.context.signal.aborted).toBe(false);
    await clock.advance(2 * 60_000);
    expect(tries[0]?.context.signal.reason).toBe('too-long');
    expect(tries[1]?.job).toMatchObject({ attempts: 1, lastError: 'stopped', takenOver: false });
    expect(await stateOf('a')).toBe('done');
  });

  test('is given up after its tries, and its handler runs again to notify the person', async () => {
    const notified: string[] = [];
    answer = (_job, { givenUp }) => {
      if (givenUp !== null) notified.push(givenUp);
      return givenUp !== null && notified.length === 2
        ? DONE
        : { outcome: 'later', reason: `try ${tries.length}`, retryAfterMs: null };
    };
    await add(job('a'));
    begin({}, { maxTries: 3 });
    await clock.advance(3_600_000);
    // The first message failed; the second has the same reason.
    expect(notified).toEqual(['try 3', 'try 3']);
    expect(tries).toHaveLength(5);
    expect(await stateOf('a')).toBe('failed');
    expect(logged.at(-1)).toMatchObject({
      level: 'warn',
      msg: 'job given up',
      job: 'a',
      kind: 'export',
      reason: 'try 3',
    });
  });

  test('gets its next jobs from that notification, but only if it succeeded', async () => {
    answer = ({ id }, { givenUp }) =>
      givenUp === null
        ? { outcome: 'later', reason: 'no', retryAfterMs: null }
        : id === 'a'
          ? { outcome: 'done', next: [job('c')] }
          : { outcome: 'failed', reason: 'nobody is there' };
    await add(job('a'), job('b'));
    begin({}, { maxTries: 1 });
    await clock.advance(10_000);
    expect(await Promise.all(['a', 'b'].map(stateOf))).toEqual(['failed', 'failed']);
    expect(await store.jobs.find(TEAM, 'c')).not.toBeNull();
    expect(logged.at(-1)).toMatchObject({ msg: 'job given up', reason: 'no' });
  });

  test.each([
    ['its kind’s tries', { maxTries: 3 }, 9],
    ['twenty', {}, 26],
  ])('ends after %s and a few more, even if nobody can be notified', async (_, kind, tried) => {
    answer = () => ({ outcome: 'later', reason: 'account_inactive', retryAfterMs: null });
    await add(job('a'));
    begin({}, kind);
    await clock.advance(24 * 3_600_000);
    expect(tries).toHaveLength(tried);
    expect(await stateOf('a')).toBe('failed');
  });

  test('and that nobody understands is tried for a day, and then given up', async () => {
    answer = (_job, { givenUp }) =>
      givenUp === null ? { outcome: 'later', reason: 'new_word', retryAfterMs: null, isUnclear: true } : DONE;
    await add(job('a'));
    begin();
    await clock.advance(24 * 3_600_000);
    expect(await stateOf('a')).toBe('waiting');
    await clock.advance(600_000);
    expect(await stateOf('a')).toBe('failed');
    expect(tries.at(-1)?.context.givenUp).toBe('new_word');
  });

  test('is not tried again if it failed permanently; the log and the metrics know which it was', async () => {
    answer = () => ({ outcome: 'failed', reason: 'too many rows' });
    await reserveLink(store, 'lnk_1');
    await add(job('a', { payload: { channelId: 'C0NAMED' } }));
    await add(job('b', { linkId: 'lnk_1' }));
    const onGivenUp = vi.fn();
    begin({ onGivenUp });
    await clock.advance(3_600_000);
    expect(tries).toHaveLength(2);
    expect(await stateOf('a')).toBe('failed');
    const given = { level: 'warn', msg: 'job given up', kind: 'export', reason: 'too many rows', team: TEAM };
    const { channelId } = await store.links.get('lnk_1');
    expect(logged).toMatchObject([
      { ...given, job: 'a', link: null, channel: 'C0NAMED' },
      { ...given, job: 'b', link: 'lnk_1', channel: channelId },
    ]);
    expect(onGivenUp.mock.calls).toMatchObject([[{ kind: 'export' }], [{ kind: 'export' }]]);
  });
});

describe('a job that is cancelled', () => {
  test('before its start never runs', async () => {
    await add(job('a', { dueAt: START + 1_000 }));
    begin();
    expect(await store.jobs.cancel(TEAM, 'a', START)).toBe(true);
    expect(await store.jobs.cancel(TEAM, 'a', START)).toBe(false);
    await clock.advance(60_000);
    expect(tries).toEqual([]);
    expect(await stateOf('a')).toBe('cancelled');
  });

  test('while it runs is stopped at once, or by another instance at the next renewal of the lease', async () => {
    answer = untilStopped;
    await add(job('a'), job('b'));
    let isHere = true;
    const onFilled: Store['jobs']['onFilled'] = (hear) =>
      store.jobs.onFilled((...filled) => {
        if (isHere) hear(...filled);
      });
    begin({ jobs: { onFilled }, isAlone: false, pollMs: 3_600_000 });
    await clock.advance(1_000);
    await store.jobs.cancel(TEAM, 'a', clock.now());
    await clock.advance(0);
    const signals = new Map(tries.map(({ id, context }) => [id, context.signal]));
    expect(signals.get('a')?.reason).toBe('lost');
    expect(signals.get('b')?.aborted).toBe(false);
    isHere = false;
    await store.jobs.cancel(TEAM, 'b', clock.now());
    await clock.advance(10_000);
    expect(signals.get('b')?.aborted).toBe(true);
    expect(await stateOf('a')).toBe('cancelled');
    await clock.advance(3_600_000);
    expect(tries).toHaveLength(2);
  });

  test('while it runs cannot save progress or add a next job', async () => {
    let isSaved: boolean | undefined;
    let stoppedFor: unknown;
    answer = async (_job, { saveProgress, signal }) => {
      await store.jobs.cancel(TEAM, 'a', clock.now());
      isSaved = await saveProgress({ page: 2 });
      stoppedFor = signal.reason;
      return { outcome: 'done', next: [job('b')] };
    };
    await add(job('a'));
    begin();
    await clock.advance(60_000);
    expect(isSaved).toBe(false);
    expect(stoppedFor).toBe('lost');
    expect(await store.jobs.find(TEAM, 'a')).toMatchObject({ state: 'cancelled', progress: null });
    expect(await store.jobs.find(TEAM, 'b')).toBeNull();
    expect(logged).toMatchObject([
      { level: 'warn', msg: 'job was cancelled or taken over', job: 'a', kind: 'export', outcome: 'done' },
    ]);
  });
});

describe('a worker', () => {
  test('does not query the database while it is full, even if it is woken', async () => {
    answer = untilStopped;
    await add(job('a'), job('b'));
    const claim = vi.fn(store.jobs.claim);
    begin({ jobs: { claim }, limit: 1 });
    for (let step = 0; step < 8; step += 1) {
      await clock.advance(249);
      if (step < 4) store.jobs.lookAgain();
    }
    expect(claim).toHaveBeenCalledTimes(1);
  });

  test('looks for more jobs twenty times a second, not after each job', async () => {
    const looks: [at: number, limit: number][] = [];
    const claim: Store['jobs']['claim'] = (request) => {
      looks.push([clock.now() - START, request.limit]);
      return store.jobs.claim(request);
    };
    const ENDS_AFTER: Record<string, number> = { a: 1, b: 20, c: 49 };
    answer = async (one, context) => {
      const ms = ENDS_AFTER[one.id];
      if (ms === undefined) return untilStopped(one, context);
      await clock.sleep(ms);
      return DONE;
    };
    await store.jobs.addAll(
      [...'abcdefghijklmnopqrstuvwxyz'].map((id, at) => job(id, { dueAt: START - 26 + at })),
      START - 26,
    );
    begin({ jobs: { claim }, limit: 15 });
    await clock.advance(49);
    expect(looks).toEqual([[0, 15]]);
    await clock.advance(1);
    expect(looks).toEqual([
      [0, 15],
      [50, 3],
    ]);
    expect(idsTried().sort()).toEqual([...'abcdefghijklmnopqr']);
  });

  test('that is stopped while it claims a job releases it unchanged', async () => {
    answer = untilStopped;
    await add(job('a'));
    let answerClaim: () => void = () => {};
    const isStopping = new Promise<void>((resolve) => {
      answerClaim = resolve;
    });
    const claim: Store['jobs']['claim'] = async (request) => {
      const claimed = await store.jobs.claim(request);
      await isStopping;
      return claimed;
    };
    const worker = begin({ jobs: { claim } });
    await clock.advance(10);
    const stopped = worker.stop();
    answerClaim();
    await stopped;
    expect(tries[0]?.context.signal.reason).toBe('stopping');
    answer = () => DONE;
    begin();
    await clock.advance(0);
    expect(tries[1]?.job).toMatchObject({ attempts: 0, takenOver: false });
  });
});

describe('progress', () => {
  test('survives a stop, which does not count as a try', async () => {
    answer = async (given, context) => {
      await context.saveProgress({ page: 3 });
      return untilStopped(given, context);
    };
    await add(job('a'));
    const first = begin();
    await clock.advance(1_000);
    await first.stop();
    expect(first.trouble()).toBe('jobs have ended');
    expect(tries[0]?.context.signal.reason).toBe('stopping');
    answer = () => DONE;
    begin();
    await clock.advance(0);
    expect(tries[1]?.job).toMatchObject({ progress: { page: 3 }, attempts: 0, takenOver: false });
  });

  test.each([
    ['the only process continues immediately', true, 0],
    ['one of several processes waits until the lease expires', false, 30_000],
  ])('survives a crash, which counts as a try: %s', async (_, isAlone, at) => {
    await add(job('a'));
    for (const claimed of await claimAndCrash()) await store.jobs.saveProgress(claimed, { page: 7 }, START);
    begin({ isAlone });
    await clock.advance(40_000);
    expect(tries).toMatchObject([{ at, job: { progress: { page: 7 }, attempts: 1, takenOver: true } }]);
  });
});

describe('two workers on one database', () => {
  test('leave a slow job to the one that runs it', async () => {
    answer = untilStopped;
    await add(job('a'));
    for (const worker of await createTwo()) worker.start();
    await clock.advance(20 * 60_000);
    expect(tries).toHaveLength(1);
    expect(tries[0]?.context.signal.aborted).toBe(false);
  });

  test('take over from one that lost its lease, whose job is stopped and whose outcome is ignored', async () => {
    const saved: boolean[] = [];
    answer = async (given, context, by) => {
      if (by === 1) return DONE;
      await untilStopped(given, context);
      saved.push(await context.saveProgress({ page: 99 }));
      await clock.sleep(1);
      return { outcome: 'done', next: [job('b')] };
    };
    await add(job('a'));
    let claims = 0;
    const claim: Store['jobs']['claim'] = async (request) =>
      claims++ === 0 ? store.jobs.claim(request) : { jobs: [], nextDueAt: null };
    const [first, second] = await createTwo({}, { claim, renew: away });
    first?.start();
    await clock.advance(1_000);
    second?.start();
    await clock.advance(60_000);
    expect(tries).toMatchObject([
      { by: 0, at: 0 },
      { by: 1, at: 30_000, job: { takenOver: true } },
    ]);
    expect(tries[0]?.context.signal.reason).toBe('lost');
    expect(saved).toEqual([false]);
    expect(await store.jobs.find(TEAM, 'a')).toMatchObject({ state: 'done', progress: null });
    expect(await store.jobs.find(TEAM, 'b')).toBeNull();
  });
});

describe('an unavailable database', () => {
  test('right after a job does not cause a second run', async () => {
    await add(job('a'));
    begin({ jobs: { finish: failing(3, store.jobs.finish) } });
    await clock.advance(60_000);
    expect(tries).toHaveLength(1);
    expect(await stateOf('a')).toBe('done');
    const msg = 'outcome of a job not recorded; trying again';
    const warning = { level: 'warn', msg, job: 'a', kind: 'export', err: { message: 'away' } };
    expect(logged).toMatchObject([warning]);
  });

  test('until the lease expires leaves the job to the next claim, and is logged', async () => {
    let isAway = true;
    const renew: Store['jobs']['renew'] = (...given) => (isAway ? away() : store.jobs.renew(...given));
    const finish: Store['jobs']['finish'] = (...given) => (isAway ? away() : store.jobs.finish(...given));
    await add(job('a'));
    begin({ jobs: { renew, finish }, isAlone: false });
    const logs = (line: object) => expect(logged).toContainEqual(expect.objectContaining(line));
    await clock.advance(29_000);
    const err = expect.objectContaining({ message: 'away' });
    logs({ level: 'warn', msg: 'lease of a job not renewed; trying again', job: 'a', err });
    isAway = false;
    await clock.advance(20_000);
    logs({ level: 'error', msg: 'outcome of a job not recorded', job: 'a', kind: 'export' });
    expect(tries).toMatchObject([{ at: 0 }, { job: { takenOver: true } }]);
    expect(await stateOf('a')).toBe('done');
  });

  test('during a look for jobs is queried again, and the worker stays alive', async () => {
    await add(job('a'));
    const worker = begin({ jobs: { claim: failing(2, store.jobs.claim) } });
    await clock.advance(5_000);
    expect(await stateOf('a')).toBe('done');
    expect(worker.trouble()).toBeNull();
    const line = { level: 'error', msg: 'jobs not read; trying again', err: { message: 'away' } };
    expect(logged).toMatchObject([line]);
  });
});

describe('workspaces take turns', () => {
  const OTHER = 'T0OTHER';
  const many = (count: number) => Array.from({ length: count }, (_, at) => job(`many-${at}`));

  test('so one with hundreds of jobs does not delay others', async () => {
    await store.jobs.addAll(many(200), START);
    await add(job('other', { teamId: OTHER, dueAt: START + 1 }));
    await clock.advance(1);
    begin({ limit: 4 });
    await clock.advance(1);
    expect(idsTried().indexOf('other')).toBeLessThanOrEqual(4);
    expect(idsTried()).toHaveLength(201);
  });

  testAtLength('so one whose jobs hang keeps its places for two seconds, and gets no more', async () => {
    answer = (one, context) => (one.teamId === TEAM ? untilStopped(one, context) : DONE);
    await store.jobs.addAll(many(20), START);
    await add(job('other', { teamId: OTHER }));
    begin({ limit: 4 });
    await clock.advance(1_999);
    expect(tries).toHaveLength(4);
    await clock.advance(1);
    expect(tries[4]).toMatchObject({ id: 'other', at: 2_000 });
    await clock.advance(10 * 60_000);
    expect(tries).toHaveLength(5);
  });

  test('so those whose jobs hang leave room for others, up to sixteen jobs', async () => {
    answer = untilStopped;
    for (let team = 0; team < 9; team += 1)
      await add(...[1, 2].map((n) => job(`${team}-${n}`, { teamId: `T${team}` })));
    begin({ limit: 4 });
    await clock.advance(60_000);
    expect(tries.map(({ at }) => at)).toEqual([0, 2_000, 4_000, 6_000].flatMap((at) => [at, at, at, at]));
  });
});
