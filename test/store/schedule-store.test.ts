// @module-tag postgres

import { expect, test } from 'vitest';
import type { NewJob } from '../../src/store/job.ts';
import { buildTurnKey, type Schedule } from '../../src/store/schedule-store.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const DAY = 24 * 60 * 60_000;
const SCHEDULE: Schedule = {
  id: 'sch_1',
  teamId: 'T1',
  kind: 'weekly-summary',
  channelId: 'C1',
  userId: 'U1',
  repeat: { every: 'week', on: 1, atMinute: 540 },
  what: {},
  setBy: 'U1',
  setAt: NOW,
};

const { store, run } = storePerTest();

const turn = (day: string): NewJob => ({
  id: `job_${day}`,
  teamId: 'T1',
  kind: 'weekly-summary',
  key: buildTurnKey(SCHEDULE.id, day),
  payload: { scheduleId: SCHEDULE.id, day },
  dueAt: Date.parse(day),
});

const start = (day: string, setAt = NOW) =>
  store.schedules.start({ ...SCHEDULE, setAt }, turn(day), {
    entry: {
      id: 'aud_1',
      teamId: 'T1',
      at: setAt,
      actorId: 'U1',
      action: 'weekly-summary-switched',
      subject: null,
      detail: null,
    },
  });

const nextDay = async () => {
  const at = await store.schedules.nextDueAt('T1', SCHEDULE.id);
  return at === null ? null : new Date(at).toISOString().slice(0, 10);
};

test.runIf(TEST_ENGINE === 'postgres')(
  'the next turn is found in a database that sorts signs before digits',
  async () => {
    await run('alter table jobs alter column key type text collate "en-x-icu"');
    await start('2026-11-23');
    expect(await nextDay()).toBe('2026-11-23');
  },
);

test('a turn that was planned while the clock was ahead is planned anew', async () => {
  await start('2026-12-28', NOW + 30 * DAY);
  expect(await store.schedules.planMissing(SCHEDULE, turn('2026-11-23'), NOW)).toBe(true);
  expect(await nextDay()).toBe('2026-11-23');
  expect(await store.schedules.planMissing(SCHEDULE, turn('2026-11-30'), NOW + DAY)).toBe(false);
  expect(await nextDay()).toBe('2026-11-23');
});
