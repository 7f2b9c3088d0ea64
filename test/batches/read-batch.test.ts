import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { type BatchDefaults, readBatch } from '../../src/batches/reading/read-batch.ts';
import { BatchFileRefused } from '../../src/batches/reading/sheet-limits.ts';
import { formatFils } from '../../src/payment-service/aed-amount.ts';
import { formatLocalDateTime } from '../../src/payment-service/local-date-time.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { processorTime } from '../fixtures/processor-time.ts';
import { runs, sample, testAtLength } from '../fixtures/whole-suite.ts';
import { buildZip } from './build-zip.ts';
import { encode1256 } from './encode-1256.ts';

const ZONE = 'Asia/Dubai';
const DEFAULTS: BatchDefaults = {
  email: null,
  notes: null,
  expiresAt: NOON + 30 * 86_400_000,
  isQrNeeded: false,
  isInvoiceGenerated: false,
};

const read = (file: Buffer | string, defaults: Partial<BatchDefaults> = {}, mostRows = 1_000) =>
  readBatch(
    typeof file === 'string' ? Buffer.from(file) : file,
    { ...DEFAULTS, ...defaults },
    { mostRows, now: NOON, timeZone: ZONE },
  );

const refusal = async (file: Buffer | string, mostRows?: number): Promise<string> => {
  try {
    await read(file, {}, mostRows);
  } catch (error) {
    if (error instanceof BatchFileRefused) return error.words;
    throw error;
  }
  throw new Error('this file was read');
};

interface Sale {
  fils: number;
  name: string;
  phone: string;
  email: string;
  notes: string;
}

const sale: fc.Arbitrary<Sale> = fc.record({
  fils: fc.integer({ min: 1_000, max: 99_999_999 }),
  name: fc.stringMatching(/^[A-Z][a-z]{1,12} [A-Z][a-z]{1,12}$/),
  phone: fc.integer({ min: 1_000_000, max: 9_999_999 }).map((digits) => `50${digits}`),
  email: fc.stringMatching(/^[a-z]{2,10}@example\.com$/),
  // Everything that a separator, a quote or a line end can break.
  notes: fc.stringMatching(/^[A-Za-z][A-Za-z ,;"'.\t\n]{1,30}[A-Za-z]$/),
});

const COLUMNS = {
  fils: ['Amount', 'AMOUNT (AED)', ' amount aed ', 'Total', 'المبلغ', 'القيمة'],
  name: ['Name', 'Full Name', 'customer_name', 'Parent', 'الاسم', 'اسم العميل'],
  phone: ['Phone', 'Mobile No.', 'mobile', 'WhatsApp', 'الجوال', 'رقم الهاتف'],
  email: ['Email', 'E-mail', 'e-mail address', 'البريد الإلكتروني'],
  notes: ['What for', 'Description', 'Notes', 'البيان', 'ملاحظات'],
} as const;

type Field = keyof typeof COLUMNS;
const FIELDS = Object.keys(COLUMNS) as Field[];

const layout = fc.record({
  order: fc.shuffledSubarray([...FIELDS, 'other'] as const, { minLength: 6, maxLength: 6 }),
  headings: fc.record(Object.fromEntries(FIELDS.map((field) => [field, fc.constantFrom(...COLUMNS[field])]))),
});

/** Amounts and phones as shops write them; each of these has one reading. */
const asWritten = (style: number, { fils, phone }: Sale) => {
  const decimal = formatFils(fils);
  const [dirhams = '', decimals = ''] = decimal.split('.');
  const amounts = [
    decimal,
    `AED ${decimal}`,
    `${dirhams.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`,
    `${decimal} dhs`,
    decimal.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))).replace('.', '٫'),
  ];
  const phones = [
    `0${phone}`,
    `+971${phone}`,
    `00971${phone}`,
    `0${phone.slice(0, 2)} ${phone.slice(2, 5)} ${phone.slice(5)}`,
    phone,
  ];
  return { fils: amounts[style % amounts.length] ?? '', phone: phones[style % phones.length] ?? '' };
};

const tableOf = (
  sales: readonly Sale[],
  { order, headings }: { order: readonly (Field | 'other')[]; headings: Record<string, string> },
  style: number,
) => [
  order.map((field) => (field === 'other' ? 'Class' : (headings[field] ?? ''))),
  ...sales.map((one) =>
    order.map((field) => (field === 'other' ? '7B' : { ...one, ...asWritten(style, one) }[field])),
  ),
];

