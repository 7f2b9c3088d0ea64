import { expect, test } from 'vitest';
import { checkMessageBlocks, checkView } from '../../packages/local-slack/src/check-blocks.ts';
import { renderBlocks } from '../../packages/local-slack/src/page/render-blocks.ts';
import { buildRenderContext } from '../../packages/local-slack/src/page/render-context.ts';
import { limits } from '../../src/blocks/limits.ts';
import { nameOf, readShown } from '../../tools/rehearsal/shown.ts';
import { findReal } from './find-real.ts';
import { NEVER_SEEN } from './never-seen.ts';
import { listTexts, readStrings, wordsOf } from './texts-of-views.ts';

const all = readShown();

const said = all.map(wordsOf).join('\u0000');

test('every text of a view is in what tests saw Paylink show', () => {
  const missing = listTexts().filter(({ text }) => !said.includes(text) && !NEVER_SEEN.includes(text));
  // For a new or changed text: `npm run record -- test/…`, with the tests that show it.
  expect(missing).toEqual([]);
});

test('what was never seen is a text of a view, and still not seen', () => {
  const texts = new Set(listTexts().map(({ text }) => text));
  expect(NEVER_SEEN.filter((text) => !texts.has(text) || said.includes(text))).toEqual([]);
});

test('each is accepted by Slack', () => {
  for (const shown of all)
    if ('view' in shown) expect(checkView(shown.view), nameOf(shown)).toEqual([]);
    else {
      expect(checkMessageBlocks(shown.message.blocks ?? []), nameOf(shown)).toEqual([]);
      expect(shown.message.text.length, nameOf(shown)).toBeLessThanOrEqual(limits.message.textRecommended);
    }
});

test('the local Slack draws each, and knows all that is in it', () => {
  const context = buildRenderContext();
  for (const shown of all) {
    const blocks = 'view' in shown ? shown.view.blocks : (shown.message.blocks ?? []);
    expect(renderBlocks(blocks, context), nameOf(shown)).not.toMatch(/Unknown (block|element)/);
  }
});

test('none names somebody who may be real', () => {
  expect(all.map((shown) => findReal(JSON.stringify(shown))).filter((real) => real !== null)).toEqual([]);
});

test.each<[source: string, strings: string[]]>([
  ["const a = 'One'; // it's not 'Two'", ['One']],
  [`\`Paid by \${name({ is: \`inner \${1}\` })} today\``, ['Paid by ', 'inner ', '', ' today']],
  ["/* 'no' */ a.replace(/'/g, \"it's\") + 'a\\nb'", ["it's", 'a\nb']],
  ["const { a } = b; a({ 'No name': 'One' })['Two']", ['One', 'Two']],
])('the strings of %j', (source, strings) => {
  expect(readStrings(source)).toEqual(strings);
});
