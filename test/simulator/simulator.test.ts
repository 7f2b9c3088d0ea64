// @module-tag first

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runStandIn } from '../../tools/stand-in.ts';
import { IS_WHOLE, testAtLength } from '../fixtures/whole-suite.ts';
import PLANTED_FAULTS from './planted-faults.json' with { type: 'json' };

/** Compiled, in a separate process: there only the simulator affects the order of events. */
const SIMULATE = new URL('../../dist/tools/simulator/simulate.js', import.meta.url).pathname;
const SHRINK_PLANTED = new URL('./shrink-planted.mjs', import.meta.url).pathname;
/** Traced, so that histories can be compared. */
const FIRST = 3;
/** The whole suite runs more of them, and `npm run test:crash` many more. */
const SEEDS = Number(process.env['SIMULATED_SEEDS'] ?? (IS_WHOLE ? 8 : 2));
const TIMEOUT_MS = 300_000 + SEEDS * 2_000;

const simulate = async (...options: string[]) => {
  const { stdout } = await runStandIn([SIMULATE, ...options]);
  const lines = stdout.trimEnd().split('\n');
  return { history: lines.slice(0, -1), counts: JSON.parse(lines.at(-1) ?? '') };
};

let first: ReturnType<typeof simulate> | null = null;
const firstSeeds = () => {
  first ??= simulate('--seeds', String(FIRST), '--trace', '--workers', '1');
  return first;
};

test(
  'no seed creates a link twice, loses a payment, or shows something false',
  async () => {
    const { history, counts } = await simulate('--seeds', String(SEEDS));
    expect(counts, history.join('\n')).toMatchObject({ seeds: SEEDS, failed: 0 });
    expect(counts.links).toBeGreaterThan(0);
    expect(counts.kills).toBeGreaterThan(0);
  },
  TIMEOUT_MS,
);

testAtLength(
  'a harmless name each week is asked about once, and no sale waits longer than for the answer',
  async () => {
    const { history, counts } = await simulate('--month', '--seed', '2', '--whole');
    expect(counts, history.join('\n')).toMatchObject({ seeds: 1, failed: 0 });
  },
  TIMEOUT_MS,
);

testAtLength(
  'a seed has one history, byte for byte, whatever ran before it and in whichever process',
  async () => {
    const [alone, inTurn] = [await simulate('--seed', String(FIRST), '--trace'), await firstSeeds()];
    expect(alone.history.length).toBeGreaterThan(30);
    const from = inTurn.history.findIndex((line) => line.includes(` seed ${FIRST} in `));
    expect(inTurn.history.slice(from).join('\n')).toBe(alone.history.join('\n'));
    const shared = await simulate('--seeds', String(FIRST), '--trace', '--workers', '2');
    expect(shared.history.join('\n')).toBe(inTurn.history.join('\n'));
  },
  TIMEOUT_MS,
);

test.runIf(process.env['LONG_TESTS'] !== undefined)(
  'two months of one shop pile nothing up and lose nothing of an earlier day',
  async () => {
    const { history, counts } = await simulate('--long', '--seeds', '2', '--whole');
    expect(history).toEqual([]);
    expect(counts).toMatchObject({ seeds: 2, failed: 0 });
    expect(counts.links).toBeGreaterThan(2 * 60 * 5);
  },
  60 * 60_000,
);

test.runIf(process.env['LONG_TESTS'] !== undefined)(
  'a day that fails is brought down to the few happenings that it takes, and they replay it',
  async () => {
    const { stdout } = await runStandIn([SHRINK_PLANTED]);
    const { all, least, histories } = JSON.parse(stdout);
    expect(all).toBeGreaterThan(50);
    expect(least.length).toBeLessThanOrEqual(10);
    expect(histories[0]).toEqual(histories[1]);
    expect(histories[0].join('\n')).toContain('⌛ Expired');
  },
  600_000,
);

test('every planted fault matches the compiled code exactly once', () => {
  const lost = Object.entries(PLANTED_FAULTS).flatMap(([file, faults]) => {
    const code = readFileSync(new URL(`../../dist/${file}`, import.meta.url), 'utf8');
    const isLost = (place: string) => code.split(place).length !== 2;
    return Object.entries(faults).flatMap(([name, places]) => (Object.keys(places).some(isLost) ? name : []));
  });
  expect(lost).toEqual([]);
});
