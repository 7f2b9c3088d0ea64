import { once } from 'node:events';
import type { Server } from 'node:http';

export interface Listening {
  url: string;
  close(): Promise<void>;
}

/** Opens a server on this machine only; rejects when the port is taken. 0 picks a free one. */
export const listenLocally = async (server: Server, port: number): Promise<Listening> => {
  server.keepAliveTimeout = 60_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      // Answers that are on their way arrive; streams to open pages would never end by themselves.
      const force = setTimeout(() => server.closeAllConnections(), 50);
      await closed;
      clearTimeout(force);
    },
  };
};
