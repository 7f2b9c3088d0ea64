import { randomBytes } from 'node:crypto';

export const createIds = (now: () => number, mark = '') => {
  let count = 0;
  let lastMicros = 0n;
  return {
    /** `${prefix}0`, the workspace's mark and a number; unique. */
    next(prefix: string): string {
      count += 1;
      return `${prefix}0${mark}${count.toString(36).toUpperCase().padStart(8, '0')}`;
    },
    /** A message timestamp, unique and increasing: `1763689426.000100`. */
    ts(): string {
      const micros = BigInt(Math.trunc(now())) * 1000n;
      lastMicros = micros > lastMicros ? micros : lastMicros + 100n;
      return `${lastMicros / 1_000_000n}.${String(lastMicros % 1_000_000n).padStart(6, '0')}`;
    },
    hash: (): string => `${Math.trunc(now() / 1000)}.${randomBytes(4).toString('hex')}`,
    /** Unguessable, for addresses. */
    secret: (): string => randomBytes(18).toString('base64url'),
    short: (): string => randomBytes(4).toString('base64url').slice(0, 5),
  };
};

export type Ids = ReturnType<typeof createIds>;