const writeCsv = (table: readonly (readonly string[])[], separator: string): string =>
  table
    .map((row) =>
      row
        .map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(separator),
    )
    .join('\r\n');

const ENCODINGS: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with a mark': (text) => Buffer.from(`\uFEFF${text}`),
  'UTF-16': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16 of the other order': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  'Windows-1256': encode1256,
};

const expectSales = (rows: Awaited<ReturnType<typeof read>>['rows'], sales: readonly Sale[]) => {
  expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
  expect(
    rows.map(({ amountFils, request }) => ({
      fils: amountFils,
      name: request?.FullName,
      phone: request?.Phone,
      email: request?.Email,
      notes: request?.notes,
    })),
  ).toEqual(sales.map(({ phone, ...one }) => ({ ...one, phone: `+971${phone}`, notes: one.notes })));
};

describe('a list of customers', () => {
  test('reads the same whatever its separator, encoding, order, headings, quotes and ways to write numbers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(sale, { minLength: 1, maxLength: 6 }),
        layout,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom(...Object.keys(ENCODINGS)),
        fc.nat({ max: 4 }),
        async (sales, how, separator, encoding, style) => {
          // Windows-1256 has no Arabic digits.
          const written = encoding === 'Windows-1256' && style === 4 ? 0 : style;
          const text = writeCsv(tableOf(sales, how, written), separator);
          const { rows } = await read((ENCODINGS[encoding] as (text: string) => Buffer)(text));
          expectSales(rows, sales);
        },
      ),
      runs(150),
    );
  });

  test('reads the same from a workbook, where numbers are numbers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sale, { minLength: 1, maxLength: 6 }), layout, async (sales, how) => {
        const [headings = [], ...rows] = tableOf(sales, how, 0);
        const cells = rows.map((row, at) =>
          row.map((cell, place) => {
            const field = how.order[place];
            if (field === 'fils') return (sales[at]?.fils ?? 0) / 100;
            return field === 'phone' ? Number(sales[at]?.phone) : cell;
          }),
        );
        const bytes = await writeXlsx({ sheets: [{ name: 'Sheet1', rows: [headings, ...cells] }] });
        expectSales((await read(Buffer.from(bytes))).rows, sales);
      }),
      runs(40),
    );
  });

  test.each([
    ['24/12/2026', '2026-12-24 23:59:59'],
    ['2026-12-24', '2026-12-24 23:59:59'],
    ['24.12.26', '2026-12-24 23:59:59'],
    ['٢٤/١٢/٢٠٢٦', '2026-12-24 23:59:59'],
    ['5/12/2026', '2026-12-05 23:59:59'],
    ['24 Dec 2026', '2026-12-24 23:59:59'],
    ['24-December-2026 5:30 pm', '2026-12-24 17:30:00'],
    ['2026-12-24 17:30', '2026-12-24 17:30:00'],
  ])('takes %s as the day until which it can be paid', async (typed, expected) => {
    const { rows } = await read(
      `Amount,Name,Phone,E-mail,For,Pay by\n250,Sara Khan,0501234567,a@b.ae,Rent,${typed}`,
    );
    expect(rows[0]?.faults).toEqual([]);
    expect(rows[0]?.request?.expiryOn).toBe(expected);
  });

  test('takes the dates of a workbook as dates', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'S',
          rows: [
            ['Amount', 'Name', 'Phone', 'Email', 'For', 'Expiry'],
            [250.5, 'Sara Khan', 501234567, 'a@b.ae', 'Rent', new Date(Date.UTC(2026, 11, 24))],
          ],
        },
      ],
    });
    const { rows } = await read(Buffer.from(bytes));
    expect(rows[0]?.request).toMatchObject({ invoiceAmount: 250.5, expiryOn: '2026-12-24 23:59:59' });
  });

  test.each([
    ['31/02/2026', 'F', /is not a date/],
    ['yesterday', 'F', /is not a date/],
    ['01/01/2026', 'F', /future date/],
  ])('says of %s that it is no day to come', async (typed, column, words) => {
    const { rows } = await read(
      `Amount,Name,Phone,E-mail,For,Pay by\n250,Sara Khan,0501234567,a@b.ae,Rent,${typed}`,
    );
    expect(rows[0]?.request).toBeNull();
    expect(rows[0]?.faults).toEqual([{ column, words: expect.stringMatching(words) }]);
  });

  test('names every fault of a row, with its column', async () => {
    const { rows } = await read('Name,Amount,Phone,E-mail,For\nسارة,1.250,12,,4111 1111 1111 1111');
    expect(rows[0]?.faults.map(({ column }) => column)).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(rows[0]?.faults.map(({ words }) => words).join(' ')).toMatch(
      /Latin letters.*could be AED 1,250\.00 or AED 1\.25.*“12” is not a phone number.*e-mail.*card number/s,
    );
  });

  test.each(['n/a', 'none', 'sara@example', '<sara@example.com> Sara'])(
    'refuses “%s” as an e-mail, as the form does',
    async (email) => {
      const { rows } = await read(`Amount,Name,Phone,E-mail,For\n250,Sara Khan,0501234567,${email},Rent`, {
        email: 'shop@example.com',
      });
      expect(rows[0]?.request).toBeNull();
      expect(rows[0]?.faults).toEqual([
        { column: 'D', words: expect.stringMatching(/is not an e-mail address.*leave it blank/) },
      ]);
    },
  );

  test('takes what the form says where the file has no column for it', async () => {
    const { rows } = await read('Amount,First name,Last name,Phone\n250,Sara,Khan,0501234567', {
      email: 'shop@example.com',
      notes: 'June fees',
    });
    expect(rows[0]?.request).toMatchObject({
      FullName: 'Sara Khan',
      Email: 'shop@example.com',
      notes: 'June fees',
      expiryOn: formatLocalDateTime(DEFAULTS.expiresAt, ZONE),
    });
  });

  test('skips a title above the headings and empty lines, and counts rows as a spreadsheet does', async () => {
    const { rows } = await read(
      'Fees of June\n\nAmount,Name,Phone,E-mail,For\n\n250,Sara Khan,0501234567,a@b.ae,Rent\n,,,,\n',
    );
    expect(rows.map(({ number }) => number)).toEqual([5]);
  });

  test('finds rows for the same customer and amount, by phone or by e-mail, and not by the shop’s own', async () => {
    const row = (amount: string, phone: string, email: string) =>
      `${amount},Sara Khan,${phone},${email},Rent`;
    const { rows } = await read(
      [
        'Amount,Name,Phone,E-mail,For',
        row('250', '0501234567', 'a@b.ae'),
        row('250.00', '+971501234567', 'c@d.ae'),
        row('250', '0501234568', 'A@B.AE'),
        row('251', '0501234567', 'a@b.ae'),
        row('250', '0501234569', 'shop@example.com'),
        row('250', '0501234560', 'shop@example.com'),
      ].join('\n'),
      { email: 'shop@example.com' },
    );
    expect(rows.map(({ twinOf }) => twinOf)).toEqual([null, 2, 2, null, null, null]);
  });

  test('refuses the second of two rows with one invoice number', async () => {
    const { rows } = await read(
      'Amount,Name,Phone,E-mail,For,Invoice no\n250,A Khan,0501234567,a@b.ae,Rent,INV-1\n260,B Khan,0501234568,c@d.ae,Rent,INV-1',
    );
    expect(rows.map(({ request }) => request !== null)).toEqual([true, false]);
    expect(rows[1]?.faults[0]?.words).toMatch(/Row 2 has the same invoice number/);
  });
});

