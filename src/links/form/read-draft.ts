import { type LinkRequest, linkRequestSchema } from '../../payment-service/link-request.ts';
import { parseLocalDateTime } from '../../payment-service/local-date-time.ts';
import { readPhone } from '../words/find-phones.ts';
import { type FieldRule, type FormField, formFields } from './link-form-fields.ts';
import type { LinkFormValues } from './link-form-values.ts';
import { findContact } from './read-notes.ts';

/** What a form asks for, before any rule is applied. */
export type AskedLink = Omit<LinkFormValues, 'place' | 'channel'>;

export interface DraftFault {
  field: keyof AskedLink;
  rule: FieldRule;
  value: unknown;
}

/**
 * A value that the service takes but that may be a mistake. `unreadable`: not a number that anyone can call.
 * `phone` and `e-mail`: the customer's own, in a text that everyone reads.
 */
export type DraftDoubt =
  | { field: 'Phone'; what: 'unreadable'; value: string }
  | { field: 'notes'; what: 'phone' | 'e-mail'; value: string };

type ReadDraft =
  | { request: LinkRequest; expiresAt: number; doubts: DraftDoubt[]; faults: null }
  /** `doubts`: about fields without a fault. */
  | { request: null; doubts: DraftDoubt[]; faults: DraftFault[] };

const isAsked = (row: [string, FormField]): row is [keyof AskedLink, FormField] =>
  row[1].kind !== 'place' && row[1].kind !== 'channel';

const askedFields = formFields.filter(isAsked);

/** Far more than any field takes; longer values are not parsed. */
const LONGEST_FIELD = 500;

/** Turns a form into a request, under the rules of its fields and of the shared schema. */
export const readDraft = (asked: AskedLink, now: number, timeZone: string): ReadDraft => {
  const tooLong: DraftFault[] = askedFields
    .map(([field]) => ({ field, rule: 'too_long' as const, value: asked[field] }))
    .filter(({ value }) => typeof value === 'string' && value.length > LONGEST_FIELD);
  if (tooLong.length > 0) return { request: null, doubts: [], faults: tooLong };
  const faults: DraftFault[] = [];
  const candidate: Record<string, unknown> = { currency: 'AED' };
  for (const [field, row] of askedFields) {
    const value = asked[field];
    if (value === null) {
      if ('missing' in row) faults.push({ field, rule: 'missing', value });
      continue;
    }
    // A row's value is of the row's kind; TypeScript does not follow the two in step.
    const read = row.read?.(value as never, { now, timeZone }) ?? { value };
    if ('rule' in read) faults.push({ field, rule: read.rule, value });
    else candidate[field] = read.value;
  }
  const result = linkRequestSchema.safeParse(candidate);
  if (!result.success) {
    const known = new Set(faults.map((fault) => fault.field));
    for (const issue of result.error.issues) {
      const field = String(issue.path[0]) as DraftFault['field'];
      if (known.has(field)) continue;
      known.add(field);
      faults.push({ field, rule: issue.code, value: candidate[field] });
    }
  }
  const doubts = listDoubts(candidate, asked.Phone ?? '').filter(
    (doubt) => !faults.some(({ field }) => field === doubt.field),
  );
  if (faults.length > 0 || !result.success) return { request: null, doubts, faults };
  // When the clocks go back, the service may mean either of two hours with that name. The link may be paid
  // until the later.
  const expiresAt =
    parseLocalDateTime(result.data.expiryOn, timeZone, 'last') ?? (asked.expiryOn ?? 0) * 1000;
  return {
    request: result.data,
    expiresAt,
    doubts,
    faults: null,
  };
};

function listDoubts(candidate: Record<string, unknown>, typedPhone: string): DraftDoubt[] {
  const [Phone = '', Email = '', notes = ''] = ['Phone', 'Email', 'notes'].map((field) =>
    typeof candidate[field] === 'string' ? candidate[field] : '',
  );
  const contact = findContact(notes, { Email, Phone });
  return [
    ...(readPhone(typedPhone).isReadable
      ? []
      : [{ field: 'Phone', what: 'unreadable', value: Phone } as const]),
    ...(contact === null ? [] : [{ field: 'notes', what: contact, value: notes } as const]),
  ];
}
