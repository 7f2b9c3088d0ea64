import { expect, test } from 'vitest';
import {
  approvalAskPayloadSchema,
  approvalPayloadSchema,
  buildAskingJobs,
  buildAskJobs,
  buildDecisionJobs,
} from '../../src/approvals/approval-jobs.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const approval = { id: 'apr_1', teamId: 'T1', expiresAt: NOW + 60_000 };
const createIds = () => {
  let count = 0;
  return { job: () => `job_${++count}` };
};

const job = (n: number, kind: string, why: string, dueAt: number, isFirst = false) => ({
  ...{ id: `job_${n}`, teamId: 'T1', kind, key: `${kind}:apr_1:${why}`, dueAt },
  payload: { approvalId: 'apr_1', isFirst },
});

test('a request has its card posted now by one job, and edited by another when it expires', () => {
  expect(buildAskingJobs(approval, NOW, createIds())).toEqual([
    job(1, 'approval-card', 'asked', NOW, true),
    job(2, 'approval-card', 'expiry', approval.expiresAt),
  ]);
});

test('each who may approve is asked once', () => {
  const asked = buildAskJobs(approval, ['U2', 'U3'], NOW, createIds());
  expect(asked).toEqual(
    ['U2', 'U3'].map((userId, i) => ({
      ...{ id: `job_${i + 1}`, teamId: 'T1', kind: 'approval-ask', dueAt: NOW },
      ...{ key: `approval-ask:apr_1:${userId}`, payload: { approvalId: 'apr_1', userId } },
    })),
  );
  expect(approvalAskPayloadSchema.parse(asked[0]?.payload)).toEqual({ approvalId: 'apr_1', userId: 'U2' });
  expect(approvalAskPayloadSchema.safeParse({}).success).toBe(false);
});

test.each(['approved', 'declined', 'lapsed'] as const)(
  'a request that is %s has a new card, and news',
  (to) => {
    expect(buildDecisionJobs(approval, to, NOW, createIds())).toEqual([
      job(1, 'approval-card', to, NOW),
      job(2, 'approval-news', to, NOW),
    ]);
  },
);

test('a request that its creator withdrew is no news to them', () => {
  expect(buildDecisionJobs(approval, 'withdrawn', NOW, createIds())).toEqual([
    job(1, 'approval-card', 'withdrawn', NOW),
  ]);
});

test('a job of a version that knew no first one only edits', () => {
  expect(approvalPayloadSchema.parse({ approvalId: 'apr_1' })).toEqual({
    approvalId: 'apr_1',
    isFirst: false,
  });
  expect(approvalPayloadSchema.safeParse({}).success).toBe(false);
});
