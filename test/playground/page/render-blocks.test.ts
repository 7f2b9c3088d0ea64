import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderBlocks } from '../../../playground/page/render-blocks.ts';
import { buildRenderContext } from '../../../playground/page/render-context.ts';
import { runs } from '../../fixtures/whole-suite.ts';
import { listDangers, readTags } from './read-tags.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const still = buildRenderContext({
  files: [
    {
      id: 'F1',
      title: 'QR',
      mimetype: 'image/png',
      url: 'http://127.0.0.1:4000/files/F1',
      altText: 'QR code',
    },
  ],
});
const render = (...blocks: unknown[]) => renderBlocks(blocks, still);

test('an unknown block is shown as such', () => {
  expect(render({ type: 'hologram', text: '<b>' })).toContain('Unknown block: hologram');
});

test('a block type named like an Object property is unknown too', () => {
  expect(render({ type: 'constructor' })).toContain('Unknown block: constructor');
});

test('a section shows text, fields and accessory', () => {
  const html = render({
    type: 'section',
    block_id: 'b',
    text: { type: 'mrkdwn', text: '*Paid*' },
    fields: [plain('*plain*')],
    accessory: { type: 'button', action_id: 'a', text: plain('Open') },
  });
  expect(html).toContain('<b>Paid</b>');
  expect(html).toContain('*plain*');
  expect(html).toContain('data-action-id="a"');
});

describe('pictures', () => {
  test('an uploaded file is found by its id', () => {
    const html = render({ type: 'image', slack_file: { id: 'F1' }, alt_text: 'QR of the link' });
    const picture = readTags(html).find(({ name }) => name === 'img');
    expect(picture?.attributes).toEqual({ src: 'http://127.0.0.1:4000/files/F1', alt: 'QR of the link' });
  });

  test('a missing one leaves its alt text', () => {
    expect(render({ type: 'image', slack_file: { id: 'F404' }, alt_text: 'gone' })).toContain(
      'aria-label="gone"',
    );
  });

  test('an unsafe picture address is not loaded', () => {
    expect(render({ type: 'image', image_url: 'javascript:alert(1)', alt_text: '' })).not.toContain('<img');
  });
});

describe('buttons', () => {
  const button = (more: object) =>
    render({
      type: 'actions',
      block_id: 'b',
      elements: [{ type: 'button', action_id: 'a', text: plain('Go'), ...more }],
    });

  test('carry the ids that identify a press', () => {
    expect(readTags(button({})).find(({ name }) => name === 'button')?.attributes).toMatchObject({
      'data-block-id': 'b',
      'data-action-id': 'a',
      'data-element': 'button',
    });
  });

  test('with a URL are links that open in a new tab', () => {
    expect(
      readTags(button({ url: 'https://example.com/' })).find(({ name }) => name === 'a')?.attributes,
    ).toMatchObject({ href: 'https://example.com/', target: '_blank', rel: 'noopener noreferrer' });
  });

  test('with an unsafe URL stay buttons', () => {
    expect(button({ url: 'javascript:alert(1)' })).not.toContain('href');
  });

  test('show that the app has not answered yet', () => {
    const context = buildRenderContext({ isPending: (_, actionId) => actionId === 'a' });
    const html = renderBlocks(
      [{ type: 'actions', elements: [{ type: 'button', action_id: 'a', text: plain('Go') }] }],
      context,
    );
    expect(html).toContain('aria-busy="true"');
  });
});

test('rich text renders styles, lists, quotes and code', () => {
  const html = render({
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_section',
        elements: [
          { type: 'text', text: 'a *b*', style: { bold: true, italic: true } },
          { type: 'link', url: 'https://example.com/', text: 'there' },
          { type: 'emoji', name: 'rocket', unicode: '1f680' },
          { type: 'date', timestamp: 0, format: '{date_num}', fallback: '' },
        ],
      },
      {
        type: 'rich_text_list',
        style: 'ordered',
        indent: 1,
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'one' }] }],
      },
      { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'x\n y' }] },
    ],
  });
  expect(html).toContain('<i><b>a *b*</b></i>');
  expect(html).toContain('>there</a>🚀1970-01-01');
  expect(html).toContain('<ol class="indent-1"><li>one</li></ol>');
  expect(html).toContain('<pre>x\n y</pre>');
});

