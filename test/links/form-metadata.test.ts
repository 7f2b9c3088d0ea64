import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../src/blocks/limits.ts';
import { parseQuestionMetadata, writeQuestionMetadata } from '../../src/links/form/form-metadata.ts';
import { DUPLICATE_WITHIN_MS, guardSince } from '../../src/links/form/issuer.ts';
import { anyFormValues } from '../fixtures/form-values.ts';

test('the question about duplicates has room for the longest form and any number of links', () => {
  // Slack limits an e-mail as the service does, and a number to the digits of an amount.
  const values = anyFormValues(({ kind, maxLength = kind === 'email' ? 45 : 20 }) =>
    fc.string({ minLength: maxLength, maxLength }),
  );
  let crowded = 0;
  fc.assert(
    fc.property(values, fc.nat({ max: 60 }), (typedValues, count) => {
      const form = {
        nonce: 'n'.repeat(20),
        isLong: true,
        doubts: Array.from({ length: 5 }, () => 'd'.repeat(12)),
        channel: 'C0FRONTDSKABCDE',
        askedIn: 'C0FRONTDSKABCDE',
        replacesLinkId: `lnk_${'9'.repeat(20)}`,
        thread: { channel: 'C0FRONTDSKABCDE', ts: '1795248001.792000' },
        values: typedValues,
      };
      const duplicates = Array.from({ length: count + 1 }, (_, at) => ({
        id: `lnk_${String(at).padStart(20, '0')}`,
        createdAt: 1_000 - at,
      }));
      const text = writeQuestionMetadata(form, { acknowledged: [], knownUntil: null }, duplicates);
      expect(text.length).toBeLessThanOrEqual(limits.view.privateMetadata);
      const read = parseQuestionMetadata(text);
      expect(read).toMatchObject(form);
      // No link that was shown or counted raises the question again.
      const since = guardSince(read, 2_000);
      for (const { id, createdAt } of duplicates)
        expect(read.acknowledged.includes(id) || createdAt < since).toBe(true);
      if (count < 20) expect(read.knownUntil).toBeNull();
      else crowded += 1;
    }),
  );
  expect(crowded).toBeGreaterThan(20);
});

const NOON = Date.UTC(2026, 10, 21, 8);

test('links of the last day count as duplicates', () => {
  expect(DUPLICATE_WITHIN_MS).toBe(24 * 60 * 60_000);
  expect(guardSince({}, NOON)).toBe(NOON - DUPLICATE_WITHIN_MS);
  expect(guardSince({ knownUntil: null }, NOON)).toBe(NOON - DUPLICATE_WITHIN_MS);
});

test('after too many links to name, only newer ones count', () => {
  expect(guardSince({ knownUntil: NOON - 5 }, NOON)).toBe(NOON - 4);
  expect(guardSince({ knownUntil: NOON - DUPLICATE_WITHIN_MS - 5 }, NOON)).toBe(NOON - DUPLICATE_WITHIN_MS);
});
