import type { FaultGroup, FaultSwitch } from './extension.ts';
import { type JsonRecord, readNumber, readRecords } from './read-json.ts';

const slack = (id: string, words: string, note: string, fault: JsonRecord): FaultSwitch => ({
  id: `slack-${id}`,
  words,
  note,
  fault,
});

const once = { times: 1 };
const post = { method: 'chat.postMessage' };

export const SLACK_FAULTS: FaultGroup = {
  title: 'Slack',
  who: 'Slack',
  address: '',
  switches: [
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
  ],
};

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

interface ActiveFault {
  words: string;
  /** How long it remains active. */
  left: string;
}

/** Faults without a switch were set by hand: list their members. */
const describe = ({ switches }: FaultGroup, fault: JsonRecord): string => {
  const known = switches.find((one) => isOn(one, [fault]));
  if (known) return known.words;
  const parts = Object.entries(fault).filter(([name]) => name !== 'times');
  return parts
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
};

const describeLeft = (times: number | null): string =>
  times === null ? 'until cleared' : times === 1 ? 'once' : `${times} more times`;

/** Descriptions of the active faults. */
export const buildActiveFaults = (group: FaultGroup, listed: unknown): ActiveFault[] =>
  readRecords(listed).map((fault) => ({
    words: `${group.title}: ${describe(group, fault)}`,
    left: describeLeft(readNumber(fault['times'])),
  }));
