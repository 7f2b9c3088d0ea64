import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';

interface Listening {
  url: string;
  close(): Promise<void>;
}

/** Listens on this machine only; rejects if the port is taken. 0 picks a free port. */
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
      // Lets answers in progress finish; streams to open pages never end by themselves.
      const force = setTimeout(() => server.closeAllConnections(), 50);
      await closed;
      clearTimeout(force);
    },
  };
};

const BODY_LIMIT = 50 * 1024 * 1024;

/** Null: too large. */
export const readBody = async (request: IncomingMessage): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_LIMIT) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Against DNS rebinding: whether the request names this server as its host. */
export const isForHere = (request: IncomingMessage, baseUrl: string): boolean => {
  const { host } = request.headers;
  return `http://${host}` === baseUrl || host === `localhost:${new URL(baseUrl).port}`;
};
