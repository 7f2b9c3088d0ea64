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

test('a request gets a job that posts its card, one that edits it at the expiry, and one that asks people', () => {
  expect(buildRequestJobs(approval, NOW, createIds())).toEqual([
    job(1, 'approval-card', 'asked', NOW, 'first'),
    job(2, 'approval-card', 'expiry', approval.expiresAt, 'expiry'),
    round(3, '0', 0),
  ]);
});

test('the next people are asked at their time by a job of their own, and named on the card', () => {
  const ids = createIds();
  expect(buildRoundJob(approval, 2, NOW + 9, ids)).toEqual(round(1, '2', 2, NOW + 9));
  expect(buildRoundCardJob(approval, 2, NOW, ids)).toEqual(job(2, 'approval-card', 'round-2', NOW));
  expect(approvalRoundPayloadSchema.parse({ approvalId: 'apr_1', round: 2 })).toMatchObject({ round: 2 });
  expect(approvalRoundPayloadSchema.safeParse({ approvalId: 'apr_1', round: -1 }).success).toBe(false);
});

test('each approver is asked once', () => {
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

test('the card of a process that seemed dead is edited again, and never posted again', () => {
  const payload = { approvalId: 'apr_1', isFirst: true };
  const dead = { id: 'job_9', teamId: 'T1', token: 'n1', kind: 'approval-card', payload } as Job;
  expect(repairCard(dead, NOW, createIds())).toEqual([
    job(1, 'approval-card', 'after-job_9-n1', NOW),
    job(2, 'approval-card', 'long-after-job_9-n1', NOW + 60_000),
  ]);
});

test('the message of a process that seemed dead is edited again: immediately, and after its calls have ended', () => {
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
  'the card of a request that is %s is edited, and the creator gets a message',
  (to) => {
    expect(buildDecisionJobs(approval, to, NOW, createIds())).toEqual([
      job(1, 'approval-card', to, NOW),
      round(2, to, null),
      job(3, 'approval-news', to, NOW),
    ]);
  },
);

test('a withdrawn request sends its creator no message', () => {
  expect(buildDecisionJobs(approval, 'withdrawn', NOW, createIds())).toEqual([
    job(1, 'approval-card', 'withdrawn', NOW),
    round(2, 'withdrawn', null),
  ]);
});

test('a job of an older version, without these flags, only edits', () => {
  expect(approvalPayloadSchema.parse({ approvalId: 'apr_1' })).toEqual({
    approvalId: 'apr_1',
    isFirst: false,
    isExpiry: false,
  });
  expect(approvalPayloadSchema.safeParse({}).success).toBe(false);
});
