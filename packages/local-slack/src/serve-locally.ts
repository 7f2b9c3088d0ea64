import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

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
const readBody = async (request: IncomingMessage): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_LIMIT) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** A request with its body, its path without the query, and its query. */
export interface LocalRequest {
  request: IncomingMessage;
  response: ServerResponse;
  path: string;
  query: URLSearchParams;
  body: Buffer;
}

/**
 * A server for requests that name it as their host (against DNS rebinding). `now`: what its answers say the time is.
 * `handle` returns false for unknown paths.
 */
export const createLocalServer = (
  { baseUrl, now }: { baseUrl: () => string; now: () => number },
  handle: (request: LocalRequest) => Promise<unknown> | unknown,
): Server => {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { host } = request.headers;
    const { origin, port } = new URL(baseUrl());
    if (`http://${host}` !== origin && host !== `localhost:${port}`)
      return void response.writeHead(403).end();
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', origin);
    const body = await readBody(request);
    if (body === null) return void response.writeHead(413).end();
    if ((await handle({ request, response, path, query, body })) === false)
      response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here\n');
  };
  return createServer((request, response) => {
    response.setHeader('date', new Date(now()).toUTCString());
    answer(request, response).catch((error: unknown) => {
      process.stderr.write(`local Slack: ${error instanceof Error ? error.stack : String(error)}\n`);
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
};
