import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ASKED_COLUMNS } from '../../src/store/batch.ts';
import { runs } from '../fixtures/whole-suite.ts';
import {
  answered,
  csv,
  fromFile,
  HEAD,
  OMAR,
  outcome,
  outcomeOf,
  read,
  SARA,
  type Said,
} from './read-list.ts';
import { buildWorkbook } from './sheets.ts';

const FORM = { notes: 'June fees' };

describe('a list with headings that are not known, or columns that may be the amount', () => {
  test.each<[file: string, asks: string[], said: Said, rows: string[]]>([
    ['head-buildium.csv', ['asks'], {}, ['AED 250']],
    [
      'head-clinic.csv',
      ['asks for invoiceAmount, FullName'],
      { columns: { invoiceAmount: 'Net Due', FullName: 'Patient' } },
      ['AED 250'],
    ],
    [
      'head-freshbooks.csv',
      ['asks for invoiceAmount', 'times Quantity?'],
      { columns: { invoiceAmount: 'Line Total' } },
      ['AED 250'],
    ],
    ['head-hubspot.csv', ['asks for FullName'], { columns: { FullName: 'Associated Contact' } }, ['AED 250']],
    [
      'head-shopify-draft.csv',
      ['asks for invoiceAmount'],
      { columns: { invoiceAmount: 'Outstanding Balance' } },
      ['AED 250'],
    ],
    ['head-tally.csv', ['asks'], {}, ['AED 250']],
    [
      'head-zoho.csv',
      ['asks for invoiceAmount, expiryOn, Invoice_Id'],
      { columns: { invoiceAmount: 'Balance', expiryOn: 'Due Date', Invoice_Id: 'Invoice Number' } },
      ['AED 250'],
    ],
    [
      'wave-invoices.csv',
      ['asks for invoiceAmount, expiryOn'],
      { columns: { invoiceAmount: 'Remaining', expiryOn: 'Due Date' } },
      ['AED 150'],
    ],
    ['total-unpaid.csv', ['asks for invoiceAmount'], { columns: { invoiceAmount: 'Unpaid' } }, ['AED 150']],
    ['total-advance.csv', ['asks for invoiceAmount'], { columns: { invoiceAmount: 'Advance' } }, ['AED 400']],
    ['overdue-list.csv', ['asks for expiryOn'], { columns: { expiryOn: null } }, ['AED 250', 'AED 300']],
    [
      'payment-column.csv',
      ['asks', 'with 1 Payment: Cancelled?', 'with 1 Payment: Cash?', 'with 1 Payment: Void?'],
      { leftOut: ['Payment: Cancelled', 'Payment: Void'] },
      [
        'F: Left out, because Payment says “Cancelled”.',
        'AED 300',
        'F: Left out, because Payment says “Void”.',
      ],
    ],
  ])('%s is asked about once', async (name, asks, said, rows) => {
    const file = await fromFile(name);
    expect(await outcome(file, {}, FORM)).toEqual(asks);
    expect(await outcomeOf(file, said, FORM)).toEqual(rows);
  });

  const FIELDS: Record<string, string> = {
    Amount: `Remaining, Unpaid, Bill, Owing, Premium, Tuition, Monthly, Amt (AED), Total Amount (AED), Amount Payable,
      Amount to Pay, Outstanding, Balance Due, Rent Amount, Rent (AED), Monthly Rent, Net Payable, المبلغ (درهم),
      المبلغ المستحق (د.إ), الرسوم الدراسية`,
    Name: `اسم الطالب, اسم العضو, اسم المريض, Guest Name, Patient Name, Student Name, Father Name, ContactName,
      CustomerName`,
    Phone: 'Mobile 1, WhatsApp No, Cell Number, Telephone Number, Father Mobile, PhoneNumber',
    'E-mail': 'E-mail ID, Email ID, EmailAddress',
  };
  const UNKNOWN = Object.entries(FIELDS).flatMap(([known, headings]) =>
    headings.split(',').map((heading) => [heading.trim(), known] as const),
  );
  test.each(UNKNOWN)('“%s” in place of “%s” is filled in, and asked about', async (heading, known) => {
    const head = HEAD.map((one) => (one === known ? heading : one));
    const file = csv(head.join(), `250.00,${SARA},Rent`, `300.00,${OMAR},Cake`);
    expect(await outcome(file)).toEqual(['asks']);
    expect(await outcomeOf(file, {})).toEqual(['AED 250', 'AED 300']);
  });

  test.each([
    ['Room', '400', '1200'],
    ['Age', '30', '45'],
    ['Passport no', '1234560', '7654320'],
    ['Total Hours', '7', '8'],
    ['Hours', '12.50', '10.00'],
    ['Account', '100234', '100237'],
    ['Order', '8812', '8813'],
    ['Class', '7B', '8A'],
    ['Children', '1', '0'],
    ['Paid by', 'Cash', 'Card'],
    ['Method', 'Cash', 'Bank transfer'],
    ['Manager', 'Huda', 'Nour'],
    ['Emirates ID', '784-1990-1234567-1', '784-1991-1234567-2'],
    ['Date of birth', '02/03/1990', '04/05/1991'],
    ['Invoice Date', '2026-11-20', '2026-11-21'],
    ['Month', 'Nov 2026', 'Nov 2026'],
    ['Period', '1 - 30 Nov', '1 - 30 Nov'],
    ['Plate', 'A 12345', 'B 54320'],
    ['TRN', '100234567800003', '100234567800005'],
    ['Area sqft', '1,250.00', '850.00'],
    ['Amount (USD)', '68.10', '81.70'],
    ['Discount', '0', '0'],
    ['VAT', '5%', '5%'],
    ['Late fee', '', ''],
    ['Nationality', 'UAE', 'India'],
    ['City', 'Dubai', 'Al Ain'],
    ['Currency', 'AED', 'AED'],
    ['Status', 'Pending', 'Unpaid'],
    ['Signed', 'yes', 'yes'],
    ['Second phone', '0501112233', '0501112234'],
    ['Parent 2', 'Mona Ali', 'Ali Omar'],
    ['', '', ''],
  ])('a column %s is not asked about', async (heading, one, other) => {
    const file = csv(`${HEAD},${heading}`, `250,${SARA},Rent,"${one}"`, `300,${OMAR},Rent,"${other}"`);
    expect(await outcome(file)).toEqual(['AED 250', 'AED 300']);
  });

  test.each([
    ['Advance', '100', '150'],
    ['Collected', 'AED 100', ''],
    ['باقي', '100.00', '150.00'],
    ['Extra', '1,100', '90'],
    ['', '100.50', '150.00'],
  ])('a column %j of other amounts is', async (heading, one, other) => {
    const rows = [`250,${SARA},Rent,"${one}",x`, `300,${OMAR},Rent,"${other}",x`];
    expect(await outcome(csv(`${HEAD},${heading},Class`, ...rows))).toEqual(['asks for invoiceAmount']);
  });

  test.each([
    ['مدفوع', '', ['مدفوع']],
    ['✓', '', ['✓']],
    ['yes', 'no', ['yes']],
    ['Cash', '-', ['Cash']],
    ['void', 'VOID', ['void']],
  ])('a column that says “%s” and “%s” is', async (one, other, words) => {
    const file = csv(`${HEAD},Stage`, `250,${SARA},Rent,${one}`, `300,${OMAR},Rent,${other}`);
    const [asks, ...doubts] = await outcome(file);
    expect(asks).toBe('asks');
    expect(doubts).toEqual(words.map((word) => expect.stringMatching(`^with [12] Stage: ${word}\\?$`)));
  });

  test('two long states that begin alike are two choices', async () => {
    const long = 'paid in full by cheque at the front desk number '.repeat(2);
    const rows = [`250,${SARA},Rent,${long}1`, `300,${OMAR},Rent,${long}2`];
    const { question } = await read(csv(`${HEAD},Status`, ...rows));
    expect(new Set(question?.marks.map(({ id }) => id)).size).toBe(2);
  });

  test('a column of e-mails is asked about only where the shop has none of its own', async () => {
    const file = csv('Amount,Name,Phone,Contact mail,For', `250,${SARA},Rent`);
    expect(await outcome(file)).toEqual(['asks']);
    expect(await outcome(file, {}, { email: 'shop@example.com' })).toEqual(['AED 250']);
  });

  test('takes no column twice for one answer: the name may be in two', async () => {
    const file = csv('Amount,Vorname,Nachname,Phone,E-mail,For', `250,Sara,Khan,${SARA.slice(1)},Rent`);
    const batch = await answered(file, { columns: { FullName: 'Vorname', LastName: 'Nachname' } });
    expect(batch).toMatchObject({ rows: [{ request: { FullName: 'Sara Khan' } }] });
  });

  test('may have a customer in its first row', async () => {
    const file = csv(`250.00,${SARA},Rent`, `300.00,${OMAR},Cake`);
    expect(await outcome(file)).toEqual(['asks for FullName, notes', 'first row?']);
    const { question } = await read(file);
    expect(question?.columns.map(({ heading }) => heading)).toEqual(['', '', '', '', '']);
    const columns = { invoiceAmount: 0, FullName: 1, LastName: null, Phone: 2, Email: 3, notes: 4 };
    const answers = { columns: { ...columns, expiryOn: null, Invoice_Id: null } };
    expect(await outcome(file, { ...answers, isHeading: false })).toEqual(['AED 250', 'AED 300']);
    expect(await outcome(file, { ...answers, isHeading: true })).toEqual(['AED 300']);
  });

  test('asks about hidden rows, and leaves them out unless a person says otherwise', async () => {
    const file = buildWorkbook([
      { rows: [HEAD, [250, ...SARA, 'Rent'], [300, ...OMAR, 'Rent']], hidden: [3] },
    ]);
    expect(await outcome(file)).toEqual(['asks', 'without 1 hidden?']);
    expect(await outcomeOf(file, {})).toEqual(['AED 250', '*: Left out, because this row is hidden.']);
    expect(await outcomeOf(file, { leftOut: [] })).toEqual(['AED 250', 'AED 300']);
  });

  test('names its columns of amounts and states first among those that are not read', async () => {
    const file = csv(`${HEAD},Class,Paid so far,Stage`, `250.00,${SARA},Rent,7B,100.00,Open`);
    const batch = await answered(file, { columns: { invoiceAmount: 'Amount' } });
    expect('reading' in batch && batch.reading.unused).toEqual([
      { heading: 'Paid so far', sample: '100.00' },
      { heading: 'Class', sample: null },
      { heading: 'Stage', sample: null },
    ]);
  });

  test('asks which way round a date is, if both are in the coming year', async () => {
    const file = csv(`${HEAD},Pay by`, `250,${SARA},Rent,01/02/2027`);
    expect(await outcome(file)).toEqual(['asks', '01/02/2027?']);
    const dates = await Promise.all(
      [false, true].map(async (isMonthFirst) => {
        const batch = await answered(file, { isMonthFirst });
        return 'rows' in batch ? batch.rows[0]?.request?.expiryOn : null;
      }),
    );
    expect(dates).toEqual(['2027-02-01 23:59:59', '2027-01-02 23:59:59']);
  });
});

