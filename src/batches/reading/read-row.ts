import { cleanEmail, holdsBareCardNumber } from '../../blocks/sensitive-text.ts';
import { cut } from '../../blocks/text.ts';
import { nameColumn } from '../../exports/workbook/cell-xml.ts';
import { explainFieldError } from '../../links/form/form-remarks-view.ts';
import { type RequestValues, readDraft } from '../../links/form/read-draft.ts';
import { parseAedAmount } from '../../payment-service/aed-amount.ts';
import type { LinkRequest } from '../../payment-service/link-request.ts';
import type { BatchRowFault, NewBatchRow } from '../../store/batch.ts';
import { cleanPhone, explainPhone, isNoName } from './clean-cell.ts';
import type { BatchColumn } from './headings.ts';
import type { JudgedDays } from './read-day.ts';
import { findCellFaults, findShift, isTotal, type RowColumns } from './row-guards.ts';
import { MOST_COLUMNS, type SheetLine } from './sheet-limits.ts';

/** The form's values, for rows where the file has none. */
export interface BatchDefaults {
  /** The shop's own e-mail address, for customers without one. */
  email: string | null;
  /** The shop's own phone, which identifies no customer. */
  shopPhone: string | null;
  notes: string | null;
  expiresAt: number;
  isQrNeeded: boolean;
  isInvoiceGenerated: boolean;
}

const SHOWN = 60;
const CARD_IN_COLUMN =
  'This looks like a card number, and Paylink keeps none. Remove it; if it is a number of your own, put letters directly in front of it, for example INV-.';

/** Turns a line into a row with its request, or with its errors. */
export function readRow(
  line: SheetLine,
  columns: RowColumns,
  defaults: BatchDefaults,
  {
    leftOut,
    readDay,
    ...at
  }: {
    now: number;
    timeZone: string;
    leftOut: BatchRowFault | null;
    readDay: JudgedDays['read'];
  },
): NewBatchRow {
  const { number, cells } = line;
  const { places } = columns;
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
  const expiresAt = expiry === null ? defaults.expiresAt : readDay(expiry);
  const named = (column: BatchColumn) => {
    const text = cell(column);
    return text === null || isNoName(text) ? null : text;
  };
  const name =
    named('FullName') ?? ([named('FirstName'), named('LastName')].filter(Boolean).join(' ') || null);
  const phone = cell('Phone');
  const email = cleanEmail(cell('Email'));
  const values: RequestValues = {
    invoiceAmount: cell('invoiceAmount'),
    FullName: name,
    Phone: phone && cleanPhone(phone),
    Email: email ?? defaults.email,
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
  const faults = findCellFaults(line, columns);
  const isFound = (column: string | null): boolean =>
    column !== null && faults.some((fault) => fault.column === column);
  if (expiry !== null && expiresAt === null)
    faults.push({
      column: columnOf('expiryOn'),
      words: `“${cut(expiry, SHOWN)}” is not a date. Write it as 24/12/2026 or 2026-12-24.`,
    });
  if (draft.request === null) {
    for (const fault of draft.errors)
      if ((fault.field !== 'expiryOn' || expiresAt !== null) && !isFound(columnOf(fault.field)))
        faults.push({ column: columnOf(fault.field), words: explainFieldError(fault) });
  }
  for (const { field, what, value } of draft.doubts.filter((one) => ['Phone', 'notes'].includes(one.field)))
    faults.push({
      column: columnOf(field),
      words:
        what === 'unreadable'
          ? explainPhone(phone ?? value)
          : `This holds the customer’s ${what === 'phone' ? 'phone number' : 'e-mail'}, and everyone in the channel and on the payment page would see it. Leave it out.`,
    });
  const isCard = (text: string, place: number): boolean =>
    place === places.Phone
      ? (draft.errors?.some(({ field, rule }) => field === 'Phone' && rule === 'card_number') ?? false)
      : holdsBareCardNumber(text);
  const cards = new Set(cells.flatMap((text, place) => (isCard(text, place) ? [place] : [])));
  for (const column of [...cards].map(nameColumn))
    if (!faults.some((fault) => fault.column === column)) faults.push({ column, words: CARD_IN_COLUMN });
  const { request } = draft;
  const reason = whyLeftOut(line, columns) ?? leftOut;
  const isValid = request !== null && faults.length === 0 && reason === null;
  return {
    number,
    // They are stored, and come back in the returned file.
    cells: cells.map((text, place) => (cards.has(place) ? 'card number left out' : text)),
    request: isValid ? request : null,
    amountFils: isValid ? filsOf(request) : null,
    expiresAt: isValid && draft.request !== null ? draft.expiresAt : null,
    faults: reason === null ? faults.toSorted((one, other) => placeOf(one) - placeOf(other)) : [reason],
    twinOf: null,
  };
}

/** Why the row is not made, however right its cells are; null: no reason. */
function whyLeftOut(line: SheetLine, columns: RowColumns): BatchRowFault | null {
  const shift = columns.isDelimited ? findShift(line, columns) : null;
  if (shift !== null) return shift;
  return isTotal(line, columns.places)
    ? { column: null, words: 'This is a total, and names no customer.' }
    : null;
}

/** Errors without a column come last. */
const placeOf = ({ column }: BatchRowFault): number =>
  column === null ? MOST_COLUMNS : column.length * 26 + column.charCodeAt(column.length - 1);

const filsOf = ({ invoiceAmount }: LinkRequest): number | null => parseAedAmount(String(invoiceAmount));
