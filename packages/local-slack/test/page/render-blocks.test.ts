// @module-tag long

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TableLook } from '../../src/page/page-state.ts';
import type { JsonRecord } from '../../src/page/read-json.ts';
import { renderBlocks } from '../../src/page/render-blocks.ts';
import { buildRenderContext } from '../../src/page/render-context.ts';
import { listDangers, readTags } from './read-tags.ts';

const FILES = 'http://127.0.0.1:4000/files';
const file = { id: 'F1', title: 'QR', mimetype: 'image/png', url: `${FILES}/F1`, altText: '' };
const context = buildRenderContext({ files: [file], isPending: (_, actionId) => actionId === 'slow' });
const render = (...blocks: unknown[]) => renderBlocks(blocks, context);

const plain = (text: string) => ({ type: 'plain_text', text });
const section = (text: string, more: object) => ({
  type: 'section',
  text: { type: 'mrkdwn', text },
  ...more,
});
const image = (more: object) => ({ type: 'image', alt_text: 'the code', ...more });
const button = (more: object) => ({ type: 'button', text: plain('Go'), action_id: 'a', ...more });
const actions = (more: object) => ({ type: 'actions', block_id: 'b', elements: [button(more)] });
const richPart = (name: string, ...elements: object[]) => ({ type: `rich_text_${name}`, elements });
const words = (text: string, more = {}) => ({ type: 'text', text, ...more });
const rich = (...elements: object[]) => ({ type: 'rich_text', elements });
const raw = (text: string) => ({ type: 'raw_text', text });
const sum = (value: number) => ({ type: 'raw_number', value, text: `AED ${value}` });
const rows = [
  [raw('Name'), raw('Sum')],
  [raw('Sara'), sum(5)],
];
const column_settings = [{ align: 'center' }];
const MARKDOWN = '## Sums\n\n- **one**\n- two\n\n[go](https://example.com/) <b>';
const chart = { type: 'pie', segments: [{ label: 'Paid', value: 4 }] };

test.each<[string, object, string[], string?]>([
  ['an unknown block as such', { type: 'hologram', text: '<i>' }, ['Unknown block: hologram'], '<i>'],
  ['an inherited name as unknown', { type: 'constructor' }, ['Unknown block: constructor']],
  ['text and fields', section('*Paid*', { fields: [plain('*plain*')] }), ['<b>Paid</b>', '>*plain*<']],
  ['an accessory', section('', { accessory: button({}) }), ['data-action-id="a"']],
  ['an uploaded file', image({ slack_file: { id: 'F1' } }), [`src="${FILES}/F1"`, 'alt="the code"']],
  ['a missing file by its alt text', image({ slack_file: { id: 'F4' } }), ['aria-label="the code"'], '<img'],
  ['no unsafe picture', image({ image_url: 'javascript:alert(1)' }), ['aria-label="the code"'], '<img'],
  [
    'a button with its ids',
    actions({}),
    ['data-block-id="b"', 'data-action-id="a"', 'data-element="button"'],
  ],
  [
    'a button with an address as a link in a new tab',
    actions({ url: 'https://example.com/' }),
    ['href="https://example.com/"', 'target="_blank"', 'rel="noopener noreferrer"'],
  ],
  ['a button with an unsafe address as a button', actions({ url: 'javascript:x' }), ['<button'], 'href'],
  ['that the app has not answered yet', actions({ action_id: 'slow' }), ['aria-busy="true"']],
  ['no such thing otherwise', actions({}), [], 'aria-busy="true"'],
  [
    'rich text with its styles',
    rich(richPart('section', words('a *b*', { style: { bold: true, italic: true } }))),
    ['<i><b>a *b*</b></i>'],
  ],
  [
    'links, emoji and dates in rich text',
    rich(
      richPart(
        'section',
        { type: 'link', url: 'https://example.com/', text: 'there' },
        { type: 'emoji', name: 'rocket', unicode: '1f680' },
        { type: 'date', timestamp: 0, format: '{date_num}', fallback: '' },
      ),
    ),
    ['>there</a>🚀1970-01-01'],
  ],
  [
    'an ordered list',
    rich({ ...richPart('list', richPart('section', words('one'))), style: 'ordered', indent: 1 }),
    ['<ol class="indent-1"><li>one</li></ol>'],
  ],
  ['code as it is', rich(richPart('preformatted', words('x\n y'))), ['<pre>x\n y</pre>']],
  [
    'markdown',
    { type: 'markdown', text: MARKDOWN },
    ['<h4>Sums</h4><ul><li><b>one</b></li><li>two</li></ul>', '>go</a> &lt;b&gt;'],
  ],
  [
    'a chart as bars',
    { type: 'data_visualization', title: 'November', chart },
    ['<rect', '>Paid</text>', '>4<'],
  ],
  [
    'a table with numbers on the right, or as its columns say',
    { type: 'table', rows, column_settings },
    ['<td class="align-center">Sara</td><td class="align-right">AED 5</td>'],
  ],
])('the page shows %s', (_, block, shown, hidden = '<script') => {
  const html = render(block);
  for (const part of shown) expect(html).toContain(part);
  expect(html).not.toContain(hidden);
});

