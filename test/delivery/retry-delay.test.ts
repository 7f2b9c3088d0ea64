import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildRetryDelay, retryUntil } from '../../src/delivery/retry.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';

test('a delay is a whole number of milliseconds and at most five minutes, after any number of tries', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, chance) => {
      const delay = buildRetryDelay(attempts, () => chance);
      expect(Number.isInteger(delay)).toBe(true);
      expect(delay).toBeGreaterThanOrEqual(500);
      expect(delay).toBeLessThanOrEqual(300_000);
    }),
  );
});

test('delays double', () => {
  expect([0, 1, 2, 3].map((attempts) => buildRetryDelay(attempts, () => 1))).toEqual([
    1_000, 2_000, 4_000, 8_000,
  ]);
});

describe('a write that fails', () => {
  const START = Date.UTC(2026, 10, 21, 8);

  /** Fails this many times; `lastsMs`: until the deadline. */
  const write = (failures: number, { lastsMs }: { lastsMs: number }) => {
    const clock = createManualClock(START);
    const stopping = new AbortController();
    const at: number[] = [];
    const faults: string[] = [];
    const ended = retryUntil(
      async () => {
        at.push(clock.now() - START);
        if (at.length <= failures) throw new Error(`fault ${at.length}`);
        return 'written';
      },
      {
        until: () => START + lastsMs,
        signal: stopping.signal,
        clock,
        random: () => 1,
        onError: (error) => faults.push(String(error)),
      },
    ).catch(String);
    return { clock, stopping, at, faults, ended };
  };

  test('is repeated with longer and longer delays, and each error is reported', async () => {
    const { clock, ended, at, faults } = write(2, { lastsMs: 60_000 });
    await clock.advance(60_000);
    expect(await ended).toBe('written');
    expect(at).toEqual([0, 1_000, 3_000]);
    expect(faults).toEqual(['Error: fault 1', 'Error: fault 2']);
  });

  test.each([
    [3_000, [0, 1_000]],
    [3_001, [0, 1_000, 3_000]],
  ])('is given up if the next try would be at the deadline, %i ms later', async (lastsMs, tried) => {
    const { clock, ended, at, faults } = write(9, { lastsMs });
    await clock.advance(60_000);
    expect(await ended).toBe(`Error: fault ${tried.length}`);
    expect(at).toEqual(tried);
    expect(faults).toHaveLength(tried.length - 1);
  });

  test('is tried once again at a stop, and then given up', async () => {
    const { clock, stopping, ended, at } = write(9, { lastsMs: 60_000 });
    await clock.advance(500);
    stopping.abort();
    expect(await ended).toBe('Error: fault 2');
    expect(at).toEqual([0, 500]);
  });
});
