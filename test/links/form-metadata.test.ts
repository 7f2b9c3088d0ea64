import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../src/blocks/limits.ts';
import { guardSince } from '../../src/links/form/describe-duplicate.ts';
import { parseQuestionMetadata, writeQuestionMetadata } from '../../src/links/form/form-metadata.ts';

const typed = (maxLength: number) => fc.option(fc.string({ minLength: maxLength, maxLength }));

test('a question carries the longest form that Slack’s inputs take, however many links it is about', () => {
  const values = fc.record({
    FullName: typed(50),
    Email: typed(45),
    Phone: typed(60),
    invoiceAmount: typed(20),
    notes: typed(150),
    expiryOn: fc.constant(1_797_891_360),
    Is_QR_needed: fc.boolean(),
    Is_invoice_generated: fc.boolean(),
    isTermsAndConditionsAccepted: fc.boolean(),
    place: fc.constant('channel' as const),
    channel: fc.constant('C0FRONTDSK'),
    Address: typed(300),
    City: typed(60),
    Country: typed(60),
    Invoice_Id: typed(100),
    Product_Id: typed(100),
  });
  let crowded = 0;
  fc.assert(
    fc.property(values, fc.nat({ max: 60 }), (typedValues, count) => {
      const form = {
        nonce: 'n'.repeat(20),
        isLong: true,
        doubts: Array.from({ length: 5 }, () => 'd'.repeat(12)),
        channel: 'C0FRONTDSKABCDE',
        replacesLinkId: `lnk_${'9'.repeat(20)}`,
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
