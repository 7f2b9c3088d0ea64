import { expect, test } from 'vitest';
import { repairAsk, repairCard } from '../../src/batches/batch-jobs.ts';
import { buildBatchCardJob, buildBatchCardNow } from '../../src/links/card/notice-kinds.ts';
import type { Job } from '../../src/store/job.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const createIds = () => {
  let count = 0;
  return { job: () => `job_${++count}`, notice: () => `ntc_${++count}` };
};

test('edits of a few seconds are one job; an edit that a person waits for is due now and has its own', () => {
  const batch = { teamId: 'T1', batchId: 'bat_1' };
  const ids = createIds();
  const [one, other] = [buildBatchCardJob(batch, NOW + 1, ids), buildBatchCardJob(batch, NOW + 2_999, ids)];
  expect([one.key, one.dueAt]).toEqual([other.key, NOW + 3_000]);
  const [press, next] = [buildBatchCardNow(batch, NOW + 1, ids), buildBatchCardNow(batch, NOW + 1, ids)];
  expect([press.dueAt, next.dueAt]).toEqual([NOW + 1, NOW + 1]);
  expect(new Set([one.key, press.key, next.key]).size).toBe(3);
  expect(press.lane).toBe(one.lane);
});

test('the card of a process that seemed dead is edited again: immediately, and after its calls have ended', () => {
  const dead = { id: 'ntc_9', teamId: 'T1', kind: 'batch-card', payload: { batchId: 'bat_1' } } as Job;
  const again = repairCard(dead, NOW, createIds());
  expect(again).toMatchObject([
    { id: 'ntc_1', teamId: 'T1', kind: 'batch-card', payload: { batchId: 'bat_1' } },
    { id: 'ntc_2', teamId: 'T1', kind: 'batch-card', payload: { batchId: 'bat_1' } },
  ]);
  const [first = 0, last = 0] = again.map(({ dueAt = 0 }) => dueAt - NOW);
  expect(first).toBeLessThanOrEqual(3_000);
  expect(last).toBeGreaterThanOrEqual(60_000);
  expect(new Set(again.map(({ key }) => key)).size).toBe(2);
});

test('so is the message to an approver', () => {
  const payload = { batchId: 'bat_1', userId: 'U2' };
  const dead = { id: 'job_9', teamId: 'T1', kind: 'batch-ask', payload, token: 'held-1' } as Job;
  const again = { teamId: 'T1', kind: 'batch-ask', lane: 'batch-ask:bat_1:U2', payload };
  expect(repairAsk(dead, NOW, createIds())).toEqual([
    { ...again, id: 'job_1', key: 'batch-ask:bat_1:U2:after-job_9-held-1', dueAt: NOW },
    { ...again, id: 'job_2', key: 'batch-ask:bat_1:U2:long-after-job_9-held-1', dueAt: NOW + 60_000 },
  ]);
});
