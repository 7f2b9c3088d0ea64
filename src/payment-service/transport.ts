import { type Dispatcher, Pool } from 'undici';
import type { RequestPhase } from './errors.ts';

interface TransportOptions {
  origin: string;
  timeouts: Required<TransportTimeouts>;
  maxResponseBytes: number;
}

/** Milliseconds. `bodyMs` is the time from the headers to the last byte, not between bytes. */
export interface TransportTimeouts {
  connectMs?: number;
  headersMs?: number;
  bodyMs?: number;
}

interface TransportRequest {
  method: 'GET' | 'POST';
  /** The request target, sent as it is. */
  target: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
}

export interface WholeAnswer {
  kind: 'answer';
  status: number;
  retryAfter: string | null;
  /** The service's clock, as its `Date` header gives it. */
  date: string | null;
  body: Buffer;
}

export interface BrokenAnswer {
  kind: 'broken';
  fault: 'timeout' | 'dropped' | 'too-large';
  phase: RequestPhase;
  /** False when it is certain that no byte of the request was written. */
  maybeSent: boolean;
  /** Null if the headers had not arrived. */
  status: number | null;
  retryAfter: string | null;
  date: string | null;
  cause: Error;
}

export interface Transport {
  /** Never rejects; sends once, follows no redirect. */
  send(request: TransportRequest): Promise<WholeAnswer | BrokenAnswer>;
  /** Waits for requests under way. */
  close(): Promise<void>;
}

/** Connections to one service, which the clients of many merchants share. */
export interface Connections {
  /** For one merchant. Its `close` leaves the connections open. */
  forMerchant(): Transport;
  /** Waits for requests under way, of all merchants. */
  close(): Promise<void>;
}

/** undici's timeouts for connecting and headers. We time the body ourselves. */
const TIMEOUT_CODES = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT']);
/** For one merchant at a time; more wait for these. */
const MAX_GETS = 16;

/**
 * Two pools. GETs share keep-alive connections: one that the server closed while idle costs a retry. A POST
 * gets a connection of its own (`pipelining: 0` sends `Connection: close`): on a reused one, a close at the
 * same moment could not be told from a link made and its answer lost. A link is made by hand a few times an
 * hour, so the handshake is cheap next to a needless "unknown".
 */
export function createConnections({ origin, timeouts, maxResponseBytes }: TransportOptions): Connections {
  const shared = {
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.headersMs,
    bodyTimeout: 0,
  };
  const gets = new Pool(origin, { ...shared, pipelining: 1 });
  const posts = new Pool(origin, { ...shared, pipelining: 0 });
  const send: Transport['send'] = ({ method, target, headers, body }) =>
    new Promise((resolve) => {
      (method === 'POST' ? posts : gets).dispatch(
        { path: target, method, headers, body },
        buildHandler(timeouts.bodyMs, maxResponseBytes, resolve),
      );
    });
  return {
    forMerchant: () => createShare(send),
    close: async () => {
      await Promise.all([gets.close(), posts.close()]);
    },
  };
}

/** One merchant's share, with at most `MAX_GETS` GETs at a time, so that one slow account cannot take every connection. */
function createShare(send: Transport['send']): Transport {
  const underWay = new Set<Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let getting = 0;
  const get = async (request: TransportRequest) => {
    if (getting < MAX_GETS) getting += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await send(request);
    } finally {
      const next = waiting.shift();
      if (next === undefined) getting -= 1;
      else next();
    }
  };
  return {
    send: async (request) => {
      const answer = request.method === 'POST' ? send(request) : get(request);
      underWay.add(answer);
      try {
        return await answer;
      } finally {
        underWay.delete(answer);
      }
    },
    close: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function buildHandler(
  bodyMs: number,
  maxResponseBytes: number,
  resolve: (outcome: WholeAnswer | BrokenAnswer) => void,
): Dispatcher.DispatchHandler {
  const chunks: Buffer[] = [];
  let size = 0;
  let started = false;
  let status: number | null = null;
  let retryAfter: string | null = null;
  let date: string | null = null;
  let ownFault: 'timeout' | 'too-large' | null = null;
  let bodyTimer: NodeJS.Timeout | undefined;

  const stop = (controller: Dispatcher.DispatchController, fault: 'timeout' | 'too-large') => {
    ownFault = fault;
    controller.abort(new Error(fault === 'timeout' ? 'body took too long' : 'body is too large'));
  };

  return {
    onRequestStart(controller) {
      // undici may requeue a request when its connection ends. Never start one a second time.
      if (started) controller.abort(new Error('the connection ended and the request is not sent twice'));
      started = true;
    },
    onResponseStart(controller, statusCode, headers) {
      if (statusCode < 200) return;
      status = statusCode;
      retryAfter = typeof headers['retry-after'] === 'string' ? headers['retry-after'] : null;
      date = typeof headers['date'] === 'string' ? headers['date'] : null;
      bodyTimer = setTimeout(() => stop(controller, 'timeout'), bodyMs);
      if (Number(headers['content-length']) > maxResponseBytes) stop(controller, 'too-large');
    },
    onResponseData(controller, chunk) {
      size += chunk.length;
      if (size > maxResponseBytes) stop(controller, 'too-large');
      else chunks.push(chunk);
    },
    onResponseEnd() {
      clearTimeout(bodyTimer);
      const answer: WholeAnswer = {
        kind: 'answer',
        status: status ?? 0,
        retryAfter,
        date,
        body: Buffer.concat(chunks),
      };
      // undici frees a connection one turn of the event loop after the answer. A caller that asks again at once, as a
      // listing of many pages does, would open a second one, so hand over the answer after that turn.
      queueMicrotask(() => setImmediate(resolve, answer));
    },
    onResponseError(_controller, cause) {
      clearTimeout(bodyTimer);
      const timedOut = 'code' in cause && TIMEOUT_CODES.has(String(cause.code));
      resolve({
        kind: 'broken',
        fault: ownFault ?? (timedOut ? 'timeout' : 'dropped'),
        phase: status !== null ? 'body' : started ? 'headers' : 'connect',
        maybeSent: started,
        status,
        retryAfter,
        date,
        cause,
      });
    },
  };
}
