import type { Server } from 'node:http';

const IDLE_LOOK_MS = 100;

/**
 * Proxies and balancers keep idle connections for about a minute. Node lets them go after five seconds, and one that
 * is used at that very moment is a request that nobody answers: Slack does not repeat a command.
 */
export const keepConnections = (server: Server): void => {
  server.keepAliveTimeout = 75_000;
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