test('the right answers give the right links, whatever the headings are', async () => {
  const heading = fc.string({ minLength: 0, maxLength: 20 }).map((text) => text.replaceAll(/["\r\n]/g, ''));
  const sale = fc.record({
    fils: fc.integer({ min: 1_000, max: 99_999_999 }),
    phone: fc.integer({ min: 1_000_000, max: 9_999_999 }).map((digits) => `+97150${digits}`),
    other: fc.constantFrom('', 'Paid', '12', '250.00', 'call first'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(sale, { minLength: 1, maxLength: 4 }),
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
      fc.array(heading, { minLength: 5, maxLength: 5 }),
      async (sales, order, some) => {
        // A cell beyond the last heading of a CSV file is one too many.
        const headings = [...some, 'Z'];
        const rows = sales.map(({ fils, phone, other }) => {
          const cells = [(fils / 100).toFixed(2), 'Sara Khan', phone, 'a@example.com', 'Rent', other];
          return order.map((cell) => cells[cell]).join();
        });
        const file = csv(headings.map((text) => `"${text}"`).join(), ...rows);
        const { question } = await read(file);
        const place = (cell: number) => order.indexOf(cell);
        const right = {
          ...{ invoiceAmount: place(0), FullName: place(1), LastName: null, Phone: place(2) },
          ...{ Email: place(3), notes: place(4), expiryOn: null, Invoice_Id: null },
        };
        expect(Object.keys(right)).toHaveLength(ASKED_COLUMNS.length);
        const answers = {
          columns: right,
          isHeading: !question?.first.cells.includes('Sara Khan'),
          // The letters of every column that may be asked about.
          about: [...'ABCDEF'],
        };
        const batch = question === null ? await read(file) : await read(file, answers);
        expect(batch).toMatchObject({
          question: null,
          rows: sales.map(({ fils, phone }) => ({ amountFils: fils, request: { Phone: phone } })),
        });
      },
    ),
    runs(200),
  );
});
