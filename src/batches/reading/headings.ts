import type { SheetLine } from './sheet-limits.ts';

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

/** Drops case, punctuation and vowel signs, and writes Arabic letters in one of their forms. */
export const normalize = (heading: string): string =>
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

export const columnOf = (heading: string): BatchColumn | undefined =>
  heading.length > LONGEST_HEADING ? undefined : BY_SPELLING.get(normalize(heading));

/** How many headings that Paylink knows are among these cells. */
export const countHeadings = (cells: readonly string[]): number =>
  new Set(cells.map(columnOf).filter((column) => column !== undefined)).size;

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/).map(normalize));

/** A heading with one of these may be above amounts. */
const MONEY = wordsOf(`
  amount amt total subtotal balance rent rental fee fees price rate cost charge charges value payable due dues
  outstanding net gross vat tax deposit discount paid pay aed dhs dirhams sum instalment installment receivable
  owed arrears المبلغ مبلغ القيمة قيمة الرسوم رسوم الإيجار إيجار الضريبة ضريبة الخصم الإجمالي المتبقي الرصيد السعر
  المستحق المدفوع درهم بالدرهم`);
const FOREIGN = wordsOf(
  'usd us eur euro euros gbp inr sar qar omr kwd bhd egp pkr dollar dollars دولار بالدولار ريال روبية',
);
/** Not an amount, whatever else the heading says: `Tax registration no`, `Payment date`. */
const OTHER = wordsOf('number no nr id code date time day days trn method mode type رقم تاريخ');
/** Above numbers that count, measure or name something. */
const NUMBERED = wordsOf(`
  unit room flat apartment apt villa house building floor plot block area box po zip age dob birth year month week class
  grade section batch roll seat table bed locker parking plate bus phone mobile tel fax whatsapp passport emirates licence
  reg registration serial sr sl ref size weight height kg km sqft percent score points rank
  غرفة شقة فيلا مبنى طابق عمر سنة شهر صف هاتف جوال متحرك حجم وزن`);
/** May be the price of one piece, with one of the counts beside it. */
const UNIT = wordsOf(
  'price rate fee fees cost charge charges rent rental value السعر سعر القيمة قيمة الرسوم الإيجار',
);
const COUNT = wordsOf(
  'qty quantity pcs pieces units nights pax persons guests hours months الكمية عدد الليالي',
);
const STATUS =
  /^(?:(?:payment|paid|order|invoice|booking|link)?\s?status|payment state|(?:is\s)?paid|الحاله|حاله الدفع)$/u;
const CURRENCY = /^(?:(?:invoice\s|payment\s)?(?:currency|curr|ccy)(?:\scode)?|العمله|عمله)$/u;

const has = (heading: string, words: ReadonlySet<string>): boolean =>
  heading.length <= LONGEST_HEADING &&
  normalize(heading)
    .split(' ')
    .some((word) => words.has(word));

/** Whether a column may hold what the customer is to pay, by a heading that is known as nothing else. */
export const isMoneyHeading = (heading: string): boolean => {
  const known = columnOf(heading);
  return (
    known === 'invoiceAmount' ||
    (known === undefined && has(heading, MONEY) && !has(heading, FOREIGN) && !has(heading, OTHER))
  );
};

/** Whether a column of amounts may be what the customer is to pay, by a heading that nobody knows. */
export const mayHeadMoney = (heading: string): boolean =>
  columnOf(heading) === undefined && ![FOREIGN, OTHER, NUMBERED, COUNT].some((words) => has(heading, words));

/** What its words say that a column may be: `Guest Name`, `PhoneNumber`, `Mobile 1`. */
export const hintsOf = (heading: string): ReadonlySet<BatchColumn> => {
  if (heading.length > LONGEST_HEADING) return new Set();
  const words = ` ${normalize(heading.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))} `;
  return new Set(
    [...BY_SPELLING].flatMap(([spelling, column]) => (words.includes(` ${spelling} `) ? column : [])),
  );
};

export const isUnitHeading = (heading: string): boolean => has(heading, UNIT);

export const isCountHeading = (heading: string): boolean =>
  columnOf(heading) === undefined && has(heading, COUNT);

export const isStatusHeading = (heading: string): boolean =>
  heading.length <= LONGEST_HEADING && STATUS.test(normalize(heading));

/** As in Paylink's own files; in others it may be a part of an address. */
export const isStateHeading = (heading: string): boolean => /^\s*state\s*$/i.test(heading);

export const isCurrencyHeading = (heading: string): boolean =>
  heading.length <= LONGEST_HEADING && CURRENCY.test(normalize(heading));

/** Of dates on which the customer should have paid: a link need not end then. */
export const isDueHeading = (heading: string): boolean =>
  heading.length <= LONGEST_HEADING &&
  /(?:^| )(?:due|overdue|(?:ال)?استحقاق)(?: |$)/u.test(normalize(heading));

/** There may be a title above the headings. */
export const MOST_LINES_ABOVE = 10;

/** Whether these first lines of a sheet head a list of links. */
export const isListHead = (lines: readonly SheetLine[]): boolean =>
  lines.some(({ cells }) => {
    const known = new Set(cells.map(columnOf));
    return (
      (known.has('FullName') || known.has('FirstName')) &&
      known.has('Phone') &&
      (known.has('invoiceAmount') || cells.some(isMoneyHeading))
    );
  });
