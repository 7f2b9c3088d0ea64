import { expect, test } from 'vitest';
import type { Answer, PaymentServiceError } from '../../src/payment-service/index.ts';
import type { PostOutcome } from '../../src/payment-service/post-answer.ts';
import { type OutcomeContext, readOutcome } from '../../src/payment-service/read-outcome.ts';
import type { BrokenAnswer } from '../../src/payment-service/transport.ts';
import { readRows } from '../fixtures/record-tables.ts';

const CALLBACK = 'https://shop.test/callbacks/t';
const PAGE = 'https://pay.test/p/1';
const FACTS = { operation: 'generateLink', reference: 'R-1' } as const;
const GET: OutcomeContext = { ...FACTS, sent: null, retryAfterMs: null };
const POST: OutcomeContext = {
  ...FACTS,
  sent: { invoiceId: 'INV-7', callbackUrl: CALLBACK },
  retryAfterMs: null,
};

const read = (status: number, body: unknown, context = POST): Answer | PaymentServiceError => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const head = { kind: 'answer', status, retryAfter: null, date: null } as const;
  return readOutcome({ ...head, body: Buffer.from(text) }, context);
};
const proofOf = (outcome: Answer | PaymentServiceError): PostOutcome =>
  outcome instanceof Error ? outcome.proves : 'made';
/** What the answer to a request for a link proves. */
const prove = (status: number, body: unknown): PostOutcome => proofOf(read(status, body));

const LINK = { response: { paymentLink: PAGE, orderId: '1001' } };

/** Statuses, what a body that says nothing proves, one with a word of failure, and one with both it and a link. */
test.each(
  readRows(`
    200 201 202 | made | answered-no | made
    400 401 403 404 405 410 413 415 422 | refused | refused | made
    402 406 411 418 423 424 425 426 428 429 431 451 499 | answered-no | answered-no | made
    408 409 199 300 301 302 303 304 307 308 500 501 502 503 504 599 | lost | lost | lost
  `),
)('an answer of HTTP %s proves, by its body: %s, %s, %s', (statuses = '', ...expected) => {
  for (const status of statuses.split(' ').map(Number)) {
    const failed = { status: 'FAILED' };
    const proved = [{}, failed, { ...failed, ...LINK }].map((body) => prove(status, body));
    expect(proved, `${status}`).toEqual(expected);
    // A body that is no JSON holds nothing; of a success it leaves nothing to read.
    const html = status < 300 && status > 199 ? 'lost' : expected[0];
    expect(
      ['<html>', ''].map((body) => prove(status, body)),
      `${status}`,
    ).toEqual([html, html]);
  }
});

/** With HTTP 200, 400, 429 and 500. */
const SAID: [said: object[], ...PostOutcome[]][] = [
  [
    [{ status: '00' }, { status: 'SUCCESS' }, { success: true }],
    ...(['made', 'answered-no', 'answered-no', 'lost'] as const),
  ],
  [
    [
      ...['90', '91', '92', '93', '96', '92 - bad request', 400].map((status) => ({ status })),
      { status: 'FAILED', message: 'Invalid phone' },
      { message: 'Validation failed' },
      { error: 'invalid_token' },
    ],
    ...(['refused', 'refused', 'answered-no', 'lost'] as const),
  ],
  [
    [
      ...['97', '99', '01', '42', '1', 'mabrook', 'PENDING'].map((status) => ({ status })),
      { status: '99', message: 'Time out' },
      { status: '00', errorCode: '99' },
      { status: '92', errorCode: '99' },
      { status: 'SUCCESS', success: false },
      { status: 429, message: 'no' },
    ],
    ...(['answered-no', 'answered-no', 'answered-no', 'lost'] as const),
  ],
  [
    [{ status: 'FAILED' }, { status: 'FAILED', message: 'Phone: time out' }, { error: 'oops' }],
    ...(['answered-no', 'refused', 'answered-no', 'lost'] as const),
  ],
  [
    [
      { status: '500', message: 'no' },
      { statusCode: 409, message: 'no' },
    ],
    ...(['lost', 'lost', 'lost', 'lost'] as const),
  ],
];

