import { parseAedAmount, toInvoiceAmount } from '../../payment-service/aed-amount.ts';
import { type LinkRequest, linkRequestSchema } from '../../payment-service/link-request.ts';
import { formatLocalDateTime, parseLocalDateTime } from '../../payment-service/local-date-time.ts';
import { readPhone } from './quick-words.ts';
import { findContact, holdsCardNumber } from './read-notes.ts';

/** What a form asks for, before any rule is applied. */
export interface AskedLink {
  FullName: string | null;
  Email: string | null;
  Phone: string | null;
  invoiceAmount: string | null;
  notes: string | null;
  /** Unix seconds. */
  expiryOn: number | null;
  Is_QR_needed: boolean;
  Is_invoice_generated: boolean;
  isTermsAndConditionsAccepted: boolean;
  Address: string | null;
  City: string | null;
  Country: string | null;
  Invoice_Id: string | null;
  Product_Id: string | null;
}

/**
 * `rule`: the schema's code for it, or `missing`, `too_long`, `amount`, `too_large`, `past`, `no_digit`,
 * `card_number`.
 */
export interface DraftFault {
  field: string;
  rule: string;
  value: unknown;
}

/**
 * A value that the service takes but that may be a mistake. `unreadable`: not a number that anyone can call.
 * `phone` and `e-mail`: the customer's own, in a text that everyone reads.
 */
export type DraftDoubt =
  | { field: 'Phone'; what: 'unreadable'; value: string }
  | { field: 'notes'; what: 'phone' | 'e-mail'; value: string };

export type ReadDraft =
  | { request: LinkRequest; expiresAt: number; doubts: DraftDoubt[]; faults: null }
  | { request: null; faults: DraftFault[] };

const NEEDED = ['FullName', 'Email', 'Phone', 'invoiceAmount', 'notes', 'expiryOn'] as const;
const OPTIONAL = ['Address', 'City', 'Country', 'Invoice_Id', 'Product_Id'] as const;

/** Far more than any field takes; longer values are not parsed. */
const LONGEST_FIELD = 500;

/**
 * Turns a form into a request under the shared schema. Four rules are our own: the expiry is in the future,
 * the amount survives as a JSON number, the phone has a digit, and no card number gets onto cards and payment
 * pages.
 */
export const readDraft = (asked: AskedLink, now: number, timeZone: string): ReadDraft => {
  const tooLong: DraftFault[] = Object.entries(asked)
    .filter(([, value]) => typeof value === 'string' && value.length > LONGEST_FIELD)
    .map(([field, value]) => ({ field, rule: 'too_long', value }));
  if (tooLong.length > 0) return { request: null, faults: tooLong };
  const faults: DraftFault[] = NEEDED.filter((field) => asked[field] === null).map((field) => ({
    field,
    rule: 'missing',
    value: null,
  }));
  const amount = readAmount(asked.invoiceAmount);
  if ('rule' in amount) faults.push({ field: 'invoiceAmount', ...amount });
  const chosenAt = (asked.expiryOn ?? 0) * 1000;
  if (asked.expiryOn !== null && chosenAt <= now) {
    faults.push({ field: 'expiryOn', rule: 'past', value: asked.expiryOn });
  }
  if (asked.Phone !== null && !/\p{Nd}/u.test(asked.Phone))
    faults.push({ field: 'Phone', rule: 'no_digit', value: asked.Phone });
  if (asked.notes !== null && holdsCardNumber(asked.notes))
    faults.push({ field: 'notes', rule: 'card_number', value: asked.notes });
  const phone = readPhone(asked.Phone ?? '');
  const candidate = {
    FullName: asked.FullName ?? '',
    Email: asked.Email ?? '',
    Phone: phone.number,
    invoiceAmount: 'rule' in amount ? 0 : amount.value,
    notes: asked.notes ?? '',
    isTermsAndConditionsAccepted: asked.isTermsAndConditionsAccepted,
    currency: 'AED',
    expiryOn: formatLocalDateTime(chosenAt, timeZone),
    Is_QR_needed: asked.Is_QR_needed,
    Is_invoice_generated: asked.Is_invoice_generated,
    ...Object.fromEntries(
      OPTIONAL.flatMap((field) => (asked[field] === null ? [] : [[field, asked[field]]])),
    ),
  };
  const result = linkRequestSchema.safeParse(candidate);
  if (!result.success) {
    const known = new Set(faults.map((fault) => fault.field));
    for (const issue of result.error.issues) {
      const field = String(issue.path[0]);
      if (known.has(field)) continue;
      known.add(field);
      faults.push({ field, rule: issue.code, value: candidate[field as keyof typeof candidate] });
    }
  }
  if (faults.length > 0 || !result.success) return { request: null, faults };
  // When the clocks go back, the service may mean either of two hours with that name. The link may be paid
  // until the later.
  const expiresAt = parseLocalDateTime(result.data.expiryOn, timeZone, 'last') ?? chosenAt;
  return { request: result.data, expiresAt, doubts: listDoubts(result.data, phone.isReadable), faults: null };
};

function listDoubts({ Phone, Email, notes }: LinkRequest, isReadable: boolean): DraftDoubt[] {
  const contact = findContact(notes, { Email, Phone });
  return [
    ...(isReadable ? [] : [{ field: 'Phone', what: 'unreadable', value: Phone } as const]),
    ...(contact === null ? [] : [{ field: 'notes', what: contact, value: notes } as const]),
  ];
}

function readAmount(text: string | null): { value: number } | { rule: string; value: unknown } {
  if (text === null) return { rule: 'missing', value: null };
  // Slack's number input accepts 1e3 and +5; the interface's decimals do not.
  const fils = parseAedAmount(text);
  if (fils === null) return { rule: 'amount', value: text };
  try {
    return { value: toInvoiceAmount(fils) };
  } catch {
    return { rule: 'too_large', value: text };
  }
}
