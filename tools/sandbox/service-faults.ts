import { z } from 'zod';
import { createMishapDrawer } from '../../packages/local-slack/src/random.ts';
import { OPERATIONS, type Operation } from './match-route.ts';

const CALL_MISHAPS = [
  'drop-before-work',
  'drop-after-work',
  'error-before-work',
  'error-after-work',
  'rate-limited',
  'rate-limited-after-work',
  'failed-after-work',
  'timed-out-after-work',
  'conflict',
  'late',
  'late-after-work',
] as const;
const CALLBACK_MISHAPS = ['callback-repeated', 'callback-late', 'callback-dropped'] as const;

const MISHAPS = [...CALL_MISHAPS, ...CALLBACK_MISHAPS] as const;

/** Random faults: the same seed gives the n-th call of an operation the same fault. */
const randomFaultsSchema = z.strictObject({
  seed: z.number().int(),
  /** Share of calls and callbacks affected. */
  rate: z.number().min(0).max(1),
  /**
   * Default: all. `error-*` is a 500, `failed-*` HTTP 200 with a failing code, `timed-out-*` a 408, `conflict` a 409 of a link that is
   * not there; `*-after-work` fails after the work is done.
   */
  kinds: z.array(z.enum(MISHAPS)).min(1).optional(),
  /** Maximum delay of late ones. Default: 300. */
  delayMs: z.number().int().positive().optional(),
});

export type RandomFaults = z.infer<typeof randomFaultsSchema>;

export interface CallbackMishap {
  repeat?: number;
  delayMs?: number;
  drop?: boolean;
}

/** What services say although they have made the link. */
const LATE_FAILURES: [Partial<Fault>, ...Partial<Fault>[]] = [
  { code: '97' },
  { code: '99' },
  { code: '01' },
  { code: 'FAILED', message: 'SMS not sent', holds: 'link' },
  { code: '99', holds: 'page' },
];

const createRandomDraws = (plan: RandomFaults) => {
  const { delayMs = 300 } = plan;
  const drawCall = createMishapDrawer(plan, CALL_MISHAPS);
  const drawCallback = createMishapDrawer(plan, CALLBACK_MISHAPS);
  return {
    call(operation: Operation): Fault | undefined {
      const drawn = drawCall(operation);
      switch (drawn?.kind) {
        case undefined:
          return undefined;
        case 'drop-before-work':
        case 'drop-after-work':
          return { kind: drawn.kind };
        case 'error-before-work':
        case 'error-after-work':
          return { kind: 'status', status: 500, afterWork: drawn.kind === 'error-after-work' };
        case 'rate-limited':
        case 'rate-limited-after-work':
          return {
            kind: 'status',
            status: 429,
            retryAfter: 1,
            afterWork: drawn.kind === 'rate-limited-after-work',
          };
        case 'failed-after-work':
          return { kind: 'body-failure', ...drawn.random.pick(LATE_FAILURES), afterWork: true };
        case 'timed-out-after-work':
          return { kind: 'status', status: 408, afterWork: true };
        case 'conflict':
          return { kind: 'status', status: 409 };
        case 'late':
        case 'late-after-work': {
          const afterWork = drawn.kind === 'late-after-work';
          return { kind: 'delay', delayMs: drawn.random.whole(1, delayMs), afterWork };
        }
      }
    },
    callback(): CallbackMishap {
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

const count = z.number().int().nonnegative();

/**
 * What a failure holds beside its code. `link`: all that a success says of the link; `page`: its address alone; `order`: all
 * but its address; `echo`: our request, and addresses and ids of other things.
 */
const HELD = ['link', 'page', 'order', 'echo'] as const;

/** One fault. Applies to authenticated callers; an outage to everybody. */
export const faultSchema = z
  .strictObject({
    /** Which calls it affects; default: all. */
    operation: z.enum([...OPERATIONS, 'any']).optional(),
    /**
     * `delay`: answers late. `status`: answers with `status` (500) and `code`; a redirect leads to where the request went.
     * `body-failure`: HTTP 200 with a failing `code` (99). `drop-*`: the connection dies. `html`, `truncated`, `huge`, `empty`: the answer is spoilt.
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
    /** True: fails after the work is done. Not needed for `drop-*` and `no-address`. */
    afterWork: z.boolean().optional(),
    delayMs: count.optional(),
    status: z.number().int().min(200).max(599).optional(),
    /** The `Retry-After` header: seconds or a date. */
    retryAfter: z.union([count, z.string()]).optional(),
    bytes: count.optional(),
    code: z.string().optional(),
    message: z.string().optional(),
    holds: z.enum(HELD).optional(),
    /** How many calls it affects; default: all. */
    times: z.number().int().positive().optional(),
    random: randomFaultsSchema.optional(),
  })
  .refine(({ kind, random }) => (kind === 'random') === (random !== undefined), {
    error: 'kind "random" and the member `random` belong together',
  })
  .refine(({ holds, afterWork }) => holds === undefined || holds === 'echo' || afterWork === true, {
    error: 'an answer can hold a link only after the work',
  });

export type Fault = z.infer<typeof faultSchema>;

export interface Faults {
  add(fault: Fault): void;
  /** Turns random faults on, replacing an earlier plan; null turns them off. */
  random(plan: RandomFaults | null): void;
  /** Turns all faults off. */
  clear(): void;
  /** Includes random faults and an outage; `times` is what is left. */
  list(): Fault[];
}

/** The faults of one call: all delays, and the first other fault. */
export interface CallFaults {
  delays: Fault[];
  mishap: Fault | undefined;
}

export const createFaults = (changed: () => void) => {
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
    add: (fault: Fault) => {
      const parsed = faultSchema.parse(fault);
      if (parsed.kind === 'random') return random(parsed.random ?? null);
      faults = [...faults, parsed];
      changed();
    },
    random,
    clear: (): void => {
      faults = [];
      random(null);
    },
    list: (): Fault[] => faults.map((fault) => ({ ...fault })),
    /** Takes the faults that apply to a call. */
    take: (operation: Operation): CallFaults => {
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
      const drawn = draws.call(operation);
      return drawn?.kind === 'delay' ? { delays: [drawn], mishap } : { delays, mishap: drawn };
    },
    takeForCallback: (): CallbackMishap => draws.callback(),
    isOut: (): boolean => faults.some(({ kind }) => kind === 'outage'),
    setOut: (isOut: boolean): void => {
      const others = faults.filter(({ kind }) => kind !== 'outage');
      faults = isOut ? [...others, { kind: 'outage' }] : others;
      changed();
    },
  };
};

export type FaultTaker = ReturnType<typeof createFaults>;
