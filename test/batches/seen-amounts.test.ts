import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { HEAD, list, outcome, raw, SARA } from './read-list.ts';
import { buildWorkbook } from './sheets.ts';

const fromFile = (name: string) => readFile(new URL(`lists/${name}`, import.meta.url));

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
    '# ##0',
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
    ['0"."00', 25_000, 'shows “250.00” and holds 25000'],
    ['"$"#,##0.00', 250, 'shows “$250.00” and holds 250'],
  ])('an error of its row in the format %s', async (code, value, words) => {
    expect(await outcome(inFormat(code, value))).toEqual([`A: The cell ${words}. ${PLAINLY}`]);
  });

  test.each(['0.00E+00', '# ?/?', '[>100]0;0', '[White]0', 'h:mm'])(
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
    expect(await outcome(await fromFile('row-struck-out.xlsx'))).toEqual([
      '*: Left out, because this row is struck out.',
      'AED 300',
    ]);
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
    expect(await outcome(await fromFile('formula-unused-column.xlsx'), { amount: 0 })).toEqual(['AED 250']);
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
    ];
    expect(await outcome(list(...rows))).toEqual([
      'AED 250',
      expect.stringMatching(/^A: This cell holds a formula, and the file has no value for it/),
      'AED 250',
    ]);
  });

  test('in text has no value, unless it is a text in quotes', async () => {
    expect(await outcome(`${HEAD}\n=1+1,${SARA},Rent\n250,${SARA},Rent,`)).toEqual([
      expect.stringMatching(/^A: This cell holds a formula/),
      'AED 250',
    ]);
    expect(await outcome(await fromFile('text-by-equals.csv'))).toEqual(['AED 250']);
  });
});
