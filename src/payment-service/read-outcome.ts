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
import { judgePost, type PostOutcome, type Sent } from './post-answer.ts';
import { findRequestField } from './request-field.ts';
import { type AnswerFault, MOST_ROWS, scanAnswer } from './scan-answer.ts';
import type { BrokenAnswer, WholeAnswer } from './transport.ts';

export interface OutcomeContext {
  operation: Operation;
  /** What a POST sent; null: it is a GET. */
  sent: Sent | null;
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
  const envelope = isEnvelope(json, context) ? readEnvelope(json) : null;
  const isSuccess = httpStatus >= 200 && httpStatus < 300;
  if (envelope === null && isSuccess) return unreadable(outcome, fault, context);
  const { proves, status = httpStatus } = judge(outcome, json, envelope, context);
  if (proves !== 'made') return errorForAnswer({ ...context, httpStatus: status, envelope, proves });
  if (envelope === null) return unreadable(outcome, fault, context);
  const { message, response } = envelope;
  return {
    httpStatus,
    status: envelope.status,
    message,
    response,
    body: json,
    reference: context.reference,
  };
}

/** `status`: the HTTP status that the body says instead. */
function judge(
  { status: httpStatus, body: bytes }: WholeAnswer,
  body: unknown,
  envelope: Envelope | null,
  { sent }: OutcomeContext,
): { proves: PostOutcome; status?: number } {
  const isSuccess = httpStatus >= 200 && httpStatus < 300;
  const verdict = envelope === null || !isSuccess ? null : judgeEnvelope(envelope);
  const inBody = verdict?.ok === false && verdict.httpStatus !== null ? { status: verdict.httpStatus } : {};
  if (sent !== null && envelope === null && mayHoldLink(bytes)) return { proves: 'lost' };
  if (sent !== null) return { proves: judgePost({ httpStatus, body, envelope }, sent), ...inBody };
  return { proves: verdict?.ok ? 'made' : 'refused', ...inBody };
}

/** Something with an address that is neither JSON that we read nor a web page, such as half an answer. */
const mayHoldLink = (body: Buffer): boolean =>
  !/^\s*</.test(body.toString('utf8', 0, 100)) && body.includes('://');

/** A POST is answered with an object, a list, or a text; a GET may also be answered with nothing. */
const isEnvelope = (json: unknown, { sent }: OutcomeContext): boolean =>
  json !== UNREADABLE &&
  (sent === null || typeof json === 'string' || (typeof json === 'object' && json !== null));

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
  const proves = context.sent === null ? 'refused' : 'lost';
  const facts = { ...context, httpStatus: status, proves } as const;
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
  // Nobody saw the body, which may have held a link.
  const proves = context.sent !== null && maybeSent ? 'lost' : 'refused';
  if (httpStatus !== null && httpStatus >= 300)
    return errorForAnswer({ ...context, httpStatus, envelope: null, cause, proves });
  const facts = { ...context, httpStatus, cause, proves } as const;
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
  reference: string;
  httpStatus: number;
  /** The body, if it was an envelope. */
  envelope: Envelope | null;
  retryAfterMs: number | null;
  proves: errors.FailureProves;
  cause?: unknown;
}

/** The service's code for "data not found". */
const NOT_FOUND_CODE = '93';

const BY_STATUS: ReadonlyMap<number, typeof errors.PaymentServiceError> = new Map([
  [401, errors.AuthenticationError],
  [402, errors.PaymentRequiredError],
  [403, errors.PermissionError],
  [404, errors.NotFoundError],
  [405, errors.UnsupportedRequestError],
  [406, errors.UnsupportedRequestError],
  [409, errors.ConflictError],
  [415, errors.UnsupportedRequestError],
]);

/** The only mapping from an unsuccessful answer to an error class. */
function errorForAnswer(failure: AnswerFailure): errors.PaymentServiceError {
  const { httpStatus, envelope, operation, reference, proves } = failure;
  const code = envelope?.code ?? null;
  const facts = {
    operation,
    reference,
    httpStatus,
    serviceCode: code ?? envelope?.status?.slice(0, 40) ?? null,
    serviceMessage: envelope?.message ?? null,
    proves,
    cause: failure.cause,
  };
  const what = `the service answered ${httpStatus}${code === null ? '' : ` with code ${code}`}`;
  if (code === NOT_FOUND_CODE && proves !== 'lost') return new errors.NotFoundError(what, facts);
  if (httpStatus >= 500) return new errors.ServerError(what, facts);
  if (httpStatus < 300) return new errors.RefusedError(`${what}, and its body says that it failed`, facts);
  if (httpStatus < 400)
    return new errors.UnreadableAnswerError(`${what}, a redirect, which is not followed`, facts);
  if (httpStatus === 429)
    return new errors.RateLimitError(what, { ...facts, retryAfterMs: failure.retryAfterMs });
  const Failure = BY_STATUS.get(httpStatus);
  if (Failure !== undefined) return new Failure(what, facts);
  const field = findRequestField(facts.serviceMessage, envelope?.response);
  return new errors.InvalidRequestError(what, { ...facts, field });
}
