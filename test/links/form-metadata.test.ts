import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../src/blocks/limits.ts';
import { parseQuestionMetadata, writeQuestionMetadata } from '../../src/links/form/form-metadata.ts';
import { guardSince } from '../../src/links/form/issuer.ts';
import { anyFormValues } from '../fixtures/form-values.ts';

test('a question carries the longest form that Slack’s inputs take, however many links it is about', () => {
  // Slack takes no longer e-mail than the service does, and no longer number than an amount has digits.
  const values = anyFormValues(({ kind, longest = kind === 'email' ? 45 : 20 }) =>
    fc.string({ minLength: longest, maxLength: longest }),
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
      // Each one that was shown or counted is known: by its id, or as older than the newest.
      const since = guardSince(read, 2_000);
      for (const { id, createdAt } of duplicates)
        expect(read.acknowledged.includes(id) || createdAt < since).toBe(true);
      if (count < 20) expect(read.knownUntil).toBeNull();
      else crowded += 1;
    }),
  );
  expect(crowded).toBeGreaterThan(20);
});
