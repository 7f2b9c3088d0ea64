import { dropUnseen, toOneLine } from '../../blocks/plain-text.ts';
import { isReordered } from '../../blocks/read-amount.ts';
import { findContact } from '../../blocks/sensitive-text.ts';
import { parseAedAmount } from '../../payment-service/aed-amount.ts';
import { type LinkRequest, linkRequestSchema } from '../../payment-service/link-request.ts';
import { parseLocalDateTime } from '../../payment-service/local-date-time.ts';
import { readPhone } from '../words/find-phones.ts';
import { type FieldRule, type FormField, formFields } from './link-form-fields.ts';
import type { LinkFormValues } from './link-form-values.ts';
import { findMeantEmail } from './meant-email.ts';

/** The values that a request is made of: all but where the card goes. */
export type RequestValues = Omit<LinkFormValues, 'place' | 'channel'>;

export interface FieldError {
  field: keyof RequestValues;
  rule: FieldRule;
  value: unknown;
}

/**
 * A value that the service accepts but that may be a mistake. `unreadable`: not a number that anyone can call.
 * `phone` and `e-mail`: the customer's own, in a text that everyone reads. `large`: more than a card pays. `misspelt`: nearly another
 * address.
 */
export interface FieldDoubt {
  field: keyof RequestValues;
  what: 'large' | 'unreadable' | 'misspelt' | 'phone' | 'e-mail';
  value: string;
}

type ReadDraft =
  | { request: LinkRequest; expiresAt: number; doubts: FieldDoubt[]; errors: null }
  /** `doubts`: about fields without an error. */
  | { request: null; doubts: FieldDoubt[]; errors: FieldError[] };

const requestFields = formFields.filter(
  (row): row is [keyof RequestValues, FormField] => row[1].type !== 'place' && row[1].type !== 'channel',
);

/** Far more than any field takes; longer values are not parsed. */
const LONGEST_FIELD = 500;

/** Turns a form's values into a request, under the rules of its fields and of the shared schema. */
export const readDraft = (typed: RequestValues, now: number, timeZone: string): ReadDraft => {
  const tooLong = requestFields.flatMap(([field]): FieldError[] => {
    const value = typed[field];
    return typeof value === 'string' && value.length > LONGEST_FIELD
      ? [{ field, rule: 'too_long', value }]
      : [];
  });
  if (tooLong.length > 0) return { request: null, doubts: [], errors: tooLong };
  const errors: FieldError[] = [];
  const candidate: Record<string, unknown> = { currency: 'AED' };
  for (const [field, row] of requestFields) {
    const entered = typed[field];
    const value = typeof entered === 'string' ? readTyped(entered, 'isProse' in row) : entered;
    // Their readers would not see what is dropped.
    if ((field === 'invoiceAmount' || field === 'Phone') && isReordered(typed[field] ?? '')) {
      errors.push({ field, rule: 'reordered', value });
      continue;
    }
    if (value === null) {
      if ('missing' in row) errors.push({ field, rule: 'missing', value });
      continue;
    }
    // A row's value is of the row's kind; TypeScript does not follow the two in step.
    const read = row.read?.(value as never, { now, timeZone }) ?? { value };
    if ('rule' in read) errors.push({ field, rule: read.rule, value });
    else candidate[field] = read.value;
  }
  const result = linkRequestSchema.safeParse(candidate);
  for (const issue of result.error?.issues ?? []) {
    const field = String(issue.path[0]) as FieldError['field'];
    // One error a field: the form's own says more than the schema's.
    if (!errors.some((error) => error.field === field))
      errors.push({ field, rule: issue.code, value: candidate[field] });
  }
  const doubts = findDoubts(candidate, typed.Phone ?? '').filter(
    (doubt) => !errors.some(({ field }) => field === doubt.field),
  );
  if (errors.length > 0 || !result.success) return { request: null, doubts, errors };
  // When the clocks go back, the service may mean either of two hours with the same name. The link may be
  // paid until the later one.
  const expiresAt =
    parseLocalDateTime(result.data.expiryOn, timeZone, 'last') ?? (typed.expiryOn ?? 0) * 1000;
  return { request: result.data, expiresAt, doubts, errors: null };
};

function readTyped(entered: string, isProse: boolean): string | null {
  const line = toOneLine(entered);
  return isProse ? line : dropUnseen(line);
}

const LARGE_FILS = 100_000_000;

function findDoubts(candidate: Record<string, unknown>, typedPhone: string): FieldDoubt[] {
  const text = (field: string) => (typeof candidate[field] === 'string' ? candidate[field] : '');
  const Phone = text('Phone');
  const Email = text('Email');
  const notes = text('notes');
  const contact = findContact(notes, { Email, Phone });
  const value = String(candidate['invoiceAmount'] ?? '');
  const doubts: (FieldDoubt | null)[] = [
    (parseAedAmount(value) ?? 0) > LARGE_FILS ? { field: 'invoiceAmount', what: 'large', value } : null,
    readPhone(typedPhone).isReadable ? null : { field: 'Phone', what: 'unreadable', value: Phone },
    findMeantEmail(Email) === null ? null : { field: 'Email', what: 'misspelt', value: Email },
    contact === null ? null : { field: 'notes', what: contact, value: notes },
  ];
  return doubts.filter((doubt) => doubt !== null);
}
