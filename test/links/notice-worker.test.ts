// @module-tag postgres

import { expect, test } from 'vitest';
import { FRONT_DESK } from '../../packages/local-slack/src/people-and-places.ts';
import { buildFirstShow, buildReplyNotices } from '../../src/links/card/notice-kinds.ts';
import type { NewJob } from '../../src/store/job.ts';
import { cardOf } from '../../src/store/link-card.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { perTest } from '../fixtures/per-test.ts';
import { openStill } from '../fixtures/start-paylink.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';
import { NOW, noticeVerbs } from './notice-verbs.ts';

const scene = perTest(async () => {
  const still = await openStill({ at: NOW });
  return Object.assign(still, noticeVerbs(still));
});

/** On PostgreSQL, the lease of an ended process runs out first: other processes may use the database. */
const testAlone = test.runIf(TEST_ENGINE === 'sqlite');

/** Adds a job before the app starts; with `by`, a process that has ended since was working on it. */
const startWith = async (job: NewJob, { by }: { by?: string } = {}) => {
  const { jobs } = scene.store;
  await jobs.add(job, NOW);
  if (by) await claimJobs(jobs, { at: NOW, leaseMs: 30_000, limit: 1, token: by });
  await scene.start();
};

/** The deliveries so far, as the operator sees them. */
const reported = async (): Promise<string[]> => {
  const metrics = await (await fetch(`${scene.appUrl}/metrics`)).text();
  return [...metrics.matchAll(/^paylink_notices_total\{kind="(.+)",outcome="(.+)"\} ([1-9].*)$/gm)]
    .map(([, kind, outcome, count]) => `${kind} ${outcome}: ${count}`)
    .sort();
};
const arrived = async (...deliveries: string[]) => {
  await expect.poll(() => scene.clock.advance(0).then(reported)).toEqual(deliveries);
};

testAlone(
  'a card that a dead process may have posted is edited immediately, and again when that process can no longer post',
  async () => {
    const link = await scene.openLink();
    await startWith(buildFirstShow(link), { by: 'ended' });
    await arrived('show delivered: 1');
    const { ts } = scene.theCard() ?? {};
    await scene.store.messages.doubt(cardOf(link), NOW + 60_000, NOW);
    await scene.store.jobs.addAll([buildFirstShow(link)], scene.clock.now());
    await scene.clock.advance(59_000);
    await arrived('show delivered: 2');
    await scene.clock.advance(61_000);
    await arrived('show delivered: 3');
    expect(scene.argumentsOf('chat.update')).toMatchObject(Array(3).fill({ channel: FRONT_DESK, ts }));
  },
);

test('a reply and the direct message beside it that begin at once each wait for the other, and the reply tells it, once', async () => {
  const link = await scene.openLink();
  await startWith(buildFirstShow(link));
  await arrived('show delivered: 1');
  await scene.clock.advance(2_000);
  await scene.pay(link);
  const { payment } = await scene.store.links.get(link.id);
  const both = buildReplyNotices(link, scene.ids, { state: 'paid', payment }, NOW - 60_000);
  await scene.store.jobs.addAll(both, scene.clock.now());
  await scene.clock.advance(10_000);
  const told = scene.argumentsOf('chat.postMessage').filter(({ text }) => /\*Paid |✅ Paid/.test(`${text}`));
  expect(told).toMatchObject([{ channel: FRONT_DESK, thread_ts: scene.theCard()?.ts }]);
});
