import { expect, test } from 'vitest';
import { renderBlocks } from '../../../playground/page/render-blocks.ts';
import { buildRenderContext, type RenderContext } from '../../../playground/page/render-context.ts';
import { input, plain } from '../slack/limit-cases.ts';
import { readTags } from './read-tags.ts';

const render = (element: object, given: Partial<RenderContext> = {}, block: object = {}) =>
  renderBlocks(
    [input({ action_id: 'a', ...element }, { block_id: 'b', ...block })],
    buildRenderContext({ scope: 'view:V1', ...given }),
  );
const field = (html: string) =>
  readTags(html).find(({ attributes }) => attributes['data-action-id'] === 'a')?.attributes ?? {};
const options = ['one', 'two', 'three'].map((value) => ({ text: plain(value.toUpperCase()), value }));

test('label, hint and error are linked to their field', () => {
  const hint = plain('At least 10');
  const html = render({ type: 'number_input' }, { errorOf: () => 'Too small' }, { hint });
  const attributes = field(html);
  expect(attributes).toMatchObject({ 'aria-invalid': 'true', 'aria-required': 'true' });
  expect(attributes['aria-describedby']).toBe(`${attributes['id']}-error ${attributes['id']}-hint`);
  expect(html).toContain('data-error-for="b"');
  expect(html).toContain(`for="${attributes['id']}"`);
});

test('an optional field says so', () => {
  expect(render({ type: 'plain_text_input' }, {}, { optional: true })).toContain('(optional)');
});

test('a held value wins over the initial value', () => {
  const element = { type: 'plain_text_input', initial_value: 'first' };
  expect(field(render(element))['value']).toBe('first');
  expect(field(render(element, { held: () => 'typed' }))['value']).toBe('typed');
  expect(field(render(element, { held: () => null }))['value']).toBe('');
});

test.each([
  [10, ''],
  [45, '5 left'],
  [53, '3 too many'],
])('with %i of 50 characters the counter says "%s"', (length, words) => {
  const html = render({ type: 'plain_text_input', max_length: 50 }, { held: () => 'x'.repeat(length) });
  expect(/counter[^>]*>([^<]*)/.exec(html)?.[1] ?? '').toBe(words);
});

test('a date with time is shown in the reader’s time zone, with its name', () => {
  const initial_date_time = Date.UTC(2026, 11, 21, 3, 39) / 1000;
  const html = render({ type: 'datetimepicker', initial_date_time }, { timeZone: 'Asia/Dubai' });
  expect(field(html)).toMatchObject({ type: 'datetime-local', value: '2026-12-21T07:39' });
  expect(html).toContain('Asia/Dubai');
});

test('checkboxes start with the chosen options', () => {
  const html = render({ type: 'checkboxes', options, initial_options: [options[1]] });
  const boxes = readTags(html).filter(({ name }) => name === 'input');
  expect(boxes.map(({ attributes }) => 'checked' in attributes)).toEqual([false, true, false]);
});

test('a multi select respects its limit', () => {
  const element = { type: 'multi_static_select', options, max_selected_items: 1 };
  const html = render(element, { held: () => ['two'] });
  const boxes = readTags(html).filter(({ name }) => name === 'input');
  expect(boxes.map(({ attributes }) => 'disabled' in attributes)).toEqual([true, false, true]);
});

test('a conversation that the reader cannot see stays chosen', () => {
  const html = render({ type: 'conversations_select', initial_conversation: 'C404' });
  expect(readTags(html).find(({ attributes }) => 'selected' in attributes)?.attributes['value']).toBe('C404');
});

test('a conversations select offers what its filter allows', () => {
  const place = { members: [], botIsMember: true, isExtShared: false };
  const conversations = [
    { ...place, id: 'C1', name: 'sales', kind: 'public' as const },
    { ...place, id: 'C2', name: 'finance', kind: 'private' as const },
    { ...place, id: 'C3', name: 'partners', kind: 'public' as const, isExtShared: true },
    { ...place, id: 'D1', name: 'Paylink', kind: 'dm' as const },
  ];
  const values = (filter: object) =>
    readTags(render({ type: 'conversations_select', filter }, { conversations }))
      .filter(({ name }) => name === 'option')
      .map(({ attributes }) => attributes['value']);
  expect(values({})).toEqual(['', 'C1', 'C2', 'C3', 'D1']);
  const filter = { include: ['public', 'private'], exclude_external_shared_channels: true };
  expect(values(filter)).toEqual(['', 'C1', 'C2']);
});

test('an external select shows the labels of chosen and offered options', () => {
  const html = render(
    { type: 'external_select' },
    {
      held: () => 'PL-1',
      labelOf: (_, __, value) => (value === 'PL-1' ? 'Link of Sara' : undefined),
      offeredFor: () => [{ text: 'Link of Omar', value: 'PL-2' }],
    },
  );
  expect(html).toContain('Link of Sara');
  expect(html).toContain('data-choice="PL-2"');
});
