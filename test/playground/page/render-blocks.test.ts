import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderBlocks } from '../../../playground/page/render-blocks.ts';
import { buildRenderContext } from '../../../playground/page/render-context.ts';
import { runs } from '../../fixtures/whole-suite.ts';
import { actions, button, plain, section } from '../slack/limit-cases.ts';
import { listDangers, readTags } from './read-tags.ts';

const file = {
  id: 'F1',
  title: 'QR',
  mimetype: 'image/png',
  url: 'http://127.0.0.1:4000/files/F1',
  altText: '',
};
const still = buildRenderContext({ files: [file] });
const render = (...blocks: unknown[]) => renderBlocks(blocks, still);

test.each(['hologram', 'constructor'])('a block of the unknown type %s is shown as such', (type) => {
  expect(render({ type, text: '<b>' })).toContain(`Unknown block: ${type}`);
});

test('a section shows text, fields and accessory', () => {
  const html = render(
    section('*Paid*', { fields: [plain('*plain*')], accessory: button({ action_id: 'a' }) }),
  );
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
    const missing = render({ type: 'image', slack_file: { id: 'F404' }, alt_text: 'gone' });
    expect(missing).toContain('aria-label="gone"');
  });

  test('an unsafe picture address is not loaded', () => {
    expect(render({ type: 'image', image_url: 'javascript:alert(1)', alt_text: '' })).not.toContain('<img');
  });
});

describe('buttons', () => {
  const row = (more: object) => ({ ...actions(button({ action_id: 'a', ...more })), block_id: 'b' });
  const draw = (more: object) => render(row(more));

  test('carry the ids that identify a press', () => {
    expect(readTags(draw({})).find(({ name }) => name === 'button')?.attributes).toMatchObject({
      'data-block-id': 'b',
      'data-action-id': 'a',
      'data-element': 'button',
    });
  });

  test('with a URL are links that open in a new tab', () => {
    const link = readTags(draw({ url: 'https://example.com/' })).find(({ name }) => name === 'a');
    expect(link?.attributes).toMatchObject({ href: 'https://example.com/', target: '_blank' });
    expect(link?.attributes).toMatchObject({ rel: 'noopener noreferrer' });
  });

  test('with an unsafe URL stay buttons', () => {
    expect(draw({ url: 'javascript:alert(1)' })).not.toContain('href');
  });

  test('show that the app has not answered yet', () => {
    const context = buildRenderContext({ isPending: (_, actionId) => actionId === 'a' });
    expect(renderBlocks([row({})], context)).toContain('aria-busy="true"');
  });
});

test('rich text renders styles, lists, quotes and code', () => {
  const part = (name: string, ...elements: object[]) => ({ type: `rich_text_${name}`, elements });
  const words = (text: string, more = {}) => ({ type: 'text', text, ...more });
  const parts = [
    words('a *b*', { style: { bold: true, italic: true } }),
    { type: 'link', url: 'https://example.com/', text: 'there' },
    { type: 'emoji', name: 'rocket', unicode: '1f680' },
    { type: 'date', timestamp: 0, format: '{date_num}', fallback: '' },
  ];
  const list = { ...part('list', part('section', words('one'))), style: 'ordered', indent: 1 };
  const code = part('preformatted', words('x\n y'));
  const html = render({ type: 'rich_text', elements: [part('section', ...parts), list, code] });
  expect(html).toContain('<i><b>a *b*</b></i>');
  expect(html).toContain('>there</a>🚀1970-01-01');
  expect(html).toContain('<ol class="indent-1"><li>one</li></ol>');
  expect(html).toContain('<pre>x\n y</pre>');
});

test('the markdown block reads headings, lists and links', () => {
  const text = '## Sums\n\n- **one**\n- two\n\n[go](https://example.com/) <b>';
  const html = render({ type: 'markdown', text });
  expect(html).toContain('<h4>Sums</h4><ul><li><b>one</b></li><li>two</li></ul>');
  expect(html).toContain('>go</a> &lt;b&gt;');
});

test('a chart becomes bars with their numbers', () => {
  const chart = { type: 'pie', segments: [{ label: 'Paid', value: 4 }] };
  const html = render({ type: 'data_visualization', title: 'November', chart });
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

const ELEMENTS =
  `button overflow image checkboxes radio_buttons static_select multi_static_select external_select
  users_select conversations_select plain_text_input number_input datepicker datetimepicker timepicker
  feedback_buttons icon_button text link emoji user color date mrkdwn rich_text_section
  rich_text_preformatted`.split(/\s+/);
const BLOCKS =
  `header section context image actions input rich_text table data_table markdown alert card container
  data_visualization nonsense`.split(/\s+/);

const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 });
const text = fc.record({ type: fc.constantFrom('plain_text', 'mrkdwn'), text: hostile });
const option = fc.record({ text, value: hostile, description: text });
const element = fc.record({
  type: fc.constantFrom(...ELEMENTS),
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
  options: some(option),
  initial_value: hostile,
  initial_option: option,
  placeholder: text,
  max_length: fc.integer(),
  timezone: hostile,
  multiline: fc.boolean(),
  elements: some(fc.record({ type: fc.constantFrom('text', 'link'), text: hostile, url: hostile })),
});
const block = fc.record({
  type: fc.constantFrom(...BLOCKS),
  block_id: hostile,
  text: fc.oneof(text, hostile),
  title: fc.oneof(text, hostile),
  caption: hostile,
  level: hostile,
  label: text,
  hint: text,
  fields: some(text),
  element,
  accessory: element,
  elements: some(element),
  image_url: hostile,
  alt_text: hostile,
  rows: some(some(fc.record({ type: fc.constantFrom('raw_text', 'raw_number'), text: hostile }))),
  chart: fc.record({ segments: some(fc.record({ label: hostile, value: fc.double() })) }),
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
