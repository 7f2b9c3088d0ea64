import { expect, test } from 'vitest';
import { buildTurnKey, type Schedule } from '../../src/store/schedule-store.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
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

test.runIf(TEST_ENGINE === 'postgres')(
  'the next turn is found in a database that sorts signs before digits',
  async () => {
    await run('alter table jobs alter column key type text collate "en-x-icu"');
    const first = {
      id: 'job_1',
      teamId: 'T1',
      kind: 'weekly-summary',
      key: buildTurnKey(SCHEDULE.id, '2026-11-23'),
      payload: { scheduleId: SCHEDULE.id, day: '2026-11-23' },
      dueAt: NOW + 1_000,
    } as const;
    const entry = {
      id: 'aud_1',
      teamId: 'T1',
      at: NOW,
      actorId: 'U1',
      action: 'weekly-summary-switched',
      subject: null,
      detail: null,
    } as const;
    await store.schedules.start(SCHEDULE, first, { entry });
    expect(await store.schedules.nextDueAt('T1', SCHEDULE.id)).toBe(NOW + 1_000);
  },
);
