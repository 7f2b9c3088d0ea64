import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createNotifier, type Delivery, type Notifier } from '../../src/notices/notifier.ts';
import type { NewNotice } from '../../src/store/notice-store.ts';
import { openStore, type Store } from '../../src/store/open-store.ts';
import { buildLink } from '../fixtures/links.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';

let dataDir: string;
let store: Store;
let clock: ManualClock;
let notifier: Notifier;
let delivered: { id: string; at: number }[];
let answer: (id: string, attempts: number) => Delivery;
const START = Date.UTC(2026, 10, 21, 8);

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paylink-notices-'));
  store = await openStore({ dataDir });
  clock = createManualClock(START);
  delivered = [];
  answer = () => ({ outcome: 'delivered' });
  const { details, ...link } = buildLink();
  await store.links.reserve({ ...link, details, callbackTokenHash: 'hash', at: START });
  notifier = createNotifier({
    notices: store.notices,
    deliver: async (notice) => {
      delivered.push({ id: notice.id, at: clock.now() - START });
      return answer(notice.id, notice.attempts);
    },
    clock,
    random: () => 1,
    log: createLog('silent'),
  });
});

afterEach(async () => {
  await notifier.stop();
  await store.close();
  await rm(dataDir, { recursive: true });
});

const notice = (id: string, lane: string): NewNotice => ({ id, lane, kind: 'card', linkId: 'lnk_1' });

describe('notices', () => {
  test('of one lane come in order and a second apart; other lanes do not wait', async () => {
    await store.notices.add([notice('a1', 'a'), notice('a2', 'a'), notice('b1', 'b')], START);
    notifier.start();
    await clock.advance(5_000);
    expect(delivered.filter(({ id }) => id.startsWith('a'))).toEqual([
      { id: 'a1', at: 0 },
      { id: 'a2', at: 1_000 },
    ]);
    expect(delivered).toContainEqual({ id: 'b1', at: 0 });
    expect(await store.notices.waitingCount()).toBe(0);
  });

  test('that Slack asks to send later wait as long as it says, and nothing overtakes them', async () => {
    answer = (id, attempts) =>
      id === 'a1' && attempts === 0
        ? { outcome: 'later', reason: 'ratelimited', retryAfterMs: 30_000 }
        : { outcome: 'delivered' };
    await store.notices.add([notice('a1', 'a'), notice('a2', 'a')], START);
    notifier.start();
    await clock.advance(29_000);
    expect(delivered).toEqual([{ id: 'a1', at: 0 }]);
    await clock.advance(5_000);
    expect(delivered.map(({ id }) => id)).toEqual(['a1', 'a1', 'a2']);
    expect(delivered[1]?.at).toBe(30_000);
  });

  test('that keep failing are tried ever more rarely, and never given up by themselves', async () => {
    answer = () => ({ outcome: 'later', reason: 'fatal_error', retryAfterMs: null });
    await store.notices.add([notice('a1', 'a')], START);
    notifier.start();
    await clock.advance(3_600_000);
    const gaps = delivered.slice(1).map(({ at }, i) => at - (delivered[i]?.at ?? 0));
    expect(gaps.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(Math.max(...gaps)).toBe(300_000);
    expect(await store.notices.waitingCount()).toBe(1);
  });

  test('that can never be delivered leave their place to what is sent instead', async () => {
    answer = (id) =>
      id === 'a1'
        ? { outcome: 'never', reason: 'is_archived', instead: [notice('dm', 'maker')] }
        : { outcome: 'delivered' };
    await store.notices.add([notice('a1', 'a')], START);
    notifier.start();
    await clock.advance(2_000);
    expect(delivered.map(({ id }) => id)).toEqual(['a1', 'dm']);
  });

  test('whose delivery throws are kept and tried again', async () => {
    let fails = 1;
    answer = () => {
      if (fails-- > 0) throw new Error('no idea');
      return { outcome: 'delivered' };
    };
    await store.notices.add([notice('a1', 'a')], START);
    notifier.start();
    await clock.advance(3_000);
    expect(delivered.map(({ at }) => at)).toEqual([0, 1_000]);
    expect(await store.notices.waitingCount()).toBe(0);
  });

  test('that a stopped process left behind are delivered by the next one', async () => {
    answer = () => ({ outcome: 'later', reason: 'fatal_error', retryAfterMs: null });
    await store.notices.add([notice('a1', 'a')], START);
    notifier.start();
    await clock.advance(500);
    await notifier.stop();
    expect(notifier.isAlive()).toBe(false);
    expect(await store.notices.waitingCount()).toBe(1);
  });

  test('that are added while it sleeps go out when it is woken', async () => {
    notifier.start();
    await clock.advance(10);
    await store.notices.add([notice('a1', 'a')], clock.now());
    notifier.wake();
    await clock.advance(1);
    expect(delivered.map(({ id }) => id)).toEqual(['a1']);
  });
});
