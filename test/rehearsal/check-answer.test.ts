// @module-tag long

import { expect, test } from 'vitest';
import type { CallResult } from '../../src/rehearsal/slack-calls.ts';
import { checkAnswer } from '../../src/rehearsal/stage.ts';
import { buildLine } from '../../src/rehearsal/table.ts';

const SECTION = { type: 'section', block_id: 'one', text: { type: 'mrkdwn', text: 'One' } };
const DIVIDER = { type: 'divider', block_id: 'two' };

const posted = (args: object, message: object): CallResult => ({
  method: 'chat.postMessage',
  args: { channel: 'C1', ...args },
  answer: { ok: true, channel: 'C1', ts: '1.2', message },
  end: 'accepted',
  error: null,
  ms: 1,
});

test('an answer is good if Slack kept what was sent', () => {
  expect(checkAnswer(posted({ blocks: [SECTION] }, { blocks: [{ ...SECTION, more: true }] }))).toBeNull();
  expect(checkAnswer(posted({ thread_ts: '1.1' }, { thread_ts: '1.1' }))).toBeNull();
});

test.each([
  [
    'a block that was left out',
    { blocks: [SECTION, DIVIDER] },
    { blocks: [SECTION] },
    'sent as section, divider; kept as section',
  ],
  ['no block at all', { blocks: [SECTION] }, { text: 'One' }, 'sent as section; kept as nothing'],
  [
    'another block_id',
    { blocks: [SECTION] },
    { blocks: [{ ...SECTION, block_id: 'x' }] },
    'block_id one is kept as another',
  ],
  ['another thread', { thread_ts: '1.1' }, { thread_ts: '1.0' }, 'it is in another thread than asked'],
  ['no thread', { thread_ts: '1.1' }, {}, 'it is in no thread'],
])('%s is a mismatch', (_name, args, message, mismatch) => {
  expect(checkAnswer(posted(args, message))).toBe(mismatch);
});

test('an answer without what the app reads is a mismatch, marked with ✗', () => {
  const result = { ...posted({}, {}), answer: { ok: true, channel: 'C1' } };
  const mismatch = checkAnswer(result);
  expect(mismatch).toBe('the answer is not as the app reads it: ts, message');
  expect(buildLine({ what: 'card', expected: 'yes', pausedMs: 0, result, mismatch })).toMatch(
    /^✗ card .*accepted/,
  );
});

test('a refusal is listed with Slack’s error details', () => {
  const line = buildLine({
    what: 'form',
    expected: 'yes',
    pausedMs: 0,
    mismatch: null,
    result: {
      method: 'blocks.validate',
      args: {},
      answer: {
        ok: false,
        errors: [{ code: 'x', message: 'no more than 3 items allowed', pointer: '/view/blocks' }],
      },
      end: 'refused',
      error: 'invalid_blocks',
      ms: 12,
    },
  });
  expect(line).toMatch(
    /✗ form +blocks\.validate +invalid_blocks +12 ms\n {4}no more than 3 items allowed \[\/view\/blocks\]/,
  );
});
