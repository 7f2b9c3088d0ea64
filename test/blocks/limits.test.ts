import { expect, test } from 'vitest';
import { limits } from '../../packages/local-slack/src/limits.ts';
import { limitCases } from '../../packages/local-slack/test/slack/limit-cases.ts';
import { limits as cutTo } from '../../src/blocks/limits.ts';

const leaves = (value: unknown, path: string[] = []): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) => leaves(part, [...path, name]))
    : [[path.join('.'), value]];

/** Limits of whole messages and requests, which the tests of the local Slack check. */
const testedElsewhere = [
  ...['message.textRecommended', 'message.text', 'message.textOfUpdate', 'message.metadata'],
  ...[
    'message.markdown',
    'message.attachments',
    'view.stack',
    'view.bytes',
    'responseUrl.uses',
    'responseUrl.minutes',
    'answerSeconds',
  ],
];

test('every limit is a whole number above zero', () => {
  for (const [name, value] of leaves(limits)) {
    expect(Number.isSafeInteger(value), name).toBe(true);
    expect(value, name).toBeGreaterThan(0);
  }
});

test('every limit has a test', () => {
  const tried = [...limitCases.map(({ limit }) => limit), ...testedElsewhere];
  expect(tried).toEqual(expect.arrayContaining(leaves(limits).map(([name]) => name)));
});

test('what messages are cut to is what the local Slack takes', () => {
  expect(limits).toMatchObject(cutTo);
});
