import { describe, expect, test } from 'vitest';
import { csv, HEAD, list, OMAR, outcome, outcomeOf, raw, read, SARA } from './read-list.ts';
import { buildWorkbook } from './sheets.ts';

describe('a file that could make a wrong link', () => {
  const CASES: Record<string, [file: () => Buffer | string, expected: (string | RegExp)[]]> = {
    'an amount with a comma that is not quoted': [
      () =>
        csv(
          'Name,Phone,E-mail,For,Amount',
          `${SARA},Rent,12,500.00`,
          `${OMAR},Rent,125,000`,
          `${OMAR},Cake,"20,250"`,
          `${OMAR},Cake,20,250`,
        ),
      [
        /^\*: This row has 6 cells, and there are 5 headings\. Is an amount such as 12,500\.00 not in quotes/,
        /^\*: This row has 6 cells/,
        'AED 20250',
        /^\*: This row has 6 cells/,
      ],
    ],
    'fewer cells than headings': [
      () => csv('Amount,Name,Phone,E-mail,For,Address,City', `250,${SARA},Rent`, `250,${OMAR},Rent,,,,`),
      ['AED 250', 'AED 250'],
    ],
    'a blank heading at the end, and a comma that is not quoted': [
      () => csv('Name,Phone,E-mail,For,Amount,', `${SARA},Rent,12,500.00`),
      [/^\*: This row has 6 cells, and there are 5 headings/],
    ],
    'a note beside the list in a workbook, where no cell can move': [
      () => list([250, ...SARA, 'Rent', 'call first']),
      ['AED 250'],
    ],
    'a value and the same inline text': [
      () => list([raw('t="inlineStr"', '<v>250</v><is><t>250</t></is>'), ...SARA, 'Rent']),
      ['AED 250'],
    ],
    'a value and another inline text': [
      () => list([raw('t="str"', '<v>300</v><is><t>250</t></is>'), ...SARA, 'Rent']),
      [/^refused: The workbook has a cell with two different values/],
    ],
    'error cells of a workbook': [
      () => list([250, ...SARA, raw('t="e"', '<v>#N/A</v>')], [250, ...OMAR, raw('t="e"', '<v>#REF!</v>')]),
      [/^E: “#N\/A” is an error of the spreadsheet/, /^E: “#REF!” is an error of the spreadsheet/],
    ],
    'error cells in text': [
      () => csv(HEAD.join(), `250,${SARA},#N/A`, `#VALUE!,${OMAR},Rent`, `250,${OMAR},########`),
      [
        /^E: “#N\/A” is an error/,
        /^A: “#VALUE!” is an error of the spreadsheet[^|]*$/,
        /^E: “########” is an error/,
      ],
    ],
    'an address that is an error cell': [
      () => csv(`${HEAD},Address`, `250,${SARA},Rent,#REF!`),
      [/^F: “#REF!” is an error/],
    ],
    'more than two decimals in a number': [
      () =>
        list(
          ...[104.895, 1313.025, 262.49, 12.345, 250.0049, 250.00000001].map((amount) => [
            amount,
            ...SARA,
            'Rent',
          ]),
          [raw('', '<v>99.989999999999995</v>'), ...SARA, 'Rent'],
          [raw('', '<v>1e3</v>'), ...SARA, 'Rent'],
          [raw('', '<v>2.5E+2</v>'), ...SARA, 'Rent'],
        ),
      [
        'A: The cell holds 104.895, and an amount has at most two decimals. Write 104.90.',
        'A: The cell holds 1313.025, and an amount has at most two decimals. Write 1313.03.',
        'AED 262.49',
        'A: The cell holds 12.345, and an amount has at most two decimals. Write 12.35.',
        'A: The cell holds 250.0049, and an amount has at most two decimals. Write 250.00.',
        'A: The cell holds 250.00000001, and an amount has at most two decimals. Write 250.00.',
        'AED 99.99',
        'AED 1000',
        'AED 250',
      ],
    ],
    'a column of currencies': [
      () =>
        csv(
          'Amount Due,Currency,Name,Phone,E-mail,For',
          `500,USD,${SARA},Hotel`,
          `500,AED,${OMAR},Hotel`,
          `500,,${SARA},Hotel`,
          `600,INR,${OMAR},Hotel`,
        ),
      [
        /^B: The amount is in USD, and links are in AED only/,
        'AED 500',
        'AED 500',
        /^B: The amount is in INR/,
      ],
    ],
    'a balance beside the amount': [
      () => csv('Customer,Phone,Email,Amount,Open Balance,Memo', `${SARA},500.00,200.00,Stay`),
      ['asks for invoiceAmount'],
    ],
    'a tax and a total': [
      () => csv('Tenant,Mobile,Email,Rent,VAT 5%,Grand Total,Notes', `${SARA},1000,50,1050,June`),
      ['asks for invoiceAmount'],
    ],
    'a quantity beside the price': [
      () => csv('Name,Phone,Email,Item,Qty,Price', `${SARA},Cake,3,100`),
      ['asks', 'times Qty?'],
    ],
    'a quantity beside the total': [
      () => csv('Name,Phone,Email,Item,Qty,Total', `${SARA},Cake,3,300`),
      ['AED 300'],
    ],
    'numbers that are no amounts': [
      () =>
        csv(
          `${HEAD},Tax Registration No,Payment date,Total Hours`,
          `250,${SARA},Rent,100234567800003,20261101,7`,
        ),
      ['AED 250'],
    ],
    'the state of an address, and of a link': [
      () => csv(`${HEAD},City,State`, `250,${SARA},Rent,Dubai,Dubai`, `250,${OMAR},Rent,Dubai,Paid`),
      ['asks', 'without 1 State: Paid?'],
    ],
    'one piece each': [() => csv('Name,Phone,Email,Item,Qty,Price', `${SARA},Cake,1,100`), ['AED 100']],
    'two columns with the same amounts': [
      () => csv('Amount,Name,Phone,E-mail,For,Total', `250,${SARA},Rent,250.00`),
      ['AED 250'],
    ],
    'an amount of another currency beside it': [
      () => csv('Amount,Amount (USD),Name,Phone,E-mail,For', `250,68,${SARA},Rent`),
      ['AED 250'],
    ],
    'a status': [
      () =>
        csv(
          'Name,Phone,E-mail,For,Amount,Status',
          `${SARA},Hotel,500,Refunded`,
          `${SARA},Hotel,300,Paid`,
          `${SARA},Hotel,200,Cancelled`,
          `${SARA},Hotel,100,Unpaid`,
        ),
      ['asks', 'without 1 Status: Refunded?', 'without 1 Status: Paid?', 'without 1 Status: Cancelled?'],
    ],
    'a status that every row has to pay': [
      () => csv(`${HEAD},Payment Status`, `250,${SARA},Rent,Pending`, `250,${OMAR},Rent,غير مدفوع`),
      ['AED 250', 'AED 250'],
    ],
    'a total below the list': [
      () => csv(HEAD.join(), `250,${SARA},Rent`, '250,TOTAL,,,'),
      ['AED 250', '*: This is a total, and names no customer.'],
    ],
    'e-mails as they are copied': [
      () =>
        csv(
          HEAD.join(),
          '250,Sara Khan,0501234567,mailto:a@example.com,Rent',
          '250,Omar Ali,0507654321,b@example.com.,Rent',
          '250,Mona Ali,0507654322,c..d@example..com,Rent',
        ),
      ['AED 250', 'AED 250', /^D: “c\.\.d@example\.\.com” is not an e-mail address/],
    ],
    'a cover sheet before the list': [
      () =>
        buildWorkbook([
          { name: 'How to use', rows: [['Fill in the next sheet']] },
          { name: 'List', rows: [HEAD, [250, ...SARA, 'Rent']] },
        ]),
      ['AED 250'],
    ],
    'a list on two sheets': [
      () =>
        buildWorkbook([
          { name: 'Jan', rows: [HEAD, [250, ...SARA, 'Rent']] },
          { name: 'Notes', rows: [['x']] },
          { name: 'Feb', rows: [HEAD, [260, ...SARA, 'Rent']] },
        ]),
      ['asks', 'sheet Jan,Notes,Feb?'],
    ],
    'a hidden column of amounts': [
      () =>
        buildWorkbook([
          {
            before: '<cols><col min="1" max="1" width="0" hidden="1"/></cols>',
            rows: [
              ['Amount', ...HEAD.slice(1), 'Total'],
              [9_000, ...SARA, 'Rent', 250],
            ],
          },
        ]),
      ['AED 250'],
    ],
    'only a hidden column of amounts': [
      () =>
        buildWorkbook([
          {
            before: '<cols><col min="1" max="1" width="9" hidden="true"/></cols>',
            rows: [HEAD, [9_000, ...SARA, 'Rent']],
          },
        ]),
      ['asks for invoiceAmount'],
    ],
  };

  test.each(Object.entries(CASES))('%s', async (_, [build, expected]) => {
    const found = await outcome(build());
    expect(found).toHaveLength(expected.length);
    expected.forEach((one, at) => {
      if (typeof one === 'string') expect(found[at]).toBe(one);
      else expect(found[at]).toMatch(one);
    });
  });
});

test('a reading hint is no text', async () => {
  const name = raw('t="inlineStr"', '<is><t>Sara Khan</t><rPh sb="0" eb="1"><t>sara</t></rPh></is>');
  const batch = await read(list([250, name, ...SARA.slice(1), 'Rent']));
  expect(batch).toMatchObject({ rows: [{ request: { FullName: 'Sara Khan' } }] });
});

test.each(['', '<v></v>', '<v> </v>'])('a shared string with the place %j is blank', async (value) => {
  const file = buildWorkbook(
    [
      {
        rows: [
          [...HEAD, 'Address'],
          [250, ...SARA, 'Rent', raw('t="s"', value)],
          [300, ...OMAR, raw('t="s"', value)],
        ],
      },
    ],
    { strings: ['Flat rents of November'] },
  );
  const batch = await read(file);
  expect(JSON.stringify(batch)).not.toContain('Flat rents');
  expect(batch).toMatchObject({ rows: [{ request: { notes: 'Rent' } }, { request: null }] });
});

test('an e-mail is sent without what copying added', async () => {
  const file = csv(
    HEAD.join(),
    '250,Sara Khan,0501234567,mailto:a@example.com,Rent',
    '250,Omar Ali,0507654321,b@example.com.,Rent',
  );
  expect(await read(file)).toMatchObject({
    rows: [{ request: { Email: 'a@example.com' } }, { request: { Email: 'b@example.com' } }],
  });
});

describe('an answer', () => {
  test('says which column is the amount', async () => {
    const file = csv('Tenant,Mobile,Email,Rent,VAT 5%,Grand Total,Notes', `${SARA},1000,50,1050,June`);
    expect(await outcomeOf(file, { columns: { invoiceAmount: 'Grand Total' } })).toEqual(['AED 1050']);
    expect(await outcomeOf(file, { columns: { invoiceAmount: 'Rent' } })).toEqual(['AED 1000']);
  });

  test('about one state of rows is none about the others', async () => {
    const file = csv(`${HEAD},Status,State`, `250,${SARA},Rent,Paid,Paid`, `250,${OMAR},Rent,open,`);
    expect(await outcome(file, { about: ['F'] })).toEqual([
      'asks',
      'with 1 Status: Paid?',
      'without 1 State: Paid?',
    ]);
  });

  test('leaves out rows that may be paid already, or makes them as well', async () => {
    const file = csv(`${HEAD},Status`, `250,${SARA},Rent,Paid`, `250,${OMAR},Rent,open`);
    expect(await outcomeOf(file, {})).toEqual(['F: Left out, because Status says “Paid”.', 'AED 250']);
    expect(await outcomeOf(file, { leftOut: [] })).toEqual(['AED 250', 'AED 250']);
  });

  test('says which sheet is the list, and the reading names it', async () => {
    const file = buildWorkbook([
      { name: 'Jan', rows: [HEAD, [250, ...SARA, 'Rent']] },
      {
        name: 'Feb',
        rows: [
          [...HEAD, 'Class'],
          [260, ...SARA, 'Rent', '7B'],
        ],
      },
    ]);
    expect(await outcome(file, { sheet: 1 })).toEqual(['AED 260']);
    expect(await read(file, { sheet: 1 })).toMatchObject({
      reading: {
        sheet: 'Feb',
        used: { invoiceAmount: 'Amount', notes: 'For' },
        unused: [{ heading: 'Class', sample: null }],
      },
    });
  });
});
