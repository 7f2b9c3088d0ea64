import { expect, test } from 'vitest';
import { TooLargeAnswerError, UnreadableAnswerError } from '../../src/payment-service/errors.ts';
import { readOutcome } from '../../src/payment-service/read-outcome.ts';
import { MOST_ROWS, scanAnswer } from '../../src/payment-service/scan-answer.ts';
import { findSuperlinear } from '../fixtures/linear-time.ts';

const list = (count: number, row = '{}'): string => `[${Array.from({ length: count }, () => row).join(',')}]`;
const members = (count: number, member: string): string => `{${list(count, member).slice(1, -1)}}`;
const scan = (text: string) => scanAnswer(Buffer.from(text));
const nest = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

test('the most rows are twenty thousand', () => {
  expect(MOST_ROWS).toBe(20_000);
});

test.each([
  ['nothing', ''],
  ['the most rows', list(MOST_ROWS)],
  ['rows in an envelope', `{"status":"ok","response":{"content":${list(MOST_ROWS, '{"a":[1,2],"b":1}')}}}`],
  ['rows with long lists of their own', list(10, list(5_000, '1'))],
  ['marks in text', list(1, `"${',[{}]'.repeat(9_000)}\\""`)],
  ['a hundred levels', nest(100)],
  ['what is no JSON', ']]}},"'],
])('%s is read', (_, text) => {
  expect(scan(text)).toBeNull();
});

test.each([
  ['one row more than the most', list(MOST_ROWS + 1), 'rows'],
  ['one row more than the most, in lines', list(MOST_ROWS + 1, '\n1'), 'rows'],
  ['many lists side by side', members(30, `"a":${list(700)}`), 'rows'],
  ['an object of so many members', members(MOST_ROWS + 2, '"a":{}'), 'rows'],
  ['more than a hundred levels', nest(101), 'depth'],
  ['a million levels', '['.repeat(1_000_000), 'depth'],
])('%s is not read', (_, text, fault) => {
  expect(scan(text)).toBe(fault);
});

test.each(['[', '{}', '",', '\\', '"a":[],', '[],', '"', ' '])(
  'an answer of many %j is scanned in a time that grows with its length and no faster',
  (piece) => {
    expect(findSuperlinear(scan, (length) => piece.repeat(length / piece.length))).toBeNull();
  },
);

test('too many rows and too many bytes are errors that a shorter range may mend; too deep is not', () => {
  const context = { operation: 'listLinks', sent: null, reference: 'R-1', retryAfterMs: null } as const;
  const answered = (text: string) =>
    readOutcome(
      { kind: 'answer', status: 200, retryAfter: null, date: null, body: Buffer.from(text) },
      context,
    );
  expect(answered(list(MOST_ROWS + 1))).toMatchObject({ name: 'TooLargeAnswerError', least: MOST_ROWS + 1 });
  expect(answered(list(MOST_ROWS))).not.toBeInstanceOf(Error);
  expect(answered(nest(101))).toBeInstanceOf(UnreadableAnswerError);
  expect(answered(nest(101))).not.toBeInstanceOf(TooLargeAnswerError);
  const cut = {
    kind: 'broken',
    fault: 'too-large',
    phase: 'body',
    maybeSent: true,
    status: 200,
    retryAfter: null,
    date: null,
    cause: new Error('too large'),
  } as const;
  expect(readOutcome(cut, context)).toMatchObject({ name: 'TooLargeAnswerError', least: null });
});
