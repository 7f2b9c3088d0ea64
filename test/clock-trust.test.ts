// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import { FRONT_DESK, SARA } from '../packages/local-slack/src/people-and-places.ts';
import type { Clock } from '../src/clock.ts';
import { createClockTrust } from '../src/clock-trust.ts';
import { createLog } from '../src/log.ts';
import { issueLink } from './fixtures/link-form.ts';
import { createManualClock } from './fixtures/manual-clock.ts';
import { createNoonClock, NOON } from './fixtures/noon-clock.ts';
import { cardIn, press } from './fixtures/press-card.ts';
import { readTable } from './fixtures/read-tables.ts';
import { type Scene, startScene } from './fixtures/start-paylink.ts';
import { startRecurring } from './fixtures/start-recurring.ts';
import { storePerTest } from './fixtures/store-per-test.ts';
import { TEST_ENGINE } from './fixtures/test-database.ts';
import { DAY, HOUR, type LinksScene, MINUTE, startLinks } from './links/link-verbs.ts';

const header = (at: number, durationMs = 100) => ({ date: new Date(at).toUTCString(), durationMs });

describe('whether the clock may decide what cannot be undone', () => {
  const { store } = storePerTest();
  const logged: string[] = [];

  const create = (start: number) => {
    const clock = createManualClock(start);
    const log = createLog('info', { write: (line: string) => void logged.push(line) });
    return { clock, ...createClockTrust({ meta: store.meta, clock, log }) };
  };

  afterEach(() => void logged.splice(0));

  // `stored`: the last time at which the clock was trusted, `heard`: the header, both against the clock. In minutes.
  test.each`
    case                                        | stored            | heard   | ago   | isSure
    ${'a new database'}                         | ${null}           | ${null} | ${0}  | ${true}
    ${'a header agrees'}                        | ${null}           | ${0}    | ${0}  | ${true}
    ${'a header is four minutes off'}           | ${null}           | ${-4}   | ${0}  | ${true}
    ${'a header is six minutes behind'}         | ${-1}             | ${-6}   | ${0}  | ${false}
    ${'a header is six minutes ahead'}          | ${-1}             | ${6}    | ${0}  | ${false}
    ${'a header of an hour ago was off'}        | ${-1}             | ${-6}   | ${60} | ${false}
    ${'an older header counts no more'}         | ${-1}             | ${-6}   | ${61} | ${true}
    ${'the clock ran on for a day'}             | ${-24 * 60}       | ${null} | ${0}  | ${true}
    ${'it jumped by more than a day'}           | ${-24 * 60 - 1}   | ${null} | ${0}  | ${false}
    ${'it jumped by 120 days'}                  | ${-120 * 24 * 60} | ${null} | ${0}  | ${false}
    ${'it jumped, and a header agrees'}         | ${-120 * 24 * 60} | ${0}    | ${0}  | ${true}
    ${'it was set back behind the stored time'} | ${6}              | ${null} | ${0}  | ${false}
    ${'the clock of another instance is ahead'} | ${1}              | ${null} | ${0}  | ${true}
    ${'it was set back, and a header agrees'}   | ${31 * 24 * 60}   | ${0}    | ${0}  | ${true}
  `('$case: $isSure', async ({ stored, heard, ago, isSure }) => {
    const now = NOON + ago * MINUTE;
    if (stored !== null) await store.meta.write('clock', String(now + stored * MINUTE));
    const trust = create(NOON);
    if (heard !== null) trust.hear(header(NOON + heard * MINUTE));
    await trust.begin();
    await trust.clock.advance(ago * MINUTE);
    expect(await trust.isSure()).toBe(isSure);
  });

  test('an answer that came over a minute after its question does not tell the time', async () => {
    const trust = create(NOON);
    for (const tookMs of [-1, MINUTE + 1]) trust.hear(header(NOON - HOUR, tookMs));
    expect(trust.isOff()).toBe(false);
    trust.hear(header(NOON - HOUR, MINUTE));
    expect(trust.isOff()).toBe(true);
  });

  test('a header that is no date changes nothing', async () => {
    const trust = create(NOON);
    trust.hear(header(NOON));
    for (const odd of [null, '', '0', 'yesterday', 'Sat, 21 Nov 2026', 'noon GMT'])
      trust.hear({ date: odd, durationMs: 100 });
    expect(await trust.isSure()).toBe(true);
  });

  test('without any header for a day it goes on, and says so once', async () => {
    await store.meta.write('clock', String(NOON - 2 * DAY));
    const trust = create(NOON);
    const answers = new Set<string>();
    for (let minute = 0; minute <= 26 * 60; minute += 10) {
      answers.add(`${await trust.isSure()} after ${Math.floor(minute / 60) < 23 ? 'hours' : 'a day'}`);
      await trust.clock.advance(10 * MINUTE);
    }
    expect([...answers].filter((answer) => answer !== 'false after a day')).toEqual([
      'false after hours',
      'true after a day',
    ]);
    expect(logged.filter((line) => line.includes('the clock is in doubt'))).toHaveLength(1);
    expect(logged.filter((line) => line.includes('by this clock alone'))).toHaveLength(1);
  });

  test('a jump does not count as a day of waiting', async () => {
    await store.meta.write('clock', String(NOON - 2 * DAY));
    const trust = create(NOON);
    expect(await trust.isSure()).toBe(false);
    await trust.clock.advance(31 * DAY);
    expect(await trust.isSure()).toBe(false);
  });

  test('the time that it stores is the last that it trusted', async () => {
    const trust = create(NOON);
    trust.hear(header(NOON));
    expect(await trust.isSure()).toBe(true);
    await trust.clock.advance(31 * DAY);
    trust.hear(header(NOON));
    expect(await trust.isSure()).toBe(false);
    expect(await store.meta.read('clock')).toBe(String(NOON));
  });
});

