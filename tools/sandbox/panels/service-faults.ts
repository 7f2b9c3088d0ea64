import type { FaultGroup, FaultSwitch } from '../../../packages/local-slack/src/page/extension.ts';
import type { JsonRecord } from '../../../packages/local-slack/src/page/read-json.ts';

const service = (id: string, words: string, note: string, fault: JsonRecord): FaultSwitch => ({
  id: `sandbox-${id}`,
  words,
  note,
  fault: { operation: 'generate', ...fault },
});

const once = { times: 1 };
const everywhere = { operation: undefined };
const status = (code: number): JsonRecord => ({ kind: 'status', status: code, ...once });

const SWITCHES: readonly FaultSwitch[] = [
  service('slow', 'Each new link comes 4 seconds late', 'until off', { kind: 'delay', delayMs: 4_000 }),
  service('very-slow', 'The next link comes 40 seconds late', 'once; nobody waits that long', {
    kind: 'delay',
    delayMs: 40_000,
    ...once,
  }),
  service(
    'drop-after',
    'The work is done, then the connection dropped',
    'the next link exists, the app gets no answer',
    {
      kind: 'drop-after-work',
      ...once,
    },
  ),
  service('error', 'It fails with 500', 'the next link', status(500)),
  service('rate-limit', 'Too many requests', 'the next link gets 429 with Retry-After 5', {
    ...status(429),
    retryAfter: 5,
  }),
  service('forbidden', 'It is forbidden', 'the next link gets 403', status(403)),
  service('refused', 'It says 200, but with a failing code', 'the next link', {
    kind: 'body-failure',
    ...once,
  }),
  service('failed-with-link', 'It says 200 and FAILED, with the link', 'the next link exists', {
    kind: 'body-failure',
    code: 'FAILED',
    message: 'SMS not sent',
    holds: 'link',
    afterWork: true,
    ...once,
  }),
  service('limit', 'The amount is above its limit', 'the next link gets 402', status(402)),
  service('html', 'The answer is a web page', 'the next link', { kind: 'html', ...once }),
  service('outage', 'The service is down', 'every call and pay page gets 503, until off', {
    ...everywhere,
    kind: 'outage',
  }),
  service('random', 'One call or callback in four goes wrong, by chance', 'until off', {
    ...everywhere,
    kind: 'random',
    random: { seed: 1, rate: 0.25 },
  }),
  service('no-address', 'The link’s address is left out', 'the next link', { kind: 'no-address', ...once }),
];

/** The faults of the sandbox at this address. */
export const buildServiceFaults = (address: string): FaultGroup => ({
  title: 'Payment service',
  who: 'the payment service',
  address,
  switches: SWITCHES,
});
