import type { RecordedCall } from './recording.ts';
import type { Spoken } from './talk.ts';

/** A part of an answer: `message.blocks[].text.type` and what it is. */
type Part = string;

export interface Difference {
  call: RecordedCall;
  /** Null: both said the same. */
  end: { recorded: string; now: string } | null;
  onlyRecorded: readonly Part[];
  onlyNow: readonly Part[];
}

/** Where an answer differs from the one that was recorded, values aside; null: nowhere. */
export const compareAnswers = (call: RecordedCall, now: Spoken): Difference | null => {
  const [recorded, live] = [wordOf(call), wordOf(now)];
  const [before, after] = [listParts(call.answer), listParts(now.answer)];
  const difference: Difference = {
    call,
    end: recorded === live ? null : { recorded, now: live },
    onlyRecorded: recorded === live ? [...before].filter((part) => !after.has(part)) : [],
    onlyNow: recorded === live ? [...after].filter((part) => !before.has(part)) : [],
  };
  return difference.end === null && difference.onlyRecorded.length + difference.onlyNow.length === 0
    ? null
    : difference;
};

const wordOf = ({ end, error }: Pick<Spoken, 'end' | 'error'>): string =>
  end === 'accepted' ? 'accepted' : (error ?? end);

function listParts(value: unknown, at = '', parts = new Set<Part>()): Set<Part> {
  if (Array.isArray(value)) for (const one of value) listParts(one, `${at}[]`, parts);
  else if (typeof value === 'object' && value !== null)
    for (const [name, part] of Object.entries(value))
      listParts(part, at === '' ? name : `${at}.${name}`, parts);
  else parts.add(`${at} (${value === null ? 'null' : typeof value})`);
  return parts;
}

const MOST_PARTS = 20;

/** The calls that ended otherwise, one a line; then what answers of a method have and lack. */
export const buildComparison = (calls: number, differences: readonly Difference[]): string => {
  const ends = differences.flatMap(({ call, end }) =>
    end === null
      ? []
      : [`✗ ${call.method}, ${call.what}: recorded ${end.recorded}, the local Slack ${end.now}`],
  );
  const methods = [...new Set(differences.map(({ call }) => call.method))];
  const shapes = methods.flatMap((method) => {
    const among = differences.filter(({ call }) => call.method === method);
    return [
      ...describeParts(
        method,
        'only in what was recorded',
        among.map(({ onlyRecorded }) => onlyRecorded),
      ),
      ...describeParts(
        method,
        'only at the local Slack',
        among.map(({ onlyNow }) => onlyNow),
      ),
    ];
  });
  const last =
    differences.length === 0
      ? `${calls} calls, and the local Slack answers each as it was recorded.`
      : `${calls} calls, ${ends.length} ended otherwise, ${differences.length - ends.length} answers have another shape.`;
  return [...ends, ...shapes, last, ''].join('\n');
};

function describeParts(method: string, where: string, lists: (readonly Part[])[]): string[] {
  const counts = new Map<Part, number>();
  for (const part of lists.flat()) counts.set(part, (counts.get(part) ?? 0) + 1);
  if (counts.size === 0) return [];
  const parts = [...counts].map(([part, count]) => `${part} × ${count}`);
  const rest = parts.length - MOST_PARTS;
  return [
    `~ ${method}, ${where}: ${parts.slice(0, MOST_PARTS).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`,
  ];
}
