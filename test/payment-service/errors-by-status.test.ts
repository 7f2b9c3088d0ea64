import { expect, test } from 'vitest';
import * as service from '../../src/payment-service/index.ts';
import { SANDBOX_CREDENTIALS } from '../../tools/sandbox/sandbox-service.ts';
import { catchError, startAnswering } from '../fixtures/payment-service.ts';
import { buildLinkRequest, RANGE } from './link-requests.ts';

const CLASSES: [
  status: number,
  kind: typeof service.PaymentServiceError,
  provesForPost: service.FailureProves,
][] = [
  [400, service.InvalidRequestError, 'refused'],
  [401, service.AuthenticationError, 'refused'],
  [402, service.PaymentRequiredError, 'answered-no'],
  [403, service.PermissionError, 'refused'],
  [404, service.NotFoundError, 'refused'],
  [405, service.UnsupportedRequestError, 'refused'],
  [406, service.UnsupportedRequestError, 'answered-no'],
  [409, service.ConflictError, 'lost'],
  [415, service.UnsupportedRequestError, 'refused'],
  [418, service.InvalidRequestError, 'answered-no'],
  [422, service.InvalidRequestError, 'refused'],
  [429, service.RateLimitError, 'answered-no'],
  [500, service.ServerError, 'lost'],
  [502, service.ServerError, 'lost'],
  [503, service.ServerError, 'lost'],
  [504, service.ServerError, 'lost'],
  [599, service.ServerError, 'lost'],
  [301, service.UnreadableAnswerError, 'lost'],
  [302, service.UnreadableAnswerError, 'lost'],
  [303, service.UnreadableAnswerError, 'lost'],
  [307, service.UnreadableAnswerError, 'lost'],
  [308, service.UnreadableAnswerError, 'lost'],
];

test.each(CLASSES)(
  'a request for a link answered %d is refused, or may have made it',
  async (status, kind, proves) => {
    const { client, calls, requests } = await startAnswering({
      status,
      headers: { Location: '/elsewhere' },
      body: { status: '96', message: 'Sara may not', response: null },
    });
    const error = await catchError(client.generateLink(buildLinkRequest(), { reference: 'R-1' }));
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({
      name: kind.name,
      operation: 'generateLink',
      reference: 'R-1',
      httpStatus: status,
      serviceCode: '96',
      serviceMessage: 'Sara may not',
      proves,
    });
    expect(error.message).not.toContain('Sara');
    expect(requests).toHaveLength(1);
    expect(calls).toHaveLength(1);
  },
);

test('an error logs the service’s status and code, never its message', async () => {
  const messageOf = async (status: number, body: object) => {
    const { client } = await startAnswering({ status, body });
    return (await catchError(client.businessDetails())).message;
  };
  expect(await messageOf(401, { status: '92', message: 'Sara' })).toBe(
    'businessDetails: the service answered 401 with code 92',
  );
  expect(await messageOf(200, { status: '97' })).toBe(
    'businessDetails: the service answered 200 with code 97, and its body says that it failed',
  );
  expect(await messageOf(300, {})).toBe(
    'businessDetails: the service answered 300, a redirect, which is not followed',
  );
});

test('the service’s word is cut at 40 characters, its message at 300', async () => {
  const told = async (word: string, message: string) => {
    const { client } = await startAnswering({ status: 400, body: { status: word, message } });
    const { serviceCode, serviceMessage } = await catchError(client.businessDetails());
    return [serviceCode, serviceMessage];
  };
  const [word, message] = [`FAILED ${'x'.repeat(33)}`, 'y'.repeat(300)];
  expect(await told(word, message)).toEqual([word, message]);
  expect(await told(`${word}x`, `${message}y`)).toEqual([word, `${message.slice(1)}…`]);
});

test.each([
  ['listTransactions', (client: service.PaymentServiceClient) => client.listTransactions(RANGE)],
  ['listPayouts', (client: service.PaymentServiceClient) => client.listPayouts(RANGE)],
  ['listLinks', (client: service.PaymentServiceClient) => client.listLinks(RANGE)],
  ['findLink', (client: service.PaymentServiceClient) => client.findLinks('1')],
  ['findTransaction', (client: service.PaymentServiceClient) => client.findTransactions('1')],
  ['businessDetails', (client: service.PaymentServiceClient) => client.businessDetails()],
] as const)('%s is named in its error and to the observer', async (operation, ask) => {
  const { client, calls } = await startAnswering({ status: 401, body: {} });
  const error = await catchError(ask(client));
  expect(error).toMatchObject({
    operation,
    reference: 'ref-1',
    message: `${operation}: the service answered 401`,
  });
  expect(calls).toMatchObject([{ operation, reference: 'ref-1', status: 401, attempt: 1 }]);
});

