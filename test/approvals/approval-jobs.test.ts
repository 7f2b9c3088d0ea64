import { expect, test } from 'vitest';
import {
  approvalAskPayloadSchema,
  approvalPayloadSchema,
  approvalRoundPayloadSchema,
  buildAskJobs,
  buildDecisionJobs,
  buildRequestJobs,
  buildRoundCardJob,
  buildRoundJob,
  repairAsk,
  repairCard,
} from '../../src/approvals/approval-jobs.ts';
import type { Job } from '../../src/store/job.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const approval = { id: 'apr_1', teamId: 'T1', expiresAt: NOW + 60_000 };
const createIds = () => {
  let count = 0;
  return { job: () => `job_${++count}` };
};

const job = (n: number, kind: string, why: string, dueAt: number, is: 'first' | 'expiry' | null = null) => ({
  ...{ id: `job_${n}`, teamId: 'T1', kind, key: `${kind}:apr_1:${why}`, dueAt },
  payload: { approvalId: 'apr_1', isFirst: is === 'first', ...(is === 'expiry' ? { isExpiry: true } : {}) },
});

const round = (n: number, why: string, number: number | null, dueAt = NOW) => ({
  ...{ id: `job_${n}`, teamId: 'T1', kind: 'approval-round', key: `approval-round:apr_1:${why}`, dueAt },
  payload: { approvalId: 'apr_1', round: number },
});

test('a request has its card posted now by one job, edited by another when it expires, and people asked', () => {
  expect(buildRequestJobs(approval, NOW, createIds())).toEqual([
    job(1, 'approval-card', 'asked', NOW, 'first'),
    job(2, 'approval-card', 'expiry', approval.expiresAt, 'expiry'),
    round(3, '0', 0),
  ]);
});

test('the next ones are asked at their hour, by a job that holds up no other, and named on the card', () => {
  const ids = createIds();
  expect(buildRoundJob(approval, 2, NOW + 9, ids)).toEqual(round(1, '2', 2, NOW + 9));
  expect(buildRoundCardJob(approval, 2, NOW, ids)).toEqual(job(2, 'approval-card', 'round-2', NOW));
  expect(approvalRoundPayloadSchema.parse({ approvalId: 'apr_1', round: 2 })).toMatchObject({ round: 2 });
  expect(approvalRoundPayloadSchema.safeParse({ approvalId: 'apr_1', round: -1 }).success).toBe(false);
});

test('each who may approve is asked once', () => {
  const asked = buildAskJobs(approval, ['U2', 'U3'], { why: 'asked', at: NOW }, createIds());
  expect(asked).toEqual(
    ['U2', 'U3'].map((userId, i) => ({
      ...{ id: `job_${i + 1}`, teamId: 'T1', kind: 'approval-ask', dueAt: NOW },
      ...{ key: `approval-ask:apr_1:${userId}:asked`, lane: `approval-ask:apr_1:${userId}` },
      payload: { approvalId: 'apr_1', userId },
    })),
  );
  expect(approvalAskPayloadSchema.parse(asked[0]?.payload)).toEqual({ approvalId: 'apr_1', userId: 'U2' });
  expect(approvalAskPayloadSchema.safeParse({}).success).toBe(false);
});

test('a card that a process left that was taken for dead is written again, and never posted again', () => {
  const payload = { approvalId: 'apr_1', isFirst: true };
  const dead = { id: 'job_9', teamId: 'T1', token: 'n1', kind: 'approval-card', payload } as Job;
  expect(repairCard(dead, NOW, createIds())).toEqual([
    job(1, 'approval-card', 'after-job_9-n1', NOW),
    job(2, 'approval-card', 'long-after-job_9-n1', NOW + 60_000),
  ]);
});

test('what a process left that was taken for dead is written again, at once and when its calls have ended', () => {
  const payload = { approvalId: 'apr_1', userId: 'U2' };
  const dead = { id: 'job_9', teamId: 'T1', token: 'n1', kind: 'approval-ask', payload } as Job;
  const again = { teamId: 'T1', kind: 'approval-ask', payload };
  expect(repairAsk(dead, NOW, createIds())).toEqual([
    {
      ...again,
      ...{
        id: 'job_1',
        key: 'approval-ask:apr_1:U2:after-job_9-n1',
        lane: 'approval-ask:apr_1:U2',
        dueAt: NOW,
      },
    },
    { ...again, id: 'job_2', key: 'approval-ask:apr_1:U2:long-after-job_9-n1', dueAt: NOW + 60_000 },
  ]);
});

test.each(['approved', 'declined', 'lapsed'] as const)(
  'a request that is %s has a new card, and news',
  (to) => {
    expect(buildDecisionJobs(approval, to, NOW, createIds())).toEqual([
      job(1, 'approval-card', to, NOW),
      round(2, to, null),
      job(3, 'approval-news', to, NOW),
    ]);
  },
);

test('a request that its creator withdrew is no news to them', () => {
  expect(buildDecisionJobs(approval, 'withdrawn', NOW, createIds())).toEqual([
    job(1, 'approval-card', 'withdrawn', NOW),
    round(2, 'withdrawn', null),
  ]);
});

test('a job of a version that knew neither a first one nor a last only edits', () => {
  expect(approvalPayloadSchema.parse({ approvalId: 'apr_1' })).toEqual({
    approvalId: 'apr_1',
    isFirst: false,
    isExpiry: false,
  });
  expect(approvalPayloadSchema.safeParse({}).success).toBe(false);
});
