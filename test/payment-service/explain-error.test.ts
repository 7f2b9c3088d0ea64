import { expect, test } from 'vitest';
import * as service from '../../src/payment-service/index.ts';

const FACTS = { operation: 'generateLink', reference: 'R-1' } as const;
const explain = service.explainPaymentServiceError;

const EVERY_KIND: service.PaymentServiceError[] = [
  new service.InvalidRequestError('x', { ...FACTS, httpStatus: 400 }),
  new service.AuthenticationError('x', { ...FACTS, httpStatus: 401 }),
  new service.PaymentRequiredError('x', { ...FACTS, httpStatus: 402 }),
  new service.PermissionError('x', { ...FACTS, httpStatus: 403 }),
  new service.NotFoundError('x', { ...FACTS, httpStatus: 404 }),
  new service.UnsupportedRequestError('x', { ...FACTS, httpStatus: 405 }),
  new service.ConflictError('x', { ...FACTS, httpStatus: 409 }),
  new service.RateLimitError('x', { ...FACTS, httpStatus: 429, retryAfterMs: 30_000 }),
  new service.ServerError('x', { ...FACTS, httpStatus: 500 }),
  new service.TimeoutError('x', { ...FACTS, phase: 'headers' }),
  new service.NetworkError('x', { ...FACTS, maybeSent: false }),
  new service.UnreadableAnswerError('x', { ...FACTS, httpStatus: 200 }),
  new service.RefusedError('x', { ...FACTS, httpStatus: 200 }),
];

test('every kind of error has its own explanation, with the reference', () => {
  const words = EVERY_KIND.map((error) => explain(error));
  expect(new Set(words.map(({ what }) => what)).size).toBe(EVERY_KIND.length);
  for (const { what, next, reference } of words) {
    expect(what).toMatch(/^[A-Z].*\.$/);
    expect(next).toMatch(/^[A-Z].*\.$/);
    expect(reference).toBe('R-1');
  }
});

test('an unknown outcome of any kind says not to send another link', () => {
  for (const Kind of [service.ServerError, service.UnreadableAnswerError, service.PaymentServiceError]) {
    const error = new Kind('x', { ...FACTS, serviceCode: '97', proves: 'lost' });
    expect(explain(error).next).toContain('Do not send another link yet');
  }
});

test.each([
  [new service.PermissionError('x', FACTS), /IP address/],
  [new service.AuthenticationError('x', FACTS), /API key.*account ID.*secret key.*signature/],
  [new service.RateLimitError('x', { ...FACTS, retryAfterMs: 30_000 }), /30 seconds/],
  [new service.RateLimitError('x', { ...FACTS, retryAfterMs: 300_000 }), /5 minutes/],
  [new service.RateLimitError('x', FACTS), /60 seconds/],
  [new service.ConflictError('x', FACTS), /another invoice number/],
])('%s names its remedy', (error, remedy) => {
  expect(explain(error).next).toMatch(remedy);
});

test('every code of the service’s table is explained, and 99 by its message', () => {
  const byCode = (serviceCode: string, serviceMessage: string | null = null) =>
    explain(new service.RefusedError('x', { ...FACTS, httpStatus: 200, serviceCode, serviceMessage })).what;
  const words = ['90', '91', '92', '93', '96', '97', '99'].map((code) => byCode(code));
  expect(new Set(words).size).toBe(7);
  expect(words).not.toContain(byCode('42'));
  expect(byCode('99', 'Monthly transaction limit exceeded')).toContain('monthly limit');
  expect(byCode('99', 'Per transaction limit exceeded')).toContain('above what the account may take');
});

test('the field to correct is the one that our own check or the service named', () => {
  const error = new service.InvalidRequestError('x', { ...FACTS, field: 'Phone' });
  expect(explain(error).field).toBe('Phone');
});

test.each([
  ['Email must be valid', 'Email'],
  ['Invalid e-mail address', 'Email'],
  ['fullName is mandatory', 'FullName'],
  ['invoice amount is too small', 'invoiceAmount'],
  ['Invoice_Id already used', 'Invoice_Id'],
  ['callback_url is not reachable', 'callback_url'],
  ['expiryOn must be in the future', 'expiryOn'],
  ['Is_QR_needed is required', 'Is_QR_needed'],
  ['City: only letters', 'City'],
  ['capacity exceeded', null],
  ['IP address not granted', null],
  ['Please note that this failed', null],
  [null, null],
])('the message %j points at the field %j', (serviceMessage, field) => {
  const error = new service.RefusedError('x', { ...FACTS, serviceMessage });
  expect(explain(error).field).toBe(field);
});

test('an error from outside the client is explained as our own', () => {
  for (const error of [new TypeError('x of sara@example.com'), 'text', null, undefined]) {
    expect(explain(error)).toEqual({
      what: 'Something went wrong in this app.',
      next: 'Try again. If it keeps happening, tell the person who looks after this app.',
      reference: null,
      field: null,
    });
    expect(JSON.stringify(explain(error))).not.toContain('sara');
  }
});

