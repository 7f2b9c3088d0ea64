import { type Answer, judgeEnvelope, readEnvelope } from './envelope.ts';
import { errorForAnswer } from './error-for-answer.ts';
import {
  NetworkError,
  type Operation,
  type PaymentServiceError,
  TimeoutError,
  UnreadableAnswerError,
} from './errors.ts';
import { parseJsonText } from './json-text.ts';
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
  const json = parseBody(outcome.body);
  const envelope = json === UNREADABLE ? null : readEnvelope(json);
  if (httpStatus < 200 || httpStatus >= 300) return errorForAnswer({ ...context, httpStatus, envelope });
  if (
    envelope === null ||
    (context.method === 'POST' && (typeof json !== 'object' || json === null) && typeof json !== 'string')
  ) {
    return unreadable(outcome, context);
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

function unreadable({ status, body }: WholeAnswer, context: OutcomeContext): UnreadableAnswerError {
  const what = body.length === 0 ? 'nothing' : `${body.length} bytes that are no JSON answer`;
  return new UnreadableAnswerError(`the service answered ${status} with ${what}`, {
    ...context,
    httpStatus: status,
    outcomeUnknown: context.method === 'POST',
  });
}

function errorForBroken(broken: BrokenAnswer, context: OutcomeContext): PaymentServiceError {
  const { fault, phase, maybeSent, status: httpStatus, cause } = broken;
  // The status line counts even if the body never came: a 4xx is a refusal, a 5xx leaves the outcome unknown.
  if (httpStatus !== null && httpStatus >= 300)
    return errorForAnswer({ ...context, httpStatus, envelope: null, cause });
  const facts = { ...context, httpStatus, cause, outcomeUnknown: context.method === 'POST' && maybeSent };
  switch (fault) {
    case 'too-large':
      return new UnreadableAnswerError('the answer is larger than this client reads', facts);
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
