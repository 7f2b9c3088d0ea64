import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { NetworkError, TimeoutError } from '../../src/payment-service/index.ts';
import { type ClientOptions, catchError, startAnswering, startClient } from '../fixtures/payment-service.ts';
import { serve } from '../fixtures/serve.ts';
import { buildLinkRequest, RANGE } from './link-requests.ts';

const QUICK = { connectMs: 1_000, headersMs: 1_000, bodyMs: 150 };
/** What a busy machine is slow to send is no silence. */
const PATIENT = { connectMs: 5_000, headersMs: 5_000, bodyMs: 5_000 };
const MIB = 1024 * 1024;

/** Below what a service says: `count` is the request's number, from 1. */
type Answering = (response: ServerResponse, count: number, socket: Socket) => void;

/** A client with a server that answers like this. */
const startWire = async (answer: Answering, options: ClientOptions = {}) => {
  const requests: IncomingMessage[] = [];
  const connections: Socket[] = [];
  const baseUrl = await serve(
    (request, response) => {
      request.resume().on('end', () => {
        requests.push(request);
        answer(response, requests.length, request.socket);
      });
    },
    (socket) => connections.push(socket),
  );
  return { baseUrl, requests, connections, ...startClient(baseUrl, options) };
};

const reset: Answering = (_response, _count, socket) => socket.resetAndDestroy();
const hangUp: Answering = (_response, _count, socket) => socket.end();
const resetAfterHeaders: Answering = (response, _count, socket) => {
  response.writeHead(200, { 'Content-Length': 1000 });
  response.write('{"status":"00",', () => socket.resetAndDestroy());
};
const endTooEarly: Answering = (response, _count, socket) => {
  response.writeHead(200, { 'Transfer-Encoding': 'chunked' });
  response.write('{"status":"00"', () => socket.end());
};
const silence: Answering = () => undefined;
const silenceAfterHeaders: Answering = (response) => {
  response.writeHead(200).write('{');
};
const dribble: Answering = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 10);
  response.on('close', () => clearInterval(timer));
};
const status =
  (code: number): Answering =>
  (response) =>
    response.writeHead(code).end('{"status":"97"}');
const big: Answering = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.on('error', () => undefined);
  let left = 50;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(Buffer.alloc(MIB, ' '))) {
        response.once('drain', more);
        return;
      }
    }
    response.end('{}');
  };
  more();
};
const lies: Answering = (response) => {
  response.writeHead(200, { 'Content-Length': 50 * MIB }).write('{');
};

test.each([
  ['reset before the headers', reset, 'NetworkError'],
  ['hung up before the headers', hangUp, 'NetworkError'],
  ['reset after the headers', resetAfterHeaders, 'NetworkError'],
  ['ended in the middle of the body', endTooEarly, 'NetworkError'],
  ['never answered', silence, 'TimeoutError'],
  ['never finished', silenceAfterHeaders, 'TimeoutError'],
  ['finished byte by byte for ever', dribble, 'TimeoutError'],
  ['answered 502', status(502), 'ServerError'],
  ['answered 503', status(503), 'ServerError'],
  ['answered 504', status(504), 'ServerError'],
  ['answered with 50 MB', big, 'TooLargeAnswerError'],
  ['announced as 50 MB', lies, 'TooLargeAnswerError'],
])('a POST that is %s is sent once and its outcome is unknown', async (_fault, answer, name) => {
  const timeouts = name === 'TimeoutError' ? QUICK : PATIENT;
  const { baseUrl, client, calls, waits, requests } = await startWire(answer, { timeouts });
  const error = await catchError(client.generateLink(buildLinkRequest()));
  expect(error).toMatchObject({ name, proves: 'lost' });
  // Anything sent a second time would arrive before this does.
  await catchError(startClient(baseUrl, { timeouts }).client.generateLink(buildLinkRequest()));
  expect(requests).toHaveLength(2);
  expect(calls).toHaveLength(1);
  expect(waits).toEqual([]);
});

test('a POST answered 429 is not retried: it may have been carried out', async () => {
  const { client, waits, requests } = await startAnswering({
    status: 429,
    headers: { 'Retry-After': '7' },
    body: {},
  });
  const error = await catchError(client.generateLink(buildLinkRequest()));
  expect(error).toMatchObject({ name: 'RateLimitError', retryAfterMs: 7_000, proves: 'answered-no' });
  expect([requests.length, waits]).toEqual([1, []]);
});

