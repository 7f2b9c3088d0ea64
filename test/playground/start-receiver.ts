import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenLocally } from '../../playground/slack/serve-locally.ts';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that records what it receives, and answers with the status and headers for that number of requests. */
export const startReceiver = async (
  answer: (count: number) => { status: number; headers?: Record<string, string> } = () => ({ status: 200 }),
) => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ method, path, headers, body });
    const { status, headers: more } = answer(received.length);
    response.writeHead(status, more).end();
  });
  return { received, ...(await listenLocally(server, 0)) };
};
