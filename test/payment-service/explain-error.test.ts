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

test('every kind of error has words of its own, with the reference', () => {
  const words = EVERY_KIND.map((error) => explain(error));
  expect(new Set(words.map(({ what }) => what)).size).toBe(EVERY_KIND.length);
  for (const { what, next, reference } of words) {
    expect(what).toMatch(/^[A-Z].*\.$/);
    expect(next).toMatch(/^[A-Z].*\.$/);
    expect(reference).toBe('R-1');
  }
});

test('whatever the kind, an unknown outcome says not to send another link', () => {
  for (const Kind of [service.ServerError, service.UnreadableAnswerError, service.PaymentServiceError]) {
    const error = new Kind('x', { ...FACTS, serviceCode: '97', outcomeUnknown: true });
    expect(explain(error)).toMatchObject({ outcomeUnknown: true });
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

test('each code of the service’s table has words, and 99 is told apart by its message', () => {
  const byCode = (serviceCode: string, serviceMessage: string | null = null) =>
    explain(new service.RefusedError('x', { ...FACTS, httpStatus: 200, serviceCode, serviceMessage })).what;
  const words = ['90', '91', '92', '93', '96', '97', '99'].map((code) => byCode(code));
  expect(new Set(words).size).toBe(7);
  expect(words).not.toContain(byCode('42'));
  expect(byCode('99', 'Monthly transaction limit exceeded')).toContain('monthly limit');
  expect(byCode('99', 'Per transaction limit exceeded')).toContain('above what the account may take');
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

test('a stranger’s error is said to be ours', () => {
  for (const error of [new TypeError('x of sara@example.com'), 'text', null, undefined]) {
    expect(explain(error)).toMatchObject({ reference: null, outcomeUnknown: false, field: null });
    expect(JSON.stringify(explain(error))).not.toContain('sara');
  }
});
