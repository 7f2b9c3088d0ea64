import { expect, test } from 'vitest';
import {
  approvalRoundPayloadSchema,
  buildDecisionJobs,
  buildRequestJobs,
  buildRoundJob,
} from '../../src/approvals/approval-jobs.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const approval = { id: 'apr_1', teamId: 'T1', expiresAt: NOW + 60_000 };
const createIds = () => {
  let count = 0;
  return { job: () => `job_${++count}` };
};

const show = {
  ...{ id: 'show:approval:apr_1', teamId: 'T1', kind: 'show' },
  payload: { what: 'approval', id: 'apr_1' },
};

const job = (n: number, kind: string, why: string, dueAt: number) => ({
  ...{ id: `job_${n}`, teamId: 'T1', kind, key: `${kind}:apr_1:${why}`, dueAt },
  payload: { approvalId: 'apr_1' },
});

const round = (n: number, why: string, number: number | null, dueAt = NOW) => ({
  ...{ id: `job_${n}`, teamId: 'T1', kind: 'approval-round', key: `approval-round:apr_1:${why}`, dueAt },
  payload: { approvalId: 'apr_1', round: number },
});

test('a request is shown, ended at its expiry, and people are asked', () => {
  expect(buildRequestJobs(approval, NOW, createIds())).toEqual([
    show,
    job(1, 'approval-expiry', 'expiry', approval.expiresAt),
    round(2, '0', 0),
  ]);
});

test('the next people are asked at their time by a job of their own', () => {
  expect(buildRoundJob(approval, 2, NOW + 9, createIds())).toEqual(round(1, '2', 2, NOW + 9));
  expect(approvalRoundPayloadSchema.parse({ approvalId: 'apr_1', round: 2 })).toMatchObject({ round: 2 });
  expect(approvalRoundPayloadSchema.safeParse({ approvalId: 'apr_1', round: -1 }).success).toBe(false);
});

test.each(['approved', 'declined', 'lapsed'] as const)(
  'the card of a request that is %s is edited, and the creator gets a message',
  (to) => {
    expect(buildDecisionJobs(approval, to, NOW, createIds())).toEqual([
      show,
      round(1, to, null),
      job(2, 'approval-news', to, NOW),
    ]);
  },
);

test('a withdrawn request sends its creator no message', () => {
  expect(buildDecisionJobs(approval, 'withdrawn', NOW, createIds())).toEqual([
    show,
    round(1, 'withdrawn', null),
  ]);
});
