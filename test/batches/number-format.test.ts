import { describe, expect, test } from 'vitest';
import { readNumberFormat, showNumber, showText } from '../../src/batches/reading/number-format.ts';

const ACCOUNTING = '_-[$AED-409]\\ * #,##0.00_-;\\-[$AED-409]\\ * #,##0.00_-;_-[$AED-409]\\ * "-"??_-;_-@_-';

describe('a number above zero is shown', () => {
  test.each([
    ['General', '1250.5', '1250.5'],
    ['General" AED"', '250', '250 AED'],
    ['@', '250', '250'],
    ['0', '250.5', '251'],
    ['0', '0.4', '0'],
    ['0.00', '250', '250.00'],
    ['0.00', '250.005', '250.01'],
    ['0.0#', '250.5', '250.5'],
    ['.00', '12.5', '12.50'],
    ['000000', '250', '000250'],
    ['#,##0', '1250', '1,250'],
    ['#,##0.00', '1234567.8', '1,234,567.80'],
    ['#,###', '1250000', '1,250,000'],
    ['#,##0,', '25000', '25'],
    ['0.0,,"M"', '1250000', '1.3M'],
    ['0%', '2.5', '250%'],
    ['0.00;[Red]-0.00;"none"', '250', '250.00'],
    ['[Blue]0', '250', '250'],
    ['[Color 12]0', '250', '250'],
    ['[$-409]0.00', '250', '250.00'],
    ['[$AED] #,##0', '250', 'AED 250'],
    ['[$د.إ.‏-3801] #,##0.00', '250', 'د.إ.‏ 250.00'],
    ['"AED" 0', '250', 'AED 250'],
    ['0\\A\\E\\D', '250', '250AED'],
    ['0/-', '250', '250/-'],
    ['$0', '250', '$250'],
    ['"TBC"', '250', 'TBC'],
    [';;;', '250', ''],
    ['0;', '250', '250'],
    ['**0', '250', '*250'],
    [ACCOUNTING, '1250', ' AED  1,250.00 '],
  ])('%s of %s: %j', (code, value, shown) => {
    expect(showNumber(value, readNumberFormat(164, code))).toBe(shown);
  });

  test.each([
    '0.00E+00',
    '# ##0',
    '0"."00',
    '00-0',
    '0.00%0',
    '# ?/?',
    '# ?/8',
    '[>100]0;0',
    '0;[<-5]"x";0',
    '[White]0',
    '[h]:mm',
    'h:mm',
    'AED 0',
    '"AED 0',
    '[DBNum1]0',
    '0_',
    '0;0;0;@;0',
    '0'.repeat(256),
  ])('in no way that Paylink knows by %s', (code) => {
    expect(showNumber('250', readNumberFormat(164, code))).toBeNull();
  });
});

test.each([
  ['0.00', 'AED 250', 'AED 250'],
  ['@', 'AED 250', 'AED 250'],
  [ACCOUNTING, 'AED 250', ' AED 250 '],
  ['0;0;0;', 'AED 250', ''],
  ['0;0;"x"@', '250', 'x250'],
  [';;;"TBC"', '250', 'TBC'],
  ['0;-0', '250', '250'],
])('a text in %s: %j is shown as %j', (code, text, shown) => {
  expect(showText(text, readNumberFormat(164, code))).toBe(shown);
});
