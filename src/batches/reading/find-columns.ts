import { joinWords } from '../../blocks/refusal.ts';
import { cut } from '../../blocks/text.ts';
import { nameColumn } from '../../exports/workbook/cell-xml.ts';
import { BatchFileRefused, type SheetLine } from './sheet-limits.ts';

/** How shops head their columns, in English and Arabic. `FirstName` and `LastName` make one name. */
const SPELLINGS = {
  invoiceAmount: `
    amount, amt, amount aed, aed, amount in aed, amount due, total, total amount, total aed,
    invoice amount, due, fee, fees, rent, price, value, dirhams, balance, amount dhs, sum,
    المبلغ, مبلغ, القيمة, المبلغ بالدرهم, الرسوم, الايجار, المبلغ المستحق, الاجمالي, درهم`,
  FullName: `
    name, full name, fullname, customer, customer name, customers name, client, client name, parent,
    parent name, parents name, guardian, guardian name, tenant, tenant name, payer, payer name, member,
    member name, contact, contact name, name in english, english name,
    الاسم, اسم, الاسم الكامل, اسم العميل, العميل, اسم الزبون, الزبون, اسم ولي الامر, ولي الامر,
    اسم المستاجر, المستاجر, الاسم بالانجليزية`,
  FirstName: `
    first name, firstname, given name, forename,
    الاسم الاول`,
  LastName: `
    last name, lastname, surname, family name,
    الاسم الاخير, اسم العائلة, العائلة`,
  Phone: `
    phone, phone number, phone no, telephone, tel, tel no, mobile, mobile number, mobile no, mob,
    mob no, cell, cell phone, whatsapp, whatsapp number, contact number, contact no, number,
    customers phone, customer phone, parent mobile, customer mobile, gsm,
    الهاتف, هاتف, رقم الهاتف, الجوال, جوال, رقم الجوال, الموبايل, موبايل, رقم الموبايل, المتحرك,
    الهاتف المتحرك, واتساب, رقم الواتساب, التلفون, رقم التلفون`,
  Email: `
    email, e mail, email address, e mail address, mail, customer email, customers email,
    customers e mail, parent email,
    البريد, البريد الالكتروني, ايميل, الايميل, بريد الكتروني`,
  notes: `
    what is it for, what for, for, notes, note, purpose, description, details, reason, item, memo,
    remarks, remark, subject, narration, particulars,
    الوصف, وصف, البيان, بيان, الغرض, ملاحظات, ملاحظة, السبب, التفاصيل`,
  expiryOn: `
    can be paid until, expiry, expires, expires on, expiry date, valid until, valid till, pay by,
    pay before, due date, due by, deadline, last date, until,
    تاريخ الانتهاء, صالح حتى, تاريخ الاستحقاق, الاستحقاق, اخر موعد, ينتهي في`,
  Address: `
    address, customers address, customer address, street,
    العنوان, عنوان`,
  City: `
    city, town, emirate,
    المدينة, مدينة, الامارة`,
  Country: `
    country,
    الدولة, البلد`,
  Invoice_Id: `
    invoice, invoice no, invoice number, invoice id, inv no, your invoice number, reference, ref,
    ref no, reference number, bill no,
    رقم الفاتورة, الفاتورة, المرجع, رقم المرجع`,
  Product_Id: `
    product, product no, product number, product id, your product number, sku, item code,
    رقم المنتج, المنتج`,
};

export type BatchColumn = keyof typeof SPELLINGS;

export type ColumnPlaces = Partial<Record<BatchColumn, number>>;

/** Drops case, punctuation and vowel signs, and writes Arabic letters in one of their forms. */
const normalize = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u064B-\u065F\u0670\u0640]/g, '')
    .replace(/[\u0622\u0623\u0625]/g, '\u0627')
    .replace(/\u0629/g, '\u0647')
    .replace(/\u0649/g, '\u064A')
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const BY_SPELLING: ReadonlyMap<string, BatchColumn> = new Map(
  Object.entries(SPELLINGS).flatMap(([column, spellings]) =>
    spellings.split(',').map((spelling) => [normalize(spelling), column as BatchColumn] as const),
  ),
);

