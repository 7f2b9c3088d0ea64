// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { createLog } from '../../src/log.ts';
import { createDatabaseClock } from '../../src/operations/database-clock.ts';
import { issueLink } from '../fixtures/link-form.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { createNoonClock, NOON } from '../fixtures/noon-clock.ts';
import { cardIn } from '../fixtures/press-card.ts';
import { readTable } from '../fixtures/read-tables.ts';
import { type Scene, startScene } from '../fixtures/start-paylink.ts';
import { createTestDatabase, TEST_ENGINE } from '../fixtures/test-database.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const APART = 'differs from the database’s';

describe('the clock of an instance', () => {
  const start = (behindMs: number, tookMs = 0) => {
    const own = createManualClock(NOON);
    const logged: string[] = [];
    const state = { behindMs };
    const clock = createDatabaseClock({
      clock: own,
      readTime: async () => {
        const time = own.now() + state.behindMs + tookMs / 2;
        if (tookMs > 0) await own.advance(tookMs);
        return time;
      },
      log: createLog('info', { write: (line: string) => void logged.push(line) }),
    });
    return { own, clock, logged, state };
  };

  test.each([
    ['agrees', 0, 0],
    ['is five seconds behind', 5 * SECOND, 0],
    ['is six seconds behind', 6 * SECOND, 6 * SECOND],
    ['is two minutes ahead', -2 * MINUTE, -2 * MINUTE],
  ])('that %s with the database’s is %i ms off and corrected by %i ms', async (_, behindMs, corrected) => {
    const { own, clock } = start(behindMs);
    await clock.compare();
    expect(clock.now() - own.now()).toBe(corrected);
  });

  test('is not corrected by an answer that took long', async () => {
    const { own, clock } = start(2 * MINUTE, 2 * SECOND);
    await clock.compare();
    expect(clock.now()).toBe(own.now());
  });

  test('is said to differ once, however long it does, and to agree again', async () => {
    const { own, clock, logged, state } = start(2 * MINUTE);
    clock.start();
    await own.advance(60 * MINUTE);
    expect(logged.filter((line) => line.includes(APART))).toHaveLength(1);
    state.behindMs = 0;
    await own.advance(MINUTE);
    expect(clock.now()).toBe(own.now());
    expect(logged).toHaveLength(2);
    await clock.stop();
  });
});

describe('two minutes apart from the database', () => {
  let scene: Scene;

  afterEach(() => scene.close());

  test.each([2 * MINUTE, -2 * MINUTE])(
    'by %i ms, an instance makes and shows a link at the database’s time',
    async (offMs) => {
      const others = createNoonClock();
      const clock: Clock = { now: () => others.now() + offMs, sleep: others.sleep };
      scene = await startScene({
        clock,
        readDatabaseTime: async () => others.now(),
        sandbox: { now: others.now },
        slack: { now: others.now },
      });
      await issueLink(scene, { options: [] });
      await cardIn(scene, /🟡 Waiting/);
      const [link] = await readTable(scene.database.place, 'links');
      expect(Math.abs(Number(link?.['created_at']) - others.now())).toBeLessThan(MINUTE);
      expect(scene.logLines.filter((line) => line.includes(APART))).toHaveLength(1);
    },
  );
});

test.runIf(TEST_ENGINE === 'postgres')('a shared database tells its time', async () => {
  const database = await createTestDatabase();
  const store = await database.open();
  const at = (await store.readTime?.()) ?? 0;
  await database.remove();
  expect(Math.abs(at - Date.now())).toBeLessThan(MINUTE);
});