test('a POST works after the service closed an idle connection', async () => {
  const { client, requests, connections } = await startWire((response) =>
    response.end('{"status":"00","response":{"paymentLink":"https://pay.test/1"}}'),
  );
  await client.businessDetails();
  await client.generateLink(buildLinkRequest());
  for (const socket of connections) socket.destroy();
  expect(await client.generateLink(buildLinkRequest())).toMatchObject({ address: 'https://pay.test/1' });
  expect(requests).toHaveLength(3);
});

test('a 400 whose body never comes proves nothing: it may have held a link', async () => {
  const { client } = await startWire((response, _count, socket) => {
    response.writeHead(400, { 'Content-Length': 100 });
    response.write('{', () => socket.resetAndDestroy());
  });
  const error = await catchError(client.generateLink(buildLinkRequest()));
  expect(error).toMatchObject({ name: 'InvalidRequestError', httpStatus: 400, proves: 'lost' });
});

test.each([429, 503])('a GET answered %d is tried four times', async (code) => {
  const { client, calls, waits, requests } = await startAnswering({ status: code, body: { status: '97' } });
  await catchError(client.businessDetails());
  expect(requests).toHaveLength(4);
  expect(waits).toEqual([375, 750, 1500]);
  expect(calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
});

test.each([
  ['reset', reset],
  ['hung up', hangUp],
  ['cut in the middle', resetAfterHeaders],
])('a GET that is %s is tried again until it works', async (_fault, answer) => {
  const { client, requests } = await startWire((response, count, socket) => {
    if (count < 4) answer(response, count, socket);
    else response.end('{"response":[]}');
  });
  expect((await client.listLinks(RANGE)).records).toEqual([]);
  expect(requests).toHaveLength(4);
});

test.each([400, 404, 500])('a GET answered %d is not tried again', async (code) => {
  const { client, requests } = await startAnswering({ status: code, body: { status: '97' } });
  await catchError(client.businessDetails());
  expect(requests).toHaveLength(1);
});

test.each([
  ['3', [3000]],
  ['Sat, 21 Nov 2026 08:00:25 GMT', [25_000]],
  ['3600', [60_000]],
  ['soon', [375]],
  // Sent twice, it is ignored.
  [['3', '5'], [375]],
])('Retry-After %j is obeyed up to a minute', async (retryAfter, expected) => {
  const { client, waits } = await startAnswering((_request, count) =>
    count > 1 ? { body: {} } : { status: 503, headers: { 'Retry-After': retryAfter }, body: {} },
  );
  await client.businessDetails();
  expect(waits).toEqual(expected);
});

test('a GET that times out is not tried again', async () => {
  const { client, requests } = await startWire(silence, { timeouts: QUICK });
  const error = await catchError(client.businessDetails());
  expect(error).toMatchObject({ name: 'TimeoutError', phase: 'headers', proves: 'refused' });
  expect(requests).toHaveLength(1);
});

test('a body that stalls times out in the body phase, with the reason as its cause', async () => {
  const { client, requests } = await startWire(silenceAfterHeaders, {
    timeouts: { ...PATIENT, bodyMs: 150 },
  });
  const error = await catchError(client.businessDetails());
  expect(error).toMatchObject({
    ...{ name: 'TimeoutError', phase: 'body', httpStatus: 200, proves: 'refused' },
    cause: new Error('body took too long'),
  });
  expect(requests).toHaveLength(1);
});

test('finished requests leave no timer that keeps the process alive', async () => {
  const { client } = await startWire(
    (response, count, socket) => {
      if (response.req.method === 'GET') response.end('{}');
      else resetAfterHeaders(response, count, socket);
    },
    { timeouts: { ...PATIENT, bodyMs: 60_000 } },
  );
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  for (let round = 0; round < 10; round += 1) {
    await client.businessDetails();
    await catchError(client.generateLink(buildLinkRequest()));
  }
  // One that another test left may end meanwhile, which hides none of twenty.
  expect(timers()).toBeLessThanOrEqual(before);
});

test('a body above the limit is not read, and its connection is closed', async () => {
  let closed: Promise<unknown> = Promise.resolve();
  let read = 0;
  const { client } = await startWire(
    (response, count, socket) => {
      closed = new Promise((resolve) => socket.once('close', resolve));
      socket.once('close', () => {
        read = socket.bytesWritten;
      });
      big(response, count, socket);
    },
    { maxResponseBytes: MIB },
  );
  const error = await catchError(client.businessDetails());
  expect(error).toMatchObject({
    ...{ name: 'TooLargeAnswerError', proves: 'refused' },
    cause: new Error('body is too large'),
  });
  await closed;
  expect(read).toBeLessThan(45 * MIB);
});

test('a body of exactly the limit is read', async () => {
  const body = `{"a":"${'x'.repeat(MIB - 8)}"}`;
  const { client } = await startAnswering({ body }, { maxResponseBytes: MIB });
  const answer = await client.businessDetails();
  expect(answer.httpStatus).toBe(200);
});

test('a POST to a closed port was certainly not sent', async () => {
  const { client, calls } = startClient('http://127.0.0.1:1/api');
  const error = await catchError(client.generateLink(buildLinkRequest()));
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ maybeSent: false, proves: 'refused', httpStatus: null });
  expect(calls).toHaveLength(1);
});

