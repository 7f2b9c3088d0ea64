import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../src/messages/limits.ts';
import {
  MOST_TOGGLED,
  markColumn,
  parseReportPointer,
  writeReportPointer,
} from '../../src/messages/report-pointer.ts';

const pointers = fc.record({
  reportId: fc.stringMatching(/^rpt_[\w-]{20}$/),
  page: fc.nat(99_999),
  size: fc.integer({ min: 1, max: 100 }),
  toggled: fc.array(fc.string().map(markColumn), { maxLength: MOST_TOGGLED }),
});

test('what a button carries fits into an option of a select, and comes back', () => {
  fc.assert(
    fc.property(pointers, (pointer) => {
      const value = writeReportPointer(pointer);
      expect(value.length).toBeLessThanOrEqual(limits.option.value);
      expect(parseReportPointer(value)).toEqual(pointer);
    }),
  );
});

test('what no button of a report carries is no pointer, and nothing throws', () => {
  for (const value of [null, '', 'lnk_1', 'rpt_1.0.0.', 'rpt_1.-1.10.', 'rpt_1.0.10.ab', 'rpt_1.0.10..x'])
    expect(parseReportPointer(value)).toBeNull();
  fc.assert(
    fc.property(fc.string(), (value) => {
      const pointer = parseReportPointer(value);
      expect(pointer === null || pointer.size >= 1).toBe(true);
    }),
  );
});

test('columns of the sandbox have marks of their own', () => {
  const keys = [
    '@at',
    '@amount',
    '@status',
    '.fee',
    '.netamount',
    '.cardbrand',
    '.maskedcard',
    '.rrn',
    '.notes',
  ];
  expect(new Set(keys.map(markColumn)).size).toBe(keys.length);
});
