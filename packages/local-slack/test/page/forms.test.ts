// @module-tag long

import { expect, test } from 'vitest';
import { createFormState } from '../../src/page/form-state.ts';
import type { Filled } from '../../src/page/page-api.ts';
import { renderBlocks } from '../../src/page/render-blocks.ts';
import { buildRenderContext, type RenderContext } from '../../src/page/render-context.ts';
import { readTags } from './read-tags.ts';

const plain = (text: string) => ({ type: 'plain_text', text });
const input = (block_id: string, element: object, action_id = block_id) => ({
  type: 'input',
  block_id,
  element: { action_id, ...element },
});
const name = input('name', { type: 'plain_text_input', initial_value: 'Sara' });
const city = input('city', { type: 'plain_text_input' });
const town = input('city', { type: 'plain_text_input', initial_value: 'Ajman' }, 'town');

/** Versions of a view, with what a person types into it and what the server has in between. */
const fill = (...steps: (object[] | { type: [string, string] } | { server: Filled; blocks: object[] })[]) => {
  const forms = createFormState();
  let version = 0;
  for (const step of steps) {
    if ('type' in step) {
      forms.set('view', step.type[0], step.type[0], step.type[1]);
      continue;
    }
    version += 1;
    const { blocks, server } = Array.isArray(step) ? { blocks: step, server: {} } : step;
    forms.load('view', String(version), blocks, server);
  }
  return forms.filled('view');
};

test.each<[string, Filled, Parameters<typeof fill>]>([
  [
    'untouched fields have their initial value, empty ones null',
    {
      name: { name: 'Sara' },
      city: { city: null },
      options: { options: ['qr'] },
      until: { until: 1_797_824_340 },
    },
    [
      [
        name,
        city,
        input('options', { type: 'checkboxes', initial_options: [{ value: 'qr' }] }),
        input('until', { type: 'datetimepicker', initial_date_time: 1_797_824_340 }),
        { type: 'actions', block_id: 'more', elements: [{ type: 'button', action_id: 'm' }] },
      ],
    ],
  ],
  [
    'an emptied field is not filled again',
    { name: { name: null } },
    [[name], { type: ['name', ''] }, [name]],
  ],
  [
    'a new version keeps what was typed where both ids are the same',
    { name: { name: 'Omar' }, city: { town: 'Ajman' } },
    [[name, city], { type: ['name', 'Omar'] }, { type: ['city', 'Dubai'] }, [name, town]],
  ],
  [
    'a field of another type starts anew',
    { name: { name: 'a@b.co' } },
    [
      [name],
      { type: ['name', 'Omar'] },
      [input('name', { type: 'email_text_input', initial_value: 'a@b.co' })],
    ],
  ],
  [
    'the server’s value wins over the initial value',
    { name: { name: 'Fatima' } },
    [{ server: { name: { name: 'Fatima' } }, blocks: [name] }],
  ],
])('%s', (_, filled, steps) => {
  expect(fill(...steps)).toEqual(filled);
});

test('the same version again changes nothing', () => {
  const forms = createFormState();
  forms.load('view', '1', [name]);
  forms.set('view', 'name', 'name', 'Omar');
  forms.load('view', '1', [name], { name: { name: 'Lena' } });
  expect(forms.held('view', 'name', 'name')).toBe('Omar');
});

const options = ['one', 'two', 'three'].map((value) => ({ text: plain(value.toUpperCase()), value }));
const draw = (element: object, given: Partial<RenderContext> = {}, block: object = {}) =>
  renderBlocks(
    [{ ...input('b', element, 'a'), ...block }],
    buildRenderContext({ scope: 'view:V1', timeZone: 'Asia/Dubai', ...given }),
  );
/** The attributes of these tags, or of the field itself. */
const read = (html: string, tag?: string) =>
  readTags(html)
    .filter((one) => (tag === undefined ? one.attributes['data-action-id'] === 'a' : one.name === tag))
    .map(({ attributes }) => attributes);