test('an error keeps its cause, and none of its text in the message', () => {
  const facts = { operation: 'findLink', reference: 'R-1' } as const;
  const cause = new Error('socket of sara');
  const error = new service.PaymentServiceError('the connection broke', { ...facts, cause });
  expect(error).toMatchObject({
    name: 'PaymentServiceError',
    message: 'findLink: the connection broke',
    cause,
  });
  expect(Object.hasOwn(new service.PaymentServiceError('x', facts), 'cause')).toBe(false);
});

test.each([
  service.AuthenticationError,
  service.ConflictError,
  service.InvalidRequestError,
  service.NetworkError,
  service.NotConnectedError,
  service.NotFoundError,
  service.PaymentRequiredError,
  service.PermissionError,
  service.RateLimitError,
  service.RefusedError,
  service.ServerError,
  service.TimeoutError,
  service.UnreadableAnswerError,
  service.UnsupportedRequestError,
])('$name has its own name in logs and metrics', (Kind) => {
  const facts = { operation: 'findLink', reference: 'R-1', maybeSent: false, phase: 'body' } as const;
  const error = new Kind('x', facts);
  expect(error.name).toBe(Kind.name);
  expect(error).toMatchObject({
    httpStatus: null,
    serviceCode: null,
    serviceMessage: null,
    proves: 'refused',
  });
});

test('the error for too many requests says how long to wait, if known', () => {
  const facts = { operation: 'findLink', reference: 'R-1' } as const;
  expect(new service.RateLimitError('x', { ...facts, retryAfterMs: 7_000 }).retryAfterMs).toBe(7_000);
  expect(new service.RateLimitError('x', facts).retryAfterMs).toBeNull();
});

test.each(CLASSES)('HTML with %d is the same error, and none of it is told', async (status, kind, proves) => {
  const { client } = await startAnswering({
    status,
    headers: { 'Content-Type': 'text/html' },
    body: '<html><h1>Oops for sara@example.com</h1></html>',
  });
  const read = await catchError(client.businessDetails());
  const made = await catchError(client.generateLink(buildLinkRequest()));
  for (const error of [read, made]) {
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ httpStatus: status, serviceCode: null, serviceMessage: null });
    expect(`${error.message}${JSON.stringify(error)}`).not.toContain('sara');
  }
  expect([read.proves, made.proves]).toEqual(['refused', proves]);
});

test.each([200, 400, 404, 500])(
  'a look-up answered with code 93 and HTTP %d finds no record',
  async (status) => {
    const { client } = await startAnswering({ status, body: { Status: '93' } });
    expect(await client.findLinks('1')).toEqual([]);
    expect(await catchError(client.businessDetails())).toBeInstanceOf(service.NotFoundError);
  },
);

test('a POST answered with code 93 and HTTP 500 has an unknown outcome', async () => {
  const { client } = await startAnswering({ status: 500, body: { status: '93' } });
  const error = await catchError(client.generateLink(buildLinkRequest()));
  expect(error).toBeInstanceOf(service.ServerError);
  expect(error.proves).toBe('lost');
});

test.each([
  [{ status: '90', message: 'blocked', response: {} }, service.RefusedError, '90', 'refused'],
  [{ status: 97, message: 'x' }, service.RefusedError, '97', 'answered-no'],
  [
    { STATUS: 'FAILED', Message: 'x', Response: { paymentLink: 'https://pay.test/1' } },
    service.RefusedError,
    'FAILED',
    'lost',
  ],
  [{ status: 'Declined' }, service.RefusedError, 'Declined', 'answered-no'],
  [{ status: false, message: 'no' }, service.RefusedError, 'false', 'answered-no'],
  [{ success: false }, service.RefusedError, 'false', 'answered-no'],
  [{ status: 'PAYMENT_FAILED', message: '' }, service.RefusedError, 'PAYMENT_FAILED', 'answered-no'],
  [{ error: 'invalid_token' }, service.RefusedError, null, 'refused'],
  [{ status: 'success', errorCode: '99' }, service.RefusedError, '99', 'answered-no'],
  [{ status: '93' }, service.NotFoundError, '93', 'refused'],
  [{ status: 409, message: 'exists' }, service.ConflictError, '409', 'lost'],
  [{ status: '500', message: 'oops' }, service.ServerError, '500', 'lost'],
])('a 2xx POST that says %j in its body', async (body, kind, serviceCode, proves) => {
  const { client } = await startAnswering({ body });
  const error = await catchError(client.generateLink(buildLinkRequest()));
  expect(error.constructor).toBe(kind);
  expect(error).toMatchObject({ serviceCode, proves });
});

