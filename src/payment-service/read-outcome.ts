import { type Answer, type Envelope, judgeEnvelope, parseJsonText, readEnvelope } from './envelope.ts';
import * as errors from './errors.ts';
import {
  NetworkError,
  type Operation,
  type PaymentServiceError,
  TimeoutError,
  TooLargeAnswerError,
  UnreadableAnswerError,
} from './errors.ts';
import { findRequestField } from './request-field.ts';
import { type AnswerFault, MOST_ROWS, scanAnswer } from './scan-answer.ts';
import type { BrokenAnswer, WholeAnswer } from './transport.ts';

export interface OutcomeContext {
  operation: Operation;
  method: 'GET' | 'POST';
  reference: string;
  retryAfterMs: number | null;
}

/** The result of one request: a successful answer, or the error that fits what we know. */
export function readOutcome(
  outcome: WholeAnswer | BrokenAnswer,
  context: OutcomeContext,
): Answer | PaymentServiceError {
  if (outcome.kind === 'broken') return errorForBroken(outcome, context);
  const { status: httpStatus } = outcome;
  const fault = scanAnswer(outcome.body);
  const json = fault === null ? parseBody(outcome.body) : UNREADABLE;
  const envelope = json === UNREADABLE ? null : readEnvelope(json);
  if (httpStatus < 200 || httpStatus >= 300) return errorForAnswer({ ...context, httpStatus, envelope });
  if (
    envelope === null ||
    (context.method === 'POST' && (typeof json !== 'object' || json === null) && typeof json !== 'string')
  ) {
    return unreadable(outcome, fault, context);
  }
  const verdict = judgeEnvelope(envelope, { bareRecords: context.method === 'GET' });
  if (!verdict.ok) {
    return errorForAnswer({ ...context, httpStatus: verdict.httpStatus ?? httpStatus, envelope });
  }
  const { status, message, response } = envelope;
  return { httpStatus, status, message, response, body: json, reference: context.reference };
}

const UNREADABLE = Symbol('unreadable');

/** Drops the parse error: its message quotes the body. */
function parseBody(body: Buffer): unknown {
  const text = new TextDecoder().decode(body).trim();
  if (text === '') return null;
  try {
    return parseJsonText(text);
  } catch {
    return UNREADABLE;
  }
}

function unreadable(
  { status, body }: WholeAnswer,
  fault: AnswerFault | null,
  context: OutcomeContext,
): UnreadableAnswerError {
  const facts = { ...context, httpStatus: status, outcomeUnknown: context.method === 'POST' };
  if (fault === 'rows')
    return new TooLargeAnswerError('the answer has more rows than this client reads', {
      ...facts,
      least: MOST_ROWS + 1,
    });
  const what = body.length === 0 ? 'nothing' : `${body.length} bytes that are no JSON answer`;
  return new UnreadableAnswerError(`the service answered ${status} with ${what}`, facts);
}

function errorForBroken(broken: BrokenAnswer, context: OutcomeContext): PaymentServiceError {
  const { fault, phase, maybeSent, status: httpStatus, cause } = broken;
  // The status line counts even if the body never came: a 4xx is a refusal, a 5xx leaves the outcome unknown.
  if (httpStatus !== null && httpStatus >= 300)
    return errorForAnswer({ ...context, httpStatus, envelope: null, cause });
  const facts = { ...context, httpStatus, cause, outcomeUnknown: context.method === 'POST' && maybeSent };
  switch (fault) {
    case 'too-large':
      return new TooLargeAnswerError('the answer is larger than this client reads', {
        ...facts,
        least: null,
      });
    case 'timeout':
      return new TimeoutError(`no answer in time (${phase})`, { ...facts, phase });
    case 'dropped':
      return new NetworkError(
        maybeSent
          ? 'the connection broke before the answer was complete'
          : 'the service could not be reached',
        { ...facts, maybeSent },
      );
  }
}

interface AnswerFailure {
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
function errorForAnswer(failure: AnswerFailure): errors.PaymentServiceError {
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
