// @module-tag store

import { expect, test } from 'vitest';
import { FRONT_DESK, SARA, TEAM } from '../../packages/local-slack/src/people-and-places.ts';
import { buildRunJob } from '../../src/batches/batch-jobs.ts';
import type { NewBatchRow } from '../../src/store/batch.ts';
import { buildLink } from '../fixtures/links.ts';
import { withoutChecks } from '../fixtures/no-checks.ts';
import { perTest } from '../fixtures/per-test.ts';
import { openStill, type StillScene } from '../fixtures/start-paylink.ts';

const SECOND = 1_000;
/** Rows a second. */
const PACE = 2;

const scene = perTest(async () => {
  let isHeld = false;
  let letGo = (): void => {};
  const silence = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const opened: StillScene = await openStill({
    ...{ isHeld: () => isHeld, withStore: withoutChecks },
    env: { PAYLINK_BATCH_ROWS_PER_SECOND: String(PACE) },
  });
  await opened.start();
  return Object.assign(opened, {
    /** The service answers nothing until `answer` is called. */
    hold: () => {
      isHeld = true;
      opened.sandbox.answerWith(() => silence.then(() => undefined));
    },
    answer: async () => {
      isHeld = false;
      letGo();
      await opened.clock.advance(0);
    },
  });
});

const start = async (rows: number) => {
  const { store, clock } = scene;
  const at = clock.now();
  const { details } = buildLink();
  const batch = await store.batches.add(
    {
      ...{ id: 'bat_1', teamId: TEAM, channelId: FRONT_DESK, creatorId: SARA, creatorName: 'sara' },
      ...{ at, fileName: 'parents.csv', headings: ['Amount'], sourceId: null },
    },
    Array.from({ length: rows }, (_, index): NewBatchRow => {
      const customer = { Email: `parent.${index}@example.com`, Phone: `+97150${1_000_000 + index}` };
      const money = { invoiceAmount: 100 + index, currency: 'AED', isTermsAndConditionsAccepted: true };
      return {
        ...{ number: index + 2, cells: ['100'], request: { ...details, ...customer, ...money } as never },
        ...{ amountFils: 10_000 + index * 100, expiresAt: at + 30 * 86_400_000, faults: [], twinOf: null },
      };
    }),
    new Map(),
  );
  await store.batches.start({
    ...{ teamId: TEAM, id: 'bat_1', by: SARA, byName: 'sara', at, withAlike: true, limitFils: null },
    jobs: () => [buildRunJob({ ...batch, runs: 1 }, null)],
  });
};

test('after a silence of the service a batch catches up with one second of its rows, and no more', async () => {
  const sent = () => scene.sandbox.calls().generate;
  scene.hold();
  await start(40);
  await scene.clock.advance(20 * SECOND);
  const before = sent();
  expect(before).toBeLessThanOrEqual(8);
  await scene.answer();
  expect(sent() - before).toBeLessThanOrEqual(PACE + 1);
  await scene.clock.advance(5 * SECOND);
  expect(sent() - before).toBeLessThanOrEqual(6 * PACE + 1);
  expect(sent() - before).toBeGreaterThan(4 * PACE);
});
