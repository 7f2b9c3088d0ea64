import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../src/blocks/limits.ts';
import {
  parseReportPointer,
  type ReportPointer,
  writeReportPointer,
} from '../../src/reports/report-pointer.ts';

const instants = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2200, 0) });
const pointers: fc.Arbitrary<ReportPointer> = fc.record({
  kind: fc.constantFrom('transactions', 'payouts', 'links'),
  span: fc.record({ from: instants, to: instants }),
  first: fc.nat(9_999_999),
});

test('a pointer fits a menu option, and is read back unchanged', () => {
  fc.assert(
    fc.property(pointers, (pointer) => {
      const value = writeReportPointer(pointer);
      expect(value.length).toBeLessThanOrEqual(limits.option.value);
      expect(parseReportPointer(value)).toEqual(pointer);
    }),
  );
});

test('any other text is not a pointer, and never throws', () => {
  for (const value of [
    null,
    ...' | lnk_1 | links.a.b | links.a.b. | links.a.b.-1 | links.a.b.0. | links.a.b.x | links.a.b.99999999 | links..b.0 | links.-.b.0 | rows.a.b.0'.split(
      ' | ',
    ),
  ])
    expect(parseReportPointer(value)).toBeNull();
  const met = { pointer: 0, none: 0 };
  // A pointer with a few other letters in it.
  const wild = fc
    .tuple(
      pointers,
      fc.nat(60),
      fc.nat(3),
      fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('.', '0', '9', '')),
    )
    .map(([pointer, at, length, piece]) => {
      const value = writeReportPointer(pointer);
      return value.slice(0, at) + piece + value.slice(at + length);
    });
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: wild }, fc.string()), (value) => {
      const pointer = parseReportPointer(value);
      met[pointer === null ? 'none' : 'pointer'] += 1;
      if (pointer === null) return;
      expect(Number.isInteger(pointer.first) && pointer.first >= 0).toBe(true);
      expect(parseReportPointer(writeReportPointer(pointer))).toEqual(pointer);
    }),
    { numRuns: 500 },
  );
  expect(Math.min(met.pointer, met.none)).toBeGreaterThan(50);
});
