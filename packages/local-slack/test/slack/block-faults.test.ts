// @module-tag long

import { describe, expect, test } from 'vitest';
import { checkMessageBlocks, checkView, describeFault } from '../../src/check-blocks.ts';
import type { JsonRecord as Json } from '../../src/page/read-json.ts';
import {
  actions,
  button,
  cell,
  dataTable,
  image,
  input,
  limitCases,
  many,
  modal,
  mrkdwn,
  option,
  plain,
  RUN,
  rich,
  section,
  select,
  VIDEO,
} from './limit-cases.ts';

const check = (surface: string, payload: unknown): string[] =>
  (surface === 'message' ? checkMessageBlocks(payload) : checkView(payload)).map(describeFault);
const inModal = (...blocks: Json[]) => check('modal', modal({ blocks }));
const inHome = (...blocks: Json[]) => check('home', { type: 'home', blocks });

test.each(limitCases)('$limit: $max is accepted, one more is refused', ({ max, build, surface }) => {
  expect(check(surface, build(max))).toEqual([]);
  expect(check(surface, build(max + 1))).not.toEqual([]);
});

test('a view past 250 kB is refused', () => {
  const heavy = many(90, () => section('é'.repeat(2_900)));
  expect(inModal(...heavy)).toContain('view_too_large [json-pointer:/view]');
});

const A = button({ action_id: 'a' });
const menu = (more: Json) => actions(select(more));
const { workflow: _, ...IDLE } = RUN;
const list = (type: string): Json => ({ type: 'rich_text_list', style: 'bullet', elements: [{ type }] });
const picture = (image_url: string) => [image({ image_url })];
const card = (more: Json) => [{ type: 'card', title: mrkdwn('x'), ...more }];
const map = (name: string) => ({ slack_icon: { type: 'icon', name } });
const table = (...rows: unknown[]) => [{ type: 'table', rows }];
const described = option('1', { description: mrkdwn('x') });
const LONG = 'x'.repeat(3_001);

/** Each fault in a message, in Slack’s words and with its pointer, and blocks that have it. */
const REFUSED: [fault: string, blocks: unknown][] = [
  ['unsupported type: nope [/0]', [{ type: 'nope' }]],
  ['unsupported type: file [/0]', [{ type: 'file', source: 'remote', external_id: 'x' }]],
  ['unsupported type: action_cell [/0/rows/0/0]', table([{ type: 'action_cell', element: A }])],
  ['unsupported type: list [/0/elements/0/elements/0]', [{ type: 'rich_text', elements: [list('list')] }]],
  ['invalid additional property: colour [/0]', [section('x', { colour: 'red' })]],
  ['invalid additional property: constructor [/0]', [section('x', { constructor: 'x' })]],
  ['must be more than 0 characters [/0/text/text]', [section('')]],
  ['must be more than 0 characters [/0/elements/0/elements/0/text]', [rich({ type: 'text', text: '' })]],
  ['must be more than 0 characters [/0/block_id]', [section('x', { block_id: '' })]],
  ['must be less than 3001 characters [/0/text/text]', [section(LONG)]],
  ['missing required field: one of text, fields [/0]', [{ type: 'section' }]],
  ['missing required field: alt_text [/0]', [image({ alt_text: undefined })]],
  ['missing required field: workflow [/0/elements/0]', [actions(IDLE)]],
  ['missing required field: status [/0]', [{ type: 'task_card', task_id: 't1', title: 'Lock up' }]],
  ['missing required field: file_id [/0/elements/0/elements/0]', [rich({ type: 'canvas', label: 'x' })]],
  ['must be a valid enum value [/0/text/type]', [{ type: 'header', text: mrkdwn('x') }]],
  ['must be a valid enum value [/0/elements/0/options/0/description/type]', [menu({ options: [described] })]],
  ['must be a valid enum value [/0/slack_icon/name]', card(map('till'))],
  ['must provide an array []', { type: 'section' }],
  ['must provide an array [/0/rows/1]', table([cell()], null)],
  ['must provide either image_url or slack_file [/0]', [image({ slack_file: { id: 'F000000001' } })]],
  ['must provide either icon or slack_icon [/0]', card({ icon: image(), ...map('map') })],
  ['must match the expected format [/0/video_url]', [{ ...VIDEO, video_url: 'http://shop.example/1' }]],
  ['must be a valid URL [/0/elements/0/url]', [actions(button({ url: 'javascript:alert(1)' }))]],
  ['must be a valid URL [/0/elements/0/elements/0/url]', [rich({ type: 'link', url: 'x' })]],
  ['must be a valid URL [/0/image_url]', picture('data:image/png;base64,AA==')],
  ['must be a valid URL [/0/image_url]', picture('mailto:a@b.ae')],
  ['must be a valid URL [/0/image_url]', picture('javascript:alert(1)')],
  ['must be a valid URL [/0/image_url]', picture('/a.png')],
  ['must be a valid URL [/0/image_url]', picture('')],
  ['block_id must be unique: a []', ['x', 'y'].map((one) => section(one, { block_id: 'a' }))],
  ['action_id must be unique in its block: a []', [actions(A, A)]],
  ['initial option must match one of the options [/0/elements/0]', [menu({ initial_option: option('2') })]],
  ['must have 2 cells like the header row [/0/rows/1]', [dataTable({ rows: [[cell(), cell()], [cell()]] })]],
];

