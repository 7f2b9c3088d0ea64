import { randomBytes } from 'node:crypto';

export interface Ids {
  /** `${prefix}0`, the workspace's mark and a number; unique. */
  next(prefix: string): string;
  /** A message timestamp, unique and increasing: `1763689426.000100`. */
  ts(): string;
  hash(): string;
  /** Unguessable, for addresses. */
  secret(): string;
  short(): string;
}

export const createIds = (now: () => number, mark = ''): Ids => {
  let count = 0;
  let lastMicros = 0n;
  return {
    next(prefix) {
      count += 1;
      return `${prefix}0${mark}${count.toString(36).toUpperCase().padStart(8, '0')}`;
    },
    ts() {
      const micros = BigInt(Math.trunc(now())) * 1000n;
      lastMicros = micros > lastMicros ? micros : lastMicros + 100n;
      return `${lastMicros / 1_000_000n}.${String(lastMicros % 1_000_000n).padStart(6, '0')}`;
    },
    hash: () => `${Math.trunc(now() / 1000)}.${randomBytes(4).toString('hex')}`,
    secret: () => randomBytes(18).toString('base64url'),
    short: () => randomBytes(4).toString('base64url').slice(0, 5),
  };
};
