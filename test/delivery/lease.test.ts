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

const AWAY = new Error('the database is away');

/** In seconds: when, whether it is held, how often it was renewed, and until when. */
test.each<[what: string, answers: (boolean | Error)[], timeoutS: number, course: string]>([
  ['is renewed every ten seconds', [true], 3_600, '9.999 held 0 30, 10 held 1 40, 30 held 3 60'],
  ['ends once another process has it', [true, false], 3_600, '20 lost 2 40, 80 lost 2 40'],
  ['of a job that hangs ends', [true], 25, '29 held 2 50, 30 too-long 2 50, 90 too-long 2 50'],
  ['of a job that takes exactly its time ends', [true], 20, '20 too-long 1 40'],
  ['is tried again while it lasts', [AWAY, AWAY, true], 3_600, '20 held 2 30, 30 held 3 60'],
  ['that cannot be renewed is lost', [AWAY], 3_600, '29 held 2 30, 30 lost 3 30, 90 lost 3 30'],
  ['has the time from its last renewal', [true, AWAY], 3_600, '30 held 3 40, 40 lost 4 40'],
])('a lease that is held %s', async (_, answers, timeoutS, course) => {
  const { clock, lease, renewals, faults } = hold(answers, { timeoutMs: timeoutS * SECOND });
  for (const step of course.split(', ')) {
    const at = Number(step.split(' ')[0]);
    await clock.advance(START + at * SECOND - clock.now());
    const until = (lease.until() - START) / SECOND;
    expect(`${at} ${stoppedFor(lease) ?? 'held'} ${renewals.length} ${until}`).toBe(step);
  }
  for (const { at, until } of renewals) expect(until).toBe(at + LEASE_MS);
  expect(new Set(faults)).toEqual(new Set(answers.filter((answer) => answer === AWAY)));
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
