import { describe, expect, test } from 'vitest';
import { type Envelope, judgeEnvelope, readEnvelope } from '../../src/payment-service/envelope.ts';

const NOTHING = { status: null, message: null, code: null, wrapped: false, bareError: false };
const MADE = { status: '00', message: 'made', response: { a: 1 }, code: '00', wrapped: true };
const INNER = { status: '96', message: 'inner', code: '99', error: 'inner' };

/** Without a payload the whole body is the payload. */
test.each<[body: unknown, read: Partial<Envelope>]>([
  ...[null, 17, 'text', [1, 2], true].map((body): [unknown, object] => [body, {}]),
  [{ status: '00', message: 'made', response: { a: 1 } }, MADE],
  [{ STATUS: '00', Message: 'made', RESPONSE: { a: 1 } }, MADE],
  [{ status: 'PAID', orderId: '1' }, { status: 'PAID' }],
  [
    { status: 'PAID', Response: null },
    { status: 'PAID', wrapped: true },
  ],
  [
    { status: { a: 1 }, statusCode: '96', message: ['x'], msg: 'refused', response: {} },
    { status: '96', message: 'refused', code: '96', response: {}, wrapped: true },
  ],
  [{ response: INNER }, { response: INNER, wrapped: true }],
  [{ error: 'no such order' }, { message: 'no such order', wrapped: true, bareError: true }],
  [{ errors: 'no such order' }, { message: 'no such order', wrapped: true, bareError: true }],
  [
    { error: 'no such order', message: 'sorry' },
    { message: 'sorry', wrapped: true, bareError: true },
  ],
  ...[{ errors: ['x'] }, { error: true }, { error: { a: 1 } }].map((body): [unknown, object] => [
    body,
    { bareError: true },
  ]),
  ...[{ error: false }, { errors: [] }, { orderId: '1' }].map((body): [unknown, object] => [body, {}]),
  [
    { error: 'x', status: '00' },
    { status: '00', message: 'x', code: '00', wrapped: true },
  ],
  [
    { error: 'x', response: {} },
    { message: 'x', response: {}, wrapped: true },
  ],
])('%j is read as the envelope %j', (body, read) => {
  expect(readEnvelope(body)).toEqual({ ...NOTHING, response: body, ...read });
});

describe('an envelope has its', () => {
  test.each(['status', 'statusCode', 'responseStatus', 'resultStatus', 'responseCode', 'success', 'code'])(
    'status in %s as a word, a number or a boolean',
    (name) => {
      const read = (value: unknown) => readEnvelope({ [name]: value, response: {} }).status;
      expect(['done', 7, true, { word: 'done' }].map(read)).toEqual(['done', '7', 'true', null]);
    },
  );

  test.each(['message', 'msg', 'statusMessage', 'responseMessage', 'errorMessage', 'description', 'detail'])(
    'message in %s',
    (name) => {
      expect(readEnvelope({ [name]: 'it is made' })).toMatchObject({ message: 'it is made', wrapped: true });
    },
  );

  test.each(['response', 'data', 'result', 'payload'])('payload in %s', (name) => {
    expect(readEnvelope({ [name]: { a: 1 } })).toMatchObject({ response: { a: 1 }, wrapped: true });
  });

  test.each<[body: object, code: string | null]>([
    ...['96', '96 - refused', '96:refused', '96 |x'].map((status): [object, string] => [{ status }, '96']),
    ...['96 refused', '960', 'x96'].map((status): [object, null] => [{ status }, null]),
    [{ status: '00', code: '97' }, '00'],
    ...Object.entries({
      code: '97',
      statusCode: 91,
      responseCode: '92',
      errorCode: '90',
      resultCode: '99',
    }).map(([name, code]): [object, string] => [{ status: 'success', [name]: code }, `${code}`]),
    ...['93', '96'].map((code): [object, string] => [{ status: 'success', code }, code]),
    ...['94', '00', null].map((code): [object, null] => [{ status: 'success', code }, null]),
  ])('code: of %j, %s', (body, code) => {
    expect(readEnvelope(body).code).toBe(code);
  });
});

describe('a body is judged as', () => {
  const judge = (body: unknown) => judgeEnvelope(readEnvelope(body));
  const FAILED = { ok: false, httpStatus: null };
  const FINE = { ok: true };

  const FINE_WORDS = `00|201|success|OK|created|whatever|399|600|1400|4000|4x4|No error|no_errors|withoutErrors|refailed|1-5|-5x`;
  test.each([
    ...[200, true, ...FINE_WORDS.split('|')].map((status) => ({ status, response: {} })),
    { response: {} },
    { orderId: '1' },
    [],
    null,
  ])('a success: %j', (body) => {
    expect(judge(body)).toEqual(FINE);
  });

  test.each(
    `fail|fails|FAILED|failure|error|errors|decline|Declined|reject|rejected|refused|denied|unsuccessful|invalid|false
    |payment_failed|PAYMENT-FAILED|paymentFailed|it was not made: failed.|-1|-27`.split(/\n? *\|/),
  )('a failure, by its word: %s', (status) => {
    for (const more of [{ response: {} }, { response: null }, { message: 'x' }])
      expect(judge({ status, ...more })).toEqual(FAILED);
    // Of a record without an envelope it is its own state.
    expect(judge({ status, orderId: '1' })).toEqual(FINE);
  });

  test.each(['01', '10', '90', '96', '99', 400, 404, 429, 499, 500, 503, 599])(
    'a failure, by its code, or as HTTP would have said it: %s',
    (status) => {
      const httpStatus = typeof status === 'number' ? status : null;
      for (const more of [{ response: {} }, { orderId: '1' }])
        expect(judge({ status, ...more })).toEqual({ ok: false, httpStatus });
    },
  );

  test.each([
    { error: 'x' },
    { success: false, response: {} },
    { status: 'success', code: '97', response: {} },
  ])('a failure: %j', (body) => {
    expect(judge(body)).toEqual(FAILED);
  });
});
