import { expect, test } from 'vitest';
import * as service from '../../src/payment-service/index.ts';
import { SANDBOX_CREDENTIALS } from '../../tools/sandbox/sandbox-service.ts';
import { catchError, startAnswering } from '../fixtures/payment-service.ts';
import { buildLinkRequest, RANGE } from './link-requests.ts';

const PAGE = 'https://pay.test/1';

test.each([
  [400, 'InvalidRequestError', 'refused'],
  [402, 'PaymentRequiredError', 'answered-no'],
  [409, 'ConflictError', 'lost'],
  [503, 'ServerError', 'lost'],
  [302, 'UnreadableAnswerError', 'lost'],
])(
  'a request for a link answered %d is sent once, and told with all that is known',
  async (status, name, proves) => {
    const { client, calls, requests } = await startAnswering({
      status,
      headers: { Location: '/elsewhere' },
      body: { status: '96', message: 'Sara may not', response: null },
    });
    const error = await catchError(client.generateLink(buildLinkRequest(), { reference: 'R-1' }));
    expect(error).toMatchObject({
      ...{ name, operation: 'generateLink', reference: 'R-1', httpStatus: status, proves },
      ...{ serviceCode: '96', serviceMessage: 'Sara may not' },
    });
    expect([requests.length, calls.length]).toEqual([1, 1]);
  },
);

test.each([
  ['listTransactions', (client: service.PaymentServiceClient) => client.listTransactions(RANGE)],
  ['listPayouts', (client: service.PaymentServiceClient) => client.listPayouts(RANGE)],
  ['listLinks', (client: service.PaymentServiceClient) => client.listLinks(RANGE)],
  ['findLink', (client: service.PaymentServiceClient) => client.findLinks('1')],
  ['findTransaction', (client: service.PaymentServiceClient) => client.findTransactions('1')],
  ['businessDetails', (client: service.PaymentServiceClient) => client.businessDetails()],
] as const)('%s is named in its error and to the observer', async (operation, ask) => {
  const { client, calls } = await startAnswering({ status: 401, body: {} });
  const message = `${operation}: the service answered 401`;
  expect(await catchError(ask(client))).toMatchObject({ operation, reference: 'ref-1', message });
  expect(calls).toMatchObject([{ operation, reference: 'ref-1', status: 401, attempt: 1 }]);
});

const FACTS = { operation: 'findLink', reference: 'R-1' } as const;

test('an error keeps its cause, and none of its text in the message', () => {
  const cause = new Error('socket of sara');
  const error = new service.PaymentServiceError('the connection broke', { ...FACTS, cause });
  const message = 'findLink: the connection broke';
  expect(error).toMatchObject({ name: 'PaymentServiceError', message, cause });
  expect(Object.hasOwn(new service.PaymentServiceError('x', FACTS), 'cause')).toBe(false);
});

const KINDS = Object.entries(service).filter(
  ([, one]) => typeof one === 'function' && one.prototype instanceof service.PaymentServiceError,
) as [string, new (what: string, facts: object) => service.PaymentServiceError][];

test('every error has its own name in logs and metrics, and says of nothing that it is known', () => {
  expect(KINDS.length).toBeGreaterThan(14);
  for (const [name, Kind] of KINDS) {
    const nothing = { httpStatus: null, serviceCode: null, serviceMessage: null, proves: 'refused' };
    expect(new Kind('x', FACTS)).toMatchObject({ name, ...nothing });
  }
  expect(new service.RateLimitError('x', { ...FACTS, retryAfterMs: 7_000 }).retryAfterMs).toBe(7_000);
  expect(new service.RateLimitError('x', FACTS).retryAfterMs).toBeNull();
});

test.each([200, 404, 500])('a look-up answered with code 93 and HTTP %d finds no record', async (status) => {
  const { client } = await startAnswering({ status, body: { Status: '93' } });
  expect(await client.findLinks('1')).toEqual([]);
  expect(await catchError(client.businessDetails())).toBeInstanceOf(service.NotFoundError);
});

test('an echo of our own address is not the payment page', async () => {
  const callback_url = 'https://shop.test/callbacks/t';
  const { client } = await startAnswering({ body: { status: '00', response: { link: callback_url } } });
  expect(await client.generateLink(buildLinkRequest({ callback_url }))).toMatchObject({ address: null });
  expect(await client.generateLink(buildLinkRequest())).toMatchObject({ address: callback_url });
});

