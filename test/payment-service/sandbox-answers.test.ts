import { beforeAll, expect, test } from 'vitest';
import { type PaymentServiceClient, PaymentServiceError } from '../../src/payment-service/index.ts';
import { POST_OUTCOMES, type PostOutcome } from '../../src/payment-service/post-answer.ts';
import { buildServiceFaults } from '../../tools/sandbox/panels/service-faults.ts';
import { createSandboxService, type SandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { type Fault, faultSchema } from '../../tools/sandbox/service-faults.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { connectTo } from '../fixtures/payment-service.ts';
import { buildLinkRequest } from './link-requests.ts';

const status = (code: number, more: Partial<Fault> = {}): Fault => ({
  ...{ kind: 'status', status: code },
  ...more,
});
const says = (code: string, more: Partial<Fault> = {}): Fault => ({ kind: 'body-failure', code, ...more });
const link = { afterWork: true, holds: 'link' } as const;
const page = { afterWork: true, holds: 'page' } as const;
const order = { afterWork: true, holds: 'order' } as const;
const echo = { holds: 'echo' } as const;

/** What the answer proves, and of each kind the faults after which it does. `read-outcome.test.ts` has every status and word. */
const TABLE: [PostOutcome, Fault[]][] = [
  [
    'made',
    [
      { kind: 'delay', delayMs: 1 },
      { kind: 'no-address' },
      says('FAILED', { message: 'SMS not sent', ...link }),
      says('99', link),
      status(400, link),
    ],
  ],
  [
    'refused',
    [
      status(400),
      status(410, { code: '92' }),
      says('92'),
      says('FAILED', { message: 'Invalid phone' }),
      status(400, { code: 'FAILED', ...echo }),
    ],
  ],
  [
    'answered-no',
    [
      status(402),
      ...['97', 'PENDING', 'FAILED'].map((code) => says(code)),
      says('99', echo),
      status(429, { retryAfter: 7, code: '92', message: 'Invalid phone' }),
      { kind: 'html', status: 429 },
      { kind: 'empty', status: 429 },
    ],
  ],
  [
    'lost',
    [
      { kind: 'drop-before-work' },
      { kind: 'drop-after-work' },
      ...[408, 503, 302].map((code) => status(code)),
      status(500, link),
      says('409'),
      ...[page, order].flatMap((held) => [says('99', held), status(400, held)]),
      { kind: 'html' },
      { kind: 'html', status: 502 },
      { kind: 'empty' },
      { kind: 'truncated' },
      { kind: 'truncated', status: 400 },
      { kind: 'huge', bytes: 9_000_000 },
      { kind: 'outage' },
    ],
  ],
];

const CASES = TABLE.flatMap(([outcome, faults]) => faults.map((fault) => [fault, outcome] as const));

let sandbox: SandboxService;
let client: PaymentServiceClient;

beforeAll(async () => {
  sandbox = await createSandboxService({ history: 'none', now: () => NOON });
  client = connectTo(sandbox);
  return async () => {
    await client.close();
    await sandbox.close();
  };
});

/** Generates a link under a fault: what its answer proves, and how many links there are. */
const generateUnder = async (fault: Fault): Promise<{ outcome: PostOutcome; made: number }> => {
  const before = sandbox.links().length;
  sandbox.faults.clear();
  sandbox.faults.add(fault);
  const Invoice_Id = `INV-${sandbox.calls().generate}`;
  const request = buildLinkRequest({ Invoice_Id, callback_url: 'https://shop.test/c' });
  const outcome = await client.generateLink(request).then(
    () => 'made' as const,
    (error: unknown) => {
      if (error instanceof PaymentServiceError) return error.proves;
      throw error;
    },
  );
  return { outcome, made: sandbox.links().length - before };
};

test.each(CASES)('after %j a request for a link is %s', async (fault, outcome) => {
  const answered = await generateUnder(fault);
  expect(answered.outcome).toBe(outcome);
  const isWorkDone = fault.afterWork ?? ['delay', 'no-address', 'drop-after-work'].includes(fault.kind);
  expect(answered.made).toBe(isWorkDone ? 1 : 0);
});

const OPEN = CASES.filter(([{ kind, afterWork }, outcome]) => {
  return outcome !== 'refused' && ['status', 'body-failure', 'html'].includes(kind) && !afterWork;
});

test.each(OPEN)('%j proves the same after the work: a request for a link is %s', async (fault, outcome) => {
  expect(await generateUnder({ ...fault, afterWork: true })).toEqual({ outcome, made: 1 });
});

/** The demo’s switches, by their ids. */
const SWITCHES: Record<PostOutcome, string> = {
  made: 'slow very-slow no-address failed-with-link',
  refused: 'forbidden',
  'answered-no': 'rate-limit refused limit',
  lost: 'drop-after error html outage',
};

test.each(buildServiceFaults('').switches.filter(({ id }) => id !== 'sandbox-random'))(
  'the switch “$words” does what the table says ($id)',
  async ({ id, fault }) => {
    const expected = POST_OUTCOMES.find((one) =>
      SWITCHES[one].split(' ').includes(id.replace('sandbox-', '')),
    );
    const { delayMs, ...rest } = faultSchema.parse(fault);
    const { outcome } = await generateUnder({ ...rest, ...(delayMs !== undefined && { delayMs: 1 }) });
    expect(outcome).toBe(expected);
  },
);
