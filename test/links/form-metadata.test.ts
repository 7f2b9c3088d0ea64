import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../src/blocks/limits.ts';
import { parseQuestionMetadata, writeQuestionMetadata } from '../../src/links/form/form-metadata.ts';
import { anyFormValues } from '../fixtures/form-values.ts';

test('the question about duplicates has room for the longest form', () => {
  const values = anyFormValues(({ kind }) => {
    const element = kind.ask(null);
    // Slack limits an e-mail as the service does.
    const maxLength = ('max_length' in element && element.max_length) || 45;
    return fc.string({ minLength: maxLength, maxLength });
  });
  fc.assert(
    fc.property(values, (typedValues) => {
      const form = {
        nonce: 'n'.repeat(20),
        isLong: true,
        doubts: Array.from({ length: 5 }, () => 'd'.repeat(12)),
        channel: 'C0FRONTDSKABCDE',
        askedIn: 'C0FRONTDSKABCDE',
        after: {
          id: `lnk_${'9'.repeat(20)}`,
          sale: 'x'.repeat(12),
          line: '',
        },
        repeats: `lnk_${'8'.repeat(20)}`,
        thread: { channel: 'C0FRONTDSKABCDE', ts: '1795248001.792000' },
        question: 'q'.repeat(20),
        values: typedValues,
      };
      const text = writeQuestionMetadata(form);
      expect(text.length).toBeLessThanOrEqual(limits.view.privateMetadata);
      expect(parseQuestionMetadata(text)).toMatchObject(form);
    }),
  );
});
