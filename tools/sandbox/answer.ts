import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Fault } from './service-faults.ts';

export interface Answer {
  status: number;
  contentType: string;
  headers?: Record<string, string>;
  body: string;
}

interface Envelope {
  status: string;
  message: string;
  response: unknown;
}

const JSON_TYPE = 'application/json';

export const buildSuccess = (message: string, response: unknown): Answer =>
  buildEnvelopeAnswer(200, { status: '00', message, response });

/** An error answer. The two-digit code comes from the service's table unless another is given. */
export const buildRefusal = (
  httpStatus: number,
  message: string,
  more: { code?: string | undefined; response?: unknown; headers?: Record<string, string> } = {},
): Answer => ({
  ...buildEnvelopeAnswer(httpStatus, {
    status: more.code ?? CODES[httpStatus] ?? '99',
    message,
    response: more.response ?? {},
  }),
  ...(more.headers && { headers: more.headers }),
});

const buildEnvelopeAnswer = (httpStatus: number, envelope: Envelope): Answer => ({
  status: httpStatus,
  contentType: JSON_TYPE,
  body: JSON.stringify(envelope),
});

/** The service's two-digit codes; 99 for any other status. */
const CODES: Record<number, string> = {
  400: '92',
  401: '96',
  402: '97',
  403: '90',
  404: '93',
  405: '96',
  406: '96',
  415: '96',
  422: '92',
  502: '97',
  503: '97',
  504: '97',
};

const HUGE_BYTES = 50 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 'a');

export const sendAnswer = (response: ServerResponse, answer: Answer): void => {
  response.writeHead(answer.status, {
    'Content-Type': answer.contentType,
    'Content-Length': Buffer.byteLength(answer.body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...answer.headers,
  });
  response.end(answer.body);
};

/** Nothing of it is a link, although it looks like one. */
const buildEcho = (sent: unknown) => ({
  request: sent,
  type: 'https://service.example/errors/limit',
  loginUrl: 'https://service.example/login',
  link: 'https://docs.service.example/errors/99',
  errorId: 'E-1',
});

const buildFailure = (
  { url = '' }: IncomingMessage,
  { body }: Answer,
  sent: unknown,
  { kind, code, message, holds, retryAfter, ...fault }: Fault,
): Answer => {
  const status = fault.status ?? (kind === 'status' ? 500 : 200);
  const words =
    kind === 'status' ? 'The sandbox is set to answer like this' : 'Unable to process the request';
  return buildRefusal(status, message ?? words, {
    code,
    response: holds === 'echo' ? buildEcho(sent) : holds && JSON.parse(body).response,
    headers: {
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...(status >= 300 && status < 400 && { Location: url }),
    },
  });
};

/** Sends the answer as the fault spoils it. `sent`: the request's body. Faults that do not concern the answer leave it intact. */
export const sendSpoilt = async (
  response: ServerResponse,
  answer: Answer,
  fault: Fault,
  sent: unknown,
): Promise<void> => {
  const status = fault.status ?? answer.status;
  switch (fault.kind) {
    case 'status':
    case 'body-failure':
      sendAnswer(response, buildFailure(response.req, answer, sent, fault));
      return;
    case 'html':
      sendAnswer(response, {
        status,
        contentType: 'text/html; charset=utf-8',
        body: '<!doctype html><html><head><title>Gateway</title></head><body><h1>Please try again later</h1></body></html>',
      });
      return;
    case 'empty':
      sendAnswer(response, { ...answer, status, body: '' });
      return;
    case 'truncated': {
      const whole = Buffer.from(answer.body);
      response.writeHead(status, { 'Content-Type': answer.contentType, 'Content-Length': whole.length });
      response.write(whole.subarray(0, Math.ceil(whole.length / 2)), () => response.destroy());
      await closed(response);
      return;
    }
    case 'huge':
      await sendHuge(response, status, fault.bytes ?? HUGE_BYTES);
      return;
    default:
      sendAnswer(response, answer);
  }
};

/** Streamed, so that even gigabytes need little memory. */
async function sendHuge(response: ServerResponse, status: number, bytes: number): Promise<void> {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  const stream = Readable.from(hugeEnvelope(bytes), { objectMode: false });
  // A caller that hangs up half-way does exactly what this fault tests.
  await pipeline(stream, response).catch((error: unknown) => {
    if (!response.destroyed) throw error;
  });
}

function* hugeEnvelope(bytes: number): Generator<Buffer> {
  yield Buffer.from('{"status":"00","message":"success","response":{"padding":"');
  for (let left = bytes; left > 0; left -= CHUNK.length) {
    yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK;
  }
  yield Buffer.from('"}}');
}

async function closed(response: ServerResponse): Promise<void> {
  if (!response.destroyed) await once(response, 'close');
}