const TELL = 'tell the person who looks after this app';
const UNKNOWN_NEXT =
  'Do not send another link yet: the customer could get two. Check first whether this one exists.';

test.each<[service.PaymentServiceError, what: string, next: string]>([
  [
    new service.NotConnectedError('x', FACTS),
    'This workspace is not connected to the payment service, so nothing was sent.',
    'An admin of Paylink can open /paylink settings and press “Open private page” to enter the credentials.',
  ],
  [
    new service.InvalidRequestError('x', { ...FACTS, field: 'Email' }),
    'What was entered breaks a rule of the payment service. Nothing was sent.',
    'Correct the marked field and try again.',
  ],
  [
    new service.InvalidRequestError('x', { ...FACTS, httpStatus: 400, serviceCode: '97', field: 'Email' }),
    'The payment service found a mistake in what was entered.',
    'Correct the marked field and try again.',
  ],
  [
    new service.InvalidRequestError('x', { ...FACTS, httpStatus: 400, serviceCode: '97' }),
    'The payment service’s gateway failed.',
    'Wait a few minutes and try again.',
  ],
  [
    new service.InvalidRequestError('x', { ...FACTS, httpStatus: 400 }),
    'The payment service found a mistake in what was entered.',
    'Check what was entered and try again.',
  ],
  [
    new service.RefusedError('x', { ...FACTS, httpStatus: 200, serviceMessage: 'Email must be valid' }),
    'The payment service refused this.',
    `Check what was entered and try again. If it is refused again, ${TELL}.`,
  ],
  [
    new service.TimeoutError('x', { ...FACTS, phase: 'connect' }),
    'The payment service could not be reached.',
    `Try again in a few minutes. If it keeps happening, ${TELL}.`,
  ],
  [
    new service.TimeoutError('x', { ...FACTS, phase: 'body' }),
    'The payment service did not answer in time.',
    'Try again in a few minutes.',
  ],
  [
    new service.ServerError('x', { ...FACTS, proves: 'lost' }),
    'The payment service failed while it was making the link. We don’t know yet whether the link was created.',
    UNKNOWN_NEXT,
  ],
  [
    new service.UnreadableAnswerError('x', { ...FACTS, proves: 'lost' }),
    'The payment service sent an answer that Paylink can’t read. We don’t know yet whether the link was created.',
    UNKNOWN_NEXT,
  ],
  [
    new service.TimeoutError('x', { ...FACTS, phase: 'headers', proves: 'lost' }),
    'The payment service did not answer in time. We don’t know yet whether the link was created.',
    UNKNOWN_NEXT,
  ],
  [
    new service.NetworkError('x', { ...FACTS, maybeSent: true, proves: 'lost' }),
    'The connection broke before the payment service answered. We don’t know yet whether the link was created.',
    UNKNOWN_NEXT,
  ],
])('%s is explained with a next step', (error, what, next) => {
  expect(explain(error)).toMatchObject({ what, next, reference: 'R-1' });
});

test.each([
  [0, 'Try again now.'],
  [1_000, 'Try again now.'],
  [1_001, 'Wait 2 seconds and try again.'],
  [119_000, 'Wait 119 seconds and try again.'],
  [120_000, 'Wait 2 minutes and try again.'],
  [121_000, 'Wait 3 minutes and try again.'],
])('a wait of %d ms is given in seconds, or in minutes from two minutes', (retryAfterMs, next) => {
  expect(explain(new service.RateLimitError('x', { ...FACTS, retryAfterMs })).next).toBe(next);
});

test.each<[code: string, message: string | null, what: string, next: string]>([
  [
    '90',
    null,
    'The payment service has blocked this account or user.',
    'Ask the payment service why. Trying again will not help.',
  ],
  [
    '91',
    null,
    'The payment service says the request arrived empty.',
    `Try again. If it keeps happening, ${TELL}.`,
  ],
  [
    '92',
    null,
    'The payment service found a mistake in what was entered.',
    'Check what was entered and try again.',
  ],
  ['93', null, 'The payment service has no such record.', 'Check the number or the dates and try again.'],
  [
    '96',
    null,
    'The payment service does not accept this request.',
    `Check what was entered. If it is right, ${TELL}.`,
  ],
  ['97', null, 'The payment service’s gateway failed.', 'Wait a few minutes and try again.'],
  [
    '99',
    'LIMIT of this MONTH',
    'The account’s monthly limit is reached.',
    'Ask the payment service to raise it, or wait for next month.',
  ],
  [
    '99',
    'above the limit',
    'The amount is above what the account may take in one payment.',
    'Use a smaller amount, or ask the payment service to raise the limit.',
  ],
  ...[null, 'no more this month'].map(
    (message) =>
      [
        '99',
        message,
        'The payment service could not process the request. A limit of the account may be reached.',
        'Check the amount and try again. If it keeps happening, ask the payment service.',
      ] as [string, string | null, string, string],
  ),
])('code %s with the message %j is explained in plain words', (serviceCode, serviceMessage, what, next) => {
  const error = new service.RefusedError('x', { ...FACTS, httpStatus: 200, serviceCode, serviceMessage });
  expect(explain(error)).toMatchObject({ what, next });
});
