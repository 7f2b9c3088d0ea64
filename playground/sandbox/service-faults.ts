import { z } from 'zod';
import { createMishapDrawer } from '../random.ts';
import { OPERATIONS, type Operation } from './match-route.ts';

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
const randomFaultsSchema = z.strictObject({
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

interface RandomDraws {
  call(operation: Operation): Misfortune | undefined;
  callback(): CallbackMishap;
}

const NO_DELAYS = { delays: [] };

const createRandomDraws = (plan: RandomFaults): RandomDraws => {
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

const count = z.number().int().nonnegative();

/** One way to misbehave. Applies to callers that authenticate properly; an outage to everybody. */
export const faultSchema = z
  .strictObject({
    /** Which calls it befalls; all when left out. */
    operation: z.enum([...OPERATIONS, 'any']).optional(),
    /**
     * `delay`: answers late. `status`: answers with `status` (500) and `code`. `body-failure`: HTTP 200 with a failing
     * `code` (99). `drop-*`: the connection dies. `html`, `truncated`, `huge`, `empty`: the answer is spoilt.
     * `no-address`: the generated link's address is left out. `outage`: every call and every pay page gets 503.
     * `random`: what `random` says.
     */
    kind: z.enum([
      'delay',
      'status',
      'drop-before-work',
      'drop-after-work',
      'html',
      'truncated',
      'huge',
      'empty',
      'body-failure',
      'no-address',
      'outage',
      'random',
    ]),
    /** True: the work is done first, and only then things go wrong. `drop-*` and `no-address` say so by their names. */
    afterWork: z.boolean().optional(),
    delayMs: count.optional(),
    status: z.number().int().min(200).max(599).optional(),
    /** Of the `Retry-After` header: seconds, or a date. */
    retryAfter: z.union([count, z.string()]).optional(),
    bytes: count.optional(),
    code: z.string().optional(),
    /** How many calls it befalls; all when left out. */
    times: z.number().int().positive().optional(),
    random: randomFaultsSchema.optional(),
  })
  .refine(({ kind, random }) => (kind === 'random') === (random !== undefined), {
    error: 'kind "random" and the member `random` belong together',
  });

export type Fault = z.infer<typeof faultSchema>;

export interface Faults {
  add(fault: Fault): void;
  /** Turns random trouble on, with a new plan in place of an old one; null turns it off. */
  random(plan: RandomFaults | null): void;
  /** Turns everything off. */
  clear(): void;
  /** With `times` as what is left of them; random trouble and an outage among them. */
  list(): Fault[];
}

/** What one call has to suffer: every delay, and the first of everything else. */
export interface Misfortune {
  delays: Fault[];
  mishap: Fault | undefined;
}

/** What strikes, for those who let it. */
export interface FaultTaker {
  take(operation: Operation): Misfortune;
  takeForCallback(): CallbackMishap;
  isOut(): boolean;
  setOut(isOut: boolean): void;
}

export const createFaults = (changed: () => void): Faults & FaultTaker => {
  let faults: Fault[] = [];
  let draws = createRandomDraws({ seed: 0, rate: 0 });

  const use = (fault: Fault): Fault => {
    if (fault.times === undefined) return fault;
    const left = fault.times - 1;
    faults = faults.flatMap((one) => (one !== fault ? [one] : left > 0 ? [{ ...one, times: left }] : []));
    return fault;
  };

  const random = (plan: RandomFaults | null): void => {
    draws = createRandomDraws(plan ?? { seed: 0, rate: 0 });
    const others = faults.filter(({ kind }) => kind !== 'random');
    faults = plan === null ? others : [...others, { kind: 'random', random: randomFaultsSchema.parse(plan) }];
    changed();
  };

  return {
    add: (fault) => {
      const parsed = faultSchema.parse(fault);
      if (parsed.kind === 'random') return random(parsed.random ?? null);
      faults = [...faults, parsed];
      changed();
    },
    random,
    clear: () => {
      faults = [];
      random(null);
    },
    list: () => faults.map((fault) => ({ ...fault })),
    take: (operation) => {
      const mine = faults.filter(
        ({ operation: meant = 'any', kind }) =>
          kind !== 'random' &&
          kind !== 'outage' &&
          (meant === 'any' || meant === operation) &&
          (kind !== 'no-address' || operation === 'generate'),
      );
      const delays = mine.filter((fault) => fault.kind === 'delay').map(use);
      const mishap = mine.find((fault) => fault.kind !== 'delay');
      if (delays.length > 0 || mishap) return { delays, mishap: mishap && use(mishap) };
      return draws.call(operation) ?? { delays, mishap };
    },
    takeForCallback: () => draws.callback(),
    isOut: () => faults.some(({ kind }) => kind === 'outage'),
    setOut: (isOut) => {
      const others = faults.filter(({ kind }) => kind !== 'outage');
      faults = isOut ? [...others, { kind: 'outage' }] : others;
      changed();
    },
  };
};
