import { type JsonRecord, readNumber, readRecords } from './read-json.ts';

export interface FaultSwitch {
  id: string;
  where: 'slack' | 'sandbox';
  words: string;
  note: string;
  fault: JsonRecord;
}

const slack = (id: string, words: string, note: string, fault: JsonRecord): FaultSwitch => ({
  id: `slack-${id}`,
  where: 'slack',
  words,
  note,
  fault,
});

const service = (id: string, words: string, note: string, fault: JsonRecord): FaultSwitch => ({
  id: `sandbox-${id}`,
  where: 'sandbox',
  words,
  note,
  fault: { operation: 'generate', ...fault },
});

const once = { times: 1 };
const everywhere = { operation: undefined };
const post = { method: 'chat.postMessage' };
const status = (code: number): JsonRecord => ({ kind: 'status', status: code, ...once });

export const FAULT_SWITCHES: FaultSwitch[] = [
  slack('rate-limit', 'Too many messages', 'the next post gets 429 with Retry-After 5', {
    ...post,
    status: 429,
    error: 'ratelimited',
    retryAfter: 5,
    ...once,
  }),
  slack('not-in-channel', 'The app is not in the channel', 'every post, until off', {
    ...post,
    error: 'not_in_channel',
  }),
  slack('invalid-blocks', 'The blocks are refused', 'the next post gets invalid_blocks', {
    ...post,
    error: 'invalid_blocks',
    ...once,
  }),
  slack('slow', 'Every call is answered 4 seconds late', 'until off', { delayMs: 4_000 }),
  slack('server-error', 'Calls are answered with 500', 'the next three', { status: 500, times: 3 }),
  slack('drop', 'The message is posted, then the connection dropped', 'once', {
    ...post,
    dropAfterWork: true,
    ...once,
  }),
  slack('idle', 'Connections are closed while they are idle', 'the next call on one fails, until off', {
    closedWhileIdle: true,
  }),
  slack('late-answer', 'The answer to a form comes 1 second late', 'an update can overtake it; until off', {
    method: 'response_action',
    delayMs: 1_000,
  }),
  slack('far', 'A click needs 2 seconds to reach the app', 'a form has one second left; until off', {
    method: 'trigger',
    delayMs: 2_000,
  }),
  slack(
    'random',
    'One call in four goes wrong, by chance',
    'refused, dropped, late or unanswered; until off',
    {
      random: { seed: 1, rate: 0.25 },
    },
  ),
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

/** The remaining count does not matter: it is the same switch. */
const isSame = (one: JsonRecord, other: JsonRecord): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  names.delete('times');
  return [...names].every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
};

export const isOn = ({ fault }: FaultSwitch, listed: unknown): boolean =>
  readRecords(listed).some((one) => isSame(one, fault));

/** The faults without this one. */
export const withoutFault = ({ fault }: FaultSwitch, listed: unknown): JsonRecord[] =>
  readRecords(listed).filter((one) => !isSame(one, fault));

type Where = FaultSwitch['where'];

interface ActiveFault {
  words: string;
  /** How long it remains active. */
  left: string;
}

export const WHERE_NAMES: Record<Where, string> = { slack: 'Slack', sandbox: 'Payment service' };

/** Faults without a switch were set by hand: list their members. */
const describe = (where: Where, fault: JsonRecord): string => {
  const known = FAULT_SWITCHES.find((one) => one.where === where && isOn(one, [fault]));
  if (known) return known.words;
  const parts = Object.entries(fault).filter(([name]) => name !== 'times');
  return parts
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
};

const describeLeft = (times: number | null): string =>
  times === null ? 'until cleared' : times === 1 ? 'once' : `${times} more times`;

/** Descriptions of the active faults. */
export const buildActiveFaults = (where: Where, listed: unknown): ActiveFault[] =>
  readRecords(listed).map((fault) => ({
    words: `${WHERE_NAMES[where]}: ${describe(where, fault)}`,
    left: describeLeft(readNumber(fault['times'])),
  }));
