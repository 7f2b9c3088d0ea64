import { expect, test } from 'vitest';
import { findOddity } from '../../tools/rehearsal/find-oddity.ts';

const SECTION = { type: 'section', block_id: 'one', text: { type: 'mrkdwn', text: 'One' } };
const DIVIDER = { type: 'divider', block_id: 'two' };

test.each([
  ['what was kept', { blocks: [SECTION] }, { blocks: [{ ...SECTION, more: true }] }, null],
  ['the thread that was asked for', { thread_ts: '1.1' }, { thread_ts: '1.1' }, null],
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
])('%s: %j', (_name, args, message, oddity) => {
  expect(findOddity({ channel: 'C1', ...args }, { ok: true, ts: '1.2', message })).toBe(oddity);
});

test('of a home, its blocks', () => {
  expect(findOddity({ view: { blocks: [SECTION] } }, { view: { blocks: [] } })).toMatch(/kept as nothing/);
});
