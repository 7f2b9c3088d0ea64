import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, describeSpan, spanOfDays, toDateRange } from '../../src/calendar/date-span.ts';
import { readDateWords } from '../../src/calendar/date-words.ts';
import { CODE_POINT } from '../fixtures/code-point.ts';
import { runs } from '../fixtures/whole-suite.ts';

const zone = fc.constantFrom(
  ...`Asia/Dubai Europe/Berlin America/New_York America/Havana
    America/Santiago Australia/Lord_Howe Pacific/Apia UTC`.split(/\s+/),
);
const now = fc
  .date({ min: new Date('2021-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.getTime());

/** Words that people type, in any order. */
const wordy = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'today yesterday this last past previous week month quarter year days hours ago Monday fri Q3 H1'.split(
          ' ',
        ),
        ...'Oct October Feb dec 2025 2026 1 15 31 15th 7 2026-10-01 15/10 1.10.2026 2025-02 - – to until'.split(
          ' ',
        ),
        ...'since from between and 9:00 23:59:59 , 24h ytd day before one . / .. 24 one 29 blah'.split(' '),
      ),
      fc.nat(9_999).map(String),
    ),
    { maxLength: 7 },
  )
  .chain((words) => fc.constantFrom(' ', '').map((space) => words.join(space)));

test('for any words, the start is not after the end, and the description names the same range', () => {
  let understood = 0;
  fc.assert(
    fc.property(wordy, now, zone, (text, at, timeZone) => {
      const { span } = readDateWords(text, { now: at, timeZone });
      if (span === null) return;
      understood += 1;
      expect(span.from).toBeLessThanOrEqual(span.to);
      const shown = readDateWords(describeSpan(span, timeZone), { now: at, timeZone });
      expect(shown.span && toDateRange(shown.span, timeZone)).toEqual(toDateRange(span, timeZone));
      expect(shown.span).toEqual(span);
    }),
    runs(4_000),
  );
  expect(understood).toBeGreaterThan(runs(300).numRuns);
});

test('any text is read without throwing', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: CODE_POINT }), fc.string(), wordy),
      now,
      zone,
      (text, at, timeZone) => {
        const { span, understood } = readDateWords(text, { now: at, timeZone });
        if (span !== null) return;
        for (const day of [understood.fromDay, understood.toDay]) {
          if (day !== null) expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        }
      },
    ),
    runs(3_000),
  );
});

test('any range of days is read back from its description', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 30_000 }),
      fc.integer({ min: 0, max: 900 }),
      now,
      zone,
      (start, length, at, timeZone) => {
        const from = addDays('2012-01-01', start);
        const to = addDays(from, length);
        const span = spanOfDays(from, to, timeZone);
        expect(readDateWords(describeSpan(span, timeZone), { now: at, timeZone }).span).toEqual(span);
      },
    ),
  );
});
