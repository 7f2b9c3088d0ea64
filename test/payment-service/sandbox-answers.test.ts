import { beforeAll, expect, test } from 'vitest';
import { FAULT_SWITCHES } from '../../packages/local-slack/src/page/fault-switches.ts';
import { type PaymentServiceClient, PaymentServiceError } from '../../src/payment-service/index.ts';
import { POST_OUTCOMES, type PostOutcome } from '../../src/payment-service/post-answer.ts';
import { createSandboxService, type SandboxService } from '../../tools/sandbox/sandbox-service.ts';
import { type Fault, faultSchema } from '../../tools/sandbox/service-faults.ts';
import { NOON } from '../fixtures/noon-clock.ts';
import { connectTo } from '../fixtures/payment-service.ts';
import { buildLinkRequest } from './link-requests.ts';

const status = (code: number, more: Partial<Fault> = {}): Fault => ({
  kind: 'status',
  status: code,
  ...more,
});
const says = (code: string, more: Partial<Fault> = {}): Fault => ({ kind: 'body-failure', code, ...more });
const link = { afterWork: true, holds: 'link' } as const;
const page = { afterWork: true, holds: 'page' } as const;
const order = { afterWork: true, holds: 'order' } as const;
const echo = { holds: 'echo' } as const;

/** What the answer proves, and the faults after which it does. */
const TABLE: [PostOutcome, Fault[]][] = [
  [
    'made',
    [
      { kind: 'delay', delayMs: 1 },
      { kind: 'no-address' },
      says('FAILED', { message: 'SMS not sent', ...link }),
      ...['99', '97', '01', '92'].map((code) => says(code, link)),
      ...[400, 402, 422, 429].map((code) => status(code, link)),
    ],
  ],
  [
    'refused',
    [
      ...[400, 401, 403, 404, 405, 415, 422].map((code) => status(code)),
      ...[410, 413].map((code) => status(code, { code: '92' })),
      ...['90', '91', '92', '93', '96'].map((code) => says(code)),
      ...['Invalid phone', 'Validation failed'].map((message) => says('FAILED', { message })),
      says('92', echo),
      status(400, { code: 'FAILED', ...echo }),
    ],
  ],
  [
    'answered-no',
    [
      ...[402, 406, 410, 411, 413, 418, 423, 424, 428, 451].map((code) => status(code)),
      ...['97', '99', '01', '42', 'PENDING', 'FAILED'].map((code) => says(code)),
      ...['97', '99', '01', 'FAILED'].map((code) => says(code, echo)),
      ...[7, 0, 'Sat, 21 Nov 2026 08:00:25 GMT'].map((retryAfter) => status(429, { retryAfter })),
      status(429),
      status(429, echo),
      status(429, { code: '92', message: 'Invalid phone' }),
      { kind: 'html', status: 429 },
      { kind: 'empty', status: 429 },
    ],
  ],
  [
    'lost',
    [
      { kind: 'drop-before-work' },
      { kind: 'drop-after-work' },
      ...[408, 409, 500, 502, 503, 504, 301, 302, 303, 307, 308].map((code) => status(code)),
      ...[408, 409, 500, 502, 503, 504].map((code) => status(code, link)),
      ...['408', '409', '500'].map((code) => says(code)),
      ...[page, order].flatMap((held) => [
        ...['99', '01', 'FAILED', '92'].map((code) => says(code, held)),
        ...[400, 402, 429].map((code) => status(code, held)),
      ]),
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

test.each(FAULT_SWITCHES.filter(({ id, where }) => where === 'sandbox' && id !== 'sandbox-random'))(
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