/** Much longer than any spelling. Normalizing a long cell could make it many times longer. */
const LONGEST_HEADING = 100;

const columnOf = (heading: string): BatchColumn | undefined =>
  heading.length > LONGEST_HEADING ? undefined : BY_SPELLING.get(normalize(heading));

/** How many headings that Paylink knows are among these cells. */
export const countHeadings = (cells: readonly string[]): number =>
  new Set(cells.map(columnOf).filter((column) => column !== undefined)).size;

/** There may be a title above the headings. */
export const MOST_LINES_ABOVE = 10;
const LONGEST_SHOWN = 40;

const REQUIRED: readonly { any: readonly BatchColumn[]; name: string }[] = [
  { any: ['invoiceAmount'], name: 'Amount' },
  { any: ['FullName', 'FirstName'], name: 'Name' },
  { any: ['Phone'], name: 'Phone' },
];

/** Whether these first lines of a sheet head a list of links. */
export const isListHead = (lines: readonly SheetLine[]): boolean =>
  lines.some(({ cells }) => {
    const known = new Set(cells.map(columnOf));
    return REQUIRED.every(({ any }) => any.some((column) => known.has(column)));
  });

interface FoundColumns {
  headings: string[];
  places: ColumnPlaces;
  lines: SheetLine[];
}

/**
 * Finds the headings and what each column holds. `filled`: fields that need no column, because the form fills them.
 * Throws `BatchFileRefused`.
 */
export const findColumns = (lines: readonly SheetLine[], filled: readonly BatchColumn[]): FoundColumns => {
  const known = lines.slice(0, MOST_LINES_ABOVE).map(({ cells }) => cells.map(columnOf));
  const counts = lines.slice(0, MOST_LINES_ABOVE).map(({ cells }) => countHeadings(cells));
  const most = Math.max(0, ...counts);
  if (most < 2)
    throw new BatchFileRefused(
      'Paylink found no headings. Give the columns names in the first row: Amount, Name, Phone, E-mail, What for; or start from the template.',
    );
  const at = counts.indexOf(most);
  const headings = lines[at]?.cells ?? [];
  const places: ColumnPlaces = {};
  for (const [place, column] of (known[at] ?? []).entries()) {
    if (column === undefined) continue;
    const other = places[column];
    if (other !== undefined)
      throw new BatchFileRefused(
        `Columns ${nameColumn(other)} (“${cut(headings[other] ?? '', LONGEST_SHOWN)}”) and ${nameColumn(place)} (“${cut(headings[place] ?? '', LONGEST_SHOWN)}”) hold the same thing. Keep one of them, or give the other a different heading.`,
      );
    places[column] = place;
  }
  const needed = [
    ...REQUIRED,
    ...(filled.includes('Email') ? [] : [{ any: ['Email'] as const, name: 'E-mail' }]),
    ...(filled.includes('notes') ? [] : [{ any: ['notes'] as const, name: 'What for' }]),
  ];
  const missing = needed.filter(({ any }) => any.every((column) => places[column] === undefined));
  if (missing.length > 0)
    throw new BatchFileRefused(
      `The file has no column for ${joinWords(
        missing.map(({ name }) => `“${name}”`),
        'and',
      )}. Add it, or start from the template.`,
    );
  const below = lines.slice(at + 1);
  if (below.length === 0)
    throw new BatchFileRefused(
      'The file has headings but no rows below them. Write one row for each customer.',
    );
  const hidden = below.filter(({ isHidden }) => isHidden);
  // A person who filtered the list sees fewer rows than the file holds.
  if (hidden[0] !== undefined)
    throw new BatchFileRefused(
      `${hidden.length === 1 ? 'A row of the sheet is hidden' : `${hidden.length} rows of the sheet are hidden`}, beginning with row ${hidden[0].number}. Is a filter on? Show all rows, or copy the rows that you mean into a new sheet, and send that file.`,
    );
  return { headings, places, lines: below };
};
