import type { RequestListener, Server, ServerOptions } from 'node:http';
import { refuseUnread } from './refuse-unread.ts';

const IDLE_LOOK_MS = 100;

/** What the server is made with; the look for those whose time is over cannot be set later. */
export const SERVER_OPTIONS: ServerOptions = {
  // Proxies and balancers keep idle connections for about a minute. Node lets them go after five seconds, and one that
  // is used at that very moment is a request that nobody answers: Slack does not repeat a command.
  keepAliveTimeout: 75_000,
  headersTimeout: 10_000,
  // Bodies that are read have ten seconds and an answer of their own: this is for what nobody reads.
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
};

/** A server that was told to close still waits for those that become idle only now. */
export const letConnectionsGo = async (server: Server, closed: Promise<unknown>): Promise<void> => {
  const looking = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
  try {
    await closed;
  } finally {
    clearInterval(looking);
  }
};

/** A year: browsers then come by https alone, whatever address they are given. */
const ONLY_BY_HTTPS = 'max-age=31536000';

export interface DoorDependencies {
  /** As routes are written: `/callbacks/:token`, `/pictures/:token.png`. */
  paths: readonly string[];
  publicUrl: string | null;
}

/**
 * Lets through what is asked for by a path of ours, letter for letter. Bolt resolves `..`, and takes `/METRICS/` for
 * `/metrics`: a proxy that closes a path to the public would then have closed less than it says.
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

/** Means what it says: no step of it leads up or nowhere, however that is written. */
function isPlain(path: string): boolean {
  return URL.canParse(path, 'http://app.invalid') && new URL(path, 'http://app.invalid').pathname === path;
}