describe('while the clock is in doubt', () => {
  /** The service's own clock, against the app's. */
  let behindMs: number;
  const start = async () => {
    behindMs = HOUR;
    const scene: LinksScene = await startLinks({
      sandbox: { now: (): number => scene.clock.now() - behindMs },
    });
    ends.push(scene.close);
    return scene;
  };

  test('no reminder goes out; it does once the clock is right', async () => {
    const scene = await start();
    const link = await scene.issue();
    await scene.clock.advance(29 * DAY + 2 * HOUR);
    const reminders = scene.reminders();
    for (const part of [scene.app.watcher, reminders]) await part.start();
    const sweeps = await startRecurring(scene, { sweep: scene.app.sweepTurn });
    await scene.clock.advance(12 * MINUTE);
    expect(reminders.sent).toEqual([]);
    behindMs = 0;
    // The next sweep hears what time it is.
    await scene.clock.advance(12 * MINUTE);
    expect(reminders.sent).toEqual([link.id]);
    for (const part of [sweeps, scene.app.watcher, reminders]) await part.stop();
  });

  test('no link is made for an hour after the service said that the clock is off', async () => {
    const scene = await start();
    expect(await scene.issue()).toMatchObject({ state: 'open' });
    await scene.clock.advance(59 * MINUTE);
    expect(await scene.issue()).toMatchObject({
      state: 'failed',
      failure: { what: expect.stringContaining('clock of Paylink’s computer is wrong') },
    });
    expect(scene.sandbox.links()).toHaveLength(1);
    await scene.clock.advance(2 * MINUTE);
    expect(await scene.issue()).toMatchObject({ state: 'open' });
  });

  test('a link in doubt is still watched after its month', async () => {
    const scene = await start();
    scene.sandbox.faults.add({ operation: 'generate', kind: 'drop-before-work' });
    const link = await scene.issue();
    expect(link.state).toBe('unknown');
    await scene.clock.advance(62 * DAY);
    await scene.checkDue();
    expect(await scene.store.links.nextCheck(link.id)).not.toBeNull();
    behindMs = 0;
    await scene.clock.advance(HOUR);
    await scene.checkDue();
    expect(await scene.store.links.nextCheck(link.id)).toBeNull();
  });
});

const ends: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

describe('a machine whose clock is wrong', () => {
  let aheadMs: number;
  const others = createNoonClock();
  const clock: Clock = { now: () => others.now() + aheadMs, sleep: others.sleep };
  let passedMs: number;

  const start = async () => {
    aheadMs = 0;
    passedMs = 0;
    const now = () => others.now() + passedMs;
    const scene: Scene = await startScene({
      clock,
      sandbox: { now },
      slack: { now },
      env: { RETENTION_DAYS: '90', PAYLINK_SWEEP_SECONDS: '86400' },
    });
    ends.push(scene.close);
    await issueLink(scene, { options: [] });
    await scene.slack.until(() => scene.sandbox.links().length === 1);
    return scene;
  };
  const readLink = async (scene: Scene) => {
    const store = await scene.database.open();
    const [link] = [...(await store.links.inState('open')), ...(await store.links.inState('expired'))];
    await store.close();
    return link;
  };

  test('31 days ahead ends no link; the day itself does', async () => {
    const scene = await start();
    aheadMs = 31 * DAY;
    await press(scene, await cardIn(scene), 'refresh_link', SARA);
    await expect.poll(() => scene.logLines.join('')).toContain('the clock is in doubt');
    aheadMs = 0;
    await press(scene, await cardIn(scene), 'refresh_link', SARA);
    await cardIn(scene, /🟡 Waiting/);
    aheadMs = 31 * DAY;
    passedMs = 31 * DAY;
    await press(scene, await cardIn(scene), 'refresh_link', SARA);
    await cardIn(scene, /Expired/);
  });

  test('a day ahead takes no turn of a schedule; it is taken at its hour', async () => {
    const scene = await start();
    await scene.slack.command(SARA, FRONT_DESK, '/paylink', 'daily on 21:00');
    const turn = async () =>
      (await readTable(scene.database.place, 'jobs')).find(({ kind }) => kind === 'turn');
    await expect.poll(turn).toBeDefined();
    const dueAt = Number((await turn())?.['due_at']);
    aheadMs = DAY;
    await press(scene, await cardIn(scene), 'refresh_link', SARA);
    await scene.restart();
    await expect.poll(async () => (await turn())?.['last_error']).toBe('too early');
    aheadMs = 0;
    await scene.restart();
    // PostgreSQL's own clock was never ahead.
    if (TEST_ENGINE === 'postgres') return;
    await expect.poll(async () => Math.round((Number((await turn())?.['due_at']) - dueAt) / MINUTE)).toBe(0);
    expect(await turn()).toMatchObject({ state: 'waiting' });
    expect(scene.logLines.join('')).not.toContain('job given up');
  });

  test('120 days ahead at a start erases nothing; 120 days that passed do', async () => {
    const scene = await start();
    aheadMs = 120 * DAY;
    await scene.restart();
    await expect.poll(() => scene.logLines.join('')).toContain('the clock is in doubt');
    await scene.paylink.stop();
    expect((await readLink(scene))?.details.FullName).not.toBe('');
    // It asks again after ten minutes.
    passedMs = 120 * DAY + 11 * MINUTE;
    aheadMs = passedMs;
    await scene.restart();
    await expect.poll(() => scene.logLines.join('')).toMatch(/"links":1,.*old links erased/);
    await scene.paylink.stop();
    expect((await readLink(scene))?.details.FullName).toBe('');
  });
});
