import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJobWorker } from '../../src/delivery/job-worker.ts';
import { createLog } from '../../src/log.ts';
import type { Job } from '../../src/store/job.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { insertOlderLink, insertRow, makeOlderTables } from '../fixtures/older-tables.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';

const AT = Date.UTC(2026, 10, 21, 8);

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase({ isNew: true });
  // Notices were in one table and jobs in another.
  await makeOlderTables(database.place, '0016');
});

afterEach(() => database.remove());

interface OldRow {
  id: string;
  kind: string;
  state?: string;
  attempts?: number;
  due?: number;
  token?: string;
  leaseUntil?: number;
  error?: string;
  created?: number;
  updated?: number;
}

const queued = ({ id, kind, state, attempts, due, token, leaseUntil, error, created, updated }: OldRow) => ({
  id,
  kind,
  state: state ?? 'waiting',
  attempts: attempts ?? 0,
  due_at: due ?? AT,
  lease_token: token ?? null,
  lease_until: leaseUntil ?? 0,
  last_error: error ?? null,
  created_at: created ?? AT,
  updated_at: updated ?? AT,
});
const notice = (row: OldRow & { lane: string; position?: number; detail?: object }) =>
  insertRow('notices', {
    ...queued(row),
    lane: row.lane,
    link_id: 'lnk_1',
    position: row.position ?? 0,
    detail: row.detail ? JSON.stringify(row.detail) : null,
  });
const job = (row: OldRow & { progress?: object }) =>
  insertRow('jobs', {
    ...queued(row),
    team_id: 'T2',
    key: `key of ${row.id}`,
    payload: JSON.stringify({ of: row.id }),
    progress: row.progress ? JSON.stringify(row.progress) : null,
  });

const LINK = insertOlderLink(AT);

const WAITING = [
  notice({ id: 'reply', lane: 'T1:C1', kind: 'reply', position: 1, detail: { state: 'paid' } }),
  notice({ id: 'card', lane: 'T1:C1', kind: 'card' }),
  notice({ id: 'in hand', lane: 'T1:link', kind: 'edit', token: 'dead', leaseUntil: AT + 20_000 }),
  notice({ id: 'behind it', lane: 'T1:link', kind: 'edit', position: 1 }),
  notice({ id: 'put off', lane: 'T1:U1', kind: 'news', attempts: 3, due: AT + 9_000, error: 'ratelimited' }),
  notice({ id: 'a post', lane: 'T1:C1', kind: 'reply', state: 'delivered', attempts: 1, updated: AT - 400 }),
  notice({ id: 'refused', lane: 'T1:C1', kind: 'edit', state: 'dead', attempts: 1, error: 'is_archived' }),
  job({ id: 'export', kind: 'export', token: 'dead', leaseUntil: AT + 15_000, progress: { page: 7 } }),
  job({ id: 'close', kind: 'daily-close', due: AT + 12_000 }),
  job({ id: 'closed', kind: 'daily-close', state: 'done' }),
  job({ id: 'stopped', kind: 'export', state: 'cancelled' }),
];

const run = async (statements: readonly string[]): Promise<void> => {
  const tables = await openTables(database.place);
  for (const statement of statements) await tables.run(statement);
  await tables.close();
};

test('what waited and what was being worked on in the two queues of the last version is done in its order', async () => {
  await run([LINK, ...WAITING]);
  const store = await database.open();
  const clock = createManualClock(AT, database.isBusy);
  const done: (Pick<Job, 'id' | 'attempts' | 'takenOver' | 'payload' | 'progress'> & { after: number })[] =
    [];
  const kind = {
    run: async ({ id, attempts, takenOver, payload, progress }: Job) => {
      done.push({ id, attempts, takenOver, payload, progress, after: clock.now() - AT });
      return { outcome: 'done' } as const;
    },
  };
  const post = { ...kind, isPost: true };
  const worker = createJobWorker({
    jobs: store.jobs,
    kinds: { card: post, reply: post, news: post, edit: kind, export: kind, 'daily-close': kind },
    held: () => [],
    isAlone: false,
    newToken: () => `token ${done.length} at ${clock.now()}`,
    clock,
    random: () => 1,
    log: createLog('silent'),
  });
  worker.start();
  await clock.advance(60_000);
  await worker.stop();
  const nothing = { attempts: 0, takenOver: false, payload: null, progress: null };
  expect(done).toEqual([
    // The lane posted just before.
    { ...nothing, id: 'card', after: 600 },
    { ...nothing, id: 'reply', after: 1_600, payload: { state: 'paid' } },
    { ...nothing, id: 'put off', after: 9_000, attempts: 3 },
    { ...nothing, id: 'close', after: 12_000, payload: { of: 'close' } },
    {
      id: 'export',
      after: 15_000,
      attempts: 1,
      takenOver: true,
      payload: { of: 'export' },
      progress: { page: 7 },
    },
    { ...nothing, id: 'in hand', after: 20_000, attempts: 1, takenOver: true },
    { ...nothing, id: 'behind it', after: 20_000 },
  ]);
});

test('what had ended in the last version stays as it ended, and is deleted in its time', async () => {
  await run([LINK, ...WAITING]);
  const store = await database.open();
  const tables = await openTables(database.place);
  const rows = await tables.rows('jobs');
  await tables.close();
  const stateOf = new Map(rows.map((row) => [row['id'], [row['state'], row['last_error'], row['team_id']]]));
  expect(stateOf.get('a post')).toEqual(['done', null, 'T1']);
  expect(stateOf.get('refused')).toEqual(['failed', 'is_archived', 'T1']);
  expect(stateOf.get('closed')).toEqual(['done', null, 'T2']);
  expect(stateOf.get('stopped')).toEqual(['cancelled', null, 'T2']);
  const again = { id: 'x', teamId: 'T2', kind: 'daily-close', key: 'key of closed' } as const;
  expect(await store.jobs.add(again, AT)).toBe(false);
  expect(tables.names).not.toContain('notices');
  expect(await store.jobs.isWaiting('lnk_1', 'card')).toBe(true);
  expect(await store.prune.jobs({ before: AT + 1, after: null, limit: 99 })).toEqual({
    deleted: 4,
    next: null,
  });
});

test('a change of the tables that does not come to its end leaves them as they were, and is done again', async () => {
  await run([LINK, ...WAITING, 'create index jobs_by_link on links (channel_id)']);
  await expect(database.open()).rejects.toThrow('could not be brought to this version');
  const tables = await openTables(database.place);
  expect(await tables.rows('notices')).toHaveLength(7);
  expect(await tables.rows('jobs')).toHaveLength(4);
  await tables.close();
  await run(['drop index jobs_by_link']);
  const store = await database.open();
  expect(await store.jobs.isWaiting('lnk_1', 'card')).toBe(true);
});
