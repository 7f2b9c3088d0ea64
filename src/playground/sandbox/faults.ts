import { z } from 'zod';
import { OPERATIONS, type Operation } from './match-route.ts';

const count = z.number().int().nonnegative();

/** One way to misbehave. Applies to callers that authenticate properly. */
export const faultSchema = z.strictObject({
  /** Which calls it befalls; all when left out. */
  operation: z.enum([...OPERATIONS, 'any']).optional(),
  /**
   * `delay`: answers late. `status`: answers with `status` (500) and `code`. `body-failure`: HTTP 200 with a failing
   * `code` (99). `drop-*`: the connection dies. `html`, `truncated`, `huge`, `empty`: the answer is spoilt.
   * `no-address`: the generated link's address is left out.
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
});

export type Fault = z.infer<typeof faultSchema>;

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** With `times` as what is left of them. */
  list(): Fault[];
}

/** What one call has to suffer: every delay, and the first of everything else. */
export interface Misfortune {
  delays: Fault[];
  mishap: Fault | undefined;
}

export const createFaults = (changed: () => void): Faults & { take(operation: Operation): Misfortune } => {
  let faults: Fault[] = [];

  const use = (fault: Fault): Fault => {
    if (fault.times === undefined) return fault;
    const left = fault.times - 1;
    faults = faults.flatMap((one) => (one !== fault ? [one] : left > 0 ? [{ ...one, times: left }] : []));
    return fault;
  };

  return {
    add: (fault) => {
      faults = [...faults, { ...faultSchema.parse(fault) }];
      changed();
    },
    clear: () => {
      faults = [];
      changed();
    },
    list: () => faults.map((fault) => ({ ...fault })),
    take: (operation) => {
      const mine = faults.filter(
        ({ operation: meant = 'any', kind }) =>
          (meant === 'any' || meant === operation) && (kind !== 'no-address' || operation === 'generate'),
      );
      const delays = mine.filter((fault) => fault.kind === 'delay').map(use);
      const mishap = mine.find((fault) => fault.kind !== 'delay');
      return { delays, mishap: mishap && use(mishap) };
    },
  };
};
