import { expect, test } from 'vitest';
import type { App } from '../../src/app-parts.ts';
import { issueRow } from '../../src/batches/issue-row.ts';
import type { Batch, BatchRow } from '../../src/store/batch.ts';
import type { Link } from '../../src/store/link.ts';
import { ONE_ACCOUNT } from '../fixtures/accounts.ts';
import { buildLink } from '../fixtures/links.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const BATCH = { id: 'bat_1', teamId: 'T1', channelId: 'C1', creatorId: 'U1', creatorName: 'sara' } as Batch;
const ROW = { batchId: 'bat_1', number: 2, nonce: 'n', tries: 0, request: {}, expiresAt: NOW - 1, shown: [] };

const issue = async (
  row: object,
  { isClockSure = true, link = buildLink() }: { isClockSure?: boolean; link?: Link } = {},
) => {
  const settled: string[] = [];
  const result = await issueRow(
    { ...ROW, ...row } as unknown as BatchRow,
    { batch: BATCH, customerLimitFils: null },
    {
      store: {
        batches: {
          settleRow: async (_: BatchRow, to: string) => void settled.push(to),
          tryRowAgain: async () => void settled.push('again'),
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
  expect(await issue({})).toEqual(['refused', 'refused']);
  expect(await issue({}, { isClockSure: false })).toEqual(['made']);
});

const failed = (failure: Partial<NonNullable<Link['failure']>>) =>
  buildLink({
    state: 'failed',
    failure: { what: 'No.', next: 'Wait.', isAboutValues: false, ...failure } as Link['failure'],
  });
const BUSY = { retryAfterMs: null };

/** How often the row was tried before, why it is not made, and what becomes of it. */
test.each([
  [0, {}, ['trouble', 'again']],
  [1, {}, ['trouble', 'again']],
  [2, {}, ['trouble', 'refused']],
  [3, {}, ['trouble', 'refused']],
  [0, { isAboutValues: true }, ['refused', 'refused']],
  [2, BUSY, ['busy', 'again']],
  [9, BUSY, ['busy', 'again']],
] as const)('a row that was tried %i times before and fails with %j: %j', async (tries, failure, becomes) => {
  expect(await issue({ tries, expiresAt: NOW + 1 }, { link: failed(failure) })).toEqual(becomes);
});
