import { InvalidRequestError } from './errors.ts';
import { type LinkRequest, linkRequestFields, linkRequestSchema } from './link-request.ts';
import { isJsonObject, plainName } from './read-field.ts';

type RequestField = keyof LinkRequest;

/**
 * Words for fields in messages, where they differ from the field's name. `Address` must not match "IP address";
 * "e-mail address" must match e-mail first.
 */
const OTHER_WORDS: Partial<Record<RequestField, RegExp>> = {
  FullName: /\b(full|customer)[\s_]*name\b/i,
  Email: /\be-?mail\b/i,
  Phone: /\b(phone|mobile)/i,
  invoiceAmount: /\b(invoice[\s_]*)?amount\b/i,
  isTermsAndConditionsAccepted: /\bis[\s_]*terms|\bterms (and|&) conditions/i,
  expiryOn: /\bexpiry/i,
  Is_QR_needed: /\b(is_?)?qr/i,
  Address: /(?<!\bip )\baddress\b/i,
  Invoice_Id: /\binvoice[\s_]*(id|number|no)\b/i,
  callback_url: /\bcallback/i,
};

const FIELDS = Object.keys(linkRequestFields) as RequestField[];

const FIELD_WORDS = FIELDS.map((field) => ({
  field,
  words: OTHER_WORDS[field] ?? new RegExp(`\\b${field.replaceAll('_', '[\\s_]*')}\\b`, 'i'),
}));

/** An answer with more of the request's field names than this is an echo of the request, not a list of faults. */
const MAX_FAULTS = 4;

/** The request field with this name, in any case, with or without underscores; `null` for other names. */
const parseRequestField = (name: unknown): RequestField | null =>
  typeof name === 'string' ? (FIELDS.find((field) => plainName(field) === plainName(name)) ?? null) : null;

/** The request field that an answer complains about: by its message, or else by its map or list of faults. */
export function findRequestField(message: string | null, response: unknown): RequestField | null {
  return fieldInMessage(message ?? '') ?? fieldInFaults(response);
}

function fieldInMessage(message: string): RequestField | null {
  // Split "invoiceAmount" into words, so that whole-word patterns find "amount" yet see no "City" in "capacity".
  const words = message.replace(/([a-z])([A-Z])/g, '$1 $2');
  const found = FIELD_WORDS.map((named) => ({ field: named.field, at: words.search(named.words) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return found[0]?.field ?? null;
}

function fieldInFaults(response: unknown): RequestField | null {
  if (Array.isArray(response)) {
    const named = response.slice(0, 20).map((fault) => (isJsonObject(fault) ? faultName(fault) : null));
    return named.find((field) => field !== null) ?? null;
  }
  if (!isJsonObject(response)) return null;
  const keys = Object.keys(response)
    .map(parseRequestField)
    .filter((field) => field !== null);
  if (keys.length > 0) return keys.length <= MAX_FAULTS ? (keys[0] ?? null) : null;
  return faultName(response) ?? fieldInFaults(response['errors']);
}

const faultName = (fault: Record<string, unknown>): RequestField | null =>
  parseRequestField(fault['field'] ?? fault['fieldName'] ?? fault['property'] ?? fault['path']);

/** Checks a request by the interface's rules before sending. Throws {@link InvalidRequestError} at the first fault. */
export function parseLinkRequest(request: unknown, reference: string): LinkRequest {
  const result = linkRequestSchema.safeParse(request);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = parseRequestField(issue?.path[0]);
  const rule = issue?.code === 'custom' ? issue.params?.['rule'] : issue?.code;
  throw new InvalidRequestError(
    `${field ?? 'the request'} breaks a rule of the interface; nothing was sent`,
    {
      operation: 'generateLink',
      reference,
      field,
      rule: typeof rule === 'string' ? rule : null,
    },
  );
}
