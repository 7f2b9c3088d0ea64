import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenLocally } from '../../packages/local-slack/src/serve-locally.ts';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** A text as it is, anything else as JSON. */
  body?: unknown;
}

/** A server that records what it receives, and answers as told for that number of requests. */
export const startReceiver = async (
  answer: (count: number, request: Received) => Answer | Promise<Answer> = () => ({ status: 200 }),
) => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    let body = '';
    for await (const chunk of request) body += chunk;
    const one = { method, path, headers, body };
    received.push(one);
    const { status, headers: more, body: text = '' } = await answer(received.length, one);
    response.writeHead(status, more).end(typeof text === 'string' ? text : JSON.stringify(text));
  });
  return { received, ...(await listenLocally(server, 0)) };
};
