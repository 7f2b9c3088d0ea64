// @module-tag store

import { expect, test } from 'vitest';
import type { SweepEnd } from '../../src/links/checks/sweep.ts';
import { createSweepTurn } from '../../src/links/checks/sweep-turn.ts';
import { perTest } from '../fixtures/per-test.ts';
import { startRecurring } from '../fixtures/start-recurring.ts';
import { DAY, MINUTE, SECOND, START, startLinks } from './link-verbs.ts';

const scene = perTest(startLinks);

const SWEPT: SweepEnd = { links: 0, changed: 0 };

/** An instance whose sweeps end like this, one after the other; and the seconds in which they began. */
const start = async (end: (sweep: number) => Promise<SweepEnd>) => {
  const began: number[] = [];
  const turn = createSweepTurn(scene.app, {
    sweep: async () => {
      began.push((scene.clock.now() - START) / SECOND);
      return { ended: end(began.length) };
    },
    repairMessages: async () => {},
  });
  const { stop } = await startRecurring(scene, { sweep: turn });
  return { began, stop };
};

test('a sweep that fails comes again after five seconds, ten, twenty, up to the usual time', async () => {
  const { began, stop } = await start(async (sweep) => {
    if (sweep <= 8) throw new Error('away');
    return SWEPT;
  });
  await scene.clock.advance(32 * MINUTE);
  await stop();
  const pauses = began.slice(1).map((at, before) => at - (began[before] ?? 0));
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
});

test('a sweep that does not end holds up neither the next one nor the pruning, and a stop waits for it', async () => {
  let end = (_: SweepEnd) => {};
  const hanging = new Promise<SweepEnd>((resolve) => {
    end = resolve;
  });
  const { began, stop } = await start((sweep) => (sweep === 1 ? hanging : Promise.resolve(SWEPT)));
  let pruned = 0;
  const pruning = await startRecurring(scene, {
    pruning: {
      takeTurn: async () => {
        pruned += 1;
        return scene.clock.now() + DAY;
      },
    },
  });
  await scene.clock.advance(25 * MINUTE);
  expect([began, pruned]).toEqual([[0, 600, 1_200], 1]);
  let hasStopped = false;
  const stopped = stop().then(() => {
    hasStopped = true;
  });
  await scene.clock.advance(MINUTE);
  expect(hasStopped).toBe(false);
  end(SWEPT);
  await stopped;
  await pruning.stop();
});
