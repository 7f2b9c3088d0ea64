// @module-tag postgres

import { expect, test } from 'vitest';
import type { NewJob } from '../../src/store/job.ts';
import { numbersTo } from '../fixtures/read-tables.ts';
import { type Answer, DONE, START, workersPerTest } from './workers-per-test.ts';

let answer: Answer;
const { store, run, clock, tries, logged, begin } = workersPerTest(
  (...given) => answer(...given),
  (kind) => ({ queue: 'exports', kinds: { export: { ...kind, maxTries: 3 } } }),
);

const job = (id: string, more: Partial<NewJob> = {}): NewJob => ({
  id,
  teamId: 'T1',
  kind: 'export',
  ...more,
});
const stateOf = async (id: string) => (await store.jobs.find('T1', id))?.state;

test('a job that always throws is given up after its tries, and its lane and the others go on', async () => {
  answer = ({ id }, { givenUp }) => {
    if (id === 'poison' && givenUp === null) throw new Error('always');
    return DONE;
  };
  await store.jobs.addAll(
    [job('poison', { lane: 'a' }), job('behind', { lane: 'a' }), job('beside')],
    clock.now(),
  );
  begin();
  await clock.advance(60_000);
  expect(tries.filter(({ id }) => id === 'poison')).toHaveLength(4);
  expect(await Promise.all(['poison', 'behind', 'beside'].map(stateOf))).toEqual(['failed', 'done', 'done']);
  expect(logged).toContainEqual(expect.objectContaining({ msg: 'job given up', reason: 'unexpected' }));
});

test('a job that kills each process that runs it is given up after its tries', async () => {
  answer = () => DONE;
  await store.jobs.addAll([job('poison')], START);
  for (let death = 0; death < 4; death += 1)
    await store.jobs.claim({
      ...{ at: START + death, queue: 'exports', leaseMs: 1, limit: 1, token: `dead ${death}` },
    });
  await store.jobs.addAll([job('beside')], START);
  await clock.advance(1_000);
  begin({ isAlone: false });
  await clock.advance(0);
  expect(tries.map(({ id, context }) => [id, context.givenUp])).toEqual([
    ['beside', null],
    ['poison', 'the process ended'],
  ]);
  expect(await Promise.all(['poison', 'beside'].map(stateOf))).toEqual(['failed', 'done']);
});

test('a job of a kind that is gone is kept, and told in the backlog, and the others run', async () => {
  answer = () => DONE;
  await store.jobs.addAll([job('old'), job('new')], START);
  await run(`update jobs set kind = 'gone' where id = 'old'`);
  begin();
  await clock.advance(60_000);
  expect(tries.map(({ id }) => id)).toEqual(['new']);
  expect(await stateOf('old')).toBe('waiting');
  expect((await store.backlog.read()).jobs).toEqual([{ kind: 'gone', waiting: 1, since: START }]);
});

test('with a hundred thousand waiting jobs, a claim takes the first, and an end the next of its lane', async () => {
  await run(`
    insert into jobs (id, team_id, queue, kind, key, lane, payload, state, attempts, due_at, created_at, updated_at)
    ${numbersTo(100_000)} select 'job_' || n, 'T' || (n % 100), 'exports', 'export', 'job_' || n,
      case when n % 2 = 0 then 'lane ' || (n % 1000) end, 'null', case when n % 2 = 0 and n > 1000 then 'queued' else 'waiting' end,
      0, ${START} + n, ${START}, ${START} from numbers`);
  const at = START + 1_000_000;
  const claim = (token: string) =>
    store.jobs.claim({ at, queue: 'exports', kinds: ['export'], leaseMs: 30_000, limit: 4, token });
  const { jobs, nextDueAt } = await claim('first');
  expect(jobs.map(({ id }) => id)).toEqual(['job_1', 'job_2', 'job_3', 'job_4']);
  expect(nextDueAt).toBe(at);
  for (const one of jobs) await store.jobs.finish(one, at);
  const next = await store.jobs.find('T2', 'job_1002');
  expect(next?.state).toBe('waiting');
});