test.each([
  { status: '00' },
  { status: '200' },
  { status: 201 },
  { status: 'SUCCESS' },
  { status: 'ok' },
  { status: true },
  { status: 'Created' },
  { status: 'NO_ERROR' },
  { status: null },
  { success: true },
  {},
])('a 2xx that says %j is a success', async (piece) => {
  const body = { ...piece, response: { paymentLink: 'https://pay.test/1' } };
  const { client } = await startAnswering({ body });
  const link = await client.generateLink(buildLinkRequest());
  expect(link.address).toBe('https://pay.test/1');
});

test('an echo of our own address is not the payment page', async () => {
  const callback_url = 'https://shop.test/callbacks/t';
  const { client } = await startAnswering({ body: { status: '00', response: { link: callback_url } } });
  expect(await client.generateLink(buildLinkRequest({ callback_url }))).toMatchObject({ address: null });
  expect(await client.generateLink(buildLinkRequest())).toMatchObject({ address: callback_url });
});

test.each(['<html>', '', 'null', '17', '{"status":"00"', '\u0000'])(
  'a 2xx POST answered %j cannot be read, so the outcome is open',
  async (body) => {
    const { client, requests } = await startAnswering({ body });
    const error = await catchError(client.generateLink(buildLinkRequest()));
    expect(error).toBeInstanceOf(service.UnreadableAnswerError);
    expect(error).toMatchObject({ proves: 'lost', httpStatus: 200 });
    // A JSON parser's error quotes the body.
    expect(error.cause).toBeUndefined();
    expect(requests).toHaveLength(1);
  },
);

test('a GET with an empty answer finds no records', async () => {
  const { client } = await startAnswering({ status: 204 });
  expect(await client.listLinks(RANGE)).toEqual({
    records: [],
    hasList: false,
    total: null,
  });
  expect(await client.findLinks('1')).toEqual([]);
  expect(await client.businessDetails()).toMatchObject({ httpStatus: 204, response: null });
});

test('a look-up answered with a bare record whose own state is FAILED is a record', async () => {
  const { client } = await startAnswering({ body: { orderId: 7, status: 'FAILED', amount: 10 } });
  expect(await client.findTransactions('7')).toEqual([
    { fields: { orderId: 7, status: 'FAILED', amount: 10 } },
  ]);
});

test('a request that breaks a rule is not sent and names the field', async () => {
  const { client, calls, requests } = await startAnswering({ body: {} });
  const error = await catchError(client.generateLink(buildLinkRequest({ FullName: 'Sara Khan 3rd' })));
  expect(error).toMatchObject({
    name: 'InvalidRequestError',
    field: 'FullName',
    httpStatus: null,
    proves: 'refused',
  });
  expect(error.message).not.toContain('Sara');
  const cents = await catchError(client.generateLink(buildLinkRequest({ invoiceAmount: 10.001 })));
  expect(cents).toMatchObject({ field: 'invoiceAmount', rule: 'decimals' });
  expect([requests, calls]).toEqual([[], []]);
});

test.each([
  [{ fromDate: '2026-02-30 00:00:00', toDate: '2026-03-01 00:00:00' }, {}],
  [{ fromDate: '2026-02-01', toDate: '2026-03-01 00:00:00' }, {}],
  [{ fromDate: '2026-02-01 00:00:00', toDate: '2026-02-30 00:00:00' }, {}],
  [RANGE, { page: -1 }],
  [RANGE, { page: 1.5 }],
  [RANGE, { size: 0 }],
  [RANGE, { size: 2 ** 31 }],
])('a listing of %j %j is not sent', async (range, page) => {
  const { client, requests } = await startAnswering({ body: [] });
  const error = await catchError(client.listLinks(range, page));
  expect(error).toBeInstanceOf(service.InvalidRequestError);
  expect(error).toMatchObject({ operation: 'listLinks', reference: 'ref-1' });
  expect(error.message).toMatch(
    range === RANGE
      ? /: page must be a whole number from 0, size one from 1; nothing was sent$/
      : /: fromDate and toDate must be dates that exist, as yyyy-MM-dd HH:mm:ss; nothing was sent$/,
  );
  expect(requests).toEqual([]);
});

