import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeRecords } from '../../src/payments/index.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { runs } from '../fixtures/whole-suite.ts';
import { expect4 } from './meant-records.ts';
import { ASKED, plainPayment, spelledCase } from './spelled-records.ts';

const CASES = process.env['LONG_TESTS'] ? 200_000 : runs(2_000).numRuns;
/** Every short run has the same cases, so that a failure is due to the change; a long run has new ones. */
const RUNS = { numRuns: CASES, ...(process.env['LONG_TESTS'] ? {} : { seed: 20_261_121 }) };
const TIME = process.env['LONG_TESTS'] ? 1_800_000 : 60_000;
const SETTINGS = { words: WORDS, timeZone: 'Asia/Dubai' };

describe('a link is paid if the four questions say so', () => {
  test(
    `in ${CASES} cases of any records: never if they deny it or do not decide, always if they affirm it`,
    () => {
      const met = { paid: 0, 'not-paid': 0, open: 0 };
      fc.assert(
        fc.property(spelledCase, ({ meant, found, rivals }) => {
          const expected = expect4(meant);
          met[expected] += 1;
          if (expected === 'open') return;
          const { outcome } = judgeRecords(ASKED, found, SETTINGS, rivals);
          expect(outcome === 'paid' ? 'paid' : 'not-paid').toBe(expected);
        }),
        RUNS,
      );
      // The generator makes enough of both.
      expect(met.paid).toBeGreaterThan(CASES / 50);
      expect(met['not-paid']).toBeGreaterThan(CASES / 4);
    },
    TIME,
  );

  test(
    `in ${CASES} plain payments in full: always, in every spelling and with any other fields`,
    () => {
      fc.assert(
        fc.property(plainPayment, (found) => {
          expect(judgeRecords(ASKED, [found], SETTINGS).outcome).toBe('paid');
        }),
        RUNS,
      );
    },
    TIME,
  );
});
