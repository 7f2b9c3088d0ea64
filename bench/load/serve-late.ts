import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface Asked {
  method: string;
  /** With the query. */
  target: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

interface LateServer {
  url: string;
  close(): Promise<void>;
}

/** Answers with JSON after a realistic delay: `delayMs` unless the answer names its own. */
export const serveLate = async (
  answer: (asked: Asked) => { status: number; body: unknown; afterMs?: number },
  delayMs: number,
): Promise<LateServer> => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // The app closed the connection while sending.
      return;
    }
    const { method = '', url: target = '', headers } = request;
    const {
      status,
      body,
      afterMs = delayMs,
    } = answer({ method, target, headers, body: Buffer.concat(chunks) });
    await delay(afterMs);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
