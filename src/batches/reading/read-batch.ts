import { dropUnseen, toPlainText } from '../../blocks/plain-text.ts';
import { holdsBareCardNumber, isEmail } from '../../blocks/sensitive-text.ts';
import { cut } from '../../blocks/text.ts';
import { nameColumn } from '../../exports/workbook/cell-xml.ts';
import { explainFieldError } from '../../links/form/form-remarks-view.ts';
import { type RequestValues, readDraft } from '../../links/form/read-draft.ts';
import { parseAedAmount } from '../../payment-service/aed-amount.ts';
import type { LinkRequest } from '../../payment-service/link-request.ts';
import { parseLocalDateTime } from '../../payment-service/local-date-time.ts';
import type { BatchRowFault, NewBatchRow } from '../../store/batch.ts';
import { emailKey, phoneKey } from '../../store/new-link.ts';
import { type BatchColumn, type ColumnPlaces, findColumns } from './find-columns.ts';
import { readLines } from './read-lines.ts';
import { MOST_COLUMNS, type SheetLine } from './sheet-limits.ts';

/** The form's values, for rows where the file has none. */
export interface BatchDefaults {
  /** The shop's own e-mail address, for customers without one. */
  email: string | null;
  notes: string | null;
  expiresAt: number;
  isQrNeeded: boolean;
  isInvoiceGenerated: boolean;
}

interface ReadBatch {
  headings: string[];
  rows: NewBatchRow[];
}