test('the markdown block reads headings, lists and links', () => {
  const html = render({
    type: 'markdown',
    text: '## Sums\n\n- **one**\n- two\n\n[go](https://example.com/) <b>',
  });
  expect(html).toContain('<h4>Sums</h4><ul><li><b>one</b></li><li>two</li></ul>');
  expect(html).toContain('>go</a> &lt;b&gt;');
});

test('a chart becomes bars with their numbers', () => {
  const html = render({
    type: 'data_visualization',
    title: 'November',
    chart: { type: 'pie', segments: [{ label: 'Paid', value: 4 }] },
  });
  expect(html).toContain('<rect');
  expect(html).toContain('>Paid</text>');
});

const hostile = fc.oneof(
  fc.string(),
  fc.constantFrom(
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
  ),
);

const text = fc.record({ type: fc.constantFrom('plain_text', 'mrkdwn'), text: hostile });
const option = fc.record({ text, value: hostile, description: text });
const element = fc.record({
  type: fc.constantFrom(
    'button',
    'overflow',
    'image',
    'checkboxes',
    'radio_buttons',
    'static_select',
    'multi_static_select',
    'external_select',
    'users_select',
    'conversations_select',
    'plain_text_input',
    'number_input',
    'datepicker',
    'datetimepicker',
    'timepicker',
    'feedback_buttons',
    'icon_button',
    'text',
    'link',
    'emoji',
    'user',
    'color',
    'date',
    'mrkdwn',
    'rich_text_section',
    'rich_text_preformatted',
  ),
  action_id: hostile,
  text: fc.oneof(text, hostile),
  url: hostile,
  image_url: hostile,
  alt_text: hostile,
  value: hostile,
  name: hostile,
  unicode: hostile,
  style: fc.oneof(hostile, fc.constant({ bold: true, code: true })),
  format: hostile,
  timestamp: fc.integer(),
  options: fc.array(option, { maxLength: 2 }),
  initial_value: hostile,
  initial_option: option,
  placeholder: text,
  max_length: fc.integer(),
  timezone: hostile,
  multiline: fc.boolean(),
  elements: fc.array(fc.record({ type: fc.constantFrom('text', 'link'), text: hostile, url: hostile }), {
    maxLength: 2,
  }),
});
const block = fc.record({
  type: fc.constantFrom(
    'header',
    'section',
    'context',
    'image',
    'actions',
    'input',
    'rich_text',
    'table',
    'data_table',
    'markdown',
    'alert',
    'card',
    'container',
    'data_visualization',
    'nonsense',
  ),
  block_id: hostile,
  text: fc.oneof(text, hostile),
  title: fc.oneof(text, hostile),
  caption: hostile,
  level: hostile,
  label: text,
  hint: text,
  fields: fc.array(text, { maxLength: 2 }),
  element,
  accessory: element,
  elements: fc.array(element, { maxLength: 2 }),
  image_url: hostile,
  alt_text: hostile,
  rows: fc.array(
    fc.array(fc.record({ type: fc.constantFrom('raw_text', 'raw_number'), text: hostile }), { maxLength: 2 }),
    { maxLength: 3 },
  ),
  chart: fc.record({
    segments: fc.array(fc.record({ label: hostile, value: fc.double() }), { maxLength: 2 }),
  }),
});

test('whatever an app sends, the output has only our own tags and safe addresses', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 3 }), hostile, (blocks, error) => {
      const context = buildRenderContext({ scope: error, errorOf: () => error });
      expect(listDangers(renderBlocks(blocks, context))).toEqual([]);
    }),
    runs(1_500),
  );
});

test('any value can be given instead of blocks', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(listDangers(renderBlocks(value, still))).toEqual([]);
      expect(listDangers(renderBlocks([{ type: 'section', text: value, fields: value }], still))).toEqual([]);
    }),
  );
});