test('a GET with an empty answer finds no records', async () => {
  const { client } = await startAnswering({ status: 204 });
  expect(await client.listLinks(RANGE)).toEqual({ records: [], hasList: false, total: null });
  expect(await client.findLinks('1')).toEqual([]);
  expect(await client.businessDetails()).toMatchObject({ httpStatus: 204, response: null });
});

test('a request that breaks a rule is not sent and names the field', async () => {
  const { client, calls, requests } = await startAnswering({ body: {} });
  const error = await catchError(client.generateLink(buildLinkRequest({ FullName: 'Sara Khan 3rd' })));
  const unsent = { name: 'InvalidRequestError', httpStatus: null, proves: 'refused' };
  expect(error).toMatchObject({ ...unsent, field: 'FullName' });
  expect(error.message).not.toContain('Sara');
  expect([requests, calls]).toEqual([[], []]);
});

const DAYS = 'fromDate and toDate must be dates that exist, as yyyy-MM-dd HH:mm:ss';
const PAGING = 'page must be a whole number from 0, size one from 1';

test.each([
  [{ ...RANGE, fromDate: '2026-02-30 00:00:00' }, {}, DAYS],
  [{ ...RANGE, fromDate: '2026-02-01' }, {}, DAYS],
  [{ ...RANGE, toDate: '2026-11-31 00:00:00' }, {}, DAYS],
  [RANGE, { page: -1 }, PAGING],
  [RANGE, { page: 1.5 }, PAGING],
  [RANGE, { size: 0 }, PAGING],
  [RANGE, { size: 2 ** 31 }, PAGING],
])('a listing of %j %j is not sent: %s', async (range, page, fault) => {
  const { client, requests } = await startAnswering({ body: [] });
  expect(await catchError(client.listLinks(range, page))).toMatchObject({
    ...{ name: 'InvalidRequestError', operation: 'listLinks', reference: 'ref-1' },
    message: `listLinks: ${fault}; nothing was sent`,
  });
  expect(requests).toEqual([]);
});

test('the largest page number the service allows is sent', async () => {
  const { client, requests } = await startAnswering({ body: [] });
  const most = 2 ** 31 - 1;
  await client.listLinks(RANGE, { page: most, size: most });
  expect(requests[0]?.target).toMatch(/\?page=2147483647&size=2147483647$/);
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
      ...{ operation: 'findLink', method: 'GET', path: '/payment-link/get/{id}', status: 401 },
      ...{ outcome: 'AuthenticationError', durationMs: 0, attempt: 1, reference: 'ref-1', date: DATE },
    },
  ]);
});

test('the observer gets the duration, outcome and date of each attempt', async () => {
  let now = Date.UTC(2026, 10, 21, 8);
  const { client, calls } = await startAnswering(
    (_request, count) => {
      now += 250 * count;
      return { status: count === 1 ? 503 : 200, body: { response: PAGE } };
    },
    { clock: { now: () => now, sleep: async () => {} } },
  );
  await client.businessDetails();
  await client.generateLink(buildLinkRequest());
  const GET = { operation: 'businessDetails', method: 'GET', path: '/business-details', reference: 'ref-1' };
  const POST = {
    ...{ operation: 'generateLink', method: 'POST', path: '/payment-link/generate', reference: 'ref-2' },
  };
  expect(calls).toEqual([
    { ...GET, date: DATE, status: 503, outcome: 'ServerError', durationMs: 250, attempt: 1 },
    { ...GET, date: DATE, status: 200, outcome: 'ok', durationMs: 500, attempt: 2 },
    { ...POST, date: DATE, status: 200, outcome: 'ok', durationMs: 750, attempt: 1 },
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
  const onCall = () => {
    throw new Error('metrics are down');
  };
  const { client } = await startAnswering({ body: { response: PAGE } }, { onCall });
  expect(await client.generateLink(buildLinkRequest())).toMatchObject({ address: PAGE });
  expect(String(await warned)).toBe('PaymentServiceWarning: The observer of generateLink failed');
});

test('a signing function that throws rejects the call, and nothing is sent', async () => {
  const sign = () => {
    throw new Error('no key');
  };
  const { client, requests } = await startAnswering({ body: {} }, { sign });
  expect(await catchError(client.generateLink(buildLinkRequest()))).toMatchObject({
    ...{ name: 'PaymentServiceError', message: 'generateLink: the request could not be signed' },
    ...{ operation: 'generateLink', reference: 'ref-1', proves: 'refused' },
    cause: new Error('no key'),
  });
  expect(requests).toEqual([]);
});