test.each(SAID.flatMap(([said, ...expected]) => said.map((one) => [one, ...expected] as const)))(
  'a body that says %j proves, with HTTP 200, 400, 429 and 500: %s, %s, %s, %s',
  (said, ...expected) => {
    expect([200, 400, 429, 500].map((status) => prove(status, said))).toEqual(expected);
  },
);

/** In an answer that says no, with HTTP 200 and code 99, and with 429. */
const HELD: [held: string, body: object, PostOutcome][] = [
  ['a pay page and an order id', LINK, 'made'],
  ['a pay page and our number', { response: { payment_url: PAGE, Invoice_Id: 'inv-7' } }, 'made'],
  ['both beside the message', { paymentLink: PAGE, linkId: 'L9' }, 'made'],
  ['a pay page alone', { response: { checkoutUrl: PAGE } }, 'lost'],
  ['an order id alone', { response: { orderId: '1001' } }, 'lost'],
  ['a link that may be anything', { response: { link: PAGE } }, 'lost'],
  ['an address alone in the place of the link', { response: PAGE }, 'lost'],
  ['the docs in the place of the link', { response: 'https://docs.service.test/e/99' }, 'answered-no'],
  ['our callback in the place of the link', { response: CALLBACK }, 'answered-no'],
  ['a pay page and somebody’s number', { response: { paymentLink: PAGE, Invoice_Id: 'INV-8' } }, 'lost'],
  ['no order', { response: { orderId: 0, linkId: 'N/A' } }, 'answered-no'],
  ['our number', { response: { Invoice_Id: 'INV-7' } }, 'answered-no'],
  ['our number as order', { response: { orderReference: 'INV-7' } }, 'answered-no'],
  ['our request', { request: { Invoice_Id: 'INV-7', callback_url: CALLBACK } }, 'answered-no'],
  ['our callback under a better name', { response: { paymentUrl: CALLBACK, orderId: 'N/A' } }, 'answered-no'],
  ['an address in type', { type: 'https://service.test/errors/limit', title: 'no' }, 'answered-no'],
  ['a page to log in', { response: { loginUrl: 'https://service.test/login' } }, 'answered-no'],
  ['a link to the docs', { response: { link: 'https://docs.service.test/e/99' } }, 'answered-no'],
  ['help beside the message', { link: 'https://service.test/limits' }, 'answered-no'],
  ['an id of the error', { errorId: 'E-1', id: 'E-1', traceId: '77' }, 'answered-no'],
];

test.each(HELD)('an answer that says no and holds %s', (_, body, expected) => {
  const proved = [prove(200, { status: '99', ...body }), prove(429, { message: 'no', ...body })];
  expect(proved).toEqual([expected, expected]);
});

test('half an answer with an address proves nothing, whatever its status', () => {
  const half = '{"status":"99","response":{"paymentLink":"https://pay.test/p/1';
  expect([200, 400, 429].map((status) => prove(status, half))).toEqual(['lost', 'lost', 'lost']);
});

test('an answer that made a link is returned whole, also where it says no', () => {
  const body = { status: '00', message: 'made', response: { link: 'x' }, total: 1 };
  for (const context of [GET, POST])
    expect(read(201, ` ${JSON.stringify(body)}\n`, context)).toEqual({
      ...{ httpStatus: 201, status: '00', message: 'made' },
      ...{ response: { link: 'x' }, body, reference: 'R-1' },
    });
  const failed = { status: 'FAILED', message: 'SMS not sent', ...LINK };
  expect(read(400, failed)).toMatchObject({ httpStatus: 400, response: LINK.response });
});

