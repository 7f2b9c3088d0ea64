import { expect, test } from 'vitest';
import { judgeServer } from '../../../src/operations/doctor/check-database.ts';

const KNOWN = ['0001-one', '0002-two'];

test('a server older than 15 is refused', () => {
  expect(judgeServer({ version: 140_010, mayCreate: true, applied: KNOWN }, KNOWN)).toMatchObject({
    status: 'failed',
    seen: 'PostgreSQL 14 answers',
  });
  expect(judgeServer({ version: 150_000, mayCreate: true, applied: KNOWN }, KNOWN).status).toBe('ok');
});

test('the right to make tables matters only where some are to be made', () => {
  const missing = judgeServer({ version: 170_002, mayCreate: false, applied: ['0001-one'] }, KNOWN);
  expect(missing).toMatchObject({ status: 'failed', remedy: expect.stringContaining('CREATE') });
  expect(judgeServer({ version: 170_002, mayCreate: false, applied: KNOWN }, KNOWN).status).toBe('ok');
});