test.each(REFUSED)('a message is refused: %s', (fault, blocks) => {
  expect(check('message', blocks)).toEqual([fault.replace('[', '[json-pointer:/blocks')]);
});

const number = { type: 'number_input', is_decimal_allowed: true, min_value: '1', max_value: '50000' };
const text = { type: 'plain_text_input', min_length: 2, max_length: 5 };
const email = { type: 'email_text_input' };
const boxes = { type: 'checkboxes', options: [option('1')] };
const people = { type: 'multi_users_select', max_selected_items: 1 };
const grouped = (...values: string[]): Json[] =>
  values.map((value) => ({ label: plain('Group'), options: [option(value)] }));
const groups = { type: 'multi_static_select', option_groups: grouped('1', '2') };

const inField = (element: Json) => checkView(modal({ blocks: [input(element)] }));
const inActions = (element: Json) => checkMessageBlocks([actions(element)]);
const TWICE = [option('1'), option('1')];
const ONE_AND_TWO = [option('1'), option('2')];
const UNNAMED = { options: ONE_AND_TWO };
const SURE = { text: plain('Sure?'), confirm: plain('x'.repeat(31)) };
const menuOf = (what: string, more: Json): Json => ({ type: `${what}_select`, ...more });

/** The same for an input of a modal. */
const REFUSED_INPUTS: [fault: string, element: Json][] = [
  ['must provide at least one field [/filter]', menuOf('conversations', { filter: {} })],
  ['no less than 1 items allowed [/initial_channels]', menuOf('multi_channels', { initial_channels: [] })],
  ['no less than 1 items allowed [/initial_options]', { ...boxes, initial_options: [] }],
  ['must be a number [/initial_value]', { ...number, initial_value: 'ten' }],
  ['must be a date that exists [/initial_date]', { type: 'datepicker', initial_date: '2026-02-31' }],
  ['must be of one option group [/initial_options]', { ...groups, initial_options: ONE_AND_TWO }],
  ['no more than 1 items allowed [/initial_users]', { ...people, initial_users: ['U1', 'U2'] }],
  ['initial option must match one of the options []', select({ initial_option: option('2') })],
  ['missing required field: label [/option_groups/0]', menuOf('static', { option_groups: [UNNAMED] })],
  ['must be less than 31 characters [/confirm/confirm/text]', menuOf('users', { confirm: SURE })],
  ['must be less than or equal to max_length [/min_length]', { ...text, min_length: 6 }],
];

test.each(REFUSED_INPUTS)('a field is refused: %s', (fault, element) => {
  const [found, ...others] = inField(element);
  expect(others).toEqual([]);
  expect(found && describeFault(found)).toBe(fault.replace('[', '[json-pointer:/view/blocks/0/element'));
});