test('the largest page number the service allows is sent', async () => {
  const { client, requests } = await startAnswering({ body: [] });
  const most = 2 ** 31 - 1;
  await client.listLinks(RANGE, { page: most, size: most });
  expect(requests[0]?.target).toMatch(/\?page=2147483647&size=2147483647$/);
});

test('the service’s message is not in the error’s message, and is cut at 300 characters', async () => {
  const { client } = await startAnswering({ status: 400, body: { message: `Email ${'😀'.repeat(400)}` } });
  const error = await catchError(client.generateLink(buildLinkRequest()));
  expect(error.serviceMessage?.length).toBeLessThanOrEqual(300);
  expect(error.serviceMessage).toMatch(/😀…$/u);
  expect(error.message).toBe('generateLink: the service answered 400');
  expect(error).toMatchObject({ field: 'Email' });
  // Loggers write own properties.
  expect(JSON.stringify({ ...error })).not.toContain('😀');
});

const DATE = expect.stringMatching(/ GMT$/);

test('neither errors nor observed calls contain secrets', async () => {
  const { client, calls } = await startAnswering({ status: 401, body: { status: '92' } });
  const error = await catchError(client.findLinks('order-of-sara'));
  const said = JSON.stringify([error, error.message, error.stack, calls]);
  for (const secret of [...Object.values(SANDBOX_CREDENTIALS), 'order-of-sara'])
    expect(said).not.toContain(secret);
  expect(calls).toEqual([
    {
      operation: 'findLink',
      method: 'GET',
      path: '/payment-link/get/{id}',
      status: 401,
      outcome: 'AuthenticationError',
      durationMs: 0,
      attempt: 1,
      reference: 'ref-1',
      date: DATE,
    },
  ]);
});

test('the observer gets the duration, outcome and date of each attempt', async () => {
  let now = Date.UTC(2026, 10, 21, 8);
  const { client, calls } = await startAnswering(
    (_request, count) => {
      now += 250 * count;
      return { status: count === 1 ? 503 : 200, body: { response: 'https://pay.test/9' } };
    },
    { clock: { now: () => now, sleep: async () => {} } },
  );
  await client.businessDetails();
  await client.generateLink(buildLinkRequest());
  const GET = {
    operation: 'businessDetails',
    method: 'GET',
    path: '/business-details',
    reference: 'ref-1',
    date: DATE,
  };
  const POST = {
    operation: 'generateLink',
    method: 'POST',
    path: '/payment-link/generate',
    reference: 'ref-2',
    date: DATE,
  };
  expect(calls).toEqual([
    { ...GET, status: 503, outcome: 'ServerError', durationMs: 250, attempt: 1 },
    { ...GET, status: 200, outcome: 'ok', durationMs: 500, attempt: 2 },
    { ...POST, status: 200, outcome: 'ok', durationMs: 750, attempt: 1 },
  ]);
});

test('a client without an injected clock waits before a retry', async () => {
  const at: number[] = [];
  const { client } = await startAnswering(
    (_request, count) => {
      at.push(performance.now());
      return { status: count === 1 ? 503 : 200, body: {} };
    },
    { clock: undefined, random: () => 0 },
  );
  await client.businessDetails();
  const [first = 0, second = 0] = at;
  // Timers may be a millisecond early.
  expect(second - first).toBeGreaterThan(240);
});

test('an observer that throws does not turn a created link into an error', async () => {
  const warned = new Promise((resolve) => process.once('warning', resolve));
  const { client } = await startAnswering(
    { body: { response: 'https://pay.test/9' } },
    {
      onCall: () => {
        throw new Error('metrics are down');
      },
    },
  );
  expect(await client.generateLink(buildLinkRequest())).toMatchObject({ address: 'https://pay.test/9' });
  expect(String(await warned)).toBe('PaymentServiceWarning: The observer of generateLink failed');
});

test('a signing function that throws rejects the call, and nothing is sent', async () => {
  const { client, requests } = await startAnswering(
    { body: {} },
    {
      sign: () => {
        throw new Error('no key');
      },
    },
  );
  expect(await catchError(client.generateLink(buildLinkRequest()))).toMatchObject({
    ...{ name: 'PaymentServiceError', message: 'generateLink: the request could not be signed' },
    ...{ operation: 'generateLink', reference: 'ref-1', proves: 'refused' },
    cause: new Error('no key'),
  });
  expect(requests).toEqual([]);
});