test.each<[string, Partial<TableLook>, number[], string]>([
  ['first has the app’s order', {}, [30, 4, 200], '1–3 of 7'],
  ['last has the rest', { page: 2 }, [7], '7–7 of 7'],
  ['after the last is the last', { page: 99 }, [7], '7–7 of 7'],
  ['sorted has the smallest numbers', { sortColumn: 0 }, [4, 5, 7], 'aria-sort="ascending"'],
  [
    'sorted downwards has the largest',
    { sortColumn: 0, isDescending: true },
    [200, 100, 60],
    'aria-sort="descending"',
  ],
])('of a table with pages, the one that is %s', (_, look, sums, shown) => {
  const tableLook = () => ({ page: 0, sortColumn: null, isDescending: false, ...look });
  const cells = [30, 4, 200, 100, 5, 60, 7].map((value) => [sum(value)]);
  const table = { type: 'data_table', block_id: 't', page_size: 3, rows: [[raw('Amount')], ...cells] };
  const html = renderBlocks([table], buildRenderContext({ tableLook }));
  expect([...html.matchAll(/AED (\d+)/g)].map(([, value]) => Number(value))).toEqual(sums);
  expect(html).toContain(shown);
});

const ELEMENTS =
  `button overflow image checkboxes radio_buttons static_select multi_static_select external_select
  users_select conversations_select plain_text_input number_input datepicker datetimepicker timepicker
  feedback_buttons icon_button text link emoji user channel broadcast color date mrkdwn rich_text_section
  rich_text_list rich_text_quote rich_text_preformatted`.split(/\s+/);
const BLOCKS =
  `header section context image actions input rich_text table data_table markdown alert card carousel
  container data_visualization plan task_card nonsense`.split(/\s+/);
const WORDS =
  `block_id action_id caption level url image_url alt_text value name unicode format fallback timezone status
  user_id channel_id range initial_value initial_date initial_time style`.split(/\s+/);

/** All blocks and elements, with everything that one of any type may have. */
const buildHostile = (hostile: string, text: unknown): JsonRecord[] => {
  const fill = (type: string, inner: JsonRecord[]): JsonRecord => ({
    type,
    ...Object.fromEntries(WORDS.map((name) => [name, hostile])),
    ...{ text, title: text, subtitle: text, body: text, label: text, hint: text, placeholder: text },
    ...{ timestamp: 0, max_length: 1, initial_option: { text, value: hostile } },
    options: [{ text, value: hostile, description: text }],
    confirm: { title: text, text, confirm: text, deny: text },
    fields: [text],
    ...{ elements: inner, actions: inner, child_blocks: inner, tasks: inner },
    hero_image: { type: 'image', image_url: hostile, alt_text: hostile },
    rows: [[raw(hostile)], [raw(hostile), { type: 'rich_text', elements: inner }]],
    chart: { segments: [{ label: hostile, value: 1 }] },
  });
  const few = ['text', 'link', 'image', 'button'].map((type) => fill(type, []));
  const all = ELEMENTS.map((type) => fill(type, few));
  return [
    ...BLOCKS.map((type) => fill(type, few)),
    ...['actions', 'context', 'rich_text'].map((type) => fill(type, all)),
    ...all.flatMap((element) => [
      { ...fill('section', []), accessory: element },
      { ...fill('input', []), element },
    ]),
  ];
};

test.each([
  '"><script>alert(1)</script>',
  "' onload='alert(1)",
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' data:text/html,<script>',
  '<img src=x onerror=alert(1)>',
  'https://example.com/"><script>',
  '</textarea><script>',
  '1f680',
  '#fff',
])('where an app writes %j, anywhere, the output has only our own tags and safe addresses', (hostile) => {
  const spoiling = buildRenderContext({ scope: hostile, errorOf: () => hostile });
  for (const text of [plain(hostile), { type: 'mrkdwn', text: hostile }, hostile]) {
    const html = renderBlocks(buildHostile(hostile, text), spoiling);
    expect(listDangers(html)).toEqual([]);
    expect(readTags(html).length).toBeGreaterThan(500);
  }
});

test('any value can be given instead of blocks', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(listDangers(renderBlocks(value, context))).toEqual([]);
      expect(listDangers(render({ type: 'section', text: value, fields: value }))).toEqual([]);
    }),
  );
});
