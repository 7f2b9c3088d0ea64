import type { OutgoingHttpHeaders, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { App, Receiver } from '@slack/bolt';
import type { Log } from '../log.ts';
import { RemedyError } from '../remedy-error.ts';
import { runWithRequest } from '../request-context.ts';

export type WatchListener = (listen: RequestListener) => RequestListener;

/** Receives requests by HTTP or Socket Mode. */
export interface Receiving {
  receiver: Receiver;
  /** Returns the port it listens on. */
  start(app: App, port: number): Promise<number>;
  /** Answers requests already made, then closes. */
  stop(app: App): Promise<void>;
}

/** By system code. */
const PORT_REASONS: Record<string, [what: string, remedy: string]> = {
  EADDRINUSE: ['another program listens there', 'Stop it, or set another'],
  EACCES: ['this user may not listen there', 'Set one above 1023, and put a proxy in front of it'],
};

/** Paylink cannot listen on one of its ports. */
export class PortUnusableError extends RemedyError {
  override name = 'PortUnusableError';
  override readonly exitCode = 1;
}

/** Waits until the server listens. Throws `PortUnusableError` if that fails because of the port. */
export const untilListening = async <Listening>(
  variable: 'PORT' | 'METRICS_PORT',
  port: number,
  listening: Promise<Listening>,
): Promise<Listening> => {
  try {
    return await listening;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const [what, remedy] = PORT_REASONS[code] ?? [];
    if (what === undefined) throw error;
    throw new PortUnusableError(`${variable} ${port} cannot be used: ${what} (${code}). ${remedy}.`);
  }
};

const CLOSE_IDLE_EVERY_MS = 100;

/** Options for creating the server; the interval for checking timed-out connections cannot be set later. */
export const SERVER_OPTIONS: ServerOptions = {
  // Proxies and load balancers keep idle connections for about a minute, but Node closes them after five
  // seconds. A request sent at that very moment gets no answer, and Slack does not repeat a command.
  keepAliveTimeout: 75_000,
  headersTimeout: 10_000,
  // Bodies that we read have ten seconds and an answer of their own. This is for bodies that nobody reads.
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
};

/**
 * How many connections may wait to be accepted, if the kernel allows as many (`somaxconn`). A process that is busy for a second
 * fills Node's 511, and a sender who finds no room tries again only after one second, then two, then four.
 */
export const BACKLOG = 4_096;

/** Closes connections as they become idle, until the server has closed: it waits for all of them. */
export const closeIdleConnections = async (server: Server, closed: Promise<unknown>): Promise<void> => {
  const looking = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  try {
    await closed;
  } finally {
    clearInterval(looking);
  }
};

/** A year: until then browsers use https only, even when given an http address. */
const ONLY_BY_HTTPS = 'max-age=31536000';

interface PathDependencies {
  /** As routes are written: `/callbacks/:token`, `/pictures/:token.png`. */
  paths: readonly string[];
  publicUrl: string | null;
}

/**
 * Lets a request through only if its path matches one of ours letter for letter. Bolt resolves `..` and treats `/METRICS/`
 * as `/metrics`, which could bypass a proxy rule that closes a path to the public.
 */
export const allowPaths = ({ paths, publicUrl }: PathDependencies) => {
  const ours = new RegExp(`^(?:${paths.map(writeShape).join('|')})$`);
  const isByHttps = publicUrl?.startsWith('https:') ?? false;
  return (listen: RequestListener): RequestListener =>
    (request, response) => {
      if (isByHttps) response.setHeader('strict-transport-security', ONLY_BY_HTTPS);
      const [path = ''] = (request.url ?? '').split('?', 1);
      if (ours.test(path) && isPlain(path)) listen(request, response);
      else refuseUnread(response, 404);
    };
};

function writeShape(path: string): string {
  return path
    .split('/')
    .map((step) => {
      const [, end = null] = /^:\w+(.*)$/.exec(step) ?? [];
      return end === null ? asPattern(step) : `[^/]+${asPattern(end)}`;
    })
    .join('/');
}

const asPattern = (text: string): string => text.replace(/\W/g, '\\$&');

/** The path means what it says: no step, however written, goes up or disappears. */
function isPlain(path: string): boolean {
  return URL.canParse(path, 'http://app.invalid') && new URL(path, 'http://app.invalid').pathname === path;
}

/** How long a sender has to read our refusal. */
const LINGER_MS = 500;

/**
 * Sends an answer without a body, even while the sender is still sending. We do not read the rest. Closing at once would
 * lose the answer on its way, so the connection closes a moment later.
 */
export const refuseUnread = (
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders = {},
): void => {
  // A request without a body is known to be whole only in the next turn.
  setImmediate(() => {
    if (response.headersSent || response.destroyed) return;
    const isWhole = response.req.complete;
    response.writeHead(status, {
      'content-length': 0,
      'cache-control': 'no-store',
      ...headers,
      ...(isWhole ? {} : { connection: 'close' }),
    });
    if (isWhole) {
      response.end();
      return;
    }
    response.flushHeaders();
    const timer = setTimeout(() => response.end(), LINGER_MS);
    response.on('close', () => clearTimeout(timer));
  });
};

/** Bolt's code for a path without a route, and Node's for a request target that is not a path. */
const NO_PATH = new Set(['slack_bolt_http_receiver_deferred_request_error', 'ERR_INVALID_URL']);

/**
 * Answers 404 without a body. Bolt's own handler logs the path, and a path can hold a secret, such
 * as a callback's token.
 */
export const answerUnrouted = (error: unknown, response: ServerResponse, log: Log): void => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isUnknownPath = error instanceof URIError || NO_PATH.has(code);
  if (!isUnknownPath) log.error({ err: error }, 'request not dispatched');
  refuseUnread(response, isUnknownPath ? 404 : 500);
};

type WatchedRoute = 'slack' | 'callbacks' | 'other';

interface Answered {
  route: WatchedRoute;
  /** Null: the connection was gone before the answer. */
  status: number | null;
}

/** Gives every HTTP request an id and its arrival time, and reports how it was answered. */
export const watchRequests =
  (
    listen: RequestListener,
    {
      newId,
      now,
      isLeaving,
      onAnswered,
    }: {
      newId: () => string;
      now: () => number;
      /** Whether the sender should take another instance for its next request. */
      isLeaving: () => boolean;
      onAnswered: (answered: Answered) => void;
    },
  ): RequestListener =>
  (request, response) => {
    if (isLeaving()) response.setHeader('connection', 'close');
    const route = readRoute(request.url ?? '');
    response.once('close', () => {
      onAnswered({ route, status: response.writableFinished ? response.statusCode : null });
    });
    runWithRequest(newId(), () => listen(request, response), now());
  };

/** Never returns the path itself: it can hold a callback's token. */
function readRoute(url: string): WatchedRoute {
  if (/^\/slack\/events(?:\?|$)/.test(url)) return 'slack';
  return url.startsWith('/callbacks/') ? 'callbacks' : 'other';
}
