// @module-tag first

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reduceRecord } from '../../src/payment-service/index.ts';
import { type FoundRecord, judgeRecords, type Outcome } from '../../src/payments/index.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { IS_WHOLE } from '../fixtures/whole-suite.ts';
import { ASKED } from './found-records.ts';
import { addLeaf, type GeneratedCase, generatedCase, turnKeys } from './generated-records.ts';
import { expectOutcome, isPayment } from './oracle.ts';

const IS_LONG = process.env['LONG_TESTS'] !== undefined;
const CASES = IS_LONG ? 200_000 : IS_WHOLE ? 800 : 200;
/** Every short run has the same cases, so that a failure is due to the change; a long run has new ones. */
const RUNS = { numRuns: CASES, ...(IS_LONG ? {} : { seed: 20_261_126 }) };
const SETTINGS = { words: WORDS, timeZone: 'Asia/Dubai' };

const judge = (found: readonly FoundRecord[]) => judgeRecords(ASKED, found, SETTINGS);
/** Of several records that brought no money, any may be the one that is shown. */
const read = (found: readonly FoundRecord[]) => {
  const { outcome, doubt, amountFils, refundedFils } = judge(found);
  return {
    outcome,
    doubt,
    refundedFils,
    amountFils: /paid|partly|mismatch/.test(outcome) ? amountFils : null,
  };
};

interface Case extends GeneratedCase {
  expected: readonly Outcome[];
  /** As it is judged unchanged. */
  verdict: ReturnType<typeof read>;
}

/** What holds for every case. */
const HOLDS: Record<string, (given: Case) => void> = {
  'a verdict is what the rules say': ({ expected, verdict }) => {
    // The rules do not tell how money went back.
    expect(expected).toContain(verdict.outcome === 'disputed' ? 'refunded' : verdict.outcome);
  },
  'a leaf that votes and is not understood never leaves Paid': (given) => {
    const payments = given.meant.filter(isPayment);
    const [only] = payments;
    if (!only || payments.length > 1 || given.expected.join() !== 'paid') return;
    const found = addLeaf(given, 'not-understood', given.meant.indexOf(only));
    if (found) expect(judge(found).outcome, JSON.stringify(found)).not.toBe('paid');
  },
  'a leaf that does not vote changes nothing': (given) => {
    const found = addLeaf(given, 'mute');
    if (found) expect(read(found), JSON.stringify(found)).toEqual(given.verdict);
  },
  'the order of keys changes nothing': (given) => {
    expect(read(turnKeys(given))).toEqual(given.verdict);
  },
  'what is kept of a record is judged like the whole of it': ({ found, verdict }) => {
    const kept = found.map((one) => ({ ...one, record: reduceRecord(one.record) }));
    expect(read(kept)).toEqual(verdict);
  },
  'the order of records changes nothing': ({ found, verdict }) => {
    if (found.length > 1) expect(read(found.toReversed())).toEqual(verdict);
  },
};

test(
  `in ${CASES} generated cases: ${Object.keys(HOLDS).join('; ')}`,
  () => {
    const met = { paid: 0, not: 0 };
    fc.assert(
      fc.property(generatedCase, (given) => {
        const expected = expectOutcome(given.meant, ASKED.amountFils);
        const one = { ...given, expected, verdict: read(given.found) };
        for (const [title, holds] of Object.entries(HOLDS)) {
          try {
            holds(one);
          } catch (error) {
            throw new Error(`not so: ${title}`, { cause: error });
          }
        }
        if (!expected.includes('paid')) met.not += 1;
        else if (expected.length === 1) met.paid += 1;
      }),
      RUNS,
    );
    // A reader that never says Paid fails, and one that always does.
    expect(met.paid).toBeGreaterThan(CASES / 5);
    expect(met.not).toBeGreaterThan(CASES / 5);
  },
  IS_LONG ? 3_600_000 : 180_000,
);
