import type { RequestListener, Server, ServerOptions } from 'node:http';
import { refuseUnread } from './refuse-unread.ts';

const IDLE_LOOK_MS = 100;

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
 * How many connections may wait to be taken, if the kernel allows as many (`somaxconn`). Node's 511 are full when a process was
 * busy for a second, and a sender who finds no room tries again only after one second, then two, then four.
 */
export const MOST_WAITING_CONNECTIONS = 4_096;

/** A closing server still waits for connections that become idle only now. */
export const letConnectionsGo = async (server: Server, closed: Promise<unknown>): Promise<void> => {
  const looking = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
  try {
    await closed;
  } finally {
    clearInterval(looking);
  }
};

/** A year: until then browsers use https only, even when given an http address. */
const ONLY_BY_HTTPS = 'max-age=31536000';

interface DoorDependencies {
  /** As routes are written: `/callbacks/:token`, `/pictures/:token.png`. */
  paths: readonly string[];
  publicUrl: string | null;
}

/**
 * Lets a request through only if its path matches one of ours letter for letter. Bolt resolves `..` and
 * treats `/METRICS/` as `/metrics`, so a proxy rule that closes a path to the public could be bypassed.
 */
export const openDoor = ({ paths, publicUrl }: DoorDependencies) => {
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
