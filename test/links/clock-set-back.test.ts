// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import { perTest } from '../fixtures/per-test.ts';
import { startRecurring } from '../fixtures/start-recurring.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';
import { DAY, HOUR, MINUTE, startLinks } from './link-verbs.ts';

const scene = perTest(startLinks);

const read = (id: string) => scene.store.links.get(id);

describe.runIf(TEST_ENGINE === 'sqlite').each([
  ['two hours', 2 * HOUR],
  ['a year', 365 * DAY],
])('when the clock is set back by %s', (_, back) => {
  test('the sweep continues, and finds unnoticed payments', async () => {
    const link = await scene.issue();
    const sweeps = await startRecurring(scene, { sweep: scene.app.sweepTurn });
    await scene.clock.advance(15 * MINUTE);
    await scene.sandbox.pay(link.orderId ?? '', { callback: false });
    scene.clock.setBack(back);
    for (let minute = 0; minute < 30 && (await read(link.id)).state === 'open'; minute += 1)
      await scene.clock.advance(MINUTE);
    // Its transaction is of a later time than the clock's.
    expect(await read(link.id)).toMatchObject({ state: 'reported', payment: { doubt: 'awaited' } });
    await sweeps.stop();
  });

  test('a due check is made', async () => {
    const link = await scene.issue();
    await scene.app.watcher.start();
    await scene.clock.advance(MINUTE);
    await scene.app.watcher.stop();
    await scene.sandbox.pay(link.orderId ?? '', { callback: false });
    await scene.callBack(link);
    scene.clock.setBack(back);
    expect(await scene.checkDue()).toBe(1);
    expect((await read(link.id)).state).toBe('paid');
  });

  test('daily work is done', async () => {
    let done = 0;
    const pruning = {
      takeTurn: async () => {
        done += 1;
        return scene.clock.now() + DAY;
      },
    };
    const turn = await startRecurring(scene, { pruning });
    await scene.clock.advance(MINUTE);
    await expect.poll(() => done).toBe(1);
    scene.clock.setBack(back);
    await scene.clock.advance(HOUR);
    expect(done).toBe(2);
    await turn.stop();
  });
});
