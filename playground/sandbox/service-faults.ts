import { z } from 'zod';
import { OPERATIONS, type Operation } from './match-route.ts';
import {
  type CallbackMishap,
  createRandomDraws,
  type RandomFaults,
  randomFaultsSchema,
} from './random-service-faults.ts';

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
