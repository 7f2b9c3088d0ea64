// @module-tag postgres

import { expect, test } from 'vitest';
import type { ApprovalAsk } from '../../src/store/tables/approval-asks.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { store } = storePerTest();

const SUBJECT = { teamId: 'T1', requestId: 'lnk_1' };

const ask = (userId: string, round = 0): ApprovalAsk => ({
  ...{
    userId,
    round,
    reason: round === 0 ? 'approver' : 'no-answer',
    askedAt: 1_000 + round,
  },
});

test('a person is asked about a request once, in the earliest round', async () => {
  await store.approvalAsks.add(SUBJECT, [ask('U3'), ask('U2')]);
  await store.approvalAsks.add(SUBJECT, [ask('U2', 1), ask('U1', 1)]);
  await store.approvalAsks.add(SUBJECT, []);
  expect(await store.approvalAsks.list(SUBJECT)).toEqual([ask('U2'), ask('U3'), ask('U1', 1)]);
});

test('another request, or another workspace’s with the same id, asks its own people', async () => {
  await store.approvalAsks.add(SUBJECT, [ask('U2')]);
  for (const other of [
    { teamId: 'T2', requestId: 'lnk_1' },
    { teamId: 'T1', requestId: 'lnk_2' },
  ])
    expect(await store.approvalAsks.list(other)).toEqual([]);
});
