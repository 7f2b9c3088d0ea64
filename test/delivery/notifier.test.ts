import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createNotifier,
  type Delivery,
  type Notifier,
  type NotifierDependencies,
} from '../../src/delivery/notifier.ts';
import { createLog } from '../../src/log.ts';
import type { Claimed, NewNotice } from '../../src/store/notice-store.ts';
import type { Store } from '../../src/store/open-store.ts';
import { buildLink } from '../fixtures/links.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { createTestDatabase, TEST_ENGINE, type TestDatabase } from '../fixtures/test-database.ts';

const START = Date.UTC(2026, 10, 21, 8);

let database: TestDatabase;
let store: Store;
let clock: ManualClock;
let notifiers: Notifier[];
let tokens: number;
let waiting: ((delivery: Delivery) => void)[];
let delivered: { id: string; at: number; by: number }[];
/** What the log has, each line as its fields. */
let logged: Record<string, unknown>[];
let answer: (notice: Claimed, by: number) => Delivery | Promise<Delivery>;

beforeEach(async () => {
  database = await createTestDatabase();
  store = await database.open();
  clock = createManualClock(START, database.isBusy);
  notifiers = [];
  tokens = 0;
  waiting = [];
  delivered = [];
  logged = [];
  answer = () => ({ outcome: 'delivered' });
  await store.links.reserve({ ...buildLink(), callbackTokenHash: 'hash', at: START });
});

afterEach(async () => {
  while (waiting.length > 0) release();
  await Promise.all(notifiers.map((notifier) => notifier.stop()));
  await database.remove();
});

const createOne = (changes: Partial<NotifierDependencies> = {}): Notifier => {
  const by = notifiers.length;
  const notifier = createNotifier({
    notices: store.notices,
    deliver: async (notice) => {
      delivered.push({ id: notice.id, at: clock.now() - START, by });
      return answer(notice, by);
    },
    repair: () => [],
    held: () => [],
    isAlone: true,
    newToken: () => {
      tokens += 1;
      return `token-${tokens}`;
    },
    clock,
    random: () => 1,
    log: createLog('info', { write: (line) => logged.push(JSON.parse(line)) }),
    ...changes,
  });
  notifiers.push(notifier);
  return notifier;
};

/** Two instances on one database; of the first one's store, parts can be changed. */
const createTwo = async (
  changes: Partial<NotifierDependencies> = {},
  ofFirst: Partial<Store['notices']> = {},
) => {
  const other = TEST_ENGINE === 'postgres' ? await database.open() : store;
  return [
    createOne({ isAlone: false, ...changes, notices: { ...store.notices, ...ofFirst } }),
    createOne({ isAlone: false, ...changes, notices: other.notices }),
  ];
};

const notice = (id: string, lane: string, kind = 'card'): NewNotice => ({ id, lane, kind, linkId: 'lnk_1' });
const idsOf = (deliveries: { id: string }[]) => deliveries.map(({ id }) => id);
const inLane = (lane: string) => delivered.filter(({ id }) => id.startsWith(lane));

/** A delivery that ends when it is told to. */
const held = () => new Promise<Delivery>((resolve) => waiting.push(resolve));
const release = () => waiting.shift()?.({ outcome: 'delivered' });

