import { expect, test } from 'vitest';
import { PaymentServiceError } from '../../src/payment-service/index.ts';
import type { PostOutcome } from '../../src/payment-service/post-answer.ts';
import { readOutcome } from '../../src/payment-service/read-outcome.ts';

const CALLBACK = 'https://shop.test/callbacks/t';
const PAGE = 'https://pay.test/p/1';

const prove = (status: number, body: unknown): PostOutcome => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const outcome = readOutcome(
    { kind: 'answer', status, retryAfter: null, date: null, body: Buffer.from(text) },
    {
      operation: 'generateLink',
      sent: { invoiceId: 'INV-7', callbackUrl: CALLBACK },
      reference: 'R-1',
      retryAfterMs: null,
    },
  );
  return outcome instanceof PaymentServiceError ? outcome.proves : 'made';
};

const LINK = { response: { paymentLink: PAGE, orderId: '1001' } };

/** `none`: a body that says nothing. `failed`: a word of failure. `link`: with a word of failure, a link. */
const STATUSES: [statuses: number[], none: PostOutcome, failed: PostOutcome, link: PostOutcome][] = [
  [[200, 201, 202], 'made', 'answered-no', 'made'],
  [[400, 401, 403, 404, 405, 410, 413, 415, 422], 'refused', 'refused', 'made'],
  [[402, 406, 411, 418, 423, 424, 425, 426, 428, 429, 431, 451, 499], 'answered-no', 'answered-no', 'made'],
  [[408, 409, 199, 300, 301, 302, 303, 304, 307, 308, 500, 501, 502, 503, 504, 599], 'lost', 'lost', 'lost'],
];

test.each(
  STATUSES.flatMap(([statuses, ...expected]) => statuses.map((status) => [status, expected] as const)),
)('HTTP %d proves what the table says: %j', (status, expected) => {
  const failed = { status: 'FAILED' };
  expect([prove(status, {}), prove(status, failed), prove(status, { ...failed, ...LINK })]).toEqual(expected);
  // A body that is no JSON holds nothing; of a success it leaves nothing to read.
  const html = status < 300 && status > 199 ? 'lost' : expected[0];
  expect([prove(status, '<html>'), prove(status, '')]).toEqual([html, html]);
});

/** With HTTP 200, 400, 429 and 500. */
const SAID: [said: object, ...PostOutcome[]][] = [
  [{ status: '00' }, 'made', 'answered-no', 'answered-no', 'lost'],
  [{ status: 'SUCCESS' }, 'made', 'answered-no', 'answered-no', 'lost'],
  [{ success: true }, 'made', 'answered-no', 'answered-no', 'lost'],
  ...['90', '91', '92', '93', '96'].map((status): [object, ...PostOutcome[]] => [
    { status },
    ...(['refused', 'refused', 'answered-no', 'lost'] as const),
  ]),
  [{ status: '92 - bad request' }, 'refused', 'refused', 'answered-no', 'lost'],
  ...['97', '99', '01', '42', '1', 'mabrook', 'PENDING'].map((status): [object, ...PostOutcome[]] => [
    { status },
    ...(['answered-no', 'answered-no', 'answered-no', 'lost'] as const),
  ]),
  [{ status: '99', message: 'Time out' }, 'answered-no', 'answered-no', 'answered-no', 'lost'],
  [{ status: '00', errorCode: '99' }, 'answered-no', 'answered-no', 'answered-no', 'lost'],
  [{ status: '92', errorCode: '99' }, 'answered-no', 'answered-no', 'answered-no', 'lost'],
  [{ status: 'SUCCESS', success: false }, 'answered-no', 'answered-no', 'answered-no', 'lost'],
  [{ status: 'FAILED' }, 'answered-no', 'refused', 'answered-no', 'lost'],
  [{ status: 'FAILED', message: 'Invalid phone' }, 'refused', 'refused', 'answered-no', 'lost'],
  [{ status: 'FAILED', message: 'Phone: time out' }, 'answered-no', 'refused', 'answered-no', 'lost'],
  [{ message: 'Validation failed' }, 'refused', 'refused', 'answered-no', 'lost'],
  [{ error: 'invalid_token' }, 'refused', 'refused', 'answered-no', 'lost'],
  [{ error: 'oops' }, 'answered-no', 'refused', 'answered-no', 'lost'],
  [{ status: 400, message: 'no' }, 'refused', 'refused', 'answered-no', 'lost'],
  [{ status: 429, message: 'no' }, 'answered-no', 'answered-no', 'answered-no', 'lost'],
  [{ status: '500', message: 'no' }, 'lost', 'lost', 'lost', 'lost'],
  [{ statusCode: 409, message: 'no' }, 'lost', 'lost', 'lost', 'lost'],
];

test.each(SAID)(
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
  expect([prove(200, { status: '99', ...body }), prove(429, { message: 'no', ...body })]).toEqual([
    expected,
    expected,
  ]);
});

test('half an answer with an address proves nothing, whatever its status', () => {
  const half = '{"status":"99","response":{"paymentLink":"https://pay.test/p/1';
  expect([200, 400, 429].map((status) => prove(status, half))).toEqual(['lost', 'lost', 'lost']);
});

test('a link in an answer that says no is read from it', () => {
  const outcome = readOutcome(
    {
      ...{ kind: 'answer', status: 400, retryAfter: null, date: null },
      body: Buffer.from(JSON.stringify({ status: 'FAILED', message: 'SMS not sent', ...LINK })),
    },
    {
      ...{ operation: 'generateLink', reference: 'R-1', retryAfterMs: null },
      sent: { invoiceId: 'INV-7', callbackUrl: null },
    },
  );
  expect(outcome).toMatchObject({ httpStatus: 400, response: LINK.response });
});
