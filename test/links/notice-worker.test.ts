// @module-tag postgres

import { afterEach, beforeEach, expect, test } from 'vitest';
import { FRONT_DESK } from '../../playground/slack/people-and-places.ts';
import type { JobWorker } from '../../src/delivery/job-worker.ts';
import { buildCardNotice, buildEditNotice, buildQrNotice } from '../../src/links/card/notice-kinds.ts';
import { createNoticeWorker } from '../../src/links/card/notice-worker.ts';
import { createLog } from '../../src/log.ts';
import { ONE_ACCOUNT } from '../fixtures/accounts.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { seen } from '../fixtures/seen.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';
import { type DeliveryStage, NOW, startDelivery } from './start-delivery.ts';

let stage: DeliveryStage;
let clock: ManualClock;
let notifier: JobWorker;
let reported: string[];
/** Looks again after each delivery. */
let look: () => void;

/** Resolves when so many deliveries have ended. */
const ended = (count: number) =>
  new Promise<void>((resolve) => {
    look = () => {
      if (reported.length >= count) resolve();
    };
    look();
  });

/** On PostgreSQL, the lease of an ended process runs out first: other processes may use the database. */
const testAlone = test.runIf(TEST_ENGINE === 'sqlite');

beforeEach(async () => {
  stage = await startDelivery();
  reported = [];
  look = () => {};
  clock = createManualClock(NOW, stage.isBusy);
  const client = stage.client();
  notifier = createNoticeWorker({
    accounts: ONE_ACCOUNT,
    store: stage.store,
    clientOf: async () => client,
    held: () => [],
    onNotice: ({ kind, outcome }) => {
      reported.push(`${kind} ${outcome}`);
      look();
    },
    clock,
    ids: stage.ids,
    random: () => 1,
    timeZone: 'Asia/Dubai',
    log: createLog('silent'),
  });
});

afterEach(async () => {
  await notifier.stop();
  await stage.close();
});

test('waiting notices are delivered, and each outcome is reported', async () => {
  const link = await stage.openLink();
  await stage.store.jobs.addAll([buildCardNotice(link, stage.ids)], NOW);
  notifier.start();
  await ended(2);
  expect(reported).toEqual(['card delivered', 'edit delivered']);
  expect(seen(stage.theCard()).title).toBe('*AED 1,250.50* · 🟡 Waiting');
});

testAlone(
  'a card that a dead process may have posted is edited immediately, and again when that process can no longer post',
  async () => {
    const link = await stage.openLink();
    await stage.store.jobs.addAll([buildCardNotice(link, stage.ids)], NOW);
    await stage.store.jobs.claim({ at: NOW, leaseMs: 30_000, limit: 1, token: 'ended' });
    notifier.start();
    await ended(3);
    expect(reported).toEqual(['card delivered', 'edit delivered', 'edit delivered']);
    await clock.advance(59_000);
    expect(reported).toHaveLength(3);
    await clock.advance(61_000);
    await ended(4);
    expect(reported.slice(3)).toEqual(['edit delivered']);
    const { ts } = stage.theCard() ?? {};
    expect(stage.argumentsOf('chat.update')).toMatchObject(Array(3).fill({ channel: FRONT_DESK, ts }));
  },
);

testAlone('that second edit waits in the card’s lane', async () => {
  const link = await stage.openLink();
  await stage.store.jobs.addAll([buildCardNotice(link, stage.ids)], NOW);
  await stage.store.jobs.claim({ at: NOW, leaseMs: 30_000, limit: 1, token: 'ended' });
  notifier.start();
  await ended(3);
  await notifier.stop();
  const at = NOW + 60_000;
  const { lane } = buildEditNotice(link, stage.ids);
  expect((await stage.store.jobs.claim({ at, leaseMs: 30_000, limit: 9, token: 'next' })).jobs).toMatchObject(
    [{ kind: 'edit', linkId: link.id, lane }],
  );
});

test('a picture is uploaded for its link', async () => {
  const link = await stage.openLink();
  await stage.store.jobs.addAll([buildQrNotice(link, stage.ids)], NOW);
  notifier.start();
  await ended(1);
  expect(reported).toEqual(['qr delivered']);
  expect(stage.argumentsOf('files.completeUploadExternal')).toHaveLength(1);
  expect(await stage.store.links.get(link.id)).toMatchObject({ qrFileId: expect.any(String) });
});
