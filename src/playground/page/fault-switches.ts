import { type JsonRecord, readRecords } from './read-json.ts';

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
  words: `Slack: ${words}`,
  note,
  fault,
});

const service = (id: string, words: string, note: string, fault: JsonRecord): FaultSwitch => ({
  id: `sandbox-${id}`,
  where: 'sandbox',
  words: `Payment service: ${words}`,
  note,
  fault: { operation: 'generate', ...fault },
});

const once = { times: 1 };
const post = { method: 'chat.postMessage' };

export const FAULT_SWITCHES: FaultSwitch[] = [
  slack('rate-limit', 'too many messages', 'the next post gets 429 with Retry-After 5', {
    ...post,
    status: 429,
    error: 'ratelimited',
    retryAfter: 5,
    ...once,
  }),
  slack('not-in-channel', 'the app is not in the channel', 'every post, until off', {
    ...post,
    error: 'not_in_channel',
  }),
  slack('invalid-blocks', 'refuse the blocks', 'the next post gets invalid_blocks', {
    ...post,
    error: 'invalid_blocks',
    ...once,
  }),
  slack('slow', 'answer 4 seconds late', 'every call, until off', { delayMs: 4_000 }),
  slack('server-error', 'answer with 503', 'the next three calls', { status: 503, times: 3 }),
  slack('drop', 'post the message, then drop the connection', 'once', {
    ...post,
    dropAfterWork: true,
    ...once,
  }),
  service('slow', 'answer 4 seconds late', 'every new link, until off', { kind: 'delay', delayMs: 4_000 }),
  service('very-slow', 'answer 40 seconds late', 'the next link', {
    kind: 'delay',
    delayMs: 40_000,
    ...once,
  }),
  service('drop-before', 'drop the connection before any work', 'the next link', {
    kind: 'drop-before-work',
    ...once,
  }),
  service('drop-after', 'do the work, then drop the connection', 'the next link exists, nobody is told', {
    kind: 'drop-after-work',
    ...once,
  }),
  service('error', 'fail with 500', 'the next link', { kind: 'status', status: 500, ...once }),
  service('rate-limit', 'too many requests', 'the next link gets 429 with Retry-After 5', {
    kind: 'status',
    status: 429,
    retryAfter: 5,
    ...once,
  }),
  service('refused', 'say 200, but with a failing code', 'the next link', { kind: 'body-failure', ...once }),
  service('html', 'answer with a web page', 'the next link', { kind: 'html', ...once }),
  service('truncated', 'cut the answer short', 'the next link', { kind: 'truncated', ...once }),
  service('huge', 'answer with far too much', 'the next link', { kind: 'huge', ...once }),
  service('empty', 'answer with nothing', 'the next link', { kind: 'empty', ...once }),
  service('no-address', 'leave the link’s address out', 'the next link', { kind: 'no-address', ...once }),
];

/** How often a fault still strikes does not matter: it is the same switch. */
const isSame = (one: JsonRecord, other: JsonRecord): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  names.delete('times');
  return [...names].every((name) => one[name] === other[name]);
};

export const isOn = ({ fault }: FaultSwitch, listed: unknown): boolean =>
  readRecords(listed).some((one) => isSame(one, fault));

/** What is left when this one is turned off. */
export const withoutFault = ({ fault }: FaultSwitch, listed: unknown): JsonRecord[] =>
  readRecords(listed).filter((one) => !isSame(one, fault));