test('label, hint and error are linked to their field', () => {
  const html = draw({ type: 'number_input' }, { errorOf: () => 'Too small' }, { hint: plain('At least 10') });
  const [field] = read(html);
  expect(field).toMatchObject({ 'aria-invalid': 'true', 'aria-required': 'true' });
  expect(field?.['aria-describedby']).toBe(`${field?.['id']}-error ${field?.['id']}-hint`);
  for (const part of ['data-error-for="b"', `for="${field?.['id']}"`]) expect(html).toContain(part);
  expect(draw({ type: 'number_input' }, {}, { optional: true })).toContain('(optional)');
});

const TEXT = { type: 'plain_text_input', initial_value: 'first', max_length: 50 };
const AT = Date.UTC(2026, 11, 21, 3, 39) / 1000;

test.each<[string, object, Partial<RenderContext>, object, string?]>([
  ['starts with its initial value', TEXT, {}, { value: 'first' }],
  ['keeps what was typed', TEXT, { held: () => 'typed' }, { value: 'typed' }],
  ['stays empty', TEXT, { held: () => null }, { value: '' }],
  ['counts what is left', TEXT, { held: () => 'x'.repeat(45) }, {}, '5 left'],
  ['counts what is too much', TEXT, { held: () => 'x'.repeat(53) }, {}, '3 too many'],
  [
    'tells a time in the reader’s zone, with its name',
    { type: 'datetimepicker', initial_date_time: AT },
    {},
    { type: 'datetime-local', value: '2026-12-21T07:39' },
    'Asia/Dubai',
  ],
])('a field %s', (_, element, given, attributes, beside = '') => {
  const html = draw(element, given);
  expect(read(html)[0]).toMatchObject(attributes);
  expect(html.replace(/<label.*?<\/label>|<[^>]*>/g, '')).toBe(beside);
});

test('checkboxes start with the chosen options, and a multi select respects its limit', () => {
  const boxes = read(draw({ type: 'checkboxes', options, initial_options: [options[1]] }), 'input');
  expect(boxes.map((box) => 'checked' in box)).toEqual([false, true, false]);
  const element = { type: 'multi_static_select', options, max_selected_items: 1 };
  const limited = read(draw(element, { held: () => ['two'] }), 'input');
  expect(limited.map((box) => 'disabled' in box)).toEqual([true, false, true]);
});

test.each<[string, object, string[]]>([
  ['everything', {}, ['', 'C1', 'C2', 'C3', 'D1']],
  ['some kinds', { filter: { include: ['public', 'private'] } }, ['', 'C1', 'C2', 'C3']],
  ['no shared channels', { filter: { exclude_external_shared_channels: true } }, ['', 'C1', 'C2', 'D1']],
  [
    'the chosen one also if its reader cannot see it',
    { initial_conversation: 'C404' },
    ['', 'C1', 'C2', 'C3', 'D1', 'C404 (chosen)'],
  ],
])('a conversations select offers %s', (_, more, offered) => {
  const place = { members: [], botIsMember: true, isExtShared: false };
  const conversations = [
    { ...place, id: 'C1', name: 'sales', kind: 'public' as const },
    { ...place, id: 'C2', name: 'finance', kind: 'private' as const },
    { ...place, id: 'C3', name: 'partners', kind: 'public' as const, isExtShared: true },
    { ...place, id: 'D1', name: 'Orders', kind: 'dm' as const },
  ];
  const tags = read(draw({ type: 'conversations_select', ...more }, { conversations }), 'option');
  expect(tags.map((tag) => `${tag['value']}${'selected' in tag && tag['value'] ? ' (chosen)' : ''}`)).toEqual(
    offered,
  );
});

test('an external select shows the labels of chosen and offered options', () => {
  const html = draw(
    { type: 'external_select' },
    {
      held: () => 'PL-1',
      labelOf: (_, __, value) => (value === 'PL-1' ? 'Link of Sara' : undefined),
      offeredFor: () => [{ text: 'Link of Omar', value: 'PL-2' }],
    },
  );
  for (const part of ['Link of Sara', 'data-choice="PL-2"']) expect(html).toContain(part);
});