test.each(
  readRows(`
    InvalidRequestError | 400 418 422
    AuthenticationError | 401
    PaymentRequiredError | 402
    PermissionError | 403
    NotFoundError | 404
    UnsupportedRequestError | 405 406 415
    ConflictError | 409
    RateLimitError | 429
    ServerError | 500 502 503 504 599
    UnreadableAnswerError | 300 301 302 303 307 308
    RefusedError | 199
  `),
)('%s names the failures of HTTP %s, whatever the body, and tells none of it', (name, statuses = '') => {
  const said = { status: '96', message: 'Sara may not', response: null };
  const page = '<html><h1>Oops for Sara</h1></html>';
  for (const httpStatus of statuses.split(' ').map(Number))
    for (const context of [GET, POST]) {
      const facts = { name, httpStatus, ...FACTS };
      const byJson = read(httpStatus, said, context);
      expect(byJson).toMatchObject({ ...facts, serviceCode: '96', serviceMessage: 'Sara may not' });
      const others = [page, '', '{"status":"00","response":{}}'].map((body) =>
        read(httpStatus, body, context),
      );
      for (const other of others) expect(other).toMatchObject({ ...facts, serviceMessage: null });
      for (const error of [byJson, ...others] as PaymentServiceError[]) {
        expect(`${error.message}${JSON.stringify(error)}`).not.toContain('Sara');
        if (context === GET) expect(error.proves).toBe('refused');
      }
    }
});

/** What a body of HTTP 200 is for a POST: its error and the service's code; what it is for a GET, where that differs. */
test.each<[body: unknown, name: string, code: string | null, httpStatus: number, ofGet?: object]>([
  [{ status: '90', message: 'blocked', response: {} }, 'RefusedError', '90', 200],
  [{ status: 97, message: 'x' }, 'RefusedError', '97', 200],
  [
    { STATUS: 'FAILED', Message: 'x', Response: { paymentLink: 'https://pay.test/1' } },
    ...(['RefusedError', 'FAILED', 200] as const),
  ],
  [{ status: 'Declined' }, 'RefusedError', 'Declined', 200, { status: 'Declined' }],
  [{ status: false, message: 'no' }, 'RefusedError', 'false', 200],
  [{ success: false }, 'RefusedError', 'false', 200, { status: 'false' }],
  [{ status: 'PAYMENT_FAILED', message: '' }, 'RefusedError', 'PAYMENT_FAILED', 200, { message: null }],
  [{ error: 'invalid_token' }, 'RefusedError', null, 200],
  [{ status: 'success', errorCode: '99' }, 'RefusedError', '99', 200],
  [{ status: '93' }, 'NotFoundError', '93', 200],
  [{ status: 409, message: 'exists' }, 'ConflictError', '409', 409],
  [{ status: '500', message: 'oops' }, 'ServerError', '500', 500],
  // Without a message it may be a record, and that is its own state.
  [
    { status: 'FAILED', orderId: 7 },
    'RefusedError',
    'FAILED',
    200,
    { body: { status: 'FAILED', orderId: 7 } },
  ],
])('HTTP 200 that says %j is the error %s of a POST', (body, name, serviceCode, httpStatus, ofGet) => {
  const error = { name, serviceCode, httpStatus };
  expect(read(200, body)).toMatchObject(error);
  expect(read(200, body, GET)).toMatchObject(ofGet ?? error);
});

test.each([400, 404, 500])(
  'code 93 and HTTP %d are no record, unless a POST may have made a link',
  (status) => {
    expect(read(status, { Status: '93' }, GET)).toMatchObject({ name: 'NotFoundError', proves: 'refused' });
    const ofPost = status === 500 ? { name: 'ServerError', proves: 'lost' } : { name: 'NotFoundError' };
    expect(read(status, { Status: '93' })).toMatchObject(ofPost);
  },
);

test('a bare text or list is an answer, and of a GET any JSON, or nothing', () => {
  expect(read(200, '"https://pay.test/1"')).toMatchObject({ response: 'https://pay.test/1' });
  expect(read(200, '[1]')).toMatchObject({ response: [1] });
  for (const text of ['17', 'true', 'null'])
    expect(read(200, text, GET)).toMatchObject({ response: JSON.parse(text) });
  const empty = {
    httpStatus: 200,
    status: null,
    message: null,
    response: null,
    body: null,
    reference: 'R-1',
  };
  for (const text of ['', ' \n']) expect(read(200, text, GET)).toEqual(empty);
});

test.each(['<html>', '', ' \n', 'null', '17', 'true', '{"status":"00"', '\u0000'])(
  'a success of %j cannot be read, so the outcome of a POST is open',
  (text) => {
    const what = text === '' ? 'nothing' : `${text.length} bytes that are no JSON answer`;
    const error = read(200, text);
    expect(error).toMatchObject({
      ...{ ...FACTS, name: 'UnreadableAnswerError', httpStatus: 200, proves: 'lost' },
      message: `generateLink: the service answered 200 with ${what}`,
    });
    // A JSON parser's error quotes the body.
    expect(error).not.toHaveProperty('cause');
  },
);

