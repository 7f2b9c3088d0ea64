// @module-tag postgres

import { describe, expect, test } from 'vitest';
import type { Turn } from '../../src/calendar/repeat.ts';
import type { NewSchedule, SetSchedule } from '../../src/schedules/schedule-store.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { readTrail } from '../fixtures/read-trail.ts';
import { buildClose } from '../fixtures/schedules.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const MINUTE = 60_000;
const PLACE = { teamId: 'T0PLAY', channelId: 'C0FRONTDSK' };
const CLOSE = buildClose({ ...PLACE, setAt: NOW });
const WEEKLY: NewSchedule = {
  ...CLOSE,
  ...{ id: 'sch_weekly', details: null },
  repeat: { every: 'week', on: 1, atMinute: 540 },
};

const { store } = storePerTest();

/** All due in a moment, so that the test needs no other clock. */
const turns = (...days: string[]): Turn[] => days.map((day) => ({ day, dueAt: NOW + 1_000 }));
const switchOn = (...days: string[]) => store.schedules.start(CLOSE, turns(...days));
const switchOff = (set: SetSchedule = CLOSE) => store.schedules.stop(set, NOW);
const findClose = () => store.schedules.find(PLACE.teamId, CLOSE.id);
const claim = async (at = NOW + MINUTE) =>
  (await claimJobs(store.jobs, { at, leaseMs: 30_000, limit: 9, token: `t${Math.random()}` })).jobs;
const claimOne = async () => {
  const [held, ...others] = await claim();
  if (!held || others.length > 0) throw new Error('not one job claimed');
  return held;
};
const take = (day: string, next: readonly Turn[], details?: object, set: SetSchedule = CLOSE) =>
  store.schedules.take(set, day, { at: NOW, next, ...(details && { details }) });
const leaveOut = (nextDay: string, next: readonly Turn[]) =>
  store.schedules.planInstead({ ...CLOSE, nextDay }, next, NOW);
/** The days of the turns whose schedule is as it was when they were planned. */
const dueDays = async () => {
  const found = await findClose();
  const all = (await claim()).map(({ payload }) => payload as { setAt: number; day: string });
  return all.filter(({ setAt }) => setAt === found?.setAt).map(({ day }) => day);
};

describe('a daily close', () => {
  test('that is switched on plans its first turn, which has no schedule once it is switched off', async () => {
    expect(await switchOn('2026-11-21', '2026-11-22')).toEqual({
      ...CLOSE,
      ...{ nextDay: '2026-11-21', nextAt: NOW + 1_000, lastDay: '2026-11-20', account: null },
    });
    expect(await switchOff()).toBe(true);
    expect(await switchOff()).toBe(false);
    expect(await findClose()).toBeNull();
    expect(await dueDays()).toEqual([]);
    expect(await store.schedules.unplanned()).toEqual([]);
  });

  test('is in the audit trail with the person, for each switch that changes something', async () => {
    const entry = (id: string) => ({
      id,
      teamId: PLACE.teamId,
      at: NOW,
      actorId: 'U0SARA0001',
      action: 'daily-close-switched' as const,
      subject: PLACE.channelId,
      detail: { isOn: id === 'aud_on' },
    });
    const off = (id: string) => store.schedules.stop(CLOSE, NOW, { entry: entry(id) });
    await off('aud_nothing');
    await store.schedules.start(CLOSE, turns('2026-11-21'), entry('aud_on'));
    await off('aud_off');
    await off('aud_again');
    const written = await readTrail(store, { teamId: PLACE.teamId });
    expect(written.map(({ id }) => id).sort()).toEqual(['aud_off', 'aud_on']);
  });

  test('that was switched off in its turn is planned again for its day, only once', async () => {
    await switchOn('2026-11-21');
    await claimOne();
    await switchOff();
    await switchOn('2026-11-21');
    await switchOn('2026-11-21');
    expect(await take('2026-11-21', turns('2026-11-22'))).toBe(false);
    expect(await dueDays()).toEqual(['2026-11-21']);
  });

  test('that is late is not changed by choosing the same hour again just after it', async () => {
    await switchOn('2026-11-21');
    expect(await switchOn('2026-11-22')).toMatchObject({ nextDay: '2026-11-21', lastDay: '2026-11-20' });
    expect(await claimOne()).toMatchObject({ payload: { day: '2026-11-21' } });
  });

  test('is left out by choosing another hour', async () => {
    await switchOn('2026-11-21');
    const repeat = { ...CLOSE.repeat, atMinute: 60 };
    await store.schedules.start({ ...CLOSE, id: 'sch_other', repeat }, turns('2026-11-22'));
    expect(await dueDays()).toEqual(['2026-11-22']);
    expect(await findClose()).toMatchObject({ repeat, setAt: NOW + 1, lastDay: '2026-11-21' });
  });

  test('keeps what the last one left when its hour changes, and not when it was off', async () => {
    const details = { closedUntil: 3, counted: null };
    await switchOn('2026-11-21');
    await take('2026-11-21', turns('2026-11-22'), details);
    await store.schedules.start({ ...CLOSE, repeat: { ...CLOSE.repeat, atMinute: 60 } }, turns('2026-11-23'));
    const moved = await findClose();
    expect(moved).toMatchObject({ details });
    await switchOff(moved ?? CLOSE);
    await switchOn('2026-11-24');
    expect(await findClose()).toMatchObject({ details: CLOSE.details });
  });

  test('of a day that was closed is not planned again; the next one is', async () => {
    await switchOn('2026-11-21');
    await take('2026-11-21', turns('2026-11-22'));
    await switchOff();
    expect(await switchOn('2026-11-21', '2026-11-22')).toMatchObject({
      nextDay: '2026-11-22',
      lastDay: '2026-11-21',
    });
  });

  test('of another channel does not change, even if its id starts with this one’s', async () => {
    await switchOn('2026-11-21');
    const other = { ...CLOSE, id: `${CLOSE.id}2`, channelId: `${PLACE.channelId}2` };
    await store.schedules.start(other, turns('2026-11-21'));
    await switchOff();
    expect(await store.schedules.list(PLACE.teamId)).toMatchObject([{ id: other.id }]);
  });

  test('several people switch on at the same moment is one', async () => {
    await Promise.all(
      [1, 2, 3, 4, 5].map((n) => store.schedules.start({ ...CLOSE, id: `sch_${n}` }, turns('2026-11-21'))),
    );
    expect(await claim()).toHaveLength(1);
    expect(await store.schedules.list(PLACE.teamId)).toHaveLength(1);
  });
});