describe('a file that is none', () => {
  const HEAD = 'Amount,Name,Phone,E-mail,For\n';
  const ROW = '250,Sara Khan,0501234567,a@b.ae,Rent\n';
  const SHEET = 'xl/worksheets/sheet1.xml';
  const BOOK = {
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    [SHEET]: '',
  };
  const sheet = (xml: string, more: Record<string, string | Buffer> = {}) =>
    buildZip({ ...BOOK, [SHEET]: `<worksheet><sheetData>${xml}</sheetData></worksheet>`, ...more });
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

  const FILES: [string, () => Buffer | string, RegExp][] = [
    ['nothing', () => '', /empty/],
    ['headings alone', () => HEAD, /no rows below/],
    ['no headings', () => 'a,b,c\n1,2,3', /found no headings/],
    [
      'a column that is missing',
      () => 'Amount,Name\n1,Sara',
      /no column for “Phone”, “E-mail” and “What for”/,
    ],
    [
      'a column that is there twice',
      () => `Amount,Total,Name,Phone,E-mail,For\n${ROW}`,
      /hold the same thing/,
    ],
    ['a formula in CSV', () => `${HEAD}=1+1,Sara,050,a@b.ae,x`, /Cell A2 holds a formula/],
    [
      'a formula in a workbook',
      () =>
        sheet(`<row r="1">${cell('A1', 'Amount')}</row><row r="2"><c r="B2"><f>A1*2</f><v>4</v></c></row>`),
      /Cell B2 holds a formula/,
    ],
    ['macros', () => sheet('', { 'xl/vbaProject.bin': Buffer.from([1, 2, 3]) }), /macros/],
    ['an old workbook', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel/],
    ['a PDF', () => '%PDF-1.7\n1 0 obj', /can’t read this file/],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /can’t read this file/],
    ['a web page', () => '<!DOCTYPE html><p>Sign in', /can’t read this file/],
    ['half a workbook', () => sheet(cell('A1', 'x')).subarray(0, 300), /damaged/],
    ['a zip of something else', () => buildZip({ 'letter.txt': 'Dear' }), /could not read this workbook/],
    [
      'entities',
      () => sheet('', { 'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "aaaa">]><workbook>&a;</workbook>' }),
      /could not read this workbook/,
    ],
    [
      'a million columns in CSV',
      () => Buffer.from(`${'a,'.repeat(1_000_000)}\n`),
      /more than 100 columns|more than 20,000 characters/,
    ],
    [
      'a million columns in a workbook',
      () => sheet(`<row r="1">${cell('XFD1', 'x')}</row>`),
      /more than 100 columns/,
    ],
    ['a line of 5 MB', () => Buffer.alloc(5 * 1024 * 1024, 'a'), /more than 20,000 characters/],
    [
      '5 MB of open quote',
      () => Buffer.concat([Buffer.from(`${HEAD}"`), Buffer.alloc(5_000_000, 'a\n')]),
      /quote|20,000 characters/,
    ],
    ['5 MB of short lines', () => Buffer.alloc(5_000_000, 'a,b\n'), /more than 1,000 rows/],
    ['5 MB of empty lines', () => Buffer.alloc(5_000_000, '\n'), /more than 1,000 rows/],
    ['more than 5 MB', () => Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), /larger than 5 MB/],
    ['16 million cells', () => hugeSheet(`<row>${'<c><v>1</v></c>'.repeat(16)}</row>`), /far more than/],
    ['a zip bomb of 10 GB', () => bomb(10 * 1024 ** 3), /far more than/],
    ['a zip bomb that lies about its size', () => bomb(2_000_000), /far more than/],
    [
      'empty cells without end',
      () => sheet(`<row r="1">${'<c/>'.repeat(400_000)}</row>`),
      /too many empty cells/,
    ],
    ['tags in tags without end', () => sheet('<a>'.repeat(400_000)), /could not read this workbook/],
    [
      'attributes without end',
      () => sheet(`<row ${Array.from({ length: 250_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`),
      /could not read this workbook/,
    ],
    [
      'one cell of 3.9 MB',
      () => sheet(`<row>${cell('A1', 'x'.repeat(3_900_000))}</row>`),
      /4,000 characters/,
    ],
    [
      '5 MB of bytes that are no text',
      () => Buffer.alloc(5_000_000, '\x89P\x01\0', 'latin1'),
      /can’t read this file/,
    ],
    [
      'one long text in every cell',
      () => sheet(sharedRow(100).repeat(1_000), { 'xl/sharedStrings.xml': shared('x'.repeat(4_000)) }),
      /far more text/,
    ],
    [
      'long texts where the headings should be, of letters that stand for many',
      () => sheet(sharedRow(100).repeat(9), { 'xl/sharedStrings.xml': shared('\uFDFA'.repeat(4_000)) }),
      /found no headings/,
    ],
    [
      'a format of open brackets without end',
      () =>
        sheet(`<row>${cell('A1', 'x')}</row>`, {
          'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(900_000)}"/></numFmts><cellXfs>${'<xf numFmtId="164"/>'.repeat(500)}</cellXfs></styleSheet>`,
        }),
      /found no headings/,
    ],
    ['empty rows without end', () => sheet('<row/>'.repeat(500_000)), /more than 1,000 rows/],
  ];

  /** Cells that all show the first of the workbook's shared texts. */
  function sharedRow(cells: number): string {
    return `<row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row>`;
  }

  function shared(text: string): string {
    return `<sst><si><t>${text}</t></si></sst>`;
  }

  /** 64 MB of cells, as Excel packs them. */
  function hugeSheet(row: string): Buffer {
    return sheet('', { [SHEET]: Buffer.alloc(64_000_000, row) });
  }

  /** 64 MB of zeros in a few kilobytes, whose directory says `claimed`. */
  function bomb(claimed: number): Buffer {
    const { [SHEET]: _none, ...others } = BOOK;
    return buildZip(others, {
      name: SHEET,
      packed: deflateRawSync(Buffer.alloc(64_000_000)),
      claimed: Math.min(claimed, 0xfffffffe),
    });
  }

  /** What reading a file takes of the loop, in milliseconds of a processor, and of memory, in bytes. */
  const measure = async (reading: () => Promise<unknown>) => {
    global.gc?.();
    const memory = process.memoryUsage.rss();
    const from = processorTime();
    let longest = 0;
    let turn = from;
    const ticking = setInterval(() => {
      const now = processorTime();
      longest = Math.max(longest, now - turn);
      turn = now;
    }, 2);
    await reading();
    clearInterval(ticking);
    const to = processorTime();
    return {
      work: to - from,
      longest: Math.max(longest, to - turn),
      memory: process.memoryUsage.rss() - memory,
    };
  };

  test.each(sample(FILES))('is refused in words: %s', async (_name, build, words) => {
    const file = build();
    const bytes = typeof file === 'string' ? Buffer.from(file) : file;
    let told = '';
    const taken = await measure(async () => {
      told = await refusal(bytes);
    });
    expect(told).toMatch(words);
    expect(told.length).toBeLessThan(300);
    expect(taken.work).toBeLessThan(200);
    expect(taken.longest).toBeLessThan(100);
    expect(taken.memory).toBeLessThan(64 * 1024 * 1024);
  });

  testAtLength('leaves others their turn where only its last row is wrong', async () => {
    const row = (name: string, phone: string) => ['250', name, phone, 'a@b.ae', 'Rent'];
    const rows = Array.from({ length: 999 }, (_, index) => row('Sara Khan', `050${1_000_000 + index}`));
    const wide = [row('Sara', '0501234567').join(','), 'x'.repeat(3_900), 'y,'.repeat(90)].join(',');
    const csv = `${HEAD}${`${wide}\n`.repeat(999)}=1+1,,,,\n`;
    const xml = rows.map((cells, at) => {
      const all = [...cells, ...Array.from({ length: 60 }, () => 'z')];
      return `<row r="${at + 2}">${all.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
    });
    const head = `<row r="1">${HEAD.trim()
      .split(',')
      .map((text, at) => cell(`${'ABCDE'[at]}1`, text))
      .join('')}</row>`;
    const last = '<row r="1001"><c r="A1001"><f>1+1</f></c></row>';
    for (const file of [csv, sheet(`${head}${xml.join('')}${last}`)]) {
      const taken = await measure(async () => expect(await refusal(file)).toMatch(/A1001 holds a formula/));
      expect(taken.longest).toBeLessThan(100);
      expect(taken.memory).toBeLessThan(64 * 1024 * 1024);
    }
  });

  testAtLength('is read where it is as large as may be', async () => {
    const rows = Array.from(
      { length: 1_000 },
      (_, index) => `${10 + index},Sara Khan,+97150${1_000_000 + index},p${index}@b.ae,Rent`,
    );
    expect((await read(HEAD + rows.join('\n'))).rows).toHaveLength(1_000);
    expect(await refusal(`${HEAD}${rows.join('\n')}\n${ROW}`)).toMatch(/more than 1,000 rows/);
    expect(await refusal(HEAD + ROW + ROW, 1)).toMatch(/more than 1 rows/);
  });

  test('never throws anything but words, whatever its bytes', async () => {
    const workbook = Buffer.from(
      await writeXlsx({
        sheets: [
          {
            name: 'S',
            rows: [
              ['Amount', 'Name', 'Phone', 'Email', 'For'],
              [250, 'Sara', 501234567, 'a@b.ae', 'x'],
            ],
          },
        ],
      }),
    );
    const damaged = fc
      .tuple(fc.nat({ max: workbook.length - 1 }), fc.nat({ max: 255 }))
      .map(([at, byte]) => Buffer.from(workbook.map((old, place) => (place === at ? byte : old))));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
          fc.string().map((text) => Buffer.from(HEAD + text)),
          damaged,
        ),
        async (bytes) => {
          await read(bytes).catch((error: unknown) => {
            if (!(error instanceof BatchFileRefused)) throw error;
          });
        },
      ),
      runs(400),
    );
  });
});
