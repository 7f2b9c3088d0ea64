import type { PaymentServiceSettings } from './client-settings.ts';
import type { Answer } from './envelope.ts';
import { NetworkError, type Operation, PaymentServiceError, RateLimitError } from './errors.ts';
import type { DateRange, PageRequest } from './local-date-time.ts';
import type { Sent } from './post-answer.ts';
import { readOutcome } from './read-outcome.ts';
import type { SignRequest } from './signature.ts';
import type { Transport } from './transport.ts';

export interface PaymentServiceClock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** One finished attempt, as the observer sees it. Holds no customer data. */
export interface PaymentServiceCall {
  operation: Operation;
  method: 'GET' | 'POST';
  /** The template, without ids and dates. */
  path: string;
  /** `null` when no answer arrived. */
  status: number | null;
  /** `ok`, or the name of the error's class. */
  outcome: string;
  durationMs: number;
  /** From 1. */
  attempt: number;
  reference: string;
  /** The `Date` header of the answer; null: there was no answer, or it had none. */
  date: string | null;
}

interface RequesterOptions {
  settings: PaymentServiceSettings;
  transport: Transport;
  sign: SignRequest;
  clock: PaymentServiceClock;
  random: () => number;
  onCall: (call: PaymentServiceCall) => void;
}

interface ServiceRequest {
  operation: Operation;
  reference: string;
  template: string;
  path: RequestPath;
  /** The bytes of a POST, and what an answer may repeat of them; `null` makes it a GET. */
  post: { body: Uint8Array; sent: Sent } | null;
}

/** Signs, sends and reads. Retries GETs when it may help; never retries a POST. */
export function createRequester(options: RequesterOptions) {
  const { settings, transport, sign, clock, random, onCall } = options;
  let closing: Promise<void> | null = null;

  const attemptOnce = async (
    request: ServiceRequest,
  ): Promise<{ result: Answer | Failure; date: string | null }> => {
    const { operation, reference, path, post } = request;
    const body = post?.body ?? null;
    const method = body === null ? 'GET' : 'POST';
    const { apiKey, accountId, timeZone, userAgent, secretKey, signatureEncoding, signatureGet } = settings;
    let signature: string;
    try {
      signature = sign({ method, ...path, body, secretKey, encoding: signatureEncoding, signatureGet });
    } catch (cause) {
      const error = new PaymentServiceError('the request could not be signed', {
        operation,
        reference,
        cause,
      });
      return { result: { error, retryAfterMs: null }, date: null };
    }
    const outcome = await transport.send({
      method,
      target: buildTarget(path),
      headers: {
        apiKey,
        'X-HMAC-Signature': signature,
        accountId,
        'Time-Zone': timeZone,
        'User-Agent': userAgent,
        Accept: 'application/json',
        'Accept-Encoding': 'identity',
        ...(body === null ? {} : { 'Content-Type': 'application/json' }),
      },
      body,
    });
    const retryAfterMs = parseRetryAfter(outcome.retryAfter, clock.now());
    const read = readOutcome(outcome, { operation, sent: post?.sent ?? null, reference, retryAfterMs });
    const result = read instanceof PaymentServiceError ? { error: read, retryAfterMs } : read;
    return { result, date: outcome.date };
  };

  const observe = (call: PaymentServiceCall) => {
    try {
      onCall(call);
    } catch {
      // An observer that throws must not turn a created link into an error, so it only gets a warning.
      process.emitWarning(`The observer of ${call.operation} failed`, 'PaymentServiceWarning');
    }
  };

  return {
    /** Resolves with a successful answer; rejects with a {@link PaymentServiceError}. */
    async request(request: ServiceRequest): Promise<Answer> {
      for (let attempt = 1; ; attempt += 1) {
        const startedAt = clock.now();
        const { result, date } = await attemptOnce(request);
        const failure = 'error' in result ? result : null;
        observe({
          operation: request.operation,
          method: request.post === null ? 'GET' : 'POST',
          path: request.template,
          status: 'error' in result ? result.error.httpStatus : result.httpStatus,
          outcome: failure?.error.name ?? 'ok',
          durationMs: clock.now() - startedAt,
          attempt,
          reference: request.reference,
          date,
        });
        if ('httpStatus' in result) return result;
        const mayRetry = request.post === null && attempt <= MAX_RETRIES && closing === null;
        if (!mayRetry || !isPassing(result.error)) throw result.error;
        await clock.sleep(retryDelayMs(attempt, result.retryAfterMs, random));
        if (closing !== null) throw result.error;
      }
    },
    close(): Promise<void> {
      closing ??= transport.close();
      return closing;
    },
  };
}

