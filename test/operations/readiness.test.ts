// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../../packages/local-slack/src/people-and-places.ts';
import { createLog } from '../../src/log.ts';
import type { GivenUp } from '../../src/operations/backlog-store.ts';
import { createHeartbeat, readReadiness } from '../../src/operations/health.ts';
import { nameDatabaseTrouble } from '../../src/store/engine/database-errors.ts';
import { createDatabaseMarks } from '../../src/store/engine/database-marks.ts';
import { whatRuns } from '../../src/version.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';

const NOON = Date.UTC(2026, 10, 21, 8);
const SECOND = 1_000;

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const start = async () => {
  const clock = createManualClock(NOON, () => scene?.database.isBusy() ?? false);
  const scene: Scene | undefined = await startScene({ clock });
  ends.push(scene.close);
  const readyz = async () => {
    const answer = await fetch(`${scene.appUrl}/readyz`);
    return { status: answer.status, text: await answer.text() };
  };
  return { scene, clock, readyz };
};

test('a monitor that asks by HEAD gets the same status', async () => {
  const { scene } = await start();
  for (const path of ['/healthz', '/readyz']) {
    const answer = await fetch(`${scene.appUrl}${path}`, { method: 'HEAD' });
    expect([answer.status, await answer.text()], path).toEqual([200, '']);
  }
});

describe('/readyz', () => {
  test('is ok, and says how old the last write to the database is and what runs', async () => {
    const { clock, readyz } = await start();
    expect(await readyz()).toEqual({ status: 200, text: `ok\nlast heartbeat 0 s ago\n${whatRuns}\n` });
    await clock.advance(20 * SECOND);
    expect(await readyz()).toEqual({ status: 200, text: `ok\nlast heartbeat 20 s ago\n${whatRuns}\n` });
  });

  test('is not ready while the database takes no writes, says why, and is ready again after', async () => {
    const { scene, clock, readyz } = await start();
    const tables = await openTables(scene.database.place);
    ends.push(tables.close);
    await tables.run('alter table processes rename to processes_away');
    // Its code is none that a full or read-only disk has, so it counts when it comes the third time.
    await clock.advance(135 * SECOND);
    await expect.poll(readyz).toMatchObject({
      status: 503,
      text: expect.stringMatching(
        /^not ready\nthe database takes no writes \((SQLITE_ERROR|42P01)\), last heartbeat/,
      ),
    });
    expect(scene.logLines.join('')).toMatch(
      /"cause":"(SQLITE_ERROR|42P01)".*the database takes no writes; trying again/,
    );
    await tables.run('alter table processes_away rename to processes');
    await clock.advance(6 * SECOND);
    await expect.poll(readyz).toMatchObject({ status: 200 });
    expect(scene.logLines.join('')).toContain('the database takes writes again');
  });

  test('is not ready while the queue cannot be read, which is one line of the log, and is ready again after', async () => {
    const { scene, clock, readyz } = await start();
    const tables = await openTables(scene.database.place);
    ends.push(tables.close);
    await tables.run('alter table jobs rename to jobs_away');
    // An idle worker on its own database looks every five minutes.
    await clock.advance((5 * 60 + 20) * SECOND);
    await expect.poll(readyz).toMatchObject({
      status: 503,
      text: expect.stringMatching(/^not ready\njobs fail for \d+ s \((SQLITE_ERROR|42P01)\)/),
    });
    const failures = scene.logLines.filter((line) => line.includes('jobs not read; trying again'));
    // The lines have the machine's time, in which only seconds have passed.
    expect(failures).toHaveLength(1);
    await tables.run('alter table jobs_away rename to jobs');
    // The checks of links rest longest after an error: five seconds.
    await clock.advance(6 * SECOND);
    await expect.poll(readyz).toMatchObject({ status: 200 });
  });

  test('is not ready once a newer version has changed the tables, and names its migration', async () => {
    const { scene, readyz } = await start();
    const tables = await openTables(scene.database.place);
    ends.push(tables.close);
    await tables.run(
      `insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2027-01-01')`,
    );
    expect(await readyz()).toEqual({
      status: 503,
      text: `not ready\na newer version of Paylink has changed the database (9999-of-tomorrow): start that version here too\n${whatRuns}\n`,
    });
  });

  test('is not ready while the process leaves, which answers everything else and keeps no connection', async () => {
    const { scene, readyz } = await start();
    scene.paylink.leave();
    expect(await readyz()).toEqual({ status: 503, text: `not ready\nstopping\n${whatRuns}\n` });
    const alive = await fetch(`${scene.appUrl}/healthz`);
    expect([alive.status, alive.headers.get('connection')]).toEqual([200, 'close']);
    expect(await scene.slack.command(SARA, FRONT_DESK, '/paylink', 'help')).toEqual({ ok: true });
  });
});

test('a database that never answers means not ready within seconds', async () => {
  const read = readReadiness({
    isLeaving: () => false,
    ping: () => new Promise(() => {}),
    marks: createDatabaseMarks(),
    heartbeat: { age: () => 0 },
    workers: [],
    tokenTroubles: () => [],
    socketTrouble: () => null,
    missingLinks: async () => 0,
    otherApps: () => [],
    givenUp: async () => [],
    now: () => NOON,
  });
  expect(await read).toEqual({ isReady: false, detail: 'the database does not answer within 2 s' });
});

const readWith = (ageMs: number | null, givenUp: GivenUp[] = []) =>
  readReadiness({
    isLeaving: () => false,
    ping: async () => null,
    marks: createDatabaseMarks(),
    heartbeat: { age: () => ageMs },
    workers: [],
    tokenTroubles: () => [],
    socketTrouble: () => null,
    missingLinks: async () => 0,
    otherApps: () => [],
    givenUp: async () => givenUp,
    now: () => NOON,
  });

test('what was given up is said in a line of its own, and the process is ready', async () => {
  expect(await readWith(0, [{ kind: 'edit', count: 2, last: NOON }])).toEqual({
    isReady: true,
    detail: expect.stringMatching(/^given up after many tries: 2 × edit .*\nlast heartbeat 0 s ago$/),
  });
});

test('no heartbeat means not ready, and a clock that is set back does not make one old', async () => {
  expect(await readWith(301_000)).toEqual({ isReady: true, detail: 'last heartbeat 301 s ago' });
  expect(await readWith(null)).toEqual({ isReady: false, detail: 'no heartbeat yet' });
  let now = NOON;
  const clock = { now: () => now, sleep: () => new Promise<void>(() => {}) };
  const heartbeat = createHeartbeat({
    processes: {
      note: async () => {},
      forget: async () => {},
      countSince: async () => 1,
      hasOthers: () => false,
    },
    marks: createDatabaseMarks(),
    processId: 'one',
    clock,
    log: createLog('silent'),
  });
  await heartbeat.start();
  now -= 7_200_000;
  expect(heartbeat.age()).toBe(0);
});

describe('the reason why a database takes no writes has a name', () => {
  test.each([
    [{ code: '53100' }, '53100: the disk is full'],
    [{ code: 'SQLITE_IOERR_WRITE' }, 'SQLITE_IOERR_WRITE: its disk is failing'],
    [{ code: 'ENOSPC' }, 'ENOSPC: the disk is full'],
    [{ code: 'XX999' }, 'XX999'],
    [{}, 'Error'],
  ])('%j', (what, words) => {
    expect(nameDatabaseTrouble(Object.assign(new Error('customer@example.com'), what))).toBe(words);
    expect(nameDatabaseTrouble(new Error('outer', { cause: Object.assign(new Error(), what) }))).toBe(words);
  });
});
