import type { LinkRequest } from './link-request.ts';

export type Operation =
  | 'generateLink'
  | 'businessDetails'
  | 'listTransactions'
  | 'listPayouts'
  | 'listLinks'
  | 'findLink'
  | 'findTransaction';

/**
 * What an error proves about the link that was asked for: see `judgePost`. Anything but a POST that was sent is `refused`:
 * it makes no link.
 */
export type FailureProves = 'refused' | 'answered-no' | 'lost';

interface PaymentServiceErrorFacts {
  operation: Operation;
  /** Our own reference, also passed to the observer. Never sent to the service. */
  reference: string;
  httpStatus?: number | null;
  serviceCode?: string | null;
  serviceMessage?: string | null;
  proves?: FailureProves;
  cause?: unknown;
}

/** A service message may echo what a customer typed, at any length. */
const SERVICE_MESSAGE_LIMIT = 300;

/**
 * Base class of everything the client rejects with. `message` is safe to log: it holds no credentials and no
 * customer data. `serviceMessage` may hold customer data: show it to the user who asked, do not log it.
 */
export class PaymentServiceError extends Error {
  override name = 'PaymentServiceError';
  readonly operation: Operation;
  readonly reference: string;
  /** `null` when no answer arrived. */
  readonly httpStatus: number | null;
  /** The envelope's `status`: a code from the service's table such as `93`, or a word. */
  readonly serviceCode: string | null;
  readonly #serviceMessage: string | null;
  readonly proves: FailureProves;

  constructor(what: string, facts: PaymentServiceErrorFacts) {
    super(`${facts.operation}: ${what}`, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.operation = facts.operation;
    this.reference = facts.reference;
    this.httpStatus = facts.httpStatus ?? null;
    this.serviceCode = facts.serviceCode ?? null;
    this.#serviceMessage = cap(facts.serviceMessage ?? null);
    this.proves = facts.proves ?? 'refused';
  }

  /** The envelope's `message`, at most 300 characters. A getter, so that loggers that dump own properties miss it. */
  get serviceMessage(): string | null {
    return this.#serviceMessage;
  }
}

/** Its name is in the log and in metrics, also where a bundler renames the class. */
const named = (name: string): typeof PaymentServiceError =>
  class extends PaymentServiceError {
    override name = name;
  };

interface InvalidRequestErrorFacts extends PaymentServiceErrorFacts {
  field?: keyof LinkRequest | null;
  rule?: string | null;
}

/** 400, 422 and any 4xx without its own class; or a request that failed our own check, unsent (`httpStatus` null). */
export class InvalidRequestError extends PaymentServiceError {
  override name = 'InvalidRequestError';
  /** The faulty field, when known. */
  readonly field: keyof LinkRequest | null;
  /** Only from our own check: the broken rule's short name (`too_small`, `decimals`, …). */
  readonly rule: string | null;

  constructor(what: string, facts: InvalidRequestErrorFacts) {
    super(what, facts);
    this.field = facts.field ?? null;
    this.rule = facts.rule ?? null;
  }
}

/** 401: key, account or signature not accepted. */
export class AuthenticationError extends named('AuthenticationError') {}

/** We have no credentials to send with. Nothing was sent. */
export class NotConnectedError extends named('NotConnectedError') {}

/** The credentials are not of the account that the work belongs to, or nobody has confirmed them. Nothing was sent. */
export class OtherAccountError extends named('OtherAccountError') {}

/** 402: the parameters were valid but the request still failed. */
export class PaymentRequiredError extends named('PaymentRequiredError') {}

/** 403: the key may not call this endpoint, or not from this IP address. */
export class PermissionError extends named('PermissionError') {}

/** 404, or the service's code 93. */
export class NotFoundError extends named('NotFoundError') {}

/** 405, 406, 415: the path or format of the request is not what this service expects. */
export class UnsupportedRequestError extends named('UnsupportedRequestError') {}

/** 409: a link with this `Invoice_Id` already exists. */
export class ConflictError extends named('ConflictError') {}

/** 429. */
export class RateLimitError extends PaymentServiceError {
  override name = 'RateLimitError';
  /** The wait `Retry-After` asked for, not capped; `null` when missing or unreadable. */
  readonly retryAfterMs: number | null;

  constructor(what: string, facts: PaymentServiceErrorFacts & { retryAfterMs?: number | null }) {
    super(what, facts);
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

/** 5xx. */
export class ServerError extends named('ServerError') {}

export type RequestPhase = 'connect' | 'headers' | 'body';

/** No answer in time. In the `connect` phase nothing was sent. */
export class TimeoutError extends PaymentServiceError {
  override name = 'TimeoutError';
  readonly phase: RequestPhase;

  constructor(what: string, facts: PaymentServiceErrorFacts & { phase: RequestPhase }) {
    super(what, facts);
    this.phase = facts.phase;
  }
}

/** The connection failed or broke. */
export class NetworkError extends PaymentServiceError {
  override name = 'NetworkError';
  /** False when no byte of the request can have left: connection refused, name not found, TLS handshake failed. */
  readonly maybeSent: boolean;

  constructor(what: string, facts: PaymentServiceErrorFacts & { maybeSent: boolean }) {
    super(what, facts);
    this.maybeSent = facts.maybeSent;
  }
}

/** An answer that is neither yes nor no: not JSON, empty, too big, or a redirect. */
export class UnreadableAnswerError extends named('UnreadableAnswerError') {}

/** A successful answer of more than 8 MiB or 20,000 rows: a shorter range may fit. See `halvesFor`. */
export class TooLargeAnswerError extends UnreadableAnswerError {
  override name = 'TooLargeAnswerError';
  /** It has so many rows at least; `null` if it was too long to be counted. */
  readonly least: number | null;

  constructor(what: string, facts: PaymentServiceErrorFacts & { least: number | null }) {
    super(what, facts);
    this.least = facts.least;
  }
}

/** A 2xx answer whose body says the operation failed. */
export class RefusedError extends named('RefusedError') {}

function cap(text: string | null): string | null {
  if (text === null || text.length <= SERVICE_MESSAGE_LIMIT) return text;
  return `${text.slice(0, SERVICE_MESSAGE_LIMIT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
