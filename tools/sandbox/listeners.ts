import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Answer, buildRefusal, sendAnswer } from './answer.ts';
import { CONTROL_PREFIX } from './create-control.ts';
import { API_PREFIX } from './match-route.ts';
import type { SandboxService } from './sandbox-api.ts';
import { servePanels } from './serve-panels.ts';
import type { FaultTaker } from './service-faults.ts';

interface Parts {
  api: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  control: (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;
  pages: Pages;
}

/** Routes each request by its path. */
export const buildHandler = ({ api, control, pages }: Parts) => {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: target = '' } = request;
    const [path = ''] = target.split('?');
    if (path === API_PREFIX || path.startsWith(`${API_PREFIX}/`)) return api(request, response);
    if (path.startsWith(CONTROL_PREFIX)) return control(request, response, path);
    request.resume();
    sendAnswer(response, servePanels(path) ?? pages(method, path) ?? NOT_FOUND);
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    serve(request, response).catch((error: unknown) => {
      // The caller hung up while sending: there is nobody to answer.
      if (request.destroyed && !request.complete) return;
      if (response.headersSent) response.destroy();
      else sendAnswer(response, buildRefusal(500, `The sandbox itself has failed: ${String(error)}`));
    });
  };
};

interface PayListener {
  /** `http://192.168.1.20:4003` */
  url: string;
  server: Server;
}

type Pages = (method: string, path: string) => Answer | undefined;

const PLAIN = { contentType: 'text/plain; charset=utf-8' };
const NOT_FOUND: Answer = { ...PLAIN, status: 404, body: 'Not found' };
const NOT_MEANT: Answer = { ...PLAIN, status: 403, body: 'This is not for you' };

/**
 * Serves the pay pages, and nothing else, to phones in the same network. Rejects if the port is taken or the address
 * is not this machine's.
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
    // Against DNS rebinding and cross-site posts.
    const isMeant =
      `http://${headers.host}` === url && (headers.origin === undefined || headers.origin === url);
    if (!isMeant) return sendAnswer(response, NOT_MEANT);
    const answer = path.startsWith('/pay/') ? pages(method, path) : undefined;
    return sendAnswer(response, answer ?? NOT_FOUND);
  });
  return { url, server };
};

/** Stops listening and closes every connection. */
export const stopListening = async (server: Server): Promise<void> => {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};

/** Takes the service down, and brings it back at the same address. */
export const createOutage = ({
  server,
  faults,
}: {
  server: Server;
  faults: Pick<FaultTaker, 'setOut'>;
}): SandboxService['outage'] => {
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return async (how) => {
    faults.setOut(how !== 'off');
    if (how === 'refuse') return stopListening(server);
    if (server.listening) return;
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
};
