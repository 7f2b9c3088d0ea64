import { expect, test } from 'vitest';
import { buildBatchShow, buildBatchShowNow } from '../../src/links/card/notice-kinds.ts';

const NOW = Date.UTC(2026, 10, 21, 8);

test('what happens within a few seconds is shown once; what a person waits for, at once', () => {
  const batch = { teamId: 'T1', batchId: 'bat_1' };
  const [one, other] = [buildBatchShow(batch, NOW + 1), buildBatchShow(batch, NOW + 2_999)];
  expect([one.dueAt, other.dueAt]).toEqual([NOW + 3_000, NOW + 3_000]);
  expect(buildBatchShowNow(batch).dueAt).toBeUndefined();
});
