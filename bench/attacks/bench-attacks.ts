import { fileURLToPath } from 'node:url';
import { startAttackedApp } from './attacked-app.ts';
import { ATTACKS } from './attacks.ts';
import { createAttackWatch } from './under-attack.ts';

const EACH_MS = 8_000;
/** More than there are callbacks in that time. */
const LINKS = 500;

/** What the app looks like from inside and out while it is attacked, and while it is not. */
export const benchAttacks = async (print: (figure: Record<string, unknown>) => void): Promise<void> => {
  const app = await startAttackedApp({
    entry: fileURLToPath(new URL('../../paylink/index.js', import.meta.url)),
    links: LINKS,
  });
  try {
    const { watch, rest } = createAttackWatch(app);
    // What is loaded and compiled with the first requests is no figure of idleness.
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
