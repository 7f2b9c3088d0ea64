import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Instance } from './instances.ts';

/** A load balancer's timeout for an instance that does not answer. */
const PATIENCE_MS = 15_000;

/** Called synchronously for each request to the app. */
export type PassListener = (pass: { path: string; when: 'arrived' | 'answered' }) => void;

/** One address for any number of instances: round robin over those that are up. */
export const startBalancer = async (
  instances: () => Instance[],
  onPass: PassListener = () => {},
): Promise<{ url: string; close(): Promise<void> }> => {
  let turn = 0;
  const server: Server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const ports = instances().flatMap((instance) => instance.port() ?? []);
      turn += 1;
      const fail = () => {
        if (!outgoing.headersSent) outgoing.writeHead(502);
        outgoing.end();
      };
      const port = ports[turn % Math.max(1, ports.length)];
      if (port === undefined) return fail();
      const { method, url: path = '/', headers } = incoming;
      const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answer.on('error', fail);
        if (answer.statusCode === 200) onPass({ path, when: 'answered' });
      });
      onward.setTimeout(PATIENCE_MS, () => onward.destroy());
      onward.on('error', fail);
      onward.once('finish', () => onPass({ path, when: 'arrived' }));
      onward.end(Buffer.concat(chunks));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
