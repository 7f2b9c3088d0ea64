import { FAULT_SWITCHES, type FaultSwitch, isOn } from './fault-switches.ts';
import { type JsonRecord, readNumber, readRecords } from './read-json.ts';

type Where = FaultSwitch['where'];

export interface ActiveFault {
  words: string;
  /** How much longer it strikes. */
  left: string;
}

export const WHERE_NAMES: Record<Where, string> = { slack: 'Slack', sandbox: 'Payment service' };

/** A fault that no switch here stands for was set by hand: its own words then. */
const describe = (where: Where, fault: JsonRecord): string => {
  const known = FAULT_SWITCHES.find((one) => one.where === where && isOn(one, [fault]));
  if (known) return known.words;
  const parts = Object.entries(fault).filter(([name]) => name !== 'times');
  return parts
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
};

const describeLeft = (times: number | null): string =>
  times === null ? 'until cleared' : times === 1 ? 'once more' : `${times} more times`;

/** What goes wrong at the moment, in words. */
export const buildActiveFaults = (where: Where, listed: unknown): ActiveFault[] =>
  readRecords(listed).map((fault) => ({
    words: `${WHERE_NAMES[where]}: ${describe(where, fault)}`,
    left: describeLeft(readNumber(fault['times'])),
  }));
