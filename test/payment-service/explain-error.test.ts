import { expect, test } from 'vitest';
import * as service from '../../src/payment-service/index.ts';
import { readRows } from '../fixtures/record-tables.ts';

const FACTS = { operation: 'generateLink', reference: 'R-1' } as const;
const explain = service.explainPaymentServiceError;

const EVERY_KIND: service.PaymentServiceError[] = [
  new service.InvalidRequestError('x', { ...FACTS, httpStatus: 400 }),
  new service.AuthenticationError('x', FACTS),
  new service.PaymentRequiredError('x', FACTS),
  new service.PermissionError('x', FACTS),
  new service.NotFoundError('x', FACTS),
  new service.UnsupportedRequestError('x', FACTS),
  new service.ConflictError('x', FACTS),
  new service.RateLimitError('x', FACTS),
  new service.ServerError('x', FACTS),
  new service.TimeoutError('x', { ...FACTS, phase: 'headers' }),
  new service.NetworkError('x', { ...FACTS, maybeSent: false }),
  new service.UnreadableAnswerError('x', FACTS),
  new service.RefusedError('x', FACTS),
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

test.each([
  [new service.PermissionError('x', FACTS), /IP address/],
  [new service.AuthenticationError('x', FACTS), /API key.*account ID.*secret key.*signature/],
  [new service.RateLimitError('x', FACTS), /60 seconds/],
  [new service.ConflictError('x', FACTS), /another invoice number/],
  [
    new service.PaymentServiceError('x', { ...FACTS, serviceCode: '97', proves: 'lost' }),
    /Do not send another/,
  ],
])('%s names its remedy', (error, remedy) => {
  expect(explain(error).next).toMatch(remedy);
});

test.each<[ms: number, next: string]>([
  [0, 'Try again now.'],
  [1_000, 'Try again now.'],
  [1_001, 'Wait 2 seconds and try again.'],
  [119_000, 'Wait 119 seconds and try again.'],
  [120_000, 'Wait 2 minutes and try again.'],
  [121_000, 'Wait 3 minutes and try again.'],
])('a wait of %d ms is given in seconds, or in minutes from two minutes', (retryAfterMs, next) => {
  expect(explain(new service.RateLimitError('x', { ...FACTS, retryAfterMs })).next).toBe(next);
});

test.each([
  ['Email must be valid', 'Email'],
  ['Invalid e-mail address', 'Email'],
  ['fullName is mandatory', 'FullName'],
  ['capacity exceeded', null],
  [null, null],
])('the message %j points at the field %j', (serviceMessage, field) => {
  const error = new service.RefusedError('x', { ...FACTS, serviceMessage });
  expect(explain(error).field).toBe(field);
  // The one that our own check named comes first.
  const checked = new service.InvalidRequestError('x', { ...FACTS, serviceMessage, field: 'Phone' });
  expect(explain(checked).field).toBe('Phone');
});

test('an error from outside the client is explained as our own', () => {
  for (const error of [new TypeError('x of sara@example.com'), 'text', null, undefined])
    expect(explain(error)).toEqual({
      what: 'Something went wrong in this app.',
      next: 'Try again. If it keeps happening, tell the person who runs this app.',
      reference: null,
      field: null,
    });
});

const TELL = 'tell the person who runs this app';
const LOST = { ...FACTS, proves: 'lost' } as const;
/** What, and what next of the same error where its outcome is unknown. */
const UNKNOWN = ' We don’t know yet whether the link was made.';
const CHECK_FIRST =
  'Do not send another link yet: the customer could get two. Check first whether this one exists.';
const AT_400 = { ...FACTS, httpStatus: 400 };

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
    new service.InvalidRequestError('x', { ...AT_400, serviceCode: '97', field: 'Email' }),
    'The payment service found a mistake in what was entered.',
    'Correct the marked field and try again.',
  ],
  [
    new service.InvalidRequestError('x', { ...AT_400, serviceCode: '97' }),
    'The payment service’s gateway failed.',
    'Wait a few minutes and try again.',
  ],
  [
    new service.InvalidRequestError('x', AT_400),
    'The payment service found a mistake in what was entered.',
    'Check what was entered and try again.',
  ],
  [
    new service.RefusedError('x', { ...FACTS, serviceMessage: 'Email must be valid' }),
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
    new service.ServerError('x', LOST),
    `The payment service failed while it was making the link.${UNKNOWN}`,
    CHECK_FIRST,
  ],
  [
    new service.UnreadableAnswerError('x', LOST),
    `The payment service sent an answer that Paylink can’t read.${UNKNOWN}`,
    CHECK_FIRST,
  ],
  [
    new service.TimeoutError('x', { ...LOST, phase: 'headers' }),
    `The payment service did not answer in time.${UNKNOWN}`,
    CHECK_FIRST,
  ],
  [
    new service.NetworkError('x', { ...LOST, maybeSent: true }),
    `The connection broke before the payment service answered.${UNKNOWN}`,
    CHECK_FIRST,
  ],
])('%s is explained with a next step', (error, what, next) => {
  expect(explain(error)).toMatchObject({ what, next, reference: 'R-1' });
});

/** Code, message, what is said of it, and what to do. */
test.each(
  readRows(`
    90 | | The payment service has blocked this account or user.
      | Ask the payment service why. Trying again will not help.
    91 | | The payment service says the request arrived empty. | Try again. If it keeps happening, ${TELL}.
    92 | | The payment service found a mistake in what was entered. | Check what was entered and try again.
    93 | | The payment service has no such record. | Check the number or the dates and try again.
    96 | | The payment service does not accept this request. | Check what was entered. If it is right, ${TELL}.
    97 | | The payment service’s gateway failed. | Wait a few minutes and try again.
    99 | LIMIT of this MONTH | The account’s monthly limit is reached.
      | Ask the payment service to raise it, or wait for next month.
    99 | above the limit | The amount is above what the account may take in one payment.
      | Use a smaller amount, or ask the payment service to raise the limit.
    99 | | The payment service could not process the request. A limit of the account may be reached.
      | Check the amount and try again. If it keeps happening, ask the payment service.
    99 | no more this month | The payment service could not process the request. A limit of the account may be reached.
      | Check the amount and try again. If it keeps happening, ask the payment service.
    42 | | The payment service refused this.
      | Check what was entered and try again. If it is refused again, ${TELL}.
  `),
)(
  'code %s with the message “%s” is explained in plain words',
  (serviceCode = '', message = '', what, next) => {
    const error = new service.RefusedError('x', { ...FACTS, serviceCode, serviceMessage: message || null });
    expect(explain(error)).toMatchObject({ what, next });
  },
);
