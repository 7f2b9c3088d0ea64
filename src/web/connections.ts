import type { Server, ServerOptions } from 'node:http';

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
