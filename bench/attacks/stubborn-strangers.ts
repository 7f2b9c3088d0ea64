import { connect, type Socket } from 'node:net';

/** Reconnects after an answer or a closed connection. */
const COMES_AGAIN_MS = 1_000;

/**
 * Opens many connections. Each sends its headers and then a piece of its body every `everyMs` until the server ends
 * it, and reconnects when it is turned away.
 */
export const sendStrangers = (options: {
  port: number;
  count: number;
  headOf: (number: number) => string;
  piece: string;
  everyMs: number;
}): { end(): void } => {
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let isOver = false;

  const come = (number: number): void => {
    if (isOver) return;
    const socket = connect(options.port, '127.0.0.1');
    sockets.add(socket);
    const sending = setInterval(() => {
      // Unread responses must not accumulate here either.
      if (socket.writableLength === 0) socket.write(options.piece);
    }, options.everyMs);
    timers.add(sending);
    socket.on('data', () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(sending);
      timers.delete(sending);
      sockets.delete(socket);
      setTimeout(come, COMES_AGAIN_MS, number).unref();
    });
    socket.write(options.headOf(number));
  };
  for (let number = 0; number < options.count; number += 1) come(number);

  return {
    end: () => {
      isOver = true;
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
};
