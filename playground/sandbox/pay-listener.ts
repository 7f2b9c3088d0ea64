import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Answer } from './answer.ts';
import { sendAnswer } from './send-answer.ts';

export interface PayListener {
  /** `http://192.168.1.20:4003` */
  url: string;
  server: Server;
}

type Pages = (method: string, path: string, query: URLSearchParams) => Answer | undefined;

const PLAIN = { contentType: 'text/plain; charset=utf-8' };
const NOT_FOUND: Answer = { ...PLAIN, status: 404, body: 'Not found' };
const NOT_MEANT: Answer = { ...PLAIN, status: 403, body: 'This is not for you' };

/**
 * The pay pages for phones in the same network, at one address of this machine. Nothing else is there: no overview, no
 * switches, no interface. Rejects when the port is taken, or the address is not this machine's.
 */
export const openPayListener = async (
  { host, port }: { host: string; port: number },
  pages: Pages,
): Promise<PayListener> => {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const url = `http://${host}:${typeof address === 'object' ? address?.port : ''}`;
  server.on('request', (request, response) => {
    const { method = '', url: target = '', headers } = request;
    request.resume();
    const [path = ''] = target.split('?');
    // A page under another name that resolves to this machine must not act here, nor one that posts from elsewhere.
    const isMeant =
      `http://${headers.host}` === url && (headers.origin === undefined || headers.origin === url);
    if (!isMeant) return sendAnswer(response, NOT_MEANT);
    const answer = path.startsWith('/pay/') ? pages(method, path, new URLSearchParams()) : undefined;
    return sendAnswer(response, answer ?? NOT_FOUND);
  });
  return { url, server };
};
