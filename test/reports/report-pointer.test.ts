import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../src/blocks/limits.ts';
import {
  MOST_TOGGLED,
  markColumn,
  parseReportPointer,
  writeReportPointer,
} from '../../src/reports/report-pointer.ts';

const pointers = fc
  .record({
    reportId: fc.stringMatching(/^rpt_[\w-]{20}$/),
    page: fc.nat(99_999),
    size: fc.integer({ min: 1, max: 100 }),
    isDoubtful: fc.boolean(),
    toggled: fc.array(fc.string().map(markColumn), { maxLength: MOST_TOGGLED }),
  })
  .map(({ isDoubtful, ...rest }) => (isDoubtful && rest.page > 0 ? { ...rest, isSizeDoubtful: true } : rest));

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
    ...' | lnk_1 | rpt_1.0.0. | rpt_1.-1.10. | rpt_1.0.10.ab | rpt_1.0.10..x | rpt_1.0.10??. | rpt_1.999999.999999.'.split(
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
      expect(Number.isInteger(pointer.page) && pointer.page >= 0).toBe(true);
      expect(Number.isInteger(pointer.size) && pointer.size >= 1).toBe(true);
      expect(pointer.toggled.every((mark) => mark.length === 3)).toBe(true);
      expect(parseReportPointer(writeReportPointer(pointer))).toEqual(pointer);
    }),
    { numRuns: 500 },
  );
  expect(Math.min(met.pointer, met.none)).toBeGreaterThan(50);
});

test('every column of the sandbox has its own mark', () => {
  const keys = '@at @amount @status .fee .netamount .cardbrand .maskedcard .rrn .notes'.split(' ');
  expect(new Set(keys.map(markColumn)).size).toBe(keys.length);
});
