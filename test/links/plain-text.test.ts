import { describe, expect, test } from 'vitest';
import {
  findSpans,
  maskSpans,
  sentAs,
  TAKEN,
  toLatinName,
  toPlainText,
} from '../../src/blocks/plain-text.ts';

describe('a name is sent in Latin letters', () => {
  test.for<[typed: string, latin: string]>([
    ['José Al-Maktoum', 'Jose Al Maktoum'],
    ['Jose\u0301 Núñez', 'Jose Nunez'],
    ['Weiß GROẞ', 'Weiss GROSS'],
    ['æ Æ œ Œ', 'ae Ae oe Oe'],
    ['ø Ø đ Đ ð Ð', 'o O d D d D'],
    ['ł Ł ı ħ Ħ þ Þ', 'l L i h H th Th'],
    ['ﬁﬀ Ǆ', 'fiff DZ'],
    ['Anna-Lena', 'Anna Lena'],
    ['Anna - Lena', 'Anna Lena'],
    ['Anna--Lena', 'Anna Lena'],
    ['Anna–Lena —Marie− Kay', 'Anna Lena Marie Kay'],
    ['Anna\u00A0Lena\tMarie', 'Anna Lena Marie'],
    ['O’Neil D‘Souza Ba`ath Sa´ad A\u02BCli P\u2032r', "O'Neil D'Souza Ba'ath Sa'ad A'li P'r"],
  ])('%s as %s', ([typed, latin]) => {
    expect(toLatinName(typed)).toBe(latin);
  });

  test.for(['محمد', '李雷', 'Zoë 李', '①2', '½', 'a\u20E3'])(
    '%s keeps letters without a Latin equivalent',
    (typed) => {
      const kept = [...typed].filter((letter) => /[^\p{ASCII}ë]/u.test(letter));
      for (const letter of kept) expect(toLatinName(typed)).toContain(letter);
    },
  );

  test.for([
    [null, null],
    ['Sara Khan', null],
    ['  Sara Khan ', null],
    ['  José ', 'Jose'],
    ['Al-Maktoum', 'Al Maktoum'],
    ['محمد', null],
    ['José 李', null],
  ])('and “Sent as” for %s shows %s', ([typed, sent]) => {
    expect(sentAs(typed ?? null)).toBe(sent);
  });
});

describe('a text keeps its length', () => {
  test.for<[typed: string, plain: string]>([
    ['٠٩ ۰۹ ०९ ０９', '09 09 09 09'],
    // The characters around the digits are not digits.
    ['\u065F\u066A \u06FA \u0965\u0970 \uFF0F\uFF1A', '\u065F\u066A \u06FA \u0965\u0970 \uFF0F\uFF1A'],
    ['٢٥٠٫٥٠ ١٬٢٥٠، ٣؛', '250.50 1,250, 3;'],
    ['\u200E+971\u202A50\u202C \u2066x\u2069\uFEFF\u00AD\u061C', '+971 50 x'],
  ])('%s read as %s', ([typed, plain]) => {
    const read = toPlainText(typed);
    expect(read).toHaveLength(typed.length);
    expect(read.replaceAll(/\s+/g, ' ').trim()).toBe(plain);
  });

  test('when overlapping parts are masked, in any order', () => {
    const spans = [
      { start: 6, end: 9 },
      { start: 1, end: 4 },
      { start: 2, end: 3 },
    ];
    expect(maskSpans('0123456789', spans)).toBe(`0${TAKEN.repeat(3)}45${TAKEN.repeat(3)}9`);
    expect(findSpans('a 12 b 345', /\d+/g)).toEqual([
      { start: 2, end: 4 },
      { start: 7, end: 10 },
    ]);
  });
});