describe('a turn', () => {
  test('ends once, and plans the next one with its effects', async () => {
    await switchOn('2026-11-21');
    const held = await claimOne();
    const ended = await Promise.all([1, 2].map(() => take('2026-11-21', turns('2026-11-22'))));
    expect(ended.filter(Boolean)).toHaveLength(1);
    await store.jobs.finish(held, NOW);
    expect(await findClose()).toMatchObject({ nextDay: '2026-11-22', lastDay: '2026-11-21' });
    expect(await claimOne()).toMatchObject({ payload: { day: '2026-11-22' } });
  });

  test('that fails to write its effects plans nothing', async () => {
    await switchOn('2026-11-21');
    const job = { id: 'job_1', teamId: PLACE.teamId, kind: 'export', key: 'one', payload: {} } as const;
    const twice = { at: NOW, next: turns('2026-11-22'), jobs: [job, { ...job, key: 'two' }] };
    await expect(store.schedules.take(CLOSE, '2026-11-21', twice)).rejects.toThrow();
    expect(await findClose()).toMatchObject({ nextDay: '2026-11-21', lastDay: '2026-11-20' });
  });

  test('that was given up plans the next one, and is still taken if it ends well', async () => {
    await switchOn('2026-11-21');
    expect(await leaveOut('2026-11-21', turns('2026-11-21', '2026-11-22'))).toBe(true);
    expect(await leaveOut('2026-11-21', turns('2026-11-21', '2026-11-22'))).toBe(false);
    expect(await findClose()).toMatchObject({ nextDay: '2026-11-22', lastDay: '2026-11-20' });
    expect(await take('2026-11-21', turns('2026-11-23'), { closedUntil: 3, counted: null })).toBe(true);
    expect(await findClose()).toMatchObject({
      ...{ nextDay: '2026-11-22', lastDay: '2026-11-21', details: { closedUntil: 3 } },
    });
    expect(await take('2026-11-21', turns('2026-11-23'))).toBe(false);
  });

  test('changes nothing once its schedule was stopped or changed', async () => {
    await switchOn('2026-11-21');
    const changed = { ...CLOSE, repeat: { ...CLOSE.repeat, atMinute: 60 } };
    const anew = await store.schedules.start(changed, turns('2026-11-21'));
    expect(await take('2026-11-21', turns('2026-11-22'))).toBe(false);
    expect(await leaveOut('2026-11-21', turns('2026-11-22'))).toBe(false);
    // As it was before the change.
    expect(await switchOff()).toBe(false);
    expect(await switchOff(anew)).toBe(true);
    expect(await take('2026-11-21', turns('2026-11-22'), {}, anew)).toBe(false);
  });

  test('never moves the last day back', async () => {
    await switchOn('2026-11-22');
    await take('2026-11-22', turns('2026-11-23'));
    expect(await take('2026-11-21', turns('2026-11-22'))).toBe(false);
    expect(await findClose()).toMatchObject({ lastDay: '2026-11-22', nextDay: '2026-11-23' });
  });
});

describe.each([
  ['close', CLOSE],
  ['weekly summary', WEEKLY],
])('a %s whose turn is missing', (_, schedule) => {
  const unplanned = async () => (await store.schedules.unplanned()).map(({ id }) => id);
  const again = (nextDay: string, ...days: string[]) =>
    store.schedules.planInstead({ ...schedule, nextDay }, turns(...days), NOW);

  test('is planned once, by the first instance', async () => {
    await store.schedules.start(schedule, turns('2026-11-21'));
    expect(await unplanned()).toEqual([]);
    await store.jobs.fail(await claimOne(), 'lost', NOW);
    expect(await unplanned()).toEqual([schedule.id]);
    const planned = await Promise.all(
      [1, 2, 3, 4].map(() => again('2026-11-21', '2026-11-21', '2026-11-22')),
    );
    expect(planned.filter(Boolean)).toHaveLength(1);
    expect(await claimOne()).toMatchObject({ payload: { day: '2026-11-22' } });
  });
});
