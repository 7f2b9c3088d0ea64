import { findField, isJsonObject, type JsonObject, toText } from './read-field.ts';

/** The service's `{ status, message, response }`. Names match in any case, and any piece may be missing. */
export interface Envelope {
  /** As text: `00`, `success`, `false`; `null` when absent. */
  status: string | null;
  message: string | null;
  /** The payload; the whole body when nothing in it is called response, data, result or payload. */
  response: unknown;
  /** The two-digit code from the service's table, wherever it appeared. */
  code: string | null;
  /** The body has a named payload or a message, so its `status` belongs to the envelope, not to a record. */
  wrapped: boolean;
  /** No status, no payload, but an error field. */
  bareError: boolean;
}

/** The result of a successful call. */
export interface Answer {
  httpStatus: number;
  status: string | null;
  message: string | null;
  response: unknown;
  /** The whole body, including what is next to `response`, such as totals; `null` for an empty body. */
  body: unknown;
  reference: string;
}

const STATUS_NAMES = 'status statusCode responseStatus resultStatus responseCode success code'.split(' ');
const MESSAGE_NAMES = 'message msg statusMessage responseMessage errorMessage description detail'.split(' ');
const PAYLOAD_NAMES = ['response', 'data', 'result', 'payload'];
const CODE_NAMES = ['code', 'statusCode', 'responseCode', 'errorCode', 'resultCode'];
/** The failures of the service's code table; a code outside `status` counts only when it is one of these. */
export const FAILURE_CODES: ReadonlySet<string> = new Set(['90', '91', '92', '93', '96', '97', '99']);
const FAILURE_WORD =
  /\b(fail|fails|failed|failure|errors?|declined?|reject|rejected|refused|denied|unsuccessful|invalid|false)\b/i;

export function readEnvelope(body: unknown): Envelope {
  if (!isJsonObject(body)) {
    return { status: null, message: null, response: body, code: null, wrapped: false, bareError: false };
  }
  const status = scalarText(findField(body, STATUS_NAMES, isScalar, 0));
  const message = scalarText(findField(body, MESSAGE_NAMES, isScalar, 0)) ?? errorText(body);
  const payload = findField(body, PAYLOAD_NAMES, undefined, 0);
  const side = scalarText(
    findField(body, CODE_NAMES, (value) => FAILURE_CODES.has(scalarText(value) ?? ''), 0),
  );
  return {
    status,
    message,
    response: payload === undefined ? body : payload,
    code: /^(\d{2})(?:$|\s*[-:|])/.exec(status ?? '')?.[1] ?? side,
    wrapped: payload !== undefined || message !== null || hasPayloadName(body),
    bareError: status === null && payload === undefined && errorValue(body) !== undefined,
  };
}

/** Every status and code next to the payload, the envelope's own status first. */
export function listStatusWords(body: unknown): string[] {
  if (!isJsonObject(body)) return [];
  return [...STATUS_NAMES, ...CODE_NAMES].flatMap(
    (name) => scalarText(findField(body, [name], isScalar, 0)) ?? [],
  );
}

/** `failed`, `PAYMENT_FAILED`, `false`, a negative number and the like. */
export function isFailureWord(word: string): boolean {
  const words = spaced(word);
  return (FAILURE_WORD.test(words) && !/\b(no|without) errors?\b/i.test(words)) || /^-\d+$/.test(word);
}

/** `paymentFailed` and `PAYMENT_FAILED` as separate words. */
export const spaced = (word: string): string =>
  word.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ');

type EnvelopeVerdict =
  | { ok: true }
  /** `httpStatus`: a 4xx or 5xx written in the body itself, as gateways do. */
  | { ok: false; httpStatus: number | null };

/**
 * Whether the 2xx body of a GET says that the operation failed. (`judgePost` is stricter, because a link may exist.) The
 * service publishes a code table but does not say which field carries the code, so:
 *
 * | `status` (or, without one, `statusCode`, `success`, `code` …) | read as |
 * |---|---|
 * | `00`, `200`, `201`, `success`, `ok`, `true`, `created`, any unknown word, absent | success |
 * | two digits other than `00` | failure with that code |
 * | `400` to `599` | failure, as if HTTP had said it |
 * | `failed`, `failure`, `error`, `declined`, `rejected`, `refused`, `denied`, `unsuccessful`, `invalid`, `false`, a negative number | failure |
 * | any success, with a code of the failure table in `code`, `errorCode`, … | failure with that code |
 * | absent, no payload, and a field `error` or `errors` | failure |
 *
 * A record without an envelope is a success: its `status: "FAILED"` is its own state.
 */
export function judgeEnvelope(envelope: Envelope): EnvelopeVerdict {
  const status = envelope.status ?? '';
  if (envelope.code !== null && envelope.code !== '00') return { ok: false, httpStatus: null };
  if (/^[45]\d\d$/.test(status)) return { ok: false, httpStatus: Number(status) };
  if (envelope.bareError) return { ok: false, httpStatus: null };
  return envelope.wrapped && isFailureWord(status) ? { ok: false, httpStatus: null } : { ok: true };
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const scalarText = (value: unknown): string | null =>
  typeof value === 'boolean' ? String(value) : toText(value);

const hasPayloadName = (body: JsonObject): boolean =>
  Object.keys(body).some((key) => key.toLowerCase() === 'response');

const errorValue = (body: JsonObject): unknown =>
  findField(
    body,
    ['error', 'errors'],
    (value) => value !== false && !(Array.isArray(value) && value.length === 0),
    0,
  );

function errorText(body: JsonObject): string | null {
  const value = errorValue(body);
  return typeof value === 'string' ? value : null;
}

/**
 * `JSON.parse`, except that a number a double cannot hold digit for digit (a 19-digit order id, an amount
 * with 17 digits) comes back as text: a rounded order id would look up the wrong order. And the zero character comes
 * back as U+FFFD: PostgreSQL cannot store it.
 *
 * Throws `SyntaxError`, whose message may quote the text: do not pass it on.
 *
 * Takes linear time whatever the text, because strangers can send it.
 */
export function parseJsonText(text: string): unknown {
  const storable = text.includes(ZERO_CHARACTER) ? text.replace(ESCAPE, replaceZero) : text;
  const read: unknown = JSON.parse(storable);
  return LONG.test(storable) ? JSON.parse(quoteLongNumbers(storable)) : read;
}

const ZERO_CHARACTER = '\\u0000';
const ESCAPE = /\\(?:u0000|.)/gs;
const replaceZero = (written: string): string => (written === ZERO_CHARACTER ? '\\ufffd' : written);

const LONG = /\d[\d.]{15}/;
/** Sticky: continues where the last match ended, so no character is read twice. */
const NUMBER = /[\d.eE+-]+/y;
const LONG_DECIMAL = /^-?\d[\d.]{15,}$/;

/** Expects valid JSON: relies on every quote being closed and every number being well formed. */
function quoteLongNumbers(text: string): string {
  const parts: string[] = [];
  let taken = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = at;
      const token = NUMBER.exec(text)?.[0] ?? '';
      const end = at + token.length;
      if (LONG_DECIMAL.test(token) && String(Number(token)) !== token) {
        parts.push(text.slice(taken, at), `"${token}"`);
        taken = end;
      }
      at = end;
    } else {
      at += 1;
    }
  }
  return parts.join('') + text.slice(taken);
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
