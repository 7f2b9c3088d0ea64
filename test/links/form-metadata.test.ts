import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../src/blocks/limits.ts';
import { fillFormMetadata, readQuestion, writeQuestion } from '../../src/links/form/form-metadata.ts';
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
      const metadata = fillFormMetadata({
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
      });
      const text = writeQuestion({ metadata, values: typedValues }, 'q'.repeat(20));
      expect(text.length).toBeLessThanOrEqual(limits.view.privateMetadata);
      expect(readQuestion(text)).toEqual({ metadata, values: typedValues, question: 'q'.repeat(20) });
    }),
  );
});
