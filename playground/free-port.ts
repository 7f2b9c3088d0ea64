import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections (from 32768 on Linux, from 49152 elsewhere): nobody else
 * gets the port between this answer and its use.
 */
const [FIRST, LAST] = [20_000, 32_767];
const MOST_TRIES = 50;

/** `wanted` when nobody listens there, otherwise one where nobody does. */
export const freePort = async (wanted: number): Promise<number> => {
  if (wanted !== 0 && (await isFree(wanted))) return wanted;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST + 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${FIRST} to ${LAST} is free.`);
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    // On every address, as the app listens.
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
