import { expect, test } from 'vitest';
import { type OutcomeContext, readOutcome } from '../../src/payment-service/read-outcome.ts';
import type { BrokenAnswer } from '../../src/payment-service/transport.ts';

const FACTS = { operation: 'generateLink', reference: 'R-1' } as const;
const GET: OutcomeContext = { ...FACTS, sent: null, retryAfterMs: null };
const POST: OutcomeContext = {
  ...FACTS,
  sent: { invoiceId: 'INV-7', callbackUrl: null },
  retryAfterMs: null,
};
const CAUSE = new Error('socket');

const answer = (status: number, text: string) =>
  ({ kind: 'answer', status, retryAfter: null, date: null, body: Buffer.from(text) }) as const;
const broken = (facts: Partial<BrokenAnswer>): BrokenAnswer => ({
  kind: 'broken',
  fault: 'dropped',
  phase: 'headers',
  maybeSent: true,
  status: null,
  retryAfter: null,
  date: null,
  cause: CAUSE,
  ...facts,
});

test('a successful answer is returned whole', () => {
  const body = { status: '00', message: 'made', response: { link: 'x' }, total: 1 };
  for (const context of [GET, POST])
    expect(readOutcome(answer(201, ` ${JSON.stringify(body)}\n`), context)).toEqual({
      httpStatus: 201,
      status: '00',
      message: 'made',
      response: { link: 'x' },
      body,
      reference: 'R-1',
    });
});

test.each(['', ' \n'])('the body %j is unreadable for a POST, and empty for a GET', (text) => {
  expect(readOutcome(answer(200, text), POST)).toMatchObject({ name: 'UnreadableAnswerError' });
  expect(readOutcome(answer(200, text), GET)).toEqual({
    ...{ httpStatus: 200, status: null, message: null, response: null, body: null, reference: 'R-1' },
  });
});

test.each(['17', 'true', 'null'])('the bare %s is unreadable for a POST', (text) => {
  expect(readOutcome(answer(200, text), POST)).toMatchObject({ name: 'UnreadableAnswerError' });
  expect(readOutcome(answer(200, text), GET)).toMatchObject({ response: JSON.parse(text) });
});

test('a bare text or list is an answer', () => {
  expect(readOutcome(answer(200, '"https://pay.test/1"'), POST)).toMatchObject({
    response: 'https://pay.test/1',
  });
  expect(readOutcome(answer(200, '[1]'), POST)).toMatchObject({ response: [1] });
});

test('an unreadable answer gives its length, and a POST an unknown outcome', () => {
  const facts = { name: 'UnreadableAnswerError', httpStatus: 200, reference: 'R-1' };
  const long = 'generateLink: the service answered 200 with 6 bytes that are no JSON answer';
  const none = 'generateLink: the service answered 200 with nothing';
  expect(readOutcome(answer(200, '<html>'), POST)).toMatchObject({
    ...facts,
    message: long,
    proves: 'lost',
  });
  expect(readOutcome(answer(200, '<html>'), GET)).toMatchObject({
    ...facts,
    message: long,
    proves: 'refused',
  });
  expect(readOutcome(answer(200, ''), POST)).toMatchObject({ ...facts, message: none, proves: 'lost' });
});

test.each([
  [199, 'RefusedError'],
  [300, 'UnreadableAnswerError'],
  [400, 'InvalidRequestError'],
  [500, 'ServerError'],
])('HTTP %d is a failure, with any body', (status, name) => {
  for (const text of ['{"status":"00","response":{}}', '', '<html>'])
    expect(readOutcome(answer(status, text), GET)).toMatchObject({ name, httpStatus: status });
});

test('a body can say that a 2xx failed, and with which status', () => {
  expect(readOutcome(answer(200, '{"status":"97","message":"no"}'), POST)).toMatchObject({
    ...{ name: 'RefusedError', httpStatus: 200, serviceCode: '97', serviceMessage: 'no' },
  });
  expect(readOutcome(answer(200, '{"status":409,"message":"no"}'), POST)).toMatchObject({
    ...{ name: 'ConflictError', httpStatus: 409 },
  });
  // Without a message it may be a record, and that is its own state.
  expect(readOutcome(answer(200, '{"status":"FAILED","orderId":7}'), GET)).toMatchObject({
    body: { status: 'FAILED', orderId: 7 },
  });
  expect(readOutcome(answer(200, '{"status":"FAILED","orderId":7}'), POST)).toMatchObject({
    name: 'RefusedError',
  });
});

test.each([
  [300, 'UnreadableAnswerError'],
  [301, 'UnreadableAnswerError'],
  [400, 'InvalidRequestError'],
  [429, 'RateLimitError'],
  [500, 'ServerError'],
])('an answer that breaks after HTTP %d is named by its status, and lost', (status, name) => {
  for (const fault of ['dropped', 'timeout', 'too-large'] as const)
    expect(readOutcome(broken({ fault, phase: 'body', status }), POST)).toMatchObject({
      ...{ name, operation: 'generateLink', reference: 'R-1', httpStatus: status, proves: 'lost' },
      ...{ serviceCode: null, cause: CAUSE },
    });
});

test.each<[Partial<BrokenAnswer>, name: string, message: string, facts: object]>([
  [
    { fault: 'too-large', status: 299 },
    'TooLargeAnswerError',
    'the answer is larger than this client reads',
    {},
  ],
  [
    { fault: 'timeout', phase: 'body', status: 200 },
    'TimeoutError',
    'no answer in time (body)',
    { phase: 'body' },
  ],
  [{ fault: 'timeout' }, 'TimeoutError', 'no answer in time (headers)', { phase: 'headers' }],
  [
    { status: 200 },
    'NetworkError',
    'the connection broke before the answer was complete',
    { maybeSent: true },
  ],
  [{ maybeSent: false }, 'NetworkError', 'the service could not be reached', { maybeSent: false }],
])('a request broken by %j gives the matching error', (how, name, message, facts) => {
  const outcome = broken(how);
  const { status: httpStatus, maybeSent } = outcome;
  const expected = {
    name,
    httpStatus,
    cause: CAUSE,
    reference: 'R-1',
    message: `generateLink: ${message}`,
    ...facts,
  };
  expect(readOutcome(outcome, POST)).toMatchObject({ ...expected, proves: maybeSent ? 'lost' : 'refused' });
  expect(readOutcome(outcome, GET)).toMatchObject({ ...expected, proves: 'refused' });
});
