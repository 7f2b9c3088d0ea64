import { describe, expect, test } from 'vitest';
import { holdLease, LEASE_MS, type LeaseDependencies } from '../../src/delivery/run-claimed-job.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';

const START = Date.UTC(2026, 10, 21, 8);
const SECOND = 1_000;

/** A lease claimed at the start; `renew` gives these answers in turn and repeats the last. */
const hold = (
  answers: (boolean | Error)[] = [true],
  changes: Partial<Pick<LeaseDependencies, 'timeoutMs' | 'claimedAt'>> = {},
) => {
  const clock = createManualClock(START);
  const renewals: { at: number; until: number }[] = [];
  const faults: unknown[] = [];
  const lease = holdLease({
    claimedAt: START,
    timeoutMs: 3_600 * SECOND,
    renew: async (until) => {
      const answer = answers[Math.min(renewals.length, answers.length - 1)];
      renewals.push({ at: clock.now() - START, until: until - START });
      if (answer instanceof Error) throw answer;
      return answer === true;
    },
    onError: (error) => faults.push(error),
    clock,
    ...changes,
  });
  return { clock, lease, renewals, faults };
};

const stoppedFor = ({ signal }: { signal: AbortSignal }) => (signal.aborted ? signal.reason : null);

test('a lease lasts half a minute from its claim', () => {
  expect(LEASE_MS).toBe(30 * SECOND);
  const { lease } = hold([true], { claimedAt: START - 7 });
  expect(lease.until()).toBe(START - 7 + LEASE_MS);
  expect(stoppedFor(lease)).toBeNull();
  lease.release();
});

describe('while it is held', () => {
  test('it is renewed every ten seconds, each time for half a minute', async () => {
    const { clock, lease, renewals } = hold();
    await clock.advance(10 * SECOND - 1);
    expect(renewals).toEqual([]);
    await clock.advance(1);
    expect(renewals).toEqual([{ at: 10 * SECOND, until: 40 * SECOND }]);
    expect(lease.until()).toBe(START + 40 * SECOND);
    await clock.advance(20 * SECOND);
    expect(renewals.map(({ at }) => at)).toEqual([10 * SECOND, 20 * SECOND, 30 * SECOND]);
    expect(lease.until()).toBe(START + 60 * SECOND);
    expect(stoppedFor(lease)).toBeNull();
    lease.release();
  });

  test('a check in between renews it too', async () => {
    const { clock, lease, renewals } = hold();
    await clock.advance(3 * SECOND);
    await lease.check();
    expect(renewals).toEqual([{ at: 3 * SECOND, until: 33 * SECOND }]);
    expect(lease.until()).toBe(START + 33 * SECOND);
    lease.release();
  });

  test('it ends once another process has it, and is not renewed again', async () => {
    const { clock, lease, renewals } = hold([true, false]);
    await clock.advance(20 * SECOND);
    expect(stoppedFor(lease)).toBe('lost');
    expect(lease.until()).toBe(START + 40 * SECOND);
    await clock.advance(60 * SECOND);
    expect(renewals).toHaveLength(2);
  });

  test('a job that exceeds its time limit counts as hung, and its lease is not renewed again', async () => {
    const { clock, lease, renewals } = hold([true], { timeoutMs: 25 * SECOND });
    await clock.advance(29 * SECOND);
    expect(stoppedFor(lease)).toBeNull();
    await clock.advance(1 * SECOND);
    expect(stoppedFor(lease)).toBe('too-long');
    await clock.advance(60 * SECOND);
    expect(renewals).toHaveLength(2);
  });

  test('a job that takes exactly its time limit counts as hung', async () => {
    const { clock, lease, renewals } = hold([true], { timeoutMs: 20 * SECOND });
    await clock.advance(20 * SECOND);
    expect(stoppedFor(lease)).toBe('too-long');
    expect(renewals).toHaveLength(1);
  });
});

describe('a renewal that fails', () => {
  test('is reported and tried again while the lease lasts', async () => {
    const fault = new Error('the database is away');
    const { clock, lease, renewals, faults } = hold([fault, fault, true]);
    await clock.advance(20 * SECOND);
    expect(faults).toEqual([fault, fault]);
    expect(stoppedFor(lease)).toBeNull();
    expect(lease.until()).toBe(START + 30 * SECOND);
    await clock.advance(10 * SECOND);
    expect(lease.until()).toBe(START + 60 * SECOND);
    expect(renewals).toHaveLength(3);
    lease.release();
  });

  test('at the end of the lease loses it to any other process', async () => {
    const fault = new Error('the database is away');
    const { clock, lease, renewals, faults } = hold([fault]);
    await clock.advance(29 * SECOND);
    expect(stoppedFor(lease)).toBeNull();
    await clock.advance(1 * SECOND);
    expect(stoppedFor(lease)).toBe('lost');
    expect(faults).toHaveLength(2);
    await clock.advance(60 * SECOND);
    expect(renewals).toHaveLength(3);
  });

  test('after a successful renewal has the time from that one', async () => {
    const fault = new Error('the database is away');
    const { clock, lease } = hold([true, fault]);
    await clock.advance(30 * SECOND);
    expect(stoppedFor(lease)).toBeNull();
    await clock.advance(10 * SECOND);
    expect(stoppedFor(lease)).toBe('lost');
  });
});

describe('a lease that is stopped', () => {
  test('because the process ends is renewed until it is released', async () => {
    const { clock, lease, renewals } = hold();
    lease.stop('stopping');
    expect(stoppedFor(lease)).toBe('stopping');
    await clock.advance(20 * SECOND);
    expect(renewals).toHaveLength(2);
    lease.release();
    await clock.advance(60 * SECOND);
    await lease.check();
    expect(renewals).toHaveLength(2);
  });

  test.each(['lost', 'too-long'] as const)('as %s is not renewed again', async (reason) => {
    const { clock, lease, renewals } = hold();
    lease.stop(reason);
    expect(stoppedFor(lease)).toBe(reason);
    await clock.advance(60 * SECOND);
    await lease.check();
    expect(renewals).toEqual([]);
  });

  test('keeps its first reason', async () => {
    const { clock, lease, renewals } = hold();
    lease.stop('stopping');
    lease.stop('lost');
    lease.stop('too-long');
    expect(stoppedFor(lease)).toBe('stopping');
    await clock.advance(60 * SECOND);
    expect(renewals).toEqual([]);
  });

  test('during a renewal does not become lost by the answer', async () => {
    const clock = createManualClock(START);
    let answer: (isOurs: boolean) => void = () => {};
    const lease = holdLease({
      claimedAt: START,
      timeoutMs: 3_600 * SECOND,
      renew: () => new Promise((resolve) => (answer = resolve)),
      onError: () => {},
      clock,
    });
    const looking = lease.check();
    lease.release();
    answer(false);
    await looking;
    expect(stoppedFor(lease)).toBeNull();
  });
});
