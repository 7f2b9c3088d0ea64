import type { Envelope } from './envelope.ts';
import * as errors from './errors.ts';
import { findRequestField } from './request-field.ts';

export interface AnswerFailure {
  operation: errors.Operation;
  method: 'GET' | 'POST';
  reference: string;
  httpStatus: number;
  /** The body, if it was an envelope. */
  envelope: Envelope | null;
  retryAfterMs: number | null;
  cause?: unknown;
}

/** The service's code for "data not found". */
const NOT_FOUND_CODE = '93';
/** Redirects that mean the server did nothing with the request. */
const UNTOUCHED_REDIRECTS = new Set([301, 307, 308]);

/**
 * The only mapping from an unsuccessful answer to an error class. A 4xx is a definite refusal whatever its body.
 * After a 5xx a POST may have taken effect, and after some redirects too.
 */
export function errorForAnswer(failure: AnswerFailure): errors.PaymentServiceError {
  const { httpStatus, envelope, operation, method, reference } = failure;
  const code = envelope?.code ?? null;
  const isPost = method === 'POST';
  const facts = {
    operation,
    reference,
    httpStatus,
    serviceCode: code ?? envelope?.status?.slice(0, 40) ?? null,
    serviceMessage: envelope?.message ?? null,
    outcomeUnknown: isPost && httpStatus >= 500,
    cause: failure.cause,
  };
  const what = `the service answered ${httpStatus}${code === null ? '' : ` with code ${code}`}`;
  if (code === NOT_FOUND_CODE && !facts.outcomeUnknown) return new errors.NotFoundError(what, facts);
  if (httpStatus >= 500) return new errors.ServerError(what, facts);
  if (httpStatus < 300) return new errors.RefusedError(`${what}, and its body says that it failed`, facts);
  if (httpStatus < 400) {
    const outcomeUnknown = isPost && !UNTOUCHED_REDIRECTS.has(httpStatus);
    return new errors.UnreadableAnswerError(`${what}, a redirect, which is not followed`, {
      ...facts,
      outcomeUnknown,
    });
  }
  switch (httpStatus) {
    case 401:
      return new errors.AuthenticationError(what, facts);
    case 402:
      return new errors.PaymentRequiredError(what, facts);
    case 403:
      return new errors.PermissionError(what, facts);
    case 404:
      return new errors.NotFoundError(what, facts);
    case 405:
    case 406:
    case 415:
      return new errors.UnsupportedRequestError(what, facts);
    case 409:
      return new errors.ConflictError(what, facts);
    case 429:
      return new errors.RateLimitError(what, { ...facts, retryAfterMs: failure.retryAfterMs });
    default:
      return new errors.InvalidRequestError(what, {
        ...facts,
        field: findRequestField(facts.serviceMessage, envelope?.response),
      });
  }
}
