import type { LinkRequest } from './link-request.ts';

export type Operation =
  | 'generateLink'
  | 'businessDetails'
  | 'listTransactions'
  | 'listPayouts'
  | 'listLinks'
  | 'findLink'
  | 'findTransaction';

export interface PaymentServiceErrorFacts {
  operation: Operation;
  /** Ours, also in the observer's calls; the service knows nothing of it. */
  reference: string;
  httpStatus?: number | null;
  serviceCode?: string | null;
  serviceMessage?: string | null;
  outcomeUnknown?: boolean;
  cause?: unknown;
}

/** A service message may echo what a customer typed, at any length. */
const SERVICE_MESSAGE_LIMIT = 300;

/**
 * Base of everything the client rejects with. `message` is safe to log: it holds no credentials and nothing of
 * the customer's. `serviceMessage` may hold customer data: show it to the person who asked, do not log it.
 */
export class PaymentServiceError extends Error {
  override name = 'PaymentServiceError';
  readonly operation: Operation;
  readonly reference: string;
  /** `null` when no answer arrived. */
  readonly httpStatus: number | null;
  /** What the envelope's `status` said: a code of the service's table such as `93`, or a word. */
  readonly serviceCode: string | null;
  readonly #serviceMessage: string | null;
  /** A link may have been made although this error says otherwise. Only ever true for `generateLink`. */
  readonly outcomeUnknown: boolean;

  constructor(what: string, facts: PaymentServiceErrorFacts) {
    super(`${facts.operation}: ${what}`, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.operation = facts.operation;
    this.reference = facts.reference;
    this.httpStatus = facts.httpStatus ?? null;
    this.serviceCode = facts.serviceCode ?? null;
    this.#serviceMessage = cap(facts.serviceMessage ?? null);
    this.outcomeUnknown = facts.outcomeUnknown ?? false;
  }

  /** The envelope's `message`, at most 300 characters. Not an own property, so that a log that writes errors out does not hold it. */
  get serviceMessage(): string | null {
    return this.#serviceMessage;
  }
}

export interface InvalidRequestErrorFacts extends PaymentServiceErrorFacts {
  field?: keyof LinkRequest | null;
  rule?: string | null;
}

/** 400, 422 and every 4xx without a class of its own, or a request that failed our own check before anything was sent (`httpStatus` null). */
export class InvalidRequestError extends PaymentServiceError {
  override name = 'InvalidRequestError';
  /** The field at fault, when known. */
  readonly field: keyof LinkRequest | null;
  /** Our own check only: the broken rule's short name (`too_small`, `decimals`, …). */
  readonly rule: string | null;

  constructor(what: string, facts: InvalidRequestErrorFacts) {
    super(what, facts);
    this.field = facts.field ?? null;
    this.rule = facts.rule ?? null;
  }
}

/** 401: key, account or signature not accepted. */
export class AuthenticationError extends PaymentServiceError {
  override name = 'AuthenticationError';
}

/** There are no credentials to ask with: nothing was sent. */
export class NotConnectedError extends PaymentServiceError {
  override name = 'NotConnectedError';
}

/** 402: the parameters were valid and the request failed all the same. */
export class PaymentRequiredError extends PaymentServiceError {
  override name = 'PaymentRequiredError';
}

/** 403: the key may not call this endpoint, or not from this IP address. */
export class PermissionError extends PaymentServiceError {
  override name = 'PermissionError';
}

/** 404, or the service's code 93. */
export class NotFoundError extends PaymentServiceError {
  override name = 'NotFoundError';
}

/** 405, 406, 415: the path or the form of the request is not what this service expects. */
export class UnsupportedRequestError extends PaymentServiceError {
  override name = 'UnsupportedRequestError';
}

/** 409: for a link, its `Invoice_Id` exists already. */
export class ConflictError extends PaymentServiceError {
  override name = 'ConflictError';
}

/** 429. */
export class RateLimitError extends PaymentServiceError {
  override name = 'RateLimitError';
  /** What `Retry-After` asked for, not capped; `null` when it said nothing readable. */
  readonly retryAfterMs: number | null;

  constructor(what: string, facts: PaymentServiceErrorFacts & { retryAfterMs?: number | null }) {
    super(what, facts);
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

/** 5xx. */
export class ServerError extends PaymentServiceError {
  override name = 'ServerError';
}

export type RequestPhase = 'connect' | 'headers' | 'body';

/** No answer in time. In phase `connect` nothing was sent. */
export class TimeoutError extends PaymentServiceError {
  override name = 'TimeoutError';
  readonly phase: RequestPhase;

  constructor(what: string, facts: PaymentServiceErrorFacts & { phase: RequestPhase }) {
    super(what, facts);
    this.phase = facts.phase;
  }
}

/** The connection could not be made, or broke. */
export class NetworkError extends PaymentServiceError {
  override name = 'NetworkError';
  /** False when it is certain that no byte of the request left: refused, name not found, TLS not agreed. */
  readonly maybeSent: boolean;

  constructor(what: string, facts: PaymentServiceErrorFacts & { maybeSent: boolean }) {
    super(what, facts);
    this.maybeSent = facts.maybeSent;
  }
}

/** An answer that says neither yes nor no: not JSON, empty, too big, or a redirect. */
export class UnreadableAnswerError extends PaymentServiceError {
  override name = 'UnreadableAnswerError';
}

/** A 2xx answer whose body says that the operation failed. */
export class RefusedError extends PaymentServiceError {
  override name = 'RefusedError';
}

function cap(text: string | null): string | null {
  if (text === null || text.length <= SERVICE_MESSAGE_LIMIT) return text;
  return `${text.slice(0, SERVICE_MESSAGE_LIMIT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