/** Turns a file into rows, each with its request or its errors. Throws `BatchFileRefused`. */
export const readBatch = async (
  file: Buffer,
  defaults: BatchDefaults,
  { mostRows, now, timeZone }: { mostRows: number; now: number; timeZone: string },
): Promise<ReadBatch> => {
  const filled: BatchColumn[] = [
    ...(defaults.email === null ? [] : ['Email' as const]),
    ...(defaults.notes === null ? [] : ['notes' as const]),
  ];
  const { headings, places, lines } = findColumns(await readLines(file, mostRows), filled);
  const twins = createTwins(defaults.email);
  const rows: NewBatchRow[] = [];
  for (const line of lines) {
    rows.push(twins.mark(readRow(line, places, defaults, { now, timeZone })));
    // Yields to other work: a thousand rows take a tenth of a second.
    if (rows.length % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return { headings, rows };
};

const SHOWN = 60;
const CARD_IN_COLUMN =
  'This looks like a card number, and Paylink keeps none. Remove it; if it is a number of your own, put letters directly in front of it, for example INV-.';

function readRow(
  { number, cells }: SheetLine,
  places: ColumnPlaces,
  defaults: BatchDefaults,
  at: { now: number; timeZone: string },
): NewBatchRow {
  const cell = (column: BatchColumn): string | null => {
    const place = places[column];
    return (place === undefined ? undefined : cells[place]) || null;
  };
  const columnOf = (field: string): string | null => {
    const column =
      field === 'FullName' && places.FullName === undefined ? 'FirstName' : (field as BatchColumn);
    const place = places[column];
    return place === undefined ? null : nameColumn(place);
  };
  const expiry = cell('expiryOn');
  const expiresAt = expiry === null ? defaults.expiresAt : readDay(expiry, at.timeZone);
  const name = cell('FullName') ?? ([cell('FirstName'), cell('LastName')].filter(Boolean).join(' ') || null);
  const values: RequestValues = {
    invoiceAmount: cell('invoiceAmount'),
    FullName: name,
    Phone: cell('Phone'),
    Email: cell('Email') ?? defaults.email,
    notes: cell('notes') ?? defaults.notes,
    expiryOn: expiresAt === null ? null : Math.floor(expiresAt / 1000),
    Address: cell('Address'),
    City: cell('City'),
    Country: cell('Country'),
    Invoice_Id: cell('Invoice_Id'),
    Product_Id: cell('Product_Id'),
    Is_QR_needed: defaults.isQrNeeded,
    Is_invoice_generated: defaults.isInvoiceGenerated,
    isTermsAndConditionsAccepted: true,
  };
  const draft = readDraft(values, at.now, at.timeZone);
  const faults: BatchRowFault[] = [];
  if (expiry !== null && expiresAt === null)
    faults.push({
      column: columnOf('expiryOn'),
      words: `“${cut(expiry, SHOWN)}” is not a date. Write it as 24/12/2026 or 2026-12-24.`,
    });
  if (draft.request === null) {
    for (const fault of draft.errors)
      if (fault.field !== 'expiryOn' || expiresAt !== null)
        faults.push({ column: columnOf(fault.field), words: explainFieldError(fault) });
  }
  for (const { field, what, value } of draft.doubts)
    faults.push({
      column: columnOf(field),
      words:
        what === 'unreadable'
          ? `“${cut(value, SHOWN)}” is not a phone number that Paylink can read. Write it as 050 123 4567 or +971 50 123 4567.`
          : `This holds the customer’s ${what === 'phone' ? 'phone number' : 'e-mail'}, and everyone in the channel and on the payment page would see it. Leave it out.`,
    });
  const email = dropUnseen(cell('Email') ?? '');
  // Customers who share `n/a` would count as one.
  if (email !== null && !isEmail(email) && !draft.errors?.some(({ field }) => field === 'Email'))
    faults.push({
      column: columnOf('Email'),
      words: `“${cut(email, SHOWN)}” is not an e-mail address. Write it as sara@example.com${defaults.email === null ? '' : ', or leave it blank'}.`,
    });
  const isCard = (text: string, place: number): boolean =>
    place === places.Phone
      ? (draft.errors?.some(({ field, rule }) => field === 'Phone' && rule === 'card_number') ?? false)
      : holdsBareCardNumber(text);
  const cards = new Set(cells.flatMap((text, place) => (isCard(text, place) ? [place] : [])));
  for (const column of [...cards].map(nameColumn))
    if (!faults.some((fault) => fault.column === column)) faults.push({ column, words: CARD_IN_COLUMN });
  const { request } = draft;
  const isValid = request !== null && faults.length === 0;
  return {
    number,
    // They are stored, and come back in the returned file.
    cells: cells.map((text, place) => (cards.has(place) ? 'card number left out' : text)),
    request: isValid ? request : null,
    amountFils: isValid ? filsOf(request) : null,
    expiresAt: isValid && draft.request !== null ? draft.expiresAt : null,
    faults: faults.toSorted((one, other) => placeOf(one) - placeOf(other)),
    twinOf: null,
  };
}

/** Errors without a column come last. */
const placeOf = ({ column }: BatchRowFault): number =>
  column === null ? MOST_COLUMNS : column.length * 26 + column.charCodeAt(column.length - 1);

const filsOf = ({ invoiceAmount }: LinkRequest): number | null => parseAedAmount(String(invoiceAmount));

/** Marks rows for the same customer and amount as a row above, and refuses repeated invoice numbers. */
function createTwins(shopEmail: string | null) {
  const sales = new Map<string, number>();
  const invoices = new Map<string, number>();
  return {
    mark: (row: NewBatchRow): NewBatchRow => {
      const { request, amountFils, number } = row;
      if (request === null) return row;
      const first = request.Invoice_Id === undefined ? undefined : invoices.get(request.Invoice_Id);
      if (first !== undefined) {
        const words = `Row ${first} has the same invoice number. Give each row its own, or leave it blank.`;
        return {
          ...row,
          request: null,
          amountFils: null,
          expiresAt: null,
          faults: [{ column: null, words }],
        };
      }
      if (request.Invoice_Id !== undefined) invoices.set(request.Invoice_Id, number);
      const isShops = shopEmail !== null && emailKey(request.Email) === emailKey(shopEmail);
      const keys = [
        `${amountFils}:${phoneKey(request.Phone)}`,
        ...(isShops ? [] : [`${amountFils}:${emailKey(request.Email)}`]),
      ];
      const twinOf = keys.map((key) => sales.get(key)).find((found) => found !== undefined) ?? null;
      for (const key of keys) if (!sales.has(key)) sales.set(key, number);
      return { ...row, twinOf };
    },
  };
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = '(?:[ T,]+(\\d{1,2}):(\\d{2})(?::\\d{2})?\\s*(am|pm)?)?';
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${TIME}$`, 'i');
const DAY_FIRST = new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4}|\\d{2})${TIME}$`, 'i');
const NAMED = new RegExp(`^(\\d{1,2})[- ]([a-z]{3,9})\\.?[- ,]+(\\d{4}|\\d{2})${TIME}$`, 'i');

/**
 * Reads an expiry: `2026-12-24`, `24/12/2026` (day first, as in the UAE), `24 Dec 2026 17:30`. A day without a time ends
 * with its last second. Epoch milliseconds; null: not a date.
 */
export const readDay = (text: string, timeZone: string): number | null => {
  const plain = toPlainText(text).trim().replace(/\s+/g, ' ');
  const [year, month, day, ...time] = takeParts(plain) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const clock = readTime(time);
  if (clock === null) return null;
  const date = [year.length === 2 ? `20${year}` : year, month.padStart(2, '0'), day.padStart(2, '0')].join(
    '-',
  );
  return parseLocalDateTime(`${date} ${clock}`, timeZone, 'last');
};

/** Year, month, day, hour, minute, half of the day. */
function takeParts(text: string): (string | undefined)[] | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return yearFirst.slice(1);
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return [dayFirst[3], dayFirst[2], dayFirst[1], ...dayFirst.slice(4)];
  const named = NAMED.exec(text);
  if (!named) return null;
  const month = MONTHS.indexOf((named[2] ?? '').slice(0, 3).toLowerCase());
  return month === -1 ? null : [named[3], String(month + 1), named[1], ...named.slice(4)];
}

function readTime([hour, minute, half]: readonly (string | undefined)[]): string | null {
  if (hour === undefined || minute === undefined) return '23:59:59';
  const hours = Number(hour);
  if (half === undefined)
    return hours > 23 || Number(minute) > 59 ? null : `${hour.padStart(2, '0')}:${minute}:00`;
  if (hours < 1 || hours > 12 || Number(minute) > 59) return null;
  const hour24 = (hours % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return `${String(hour24).padStart(2, '0')}:${minute}:00`;
}
