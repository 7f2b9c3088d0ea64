import { type Dispatcher, Pool } from 'undici';
import type { RequestPhase } from './errors.ts';

export interface TransportOptions {
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

export interface TransportRequest {
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
  cause: Error;
}

export interface Transport {
  /** Never rejects; sends once, follows no redirect. */
  send(request: TransportRequest): Promise<WholeAnswer | BrokenAnswer>;
  /** Waits for requests under way. */
  close(): Promise<void>;
}

/** undici's timeouts for connecting and headers. We time the body ourselves. */
const TIMEOUT_CODES = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT']);
const GET_CONNECTIONS = 16;

/**
 * Two pools. GETs share keep-alive connections: one that the server closed while idle costs a retry. A POST
 * gets a connection of its own (`pipelining: 0` sends `Connection: close`): on a reused one, a close at the
 * same moment could not be told from a link made and its answer lost. A link is made by hand a few times an
 * hour, so the handshake is cheap next to a needless "unknown".
 */
export function createTransport({ origin, timeouts, maxResponseBytes }: TransportOptions): Transport {
  const shared = {
    connect: { timeout: timeouts.connectMs },
    headersTimeout: timeouts.headersMs,
    bodyTimeout: 0,
  };
  const gets = new Pool(origin, { ...shared, connections: GET_CONNECTIONS, pipelining: 1 });
  const posts = new Pool(origin, { ...shared, pipelining: 0 });
  return {
    send: (request) =>
      new Promise((resolve) => {
        const pool = request.method === 'POST' ? posts : gets;
        pool.dispatch(
          {
            path: request.target,
            method: request.method,
            headers: request.headers,
            body: request.body,
          },
          buildHandler(timeouts.bodyMs, maxResponseBytes, resolve),
        );
      }),
    close: async () => {
      await Promise.all([gets.close(), posts.close()]);
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
        cause,
      });
    },
  };
}
