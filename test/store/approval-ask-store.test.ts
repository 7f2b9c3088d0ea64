// @module-tag postgres

import { expect, test } from 'vitest';
import type { ApprovalAsk } from '../../src/approvals/approval-ask-store.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { store } = storePerTest();

const SUBJECT = { teamId: 'T1', approvalId: 'apr_1' };

const ask = (userId: string, round = 0): Omit<ApprovalAsk, 'place'> => ({
  ...{ userId, round, reason: round === 0 ? 'approver' : 'no-answer', askedAt: 1_000 + round },
});

test('a person is asked about a request once, in the earliest round', async () => {
  await store.approvalAsks.add(SUBJECT, [ask('U3'), ask('U2')]);
  await store.approvalAsks.add(SUBJECT, [ask('U2', 1), ask('U1', 1)]);
  await store.approvalAsks.add(SUBJECT, []);
  expect(await store.approvalAsks.list(SUBJECT)).toEqual([
    { ...ask('U2'), place: null },
    { ...ask('U3'), place: null },
    { ...ask('U1', 1), place: null },
  ]);
});

test('a message stays where it was posted first', async () => {
  await store.approvalAsks.add(SUBJECT, [ask('U2'), ask('U3')]);
  await store.approvalAsks.setPlace(SUBJECT, 'U2', { channelId: 'D2', ts: '1.1' });
  await store.approvalAsks.setPlace(SUBJECT, 'U2', { channelId: 'D2', ts: '2.2' });
  expect(await store.approvalAsks.list(SUBJECT)).toMatchObject([
    { userId: 'U2', place: { channelId: 'D2', ts: '1.1' } },
    { userId: 'U3', place: null },
  ]);
});

test('another request, or another workspace’s with the same id, has its own messages', async () => {
  await store.approvalAsks.add(SUBJECT, [ask('U2')]);
  for (const other of [
    { teamId: 'T2', approvalId: 'apr_1' },
    { teamId: 'T1', approvalId: 'apr_2' },
  ]) {
    expect(await store.approvalAsks.list(other)).toEqual([]);
    await store.approvalAsks.setPlace(other, 'U2', { channelId: 'D9', ts: '9.9' });
  }
  expect(await store.approvalAsks.list(SUBJECT)).toMatchObject([{ place: null }]);
});