test.each<[fault: string, check: typeof inField, element: Json]>([
  ['more than 0 characters', inField, { type: 'plain_text_input', initial_value: '' }],
  ['more than 0 characters', inField, { ...number, initial_value: '' }],
  ['more than 0 characters', inField, { ...email, initial_value: '' }],
  ['more than 1 characters', inField, { ...text, initial_value: 'x' }],
  ['less than 6 characters', inField, { ...text, initial_value: 'x'.repeat(6) }],
  ['greater than or equal to 1', inField, { ...number, initial_value: '0.99' }],
  ['less than or equal to 50000', inField, { ...number, initial_value: '50000.01' }],
  ['a valid email address', inField, { ...email, initial_value: 'sara at shop' }],
  ['a valid URL', inField, { type: 'url_text_input', initial_value: 'shop' }],
  ['no less than 1 items', inField, { ...people, initial_users: [] }],
  ['unique values', inField, select({ options: TWICE })],
  ['unique values', inField, { ...groups, option_groups: grouped('1', '1') }],
  ['unique values', inField, { ...boxes, options: TWICE }],
  ['unique values', inActions, { type: 'overflow', options: TWICE }],
  ['a valid timezone', inField, { type: 'timepicker', timezone: 'Mars/Olympus' }],
  ...['tel:+971500000000', 'mailto:a@b.ae', 'slack://open'].map((url): [string, typeof inField, Json] => [
    'a valid URL',
    inActions,
    button({ url }),
  ]),
])('what Slack may take is refused, as it then works in both cases (%s): %o', (fault, faultsOf, element) => {
  expect(faultsOf(element)).toMatchObject([{ message: expect.stringContaining(fault) }]);
});

test.each([
  { ...text, initial_value: 'xx' },
  { ...text, initial_value: 'xxxxx' },
  { ...number, initial_value: '1.00' },
  { ...number, initial_value: '50000' },
  { ...email, initial_value: 'sara@shop.example' },
  { type: 'datepicker', initial_date: '2028-02-29' },
])('a field begins at its limits: %o', (element) => {
  expect(inField(element)).toEqual([]);
});

test('one action_id in two blocks is taken', () => {
  expect(check('message', [actions(A), actions(A)])).toEqual([]);
});

const numberInput = input({ type: 'number_input', is_decimal_allowed: true });
const several = { type: 'multi_static_select', options: [option('1')] };
const answering = { type: 'conversations_select', response_url_enabled: true };

test.each<[what: string, block: Json, on: string]>([
  ['a table', { type: 'table', rows: [[cell()]] }, 'message home'],
  ['markdown', { type: 'markdown', text: 'x' }, 'message'],
  ['an alert', { type: 'alert', text: plain('x') }, 'modal'],
  ['a field for numbers', numberInput, 'modal'],
  ['a field for e-mails', input(email), 'modal'],
  ['a field for text', input({ type: 'plain_text_input' }), 'message modal home'],
  ['a picker of date and time', actions({ type: 'datetimepicker' }), 'message modal'],
  ['a menu of several among actions', actions(several), 'message'],
  ['a menu of several in an input', input(several), 'message modal home'],
  ['response_url_enabled in an input', input(answering), 'modal'],
  ['response_url_enabled among actions', actions(answering), ''],
])('%s is taken only where Slack shows it', (_what, block, on) => {
  const faults = { message: check('message', [block]), modal: inModal(block), home: inHome(block) };
  const takes = Object.entries(faults).filter(([, found]) => found.length === 0);
  expect(takes.map(([surface]) => surface).join(' ')).toBe(on);
});

const HOME = { type: 'home', blocks: [] };

describe('of a whole view', () => {
  const { submit: _submit, ...bare } = modal({ blocks: [numberInput] });
  const focused = input({ type: 'plain_text_input', focus_on_load: true });
  test.each([
    ['a title of a home', { ...HOME, title: plain('x') }, 'invalid additional property: title'],
    ['inputs without a submit button', bare, 'missing required field: submit'],
    ['two fields with the focus', modal({ blocks: [focused, focused] }), 'only one element can have'],
  ])('%s is refused', (_what, view, fault) => {
    expect(check('view', view)).toMatchObject([expect.stringContaining(fault)]);
    expect(inModal(focused)).toEqual([]);
  });
});
