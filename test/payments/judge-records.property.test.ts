import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildKindWords, buildStateWords, judgeRecords } from '../../src/payments/index.ts';
import { runs } from '../fixtures/whole-suite.ts';
import { expect4 } from './meant-records.ts';
import { ASKED, plainPayment, spelledCase } from './spelled-records.ts';

const CASES = process.env['LONG_TESTS'] ? 200_000 : runs(2_000).numRuns;
/** The same cases in every short run, so that what a change breaks is the change's; new ones in a long run. */
const RUNS = { numRuns: CASES, ...(process.env['LONG_TESTS'] ? {} : { seed: 20_261_121 }) };
const TIME = process.env['LONG_TESTS'] ? 1_800_000 : 60_000;
const SETTINGS = { words: { states: buildStateWords(), kinds: buildKindWords() }, timeZone: 'Asia/Dubai' };

describe('a link is paid by the four questions alone', () => {
  test(
    `in ${CASES} cases of any records: never where they deny it or cannot tell, always where they affirm it`,
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
      // The generator meets all of them, and often.
      expect(met.paid).toBeGreaterThan(CASES / 50);
      expect(met['not-paid']).toBeGreaterThan(CASES / 4);
    },
    TIME,
  );

  test(
    `in ${CASES} plain, whole payments: always, in every spelling and whatever else the record tells of`,
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
