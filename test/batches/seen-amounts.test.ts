import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../fixtures/whole-suite.ts';
import { fromFile, HEAD, list, outcome, outcomeOf, raw, read, SARA } from './read-list.ts';
import { buildWorkbook } from './sheets.ts';

/** A list with one number in one format. */
const inFormat = (code: string, value = 250) =>
  buildWorkbook([{ rows: [HEAD, [raw('s="1"', `<v>${value}</v>`), ...SARA, 'Rent']] }], { formats: [code] });
const PLAINLY = 'Write the amount in AED as a plain number.';
const UNKNOWN = 'A: The format of this cell may hide what it holds. Write the amount as a plain number.';

describe('an amount is what a person sees in its cell', () => {
  test.each([
    'General',
    '@',
    '0',
    '#,##0.00',
    '[Red]0.00',
    '"AED" #,##0.00',
    '#,##0.00 "dhs"',
    '0/-',
    '[$AED-409]#,##0.00',
    '[$AED] #,##0.00',
    '[$د.إ.‏-3801] #,##0.00_);[Red]([$د.إ.‏-3801] #,##0.00)',
    '_-[$AED-409]\\ * #,##0.00_-;\\-[$AED-409]\\ * #,##0.00_-;_-[$AED-409]\\ * "-"??_-;_-@_-',
    '_-* #,##0.00\\ [$AED-409]_-;-* #,##0.00\\ [$AED-409]_-;_-* "-"??\\ [$AED-409]_-;_-@_-',
    '_([$د.إ.-3801]* #,##0.00_);_([$د.إ.-3801]* \\(#,##0.00\\);_([$د.إ.-3801]* "-"??_);_(@_)',
  ])('in the format %s', async (code) => {
    expect(await outcome(inFormat(code))).toEqual(['AED 250']);
  });

  test.each([37, 38, 39, 40, 41, 42, 43, 44])('in Excel’s own format %i', async (id) => {
    const file = buildWorkbook([{ rows: [HEAD, [raw('s="1"', '<v>250</v>'), ...SARA, 'Rent']] }], {
      ids: [id],
    });
    expect(await outcome(file)).toEqual(['AED 250']);
  });

  test.each([
    ['"TBC"', 250, 'shows “TBC” and holds 250'],
    [';;;', 250, 'shows nothing and holds 250'],
    ['#,##0\\ "fils"', 25_000, 'shows “25,000 fils” and holds 25000'],
    ['0.00 "AED/sqft"', 250, 'shows “250.00 AED/sqft” and holds 250'],
    ['[$﷼-401] 0', 250, 'shows “﷼ 250” and holds 250'],
    ['[$KWD] 0.000', 250, 'shows “KWD 250.000” and holds 250'],
    ['0.000', 250, 'shows “250.000” and holds 250'],
    ['0', 250.5, 'shows “251” and holds 250.5'],
    ['#,##0,', 25_000, 'shows “25” and holds 25000'],
    ['0.0,"k"', 1_200, 'shows “1.2k” and holds 1200'],
    ['0%', 250, 'shows “25000%” and holds 250'],
    ['0 "pcs"', 250, 'shows “250 pcs” and holds 250'],
    ['"1"0', 250, 'shows “1250” and holds 250'],
    ['"$"#,##0.00', 250, 'shows “$250.00” and holds 250'],
  ])('an error of its row in the format %s', async (code, value, words) => {
    expect(await outcome(inFormat(code, value))).toEqual([`A: The cell ${words}. ${PLAINLY}`]);
  });

  test.each(['0.00E+00', '# ?/?', '[>100]0;0', '0"."00', '[White]0', 'h:mm'])(
    'an error in the format %s',
    async (code) => {
      expect(await outcome(inFormat(code))).toEqual([UNKNOWN]);
    },
  );

  test('an error where part of it is struck through, raised or lowered', async () => {
    expect(await outcome(await fromFile('struck-price.xlsx'))).toEqual([
      'A: In this cell, “300250”, something is struck out. Write only what holds.',
      'A: In this cell, “25050”, digits stand above or below the line. Write the amount as 250.50.',
    ]);
  });

  test('an error in the formats of the list that hides its numbers', async () => {
    const errors = await outcome(await fromFile('format-hides-number.xlsx'));
    expect(errors).toHaveLength(4);
    for (const error of errors) expect(error).toMatch(/^A: The cell shows /);
  });

  test('a struck amount takes its row out', async () => {
    const file = await fromFile('row-struck-out.xlsx');
    expect(await outcome(file)).toEqual(['asks', 'without 1 struck out?']);
    expect(await outcomeOf(file, {})).toEqual(['*: Left out, because this row is struck out.', 'AED 300']);
    expect(await outcomeOf(file, { leftOut: [] })).toEqual(['AED 250', 'AED 300']);
  });

  test('not what a merged cell covers', async () => {
    const rows = [HEAD, [250, ...SARA, 'Rent'], [300, ...SARA, 'Rent']];
    const file = buildWorkbook([{ rows, after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>' }]);
    expect(await outcome(file)).toEqual(['AED 250', expect.stringMatching(/^A: /)]);
  });

  test.each([
    ['a cell', `<c r="A2"><v>250</v></c><c r="A2"><v>300</v></c>`],
    ['a cell of another row', '<c r="A3"><v>250</v></c>'],
  ])('in no file that has %s twice', async (_, xml) => {
    const file = buildWorkbook([{ rows: [HEAD], last: `<row r="2">${xml}</row>` }]);
    expect(await outcome(file)).toEqual([
      expect.stringMatching(/^refused: The workbook has a cell with two/),
    ]);
  });
});

describe('a formula', () => {
  test('in a column that is not read is no matter', async () => {
    const said = { columns: { invoiceAmount: 'Amount' } };
    expect(await outcomeOf(await fromFile('formula-unused-column.xlsx'), said)).toEqual(['AED 250']);
  });

  test('that sums below the list is no customer, and rows below it are read', async () => {
    expect(await outcome(await fromFile('formula-total-row.xlsx'))).toEqual([
      'AED 250',
      '*: This is a total, and names no customer.',
    ]);
    const sum = raw('', '<f>SUM(A2:A2)</f><v>250</v>');
    expect(await outcome(list([250, ...SARA, 'Rent'], [sum], [300, ...SARA, 'Cake']))).toEqual([
      'AED 250',
      '*: This is a total, and names no customer.',
      'AED 300',
    ]);
  });

  test('is read with the value that was kept, and an error without one', async () => {
    const rows = [
      [raw('', '<f>B2*2</f><v>250</v>'), ...SARA, 'Rent'],
      [raw('', '<f>B3*2</f>'), ...SARA, 'Rent'],
      [250, ...SARA, raw('t="str"', '<f>B4</f><v>Rent</v>')],
      [250, ...SARA, raw('t="str"', '<f>IF(B5=1,"x","")</f><v></v>')],
      [raw('t="str"', '<f>IF(B6="","",1)</f><v></v>')],
    ];
    expect(await outcome(list(...rows), {}, { notes: 'Fees' })).toEqual([
      'AED 250',
      expect.stringMatching(/^A: This cell holds a formula, and the file has no value for it/),
      'AED 250',
      'AED 250',
    ]);
  });

  test('is named with the column that is read', async () => {
    const batch = await read(list([raw('', '<f>B2*2</f><v>250</v>'), ...SARA, 'Rent']));
    expect(batch).toMatchObject({
      reading: { used: { invoiceAmount: 'Amount, with formulas', notes: 'For' } },
    });
  });

  test('in text has no value, unless it is a text in quotes', async () => {
    expect(await outcome(`${HEAD}\n=1+1,${SARA},Rent\n250,${SARA},Rent,`)).toEqual([
      expect.stringMatching(/^A: This cell holds a formula/),
      'AED 250',
    ]);
    expect(await outcome(await fromFile('text-by-equals.csv'))).toEqual(['AED 250']);
  });
});

/** A cell for an amount: its XML, its style, and what a person sees in it; null: nothing that is one amount. */
interface Shown {
  cell: { attributes: string; xml: string };
  format: string;
  isStruck: boolean;
  seen: string | null;
  isPlain: boolean;
}

const shownNumber: fc.Arbitrary<Shown> = fc
  .record({
    fils: fc.integer({ min: 1_000, max: 99_999_999 }),
    before: fc.constantFrom(
      '',
      '',
      '"AED "',
      '[$AED-409] ',
      '[$د.إ.-3801] ',
      '"KD "',
      '$',
      '[Red]',
      '[White]',
      '"1"',
    ),
    digits: fc.constantFrom('0.00', '0.0', '0', '#,##0', '#,##0.00', '#,##0.##', '0.000', '#,##0,', '0.00,,'),
    after: fc.constantFrom('', '', ' "AED"', '_)', '/-', ' "fils"', '"/sqft"', '"k"', '%', ';"x"'),
    isStruck: fc.boolean(),
  })
  .map(({ fils, before, digits, after, isStruck }) => {
    const [, decimals = ''] = digits.split('.');
    const places = decimals.replace(/[^0#]/g, '').length;
    const scale = (digits.match(/,+$/)?.[0].length ?? 0) * -3 + (after === '%' ? 2 : 0);
    const number = new Intl.NumberFormat('en-US', {
      minimumFractionDigits: decimals.replace(/[^0]/g, '').length,
      maximumFractionDigits: places,
      useGrouping: digits.startsWith('#,'),
    }).format(`${fils}e${scale - 2}` as Intl.StringNumericLiteral);
    const literal = (text: string) => text.replace(/;.*|_\)|\[\$|-\d+\]|[\]"]|\[Red/g, '');
    return {
      cell: raw('s="1"', `<v>${fils / 100}</v>`),
      ...{ format: `${before}${digits}${after}`, isStruck },
      seen: before === '[White]' ? null : `${literal(before)}${number}${literal(after)}`,
      isPlain:
        !isStruck &&
        /^(?:|"AED "|\[\$(?:AED|د).*|\[Red\])$/.test(before) &&
        /^#?,?#?#?0\.00$/.test(digits) &&
        /^(?:| "AED"|_\)|\/-|;"x")$/.test(after),
    };
  });

const shownText: fc.Arbitrary<Shown> = fc
  .record({
    runs: fc.array(
      fc.record({
        text: fc.constantFrom('250', '300', '50', '.50', 'AED '),
        look: fc.constantFrom('', '', '', '<strike/>', '<strike val="0"/>', '<vertAlign val="superscript"/>'),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    format: fc.constantFrom('General', '@', '0.00', '0;0;0;', '0;0;0;"x"@'),
    isStruck: fc.boolean(),
  })
  .map(({ runs, format, isStruck }) => {
    const xml = runs.map(({ text, look }) => `<r><rPr>${look}</rPr><t>${text}</t></r>`).join('');
    const isRaised = runs.some(({ look }) => look.includes('vertAlign'));
    const left = runs.filter(({ look }) => look !== '<strike/>');
    return {
      cell: raw('s="1" t="inlineStr"', `<is>${xml}</is>`),
      ...{ format, isStruck },
      seen: isRaised || format.startsWith('0;0') ? null : left.map(({ text }) => text).join(''),
      isPlain: false,
    };
  });

/** The fils of a text that is an amount in AED to anybody; null: it is not. */
const filsSeen = (seen: string | null): number | null => {
  const bare = (seen ?? '').replace(/^\s*(?:AED|د\.إ\.)?\s*|\s*(?:AED|\/-)?\s*$/g, '');
  const [, whole, part = ''] = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(bare) ?? [];
  return whole === undefined ? null : Number(whole.replaceAll(',', '') + part.padEnd(2, '0'));
};

test('whatever a workbook shows, the amount taken is the one that is seen, or the row has none', async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(shownNumber, shownText),
      fc.constantFrom('', '', '', 'hidden row', 'hidden column', 'merged'),
      fc.boolean(),
      async ({ cell, format, isStruck, seen, isPlain }, place, areNamed) => {
        const column = place === 'hidden column' ? '<cols><col min="1" max="1" hidden="1"/></cols>' : '';
        const row = [cell, ...SARA, 'Rent'];
        const file = buildWorkbook(
          [
            {
              before: column,
              rows: [HEAD, [300, ...SARA, 'Cake'], row],
              hidden: place === 'hidden row' ? [3] : [],
              after: place === 'merged' ? '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>' : '',
            },
          ],
          { formats: [format], isStruck, areNamed },
        );
        const last = (await outcome(file)).at(-1) ?? '';
        const amount = last.startsWith('AED ') ? Math.round(Number(last.slice(4)) * 100) : null;
        const isSeen = place === '' && !isStruck;
        if (amount !== null) {
          taken += 1;
          expect({ amount, isSeen }).toEqual({ amount: filsSeen(seen), isSeen: true });
        }
        if (isPlain && isSeen) expect(last).toMatch(/^AED /);
      },
    ),
    runs(600),
  );
  expect(taken).toBeGreaterThan(0);
});