interface Failure {
  error: PaymentServiceError;
  retryAfterMs: number | null;
}

const isPassing = (error: PaymentServiceError): boolean =>
  error instanceof NetworkError ||
  error instanceof RateLimitError ||
  RETRIED_STATUSES.has(error.httpStatus ?? 0);

/** Not counting the first attempt. */
export const MAX_RETRIES = 3;
export const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * How long to wait before retry number `retry` (from 1): exponential, capped at 8 s, the upper half of it
 * random. Never less than `Retry-After`, which counts up to 60 s.
 */
export function retryDelayMs(retry: number, retryAfterMs: number | null, random: () => number): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (retry - 1), LONGEST_DELAY_MS);
  const jittered = Math.round(delay / 2 + (random() * delay) / 2);
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS));
}

/** A longer wait is a wrong clock or a mistake. Exports would wait for as long as it says. */
const LONGEST_BELIEVED_MS = 24 * 60 * 60_000;

/**
 * `Retry-After` in either of its forms, seconds or an HTTP date, as milliseconds from now; `null` when unreadable or
 * more than a day.
 */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : parseHttpDate(text) - nowMs;
  return waitMs <= LONGEST_BELIEVED_MS ? Math.max(0, waitMs) : null;
}

function parseHttpDate(text: string): number {
  return /^[A-Z][a-z]{2,8}, /.test(text) ? Date.parse(text) : Number.NaN;
}

/** A request's path and query exactly as sent. */
interface RequestPath {
  path: string;
  /** Without the question mark; may be empty. */
  query: string;
}

/** The target in the HTTP request line. */
const buildTarget = ({ path, query }: RequestPath): string => (query === '' ? path : `${path}?${query}`);

/** A fixed path below the service's prefix. */
export const buildFixedPath = (prefix: string, template: string): RequestPath =>
  splitQuery(prefix + template);

/**
 * Fills `{fromDate}` and `{toDate}` and adds `page` and `size`. Dates are written as in the service's samples,
 * `2025-01-01%2000:00:00`. The colons stay unencoded, unlike with `encodeURIComponent`, which matters if the
 * address is signed.
 */
export function buildListingPath(
  prefix: string,
  template: string,
  range: DateRange,
  page: Required<PageRequest>,
): RequestPath {
  const filled = splitQuery(
    prefix +
      template
        .replaceAll('{fromDate}', () => range.fromDate.replace(' ', '%20'))
        .replaceAll('{toDate}', () => range.toDate.replace(' ', '%20')),
  );
  const paging = `page=${page.page}&size=${page.size}`;
  return { path: filled.path, query: filled.query === '' ? paging : `${filled.query}&${paging}` };
}

/** Fills `{id}`; any id stays a single path segment. */
export const buildLookUpPath = (prefix: string, template: string, id: string): RequestPath =>
  splitQuery(prefix + template.replaceAll('{id}', () => encodeSegment(id)));

/** `encodeURIComponent` keeps `.` and `..`, which servers and proxies resolve, and throws on half a surrogate pair. */
function encodeSegment(id: string): string {
  const wellFormed = Buffer.from(id).toString();
  return /^\.{1,2}$/.test(wellFormed) ? wellFormed.replaceAll('.', '%2E') : encodeURIComponent(wellFormed);
}

function splitQuery(target: string): RequestPath {
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
