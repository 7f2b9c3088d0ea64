// @module-tag by-hand

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AttackedApp, startAttackedApp } from './attacked-app.ts';
import { ATTACKS } from './attacks.ts';
import { createAttackWatch } from './under-attack.ts';

const ENTRY = fileURLToPath(new URL('../../dist/paylink/index.js', import.meta.url));
const EACH_MS = 1_000;
/** Allows for memory that is not collected yet. */
const MOST_GROWN_MIB = 150;

let app: AttackedApp;
let attacks: ReturnType<typeof createAttackWatch>;
let idleMiB: number;

beforeAll(async () => {
  app = await startAttackedApp({ entry: ENTRY, links: 150 });
  attacks = createAttackWatch(app);
  ({ residentMiB: idleMiB } = await attacks.rest(EACH_MS));
});

afterAll(() => app?.stop());

// One retry, for machines that are busy with other tests: a real weakness fails both times.
test.each(ATTACKS)(
  'during $name forms open in time, callbacks are taken, and memory is bounded',
  { retry: 2 },
  async (attack) => {
    const seen = await attacks.watch(attack, EACH_MS);
    // Not all: the machine may be busy.
    expect(seen.formsOpened).toBeGreaterThan(0);
    expect(seen).toMatchObject({ callbacksTaken: seen.callbacks, isInstallOpen: true });
    expect(seen.residentMiB - idleMiB).toBeLessThan(MOST_GROWN_MIB);
  },
);
