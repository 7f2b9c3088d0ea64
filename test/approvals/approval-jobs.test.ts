import { expect, test } from 'vitest';
import {
  approvalRoundPayloadSchema,
  buildDecisionJobs,
  buildRequestJobs,
  buildRoundJob,
} from '../../src/approvals/approval-jobs.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const link = {
  ...{ id: 'lnk_1', saleId: 'lnk_1', teamId: 'T1', channelId: 'C1', ownerId: 'U1' },
  expiresAt: NOW + 60_000,
};
const createIds = () => {
  let count = 0;
  return { job: () => `job_${++count}` };
};

const show = {
  ...{ id: 'show:sale:lnk_1', teamId: 'T1', kind: 'show', linkId: 'lnk_1' },
  payload: { what: 'sale', id: 'lnk_1' },
};

const job = (n: number, kind: string, why: string, dueAt: number) => ({
  ...{ id: `job_${n}`, teamId: 'T1', kind, key: `${kind}:lnk_1:${why}`, dueAt },
  payload: { linkId: 'lnk_1' },
});

const round = (n: number, why: string, number: number | null, dueAt = NOW) => ({
  ...{ id: `job_${n}`, teamId: 'T1', kind: 'approval-round', key: `approval-round:lnk_1:${why}`, dueAt },
  payload: { linkId: 'lnk_1', round: number },
});

test('a request is shown, ended at its expiry, and people are asked', () => {
  expect(buildRequestJobs(link, NOW, createIds())).toEqual([
    { ...show, lane: 'T1:C1' },
    job(1, 'approval-expiry', 'expiry', link.expiresAt),
    round(2, '0', 0),
  ]);
});

test('the next people are asked at their time by a job of their own', () => {
  expect(buildRoundJob(link, 2, NOW + 9, createIds())).toEqual(round(1, '2', 2, NOW + 9));
  expect(approvalRoundPayloadSchema.parse({ linkId: 'lnk_1', round: 2 })).toMatchObject({ round: 2 });
  expect(approvalRoundPayloadSchema.safeParse({ linkId: 'lnk_1', round: -1 }).success).toBe(false);
});

test.each(['approved', 'declined', 'lapsed'] as const)(
  'the card of a request that is %s is edited, and the creator gets a message',
  (to) => {
    expect(buildDecisionJobs(link, to, NOW, createIds())).toEqual([
      show,
      round(1, to, null),
      job(2, 'approval-news', to, NOW),
    ]);
  },
);

test('a withdrawn request sends its creator no message', () => {
  expect(buildDecisionJobs(link, 'withdrawn', NOW, createIds())).toEqual([show, round(1, 'withdrawn', null)]);
});