describe('notices', () => {
  test('of one lane come in order and a second apart; other lanes do not wait', async () => {
    await store.notices.add([notice('a1', 'a'), notice('a2', 'a'), notice('b1', 'b')], START);
    createOne().start();
    await clock.advance(5_000);
    expect(inLane('a')).toMatchObject([
      { id: 'a1', at: 0 },
      { id: 'a2', at: 1_000 },
    ]);
    expect(inLane('b')).toMatchObject([{ id: 'b1', at: 0 }]);
    expect(await store.notices.waitingCount()).toBe(0);
  });

  test('that edit do not wait for each other', async () => {
    await store.notices.add([notice('a1', 'a', 'edit'), notice('a2', 'a', 'edit')], START);
    createOne().start();
    await clock.advance(10);
    expect(delivered).toMatchObject([
      { id: 'a1', at: 0 },
      { id: 'a2', at: 0 },
    ]);
  });

  test('of a workspace whose token is refused wait untouched, and nobody else’s behind them', async () => {
    const many = Array.from({ length: 40 }, (_, i) => notice(`a${i}`, `T1:link:${i}`, 'edit'));
    await store.notices.add([...many, notice('b1', 'T2:C1')], START);
    let refused: string[] | 'all' = ['T1'];
    const notifier = createOne({ held: () => refused });
    notifier.start();
    await clock.advance(24 * 60 * 60_000);
    expect(idsOf(delivered)).toEqual(['b1']);
    refused = 'all';
    await store.notices.add([notice('b2', 'T2:C1')], clock.now());
    notifier.wake();
    await clock.advance(60_000);
    expect(delivered).toHaveLength(1);
    refused = [];
    notifier.wake();
    await clock.advance(1_000);
    expect(delivered).toHaveLength(42);
  });

  test('that Slack asks to send later wait as long as it says, and nothing overtakes them', async () => {
    answer = ({ id, attempts }) =>
      id === 'a1' && attempts === 0
        ? { outcome: 'later', reason: 'ratelimited', retryAfterMs: 30_000 }
        : { outcome: 'delivered' };
    await store.notices.add([notice('a1', 'a'), notice('a2', 'a'), notice('b1', 'b')], START);
    createOne().start();
    await clock.advance(29_000);
    expect(idsOf(inLane('a'))).toEqual(['a1']);
    expect(idsOf(inLane('b'))).toEqual(['b1']);
    await clock.advance(5_000);
    expect(idsOf(inLane('a'))).toEqual(['a1', 'a1', 'a2']);
    expect(inLane('a')[1]?.at).toBe(30_000);
  });

  test('that keep failing are tried ever more rarely, and never given up by themselves', async () => {
    answer = () => ({ outcome: 'later', reason: 'fatal_error', retryAfterMs: null });
    await store.notices.add([notice('a1', 'a')], START);
    createOne().start();
    await clock.advance(3_600_000);
    const gaps = delivered.slice(1).map(({ at }, i) => at - (delivered[i]?.at ?? 0));
    expect(gaps.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(Math.max(...gaps)).toBe(300_000);
    expect(await store.notices.waitingCount()).toBe(1);
  });

  test('that can never be delivered leave their place to what is sent instead', async () => {
    answer = ({ id }) =>
      id === 'a1'
        ? { outcome: 'never', reason: 'is_archived', instead: [notice('dm', 'creator')] }
        : { outcome: 'delivered' };
    await store.notices.add([notice('a1', 'a')], START);
    createOne().start();
    await clock.advance(2_000);
    expect(idsOf(delivered)).toEqual(['a1', 'dm']);
    expect(logged).toMatchObject([
      { level: 'warn', msg: 'notice given up', notice: 'a1', kind: 'card', reason: 'is_archived' },
    ]);
  });

  test('that cause others are followed by them', async () => {
    answer = ({ id }) =>
      id === 'a1' ? { outcome: 'delivered', next: [notice('e1', 'e', 'edit')] } : { outcome: 'delivered' };
    await store.notices.add([notice('a1', 'a')], START);
    createOne().start();
    await clock.advance(10);
    expect(idsOf(delivered)).toEqual(['a1', 'e1']);
  });

  test('whose delivery throws are kept and tried again', async () => {
    let fails = 1;
    answer = () => {
      if (fails-- > 0) throw new Error('no idea');
      return { outcome: 'delivered' };
    };
    const reasons: string[] = [];
    const notices: Store['notices'] = {
      ...store.notices,
      postpone: (...given) => {
        reasons.push(given[2]);
        return store.notices.postpone(...given);
      },
    };
    await store.notices.add([notice('a1', 'a')], START);
    createOne({ notices }).start();
    await clock.advance(3_000);
    expect(delivered.map(({ at }) => at)).toEqual([0, 1_000]);
    expect(await store.notices.waitingCount()).toBe(0);
    expect(reasons).toEqual(['unexpected']);
    expect(logged).toMatchObject([
      {
        level: 'error',
        msg: 'notice not delivered',
        notice: 'a1',
        kind: 'card',
        err: { message: 'no idea' },
      },
    ]);
  });

  test('that are added while it sleeps go out when it is woken', async () => {
    const notifier = createOne();
    notifier.start();
    await clock.advance(10);
    await store.notices.add([notice('a1', 'a')], clock.now());
    notifier.wake();
    await clock.advance(1);
    expect(idsOf(delivered)).toEqual(['a1']);
  });

  test('go out no more than so many at a time', async () => {
    answer = held;
    await store.notices.add(
      ['a', 'b', 'c', 'd', 'e'].map((lane) => notice(`${lane}1`, lane)),
      START,
    );
    createOne({ limit: 2 }).start();
    await clock.advance(1_000);
    expect(delivered).toHaveLength(2);
    for (const count of [3, 4, 5, 5, 5]) {
      release();
      await clock.advance(0);
      expect(delivered).toHaveLength(count);
    }
    expect(await store.notices.waitingCount()).toBe(0);
  });
});

test('a notifier that is full asks the database for nothing before a delivery ends, however often it is woken', async () => {
  answer = held;
  let looks = 0;
  const notices: Store['notices'] = {
    ...store.notices,
    claim: (request) => {
      looks += 1;
      return store.notices.claim(request);
    },
  };
  await store.notices.add([notice('a1', 'a'), notice('b1', 'b')], START);
  const notifier = createOne({ notices, limit: 1 });
  notifier.start();
  for (let second = 0; second < 10; second += 1) {
    await clock.advance(1_000);
    if (second < 5) notifier.wake();
  }
  expect(looks).toBe(1);
  expect(delivered).toHaveLength(1);
  release();
  await clock.advance(10);
  expect(idsOf(delivered)).toEqual(['a1', 'b1']);
});

describe('a notifier that is stopped', () => {
  test('leaves what it has not begun to the next one', async () => {
    answer = held;
    await store.notices.add([notice('a1', 'a'), notice('a2', 'a'), notice('b1', 'b')], START);
    const notifier = createOne({ limit: 1 });
    notifier.start();
    await clock.advance(10);
    const stopped = notifier.stop();
    release();
    await stopped;
    notifier.wake();
    await clock.advance(60_000);
    expect(notifier.isAlive()).toBe(false);
    expect(delivered).toMatchObject([{ id: 'a1', by: 0 }]);
    expect(await store.notices.waitingCount()).toBe(2);
    answer = () => ({ outcome: 'delivered' });
    createOne().start();
    await clock.advance(5_000);
    expect(
      delivered
        .slice(1)
        .map(({ id, by }) => `${id} by ${by}`)
        .toSorted(),
    ).toEqual(['a2 by 1', 'b1 by 1']);
  });

  test('leaves what Slack asked to send later', async () => {
    answer = () => ({ outcome: 'later', reason: 'fatal_error', retryAfterMs: null });
    await store.notices.add([notice('a1', 'a')], START);
    const notifier = createOne();
    notifier.start();
    await clock.advance(500);
    await notifier.stop();
    await clock.advance(60_000);
    expect(idsOf(delivered)).toEqual(['a1']);
    expect(await store.notices.waitingCount()).toBe(1);
  });

  test('waits for what it has in hand', async () => {
    answer = held;
    await store.notices.add([notice('a1', 'a'), notice('a2', 'a')], START);
    const notifier = createOne();
    notifier.start();
    await clock.advance(10);
    let isOver = false;
    const stopped = notifier.stop().then(() => {
      isOver = true;
    });
    await clock.advance(10_000);
    expect(isOver).toBe(false);
    release();
    await stopped;
    expect(await store.notices.waitingCount()).toBe(1);
    expect(idsOf(delivered)).toEqual(['a1']);
  });

  test('does not wait for a database that takes no word of what was delivered', async () => {
    const away: Store['notices'] = {
      ...store.notices,
      delivered: () => Promise.reject(new Error('away')),
    };
    await store.notices.add([notice('a1', 'a')], START);
    const notifier = createOne({ notices: away });
    notifier.start();
    await clock.advance(10);
    let isOver = false;
    void notifier.stop().then(() => {
      isOver = true;
    });
    await clock.advance(0);
    expect(isOver).toBe(true);
    expect(await store.notices.waitingCount()).toBe(1);
  });
});

describe('two instances on one database', () => {
  test('keep the order of every lane and deliver nothing twice', async () => {
    const lanes = ['a', 'b', 'c', 'd', 'e', 'f'];
    const numbers = [1, 2, 3, 4];
    for (const n of numbers)
      await store.notices.add(
        lanes.map((lane) => notice(`${lane}${n}`, lane)),
        START,
      );
    for (const notifier of await createTwo({ limit: 2 })) notifier.start();
    await clock.advance(60_000);
    for (const lane of lanes) {
      expect(idsOf(inLane(lane))).toEqual(numbers.map((n) => `${lane}${n}`));
      const gaps = inLane(lane)
        .slice(1)
        .map(({ at }, i) => at - (inLane(lane)[i]?.at ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
    }
    expect(new Set(delivered.map(({ by }) => by)).size).toBe(2);
  });

  test('learn of each other’s notices without being woken', async () => {
    const [first] = await createTwo();
    first?.start();
    await clock.advance(10);
    await store.notices.add([notice('a1', 'a')], clock.now());
    await clock.advance(5_000);
    expect(idsOf(delivered)).toEqual(['a1']);
  });

  test('leave a slow delivery to the one that has it', async () => {
    answer = held;
    await store.notices.add([notice('a1', 'a'), notice('a2', 'a')], START);
    for (const notifier of await createTwo()) notifier.start();
    await clock.advance(120_000);
    expect(idsOf(delivered)).toEqual(['a1']);
    answer = () => ({ outcome: 'delivered' });
    release();
    await clock.advance(5_000);
    expect(idsOf(delivered)).toEqual(['a1', 'a2']);
  });

  test('take over what one of them had in hand when it was paused, and set right what it does later', async () => {
    answer = (_notice, by) => (by === 0 ? held() : { outcome: 'delivered' });
    await store.notices.add([notice('a1', 'a'), notice('a2', 'a')], START);
    let claims = 0;
    const claimOnce: Store['notices']['claim'] = async (request) => {
      claims += 1;
      return claims === 1 ? store.notices.claim(request) : [];
    };
    const repairs: string[] = [];
    const repair = ({ id, token }: Claimed) => {
      repairs.push(token);
      return [notice(`e${token}`, `e${id}`, 'edit')];
    };
    const [first, second] = await createTwo(
      { repair },
      { claim: claimOnce, renew: () => new Promise(() => {}) },
    );
    first?.start();
    await clock.advance(1_000);
    second?.start();
    await clock.advance(28_000);
    expect(delivered).toEqual([{ id: 'a1', at: 0, by: 0 }]);
    await clock.advance(5_000);
    expect(inLane('a')).toMatchObject([
      { id: 'a1', by: 0, at: 0 },
      { id: 'a1', by: 1, at: 30_000 },
      { id: 'a2', by: 1, at: 31_000 },
    ]);
    expect(repairs).toHaveLength(1);

    // The first one comes back, too late: what it did may lie above what is newer.
    answer = () => ({ outcome: 'delivered' });
    release();
    await clock.advance(10_000);
    expect(repairs).toHaveLength(2);
    expect(inLane('e')).toHaveLength(2);
    expect(inLane('a')).toHaveLength(3);
    expect(await store.notices.waitingCount()).toBe(0);
    expect(logged).toMatchObject([
      {
        level: 'warn',
        msg: 'notice was taken over by another',
        notice: 'a1',
        kind: 'card',
        outcome: 'delivered',
      },
    ]);
  });

  test.each<Delivery>([
    { outcome: 'later', reason: 'fatal_error', retryAfterMs: null },
    { outcome: 'never', reason: 'is_archived', instead: [notice('dm', 'creator')] },
  ])('leave what came to nothing ($outcome) in the hands of the one that took it over', async (ended) => {
    let end: (delivery: Delivery) => void = () => {};
    answer = (_notice, by) =>
      by === 0
        ? new Promise((resolve) => {
            end = resolve;
          })
        : { outcome: 'delivered' };
    await store.notices.add([notice('a1', 'a')], START);
    let claims = 0;
    const claimOnce: Store['notices']['claim'] = async (request) => {
      claims += 1;
      return claims === 1 ? store.notices.claim(request) : [];
    };
    const [first, second] = await createTwo(
      { repair: ({ id, token }) => [notice(`e${token}`, `e${id}`, 'edit')] },
      { claim: claimOnce, renew: () => new Promise(() => {}) },
    );
    first?.start();
    await clock.advance(1_000);
    second?.start();
    await clock.advance(34_000);
    expect(inLane('e')).toHaveLength(1);
    end(ended);
    await clock.advance(10_000);
    expect(inLane('e')).toHaveLength(1);
    expect(idsOf(delivered)).not.toContain('dm');
    expect(await store.notices.waitingCount()).toBe(0);
    expect(logged).toMatchObject([
      { msg: 'notice was taken over by another', notice: 'a1', outcome: ended.outcome },
    ]);
  });
});

describe('what an ended process held', () => {
  beforeEach(async () => {
    await store.notices.add([notice('a1', 'a')], START);
    await store.notices.claim({ at: START, leaseMs: 30_000, limit: 1, token: 'ended' });
  });

  test('is delivered at once by the only process on the database', async () => {
    createOne({ isAlone: true }).start();
    await clock.advance(10);
    expect(delivered).toMatchObject([{ id: 'a1', at: 0 }]);
  });

  test('is left alone by one among others until its lease runs out', async () => {
    createOne({ isAlone: false }).start();
    await clock.advance(40_000);
    expect(delivered).toMatchObject([{ id: 'a1', at: 30_000 }]);
  });
});

describe('a database that is away', () => {
  test('for a moment after a delivery costs no second one', async () => {
    let fails = 3;
    const flaky: Store['notices'] = {
      ...store.notices,
      delivered: (...given) =>
        fails-- > 0 ? Promise.reject(new Error('away')) : store.notices.delivered(...given),
    };
    await store.notices.add([notice('a1', 'a')], START);
    createOne({ notices: flaky }).start();
    await clock.advance(60_000);
    expect(fails).toBeLessThan(0);
    expect(idsOf(delivered)).toEqual(['a1']);
    expect(await store.notices.waitingCount()).toBe(0);
    const trouble = {
      level: 'warn',
      msg: 'notice not recorded; trying again',
      notice: 'a1',
      kind: 'card',
      err: { message: 'away' },
    };
    expect(logged).toMatchObject([trouble, trouble, trouble]);
  });

  test('until the lease is over leaves the notice to whoever comes next, and says so', async () => {
    let isAway = true;
    const flaky: Store['notices'] = {
      ...store.notices,
      renew: (...given) => (isAway ? Promise.reject(new Error('away')) : store.notices.renew(...given)),
      delivered: (...given) =>
        isAway ? Promise.reject(new Error('away')) : store.notices.delivered(...given),
    };
    await store.notices.add([notice('a1', 'a')], START);
    createOne({ notices: flaky, isAlone: false }).start();
    await clock.advance(29_000);
    expect(logged.at(-1)).toMatchObject({
      level: 'error',
      msg: 'notice not recorded',
      notice: 'a1',
      kind: 'card',
      err: { message: 'away' },
    });
    expect(idsOf(delivered)).toEqual(['a1']);
    isAway = false;
    await clock.advance(10_000);
    expect(idsOf(delivered)).toEqual(['a1', 'a1']);
    expect(await store.notices.waitingCount()).toBe(0);
  });

  test('while a lease should be renewed is asked again, and the delivery stays its own', async () => {
    let fails = 1;
    const flaky: Store['notices'] = {
      ...store.notices,
      renew: (...given) => (fails-- > 0 ? Promise.reject(new Error('away')) : store.notices.renew(...given)),
    };
    answer = held;
    await store.notices.add([notice('a1', 'a')], START);
    createOne({ notices: flaky }).start();
    await clock.advance(60_000);
    release();
    await clock.advance(10);
    expect(idsOf(delivered)).toEqual(['a1']);
    expect(await store.notices.waitingCount()).toBe(0);
    expect(logged).toMatchObject([
      {
        level: 'warn',
        msg: 'lease of a notice not renewed; trying again',
        notice: 'a1',
        err: { message: 'away' },
      },
    ]);
  });

  test('when it looks for work is asked again, and the notifier lives', async () => {
    let fails = 2;
    const flaky: Store['notices'] = {
      ...store.notices,
      claim: (request) => (fails-- > 0 ? Promise.reject(new Error('away')) : store.notices.claim(request)),
    };
    await store.notices.add([notice('a1', 'a')], START);
    const notifier = createOne({ notices: flaky });
    notifier.start();
    await clock.advance(5_000);
    expect(idsOf(delivered)).toEqual(['a1']);
    expect(notifier.isAlive()).toBe(true);
    const trouble = { level: 'error', msg: 'notices not read; trying again', err: { message: 'away' } };
    expect(logged).toMatchObject([trouble, trouble]);
  });
});
