import { expect, test } from 'vitest';
import {
  approvalRoundSchema,
  buildAskJobs,
  buildDecidedJobs,
  buildRoundJob,
} from '../../src/approvals/approval-jobs.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const REQUEST = { id: 'lnk_1', teamId: 'T1', creatorId: 'U1' };

const round = (which: number | string, dueAt = NOW) => ({
  ...{ id: `approval-round:lnk_1:${which}`, teamId: 'T1', kind: 'approval-round', dueAt },
  payload: { requestId: 'lnk_1', round: which },
});

test('people are asked, and a request that has an end is ended', () => {
  expect(buildAskJobs(REQUEST, NOW, NOW + 9)).toEqual([round(0), round('expiry', NOW + 9)]);
  expect(buildAskJobs(REQUEST, NOW, null)).toEqual([round(0)]);
});

test('the next people are asked at their time by a job of their own', () => {
  expect(buildRoundJob(REQUEST, 2, NOW + 9)).toEqual(round(2, NOW + 9));
  expect(approvalRoundSchema.safeParse({ requestId: 'lnk_1', round: -1 }).success).toBe(false);
});

test('after a decision everyone’s message is closed, and the person who asked is told, unless it was theirs', () => {
  const news = { text: 'Approved', blocks: [] };
  const tell = { id: 'approval-news:lnk_1', teamId: 'T1', kind: 'tell' };
  expect(buildDecidedJobs(REQUEST, news, NOW, 'C1')).toEqual([
    round('decided'),
    { ...tell, payload: { to: 'U1', message: news, otherwise: 'C1' } },
  ]);
  expect(buildDecidedJobs(REQUEST, null, NOW)).toEqual([round('decided')]);
});
