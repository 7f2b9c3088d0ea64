import { expect, test } from 'vitest';
import type { App } from '../../src/app-parts.ts';
import { issueRow } from '../../src/batches/issue-row.ts';
import type { Batch, BatchRow } from '../../src/store/batch.ts';
import { ONE_ACCOUNT } from '../fixtures/accounts.ts';
import { buildLink } from '../fixtures/links.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const BATCH = { id: 'bat_1', teamId: 'T1', channelId: 'C1', creatorId: 'U1', creatorName: 'sara' } as Batch;
const ROW = { batchId: 'bat_1', number: 2, nonce: 'n', tries: 0, request: {}, expiresAt: NOW - 1, shown: [] };

const issueAt = async (isClockSure: boolean) => {
  const settled: string[] = [];
  const link = buildLink();
  const result = await issueRow(
    ROW as unknown as BatchRow,
    { batch: BATCH, customerLimitFils: null },
    {
      store: {
        batches: {
          settleRow: async (_: BatchRow, to: string) => void settled.push(to),
          tryRowAgain: async () => undefined,
          orderRowAnew: async () => 'n',
        },
        links: { findByNonce: async () => null },
      },
      issuer: { repeat: async () => null, reserve: async () => ({ link, send: null, conflict: null }) },
      lostLinks: { checkAgain: async () => link },
      accounts: ONE_ACCOUNT,
      clock: { now: () => NOW, sleep: async () => undefined },
      isClockSure: async () => isClockSure,
    } as unknown as App,
    () => undefined,
  );
  return [result.is, ...settled];
};

test('a row whose date has passed is refused for good only while the clock is trusted', async () => {
  expect(await issueAt(true)).toEqual(['refused', 'refused']);
  expect(await issueAt(false)).toEqual(['made']);
});
