import { createServer } from 'node:net';

/**
 * Below the ephemeral ports (from 32768 on Linux, from 49152 elsewhere), so that no outgoing connection takes the
 * port between this check and its use.
 */
const [FIRST, LAST] = [20_000, 32_767];
const MOST_TRIES = 50;

/** `wanted` if it is free, otherwise another free port. */
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
    // Listen on every address, as the app does.
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
