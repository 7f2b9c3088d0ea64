import { fileURLToPath } from 'node:url';
import { startAttackedApp } from './attacked-app.ts';
import { ATTACKS } from './attacks.ts';
import { createAttackWatch } from './under-attack.ts';

const EACH_MS = 8_000;
/** More than the number of callbacks in that time. */
const LINKS = 500;

/** Measures the app from inside and outside, under attack and idle. */
export const benchAttacks = async (print: (figure: Record<string, unknown>) => void): Promise<void> => {
  const app = await startAttackedApp({
    entry: fileURLToPath(new URL('../../paylink/index.js', import.meta.url)),
    links: LINKS,
  });
  try {
    const { watch, rest } = createAttackWatch(app);
    // Warm up first: loading and compiling for the first requests would distort the idle figures.
    await rest(EACH_MS / 2);
    const idle = await rest(EACH_MS);
    print({ bench: 'attack', ...idle });
    for (const attack of ATTACKS) {
      const seen = await watch(attack, EACH_MS);
      print({
        bench: 'attack',
        ...seen,
        idleHoldMs: idle.longestHoldMs,
        grownMiB: seen.residentMiB - idle.residentMiB,
      });
    }
  } finally {
    await app.stop();
  }
};
