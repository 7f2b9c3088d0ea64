import { z } from 'zod';
import { createMishapDrawer } from '../random-mishaps.ts';
import { OPERATIONS, type Operation } from './match-route.ts';
import type { Misfortune } from './service-faults.ts';

const CALL_MISHAPS = [
  'drop-before-work',
  'drop-after-work',
  'error-before-work',
  'error-after-work',
  'rate-limited',
  'late',
  'late-after-work',
] as const;
const CALLBACK_MISHAPS = ['callback-repeated', 'callback-late', 'callback-dropped'] as const;

const MISHAPS = [...CALL_MISHAPS, ...CALLBACK_MISHAPS] as const;

/** Trouble by chance: the same seed brings the same trouble to the n-th call of an operation. */
export const randomFaultsSchema = z.strictObject({
  seed: z.number().int(),
  /** The share of calls and of callbacks that something happens to. */
  rate: z.number().min(0).max(1),
  /** Everything there is when left out. `error-*` is a 500, `*-after-work` leaves its work done. */
  kinds: z.array(z.enum(MISHAPS)).min(1).optional(),
  /** Which calls; all when left out. Callbacks are chosen by `kinds` alone. */
  operations: z.array(z.enum(OPERATIONS)).optional(),
  /** Of the late ones, at most; 300. */
  delayMs: z.number().int().positive().optional(),
  /** Of a 429, in seconds; 1. */
  retryAfter: z.number().int().nonnegative().optional(),
});

export type RandomFaults = z.infer<typeof randomFaultsSchema>;

export interface CallbackMishap {
  repeat?: number;
  delayMs?: number;
  drop?: boolean;
}

export interface RandomDraws {
  call(operation: Operation): Misfortune | undefined;
  callback(): CallbackMishap;
}

const NO_DELAYS = { delays: [] };

export const createRandomDraws = (plan: RandomFaults): RandomDraws => {
  const { operations, delayMs = 300, retryAfter = 1 } = plan;
  const drawCall = createMishapDrawer(plan, MISHAPS.filter(isOfCalls));
  const drawCallback = createMishapDrawer(plan, MISHAPS.filter(isOfCallbacks));
  return {
    call(operation) {
      if (operations && !operations.includes(operation)) return undefined;
      const drawn = drawCall(operation);
      switch (drawn?.kind) {
        case undefined:
          return undefined;
        case 'drop-before-work':
        case 'drop-after-work':
          return { ...NO_DELAYS, mishap: { kind: drawn.kind } };
        case 'error-before-work':
        case 'error-after-work':
          return {
            ...NO_DELAYS,
            mishap: { kind: 'status', status: 500, afterWork: drawn.kind === 'error-after-work' },
          };
        case 'rate-limited':
          return { ...NO_DELAYS, mishap: { kind: 'status', status: 429, retryAfter } };
        case 'late':
        case 'late-after-work': {
          const late = {
            kind: 'delay',
            delayMs: drawn.random.whole(1, delayMs),
            afterWork: drawn.kind === 'late-after-work',
          } as const;
          return { delays: [late], mishap: undefined };
        }
      }
    },
    callback() {
      const drawn = drawCallback('callback');
      switch (drawn?.kind) {
        case undefined:
          return {};
        case 'callback-repeated':
          return { repeat: drawn.random.whole(2, 4) };
        case 'callback-late':
          return { delayMs: drawn.random.whole(1, delayMs) };
        case 'callback-dropped':
          return { drop: true };
      }
    },
  };
};

type Mishap = (typeof MISHAPS)[number];

function isOfCallbacks(kind: Mishap): kind is (typeof CALLBACK_MISHAPS)[number] {
  return kind.startsWith('callback-');
}

function isOfCalls(kind: Mishap): kind is (typeof CALL_MISHAPS)[number] {
  return !isOfCallbacks(kind);
}