test('a POST whose TLS handshake fails was certainly not sent', async () => {
  const { baseUrl, requests } = await startAnswering({ body: {} });
  const { client } = startClient(baseUrl.replace('http:', 'https:'));
  const error = await catchError(client.generateLink(buildLinkRequest()));
  expect(error).toMatchObject({ name: 'NetworkError', maybeSent: false, proves: 'refused' });
  expect(requests).toEqual([]);
});

test('a POST whose handshake never ends was certainly not sent', async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const { client } = startClient(`https://127.0.0.1:${port}`, { timeouts: QUICK });
  const error = await catchError(client.generateLink(buildLinkRequest()));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error).toMatchObject({ phase: 'connect', proves: 'refused' });
  // Left alone, the connection would be waited for ten seconds.
  expect(String((error as Error).cause)).toContain(`timeout: ${QUICK.connectMs}ms`);
});

const HINTS = { link: '</style.css>; rel=preload' };

test('early hints are skipped, and the answer after them counts', async () => {
  const { client } = await startWire(
    (response) => {
      response.writeEarlyHints(HINTS);
      setTimeout(() => response.end('{"status":"00"}'), 300);
    },
    { timeouts: { ...PATIENT, bodyMs: 200 } },
  );
  expect(await client.businessDetails()).toMatchObject({ httpStatus: 200 });
});

test('a POST whose connection breaks after early hints has no answer', async () => {
  const { client } = await startWire((response, _count, socket) => {
    response.writeEarlyHints(HINTS, () => socket.resetAndDestroy());
  });
  const error = await catchError(client.generateLink(buildLinkRequest()));
  expect(error).toMatchObject({ name: 'NetworkError', httpStatus: null, proves: 'lost' });
});

test('the default timeouts allow an answer that arrives in pieces', async () => {
  const { client } = await startWire((response) => {
    response.writeHead(200).write('{');
    setTimeout(() => response.end('}'), 100);
  });
  expect(await client.businessDetails()).toMatchObject({ httpStatus: 200 });
});

test('a request that fails while the client closes is not retried', async () => {
  const { client, waits } = await startAnswering(() => {
    void client.close();
    return { status: 503, body: {} };
  });
  await catchError(client.businessDetails());
  expect(waits).toEqual([]);
});

test('closing waits for requests under way and starts no new ones', async () => {
  const { baseUrl, requests } = await startAnswering({ status: 503, body: {} });
  const started = startClient(baseUrl, {
    clock: { now: Date.now, sleep: () => started.client.close() },
  });
  expect(await catchError(started.client.businessDetails())).toMatchObject({ httpStatus: 503 });
  expect(requests).toHaveLength(1);
  expect(started.calls).toHaveLength(1);
  const late = await catchError(started.client.generateLink(buildLinkRequest()));
  expect(late).toMatchObject({ name: 'NetworkError', maybeSent: false, proves: 'refused' });
});