test('an answer to a GET that cannot be read changes nothing', () => {
  expect(read(200, '<html>', GET)).toMatchObject({ name: 'UnreadableAnswerError', proves: 'refused' });
});

const CAUSE = new Error('socket');
const broken = (facts: Partial<BrokenAnswer>): BrokenAnswer => ({
  ...{ kind: 'broken', fault: 'dropped', phase: 'headers', maybeSent: true },
  ...{ status: null, retryAfter: null, date: null, cause: CAUSE, ...facts },
});

test.each([
  [300, 'UnreadableAnswerError'],
  [301, 'UnreadableAnswerError'],
  [400, 'InvalidRequestError'],
  [429, 'RateLimitError'],
  [500, 'ServerError'],
])('an answer that breaks after HTTP %d is named by its status, and lost', (httpStatus, name) => {
  for (const fault of ['dropped', 'timeout', 'too-large'] as const)
    expect(readOutcome(broken({ fault, phase: 'body', status: httpStatus }), POST)).toMatchObject({
      ...{ ...FACTS, name, httpStatus, proves: 'lost', serviceCode: null, cause: CAUSE },
    });
});

const CUT = 'the connection broke before the answer was complete';

test.each<[Partial<BrokenAnswer>, name: string, message: string, facts: object]>([
  [
    { fault: 'too-large', status: 299 },
    ...(['TooLargeAnswerError', 'the answer is larger than this client reads', { least: null }] as const),
  ],
  [
    { fault: 'timeout', phase: 'body', status: 200 },
    ...(['TimeoutError', 'no answer in time (body)', { phase: 'body' }] as const),
  ],
  [{ fault: 'timeout' }, 'TimeoutError', 'no answer in time (headers)', { phase: 'headers' }],
  [{ status: 200 }, 'NetworkError', CUT, { maybeSent: true }],
  [{ maybeSent: false }, 'NetworkError', 'the service could not be reached', { maybeSent: false }],
])('a request broken by %j gives the matching error', (how, name, message, facts) => {
  const outcome = broken(how);
  const { status: httpStatus, maybeSent } = outcome;
  const error = {
    name,
    httpStatus,
    cause: CAUSE,
    reference: 'R-1',
    message: `generateLink: ${message}`,
    ...facts,
  };
  expect(readOutcome(outcome, POST)).toMatchObject({ ...error, proves: maybeSent ? 'lost' : 'refused' });
  expect(readOutcome(outcome, GET)).toMatchObject({ ...error, proves: 'refused' });
});

test.each([
  [401, { status: '92', message: 'Sara' }, 'the service answered 401 with code 92'],
  [200, { status: '97' }, 'the service answered 200 with code 97, and its body says that it failed'],
  [300, {}, 'the service answered 300, a redirect, which is not followed'],
  [400, { message: 'Sara' }, 'the service answered 400'],
])('an error logs HTTP %d and the code, never what the service says: %j', (status, body, message) => {
  expect(read(status, body)).toMatchObject({ message: `generateLink: ${message}` });
});

test('the service’s word is cut at 40 characters, its message at 300, and no letter in two', () => {
  const told = (status: string, message: string) => {
    const { serviceCode, serviceMessage } = read(400, { status, message }) as PaymentServiceError;
    return [serviceCode, serviceMessage];
  };
  const [word, message] = [`FAILED ${'x'.repeat(33)}`, 'y'.repeat(300)];
  expect(told(word, message)).toEqual([word, message]);
  expect(told(`${word}x`, `${message}y`)).toEqual([word, `${message.slice(1)}…`]);
  expect(told(word, `Email ${'😀'.repeat(400)}`)).toEqual([word, `Email ${'😀'.repeat(146)}…`]);
});

test('an input that the service refused has its field, and no error shows its message to a logger', () => {
  const error = read(400, { message: `Email ${'z'.repeat(9)}` });
  expect(error).toMatchObject({ name: 'InvalidRequestError', field: 'Email' });
  expect(JSON.stringify({ ...error })).not.toContain('zzz');
});
