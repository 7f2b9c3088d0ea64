import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { benchToken } from './callback-place.ts';

/**
 * Sends callbacks over keep-alive connections, one at a time on each, and returns how many per second were answered.
 * Uses raw sockets: an HTTP client would be slower than the servers it measures.
 */
export const sendCallbacks = async (options: {
  port: number;
  connections: number;
  count: number;
  /** Makes this round's bodies different from earlier ones. */
  round: number;
}): Promise<number> => {
  const sockets = await Promise.all(
    Array.from({ length: options.connections }, async () => {
      const socket = connect(options.port, '127.0.0.1').setNoDelay(true);
      await once(socket, 'connect');
      return socket;
    }),
  );
  const requests = Array.from({ length: options.count }, (_, number) => buildRequest(number, options.round));
  const startedAt = performance.now();
  await Promise.all(sockets.map((socket) => work(socket, requests)));
  const seconds = (performance.now() - startedAt) / 1000;
  for (const socket of sockets) socket.destroy();
  return options.count / seconds;
};

const work = (socket: Socket, requests: Buffer[]): Promise<void> =>
  new Promise((resolve, reject) => {
    let answer = '';
    const next = () => {
      const request = requests.pop();
      if (request) socket.write(request);
      else resolve();
    };
    socket.on('data', (part: Buffer) => {
      answer += part.toString('latin1');
      if (!answer.startsWith('HTTP/1.1 200 '.slice(0, answer.length)))
        return reject(new Error(`A callback was answered with ${answer.split('\r\n')[0]}.`));
      if (!answer.endsWith('\r\n\r\nok')) return;
      answer = '';
      next();
    });
    socket.on('error', reject).on('close', () => reject(new Error('The server hung up.')));
    next();
  });

function buildRequest(number: number, round: number): Buffer {
  const body = JSON.stringify({
    orderId: String(100_000 + number),
    Invoice_Id: `PL-BENCH-${number}`,
    status: 'PAID',
    amount: 250,
    currency: 'AED',
    transactionId: `TXN-${round}-${number}`,
    paidAt: '2026-11-21 12:00:00',
  });
  return Buffer.from(
    [
      `POST /callbacks/${benchToken(number)} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
