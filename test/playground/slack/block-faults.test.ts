import { describe, expect, test } from 'vitest';
import type { JsonRecord as Json } from '../../../playground/page/read-json.ts';
import type { BehaviourName } from '../../../playground/slack/behaviours.ts';
import { checkMessageBlocks, checkView, describeFault } from '../../../playground/slack/check-blocks.ts';
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

const inField = (element: Json) => checkView(modal({ blocks: [input(element)] }));
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
const list = (...elements: Json[]): Json => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_list', style: 'bullet', elements }],
});
const picture = (image_url: string) => [image({ image_url })];

/** Each fault in a message, in Slack’s words and with its pointer, and blocks that have it. */
const REFUSED: [fault: string, blocks: unknown][] = [
  ['unsupported type: nope [/0]', [{ type: 'nope' }]],
  ['unsupported type: file [/0]', [{ type: 'file', source: 'remote', external_id: 'x' }]],
  ['unsupported type: rich_text_list [/0/elements/0/elements/0]', [list({ type: 'rich_text_list' })]],
  [
    'unsupported type: action_cell [/0/rows/0/0]',
    [{ type: 'table', rows: [[{ type: 'action_cell', element: button() }]] }],
  ],
  ['invalid additional property: colour [/0]', [section('x', { colour: 'red' })]],
  ['invalid additional property: constructor [/0]', [section('x', { constructor: 'x' })]],
  ['must be more than 0 characters [/0/text/text]', [section('')]],
  ['must be more than 0 characters [/0/elements/0/elements/0/text]', [rich({ type: 'text', text: '' })]],
  ['must be more than 0 characters [/0/block_id]', [section('x', { block_id: '' })]],
  ['must be less than 3001 characters [/0/text/text]', [section('x'.repeat(3_001))]],
  ['missing required field: one of text, fields [/0]', [{ type: 'section' }]],
  ['missing required field: alt_text [/0]', [image({ alt_text: undefined })]],
  ['missing required field: workflow [/0/elements/0]', [actions(IDLE)]],
  [
    'missing required field: status [/0/tasks/0]',
    [{ type: 'plan', title: 'Closing', tasks: [{ task_id: 't2', title: 'Lock up' }] }],
  ],
  ['missing required field: file_id [/0/elements/0/elements/0]', [rich({ type: 'canvas', label: 'Plan' })]],
  ['must be a valid enum value [/0/text/type]', [{ type: 'header', text: mrkdwn('x') }]],
  [
    'must be a valid enum value [/0/elements/0/options/0/description/type]',
    [menu({ options: [option('1', { description: mrkdwn('x') })] })],
  ],
  [
    'must be a valid enum value [/0/slack_icon/name]',
    [{ type: 'card', title: mrkdwn('x'), slack_icon: { type: 'icon', name: 'till' } }],
  ],
  ['must provide an array []', { type: 'section' }],
  ['must provide an array [/0/rows/1]', [{ type: 'table', rows: [[cell()], null] }]],
  ['must provide either image_url or slack_file [/0]', [image({ slack_file: { id: 'F000000001' } })]],
  [
    'must provide either icon or slack_icon [/0]',
    [{ type: 'card', title: mrkdwn('x'), icon: image(), slack_icon: { type: 'icon', name: 'map' } }],
  ],
  ['must match the expected format [/0/video_url]', [{ ...VIDEO, video_url: 'http://shop.example/1' }]],
  ['must be a valid URL [/0/elements/0/url]', [actions(button({ url: 'javascript:alert(1)' }))]],
  ['must be a valid URL [/0/elements/0/elements/0/url]', [rich({ type: 'link', url: 'x' })]],
  ['must be a valid URL [/0/image_url]', picture('data:image/png;base64,AA==')],
  ['must be a valid URL [/0/image_url]', picture('mailto:a@b.ae')],
  ['must be a valid URL [/0/image_url]', picture('javascript:alert(1)')],
  ['must be a valid URL [/0/image_url]', picture('/a.png')],
  ['must be a valid URL [/0/image_url]', picture('')],
  ['block_id must be unique: a []', [section('x', { block_id: 'a' }), section('y', { block_id: 'a' })]],
  ['action_id must be unique in its block: a []', [actions(A, A)]],
  [
    'initial option must match one of the options [/0/accessory]',
    [section('x', { accessory: select({ initial_option: option('2') }) })],
  ],
  ['must have 2 cells like the header row [/0/rows/1]', [dataTable({ rows: [[cell(), cell()], [cell()]] })]],
];

test.each(REFUSED)('a message is refused: %s', (fault, blocks) => {
  expect(check('message', blocks)).toEqual([fault.replace('[', '[json-pointer:/blocks')]);
});

const number = { type: 'number_input', is_decimal_allowed: true, min_value: '1', max_value: '50000' };
const text = { type: 'plain_text_input', min_length: 2, max_length: 5 };
const email = { type: 'email_text_input' };
const boxes = { type: 'checkboxes', options: [option('1')] };
const people = { type: 'multi_users_select' };
const grouped = (...values: string[]): Json[] =>
  values.map((value) => ({ label: plain('Group'), options: [option(value)] }));
const groups = { type: 'multi_static_select', option_groups: grouped('1', '2') };

/** The same for an input of a modal. */
const REFUSED_INPUTS: [fault: string, element: Json][] = [
  ['must provide at least one field [/filter]', { type: 'conversations_select', filter: {} }],
  [
    'no less than 1 items allowed [/initial_conversations]',
    { type: 'multi_conversations_select', initial_conversations: [] },
  ],
  [
    'no less than 1 items allowed [/initial_channels]',
    { type: 'multi_channels_select', initial_channels: [] },
  ],
  ['no less than 1 items allowed [/initial_options]', { ...boxes, initial_options: [] }],
  ['must be a number [/initial_value]', { ...number, initial_value: 'ten' }],
  ['must be a date that exists [/initial_date]', { type: 'datepicker', initial_date: '2026-02-31' }],
  [
    'must be of one option group [/initial_options]',
    { ...groups, initial_options: [option('1'), option('2')] },
  ],
  [
    'no more than 1 items allowed [/initial_users]',
    { ...people, initial_users: ['U1', 'U2'], max_selected_items: 1 },
  ],
  ['initial option must match one of the options []', select({ initial_option: option('2') })],
  [
    'missing required field: label [/option_groups/0]',
    { type: 'static_select', option_groups: [{ options: [option('1')] }] },
  ],
  [
    'must be less than 31 characters [/confirm/confirm/text]',
    { type: 'users_select', confirm: { text: plain('Sure?'), confirm: plain('x'.repeat(31)) } },
  ],
  [
    'must be less than or equal to max_length [/min_length]',
    { type: 'plain_text_input', min_length: 5, max_length: 4 },
  ],
];

test.each(REFUSED_INPUTS)('a field is refused: %s', (fault, element) => {
  const [found, ...others] = inField(element);
  expect(others).toEqual([]);
  expect(found).not.toHaveProperty('unsettled');
  expect(found && describeFault(found)).toBe(fault.replace('[', '[json-pointer:/view/blocks/0/element'));
});

/** What Slack may refuse or not. */
const UNSETTLED: [BehaviourName, ...elements: Json[]][] = [
  [
    'emptyInitialValue',
    { type: 'plain_text_input', initial_value: '' },
    { ...number, initial_value: '' },
    { ...email, initial_value: '' },
  ],
  [
    'initialOutsideLimits',
    { ...text, initial_value: 'x' },
    { ...text, initial_value: 'x'.repeat(6) },
    { ...number, initial_value: '0.99' },
    { ...number, initial_value: '50000.01' },
    { ...email, initial_value: 'sara at shop' },
    { type: 'url_text_input', initial_value: 'shop' },
  ],
  ['emptyInitialUsers', { ...people, initial_users: [] }],
  [
    'sameOptionValue',
    select({ options: [option('1'), option('1')] }),
    { ...groups, option_groups: grouped('1', '1') },
    { ...boxes, options: [option('1'), option('1')] },
  ],
  ['unknownTimeZone', { type: 'timepicker', timezone: 'Mars/Olympus' }],
];
const UNSETTLED_BUTTONS: [BehaviourName, ...elements: Json[]][] = [
  ['otherScheme', ...['tel:+971500000000', 'mailto:a@b.ae', 'slack://open'].map((url) => button({ url }))],
  ['sameOptionValue', { type: 'overflow', options: [option('1'), option('1')] }],
];

test.each([
  ...UNSETTLED.map(([name, ...elements]) => [name, elements.map(inField)] as const),
  ...UNSETTLED_BUTTONS.map(
    ([name, ...elements]) => [name, elements.map((one) => checkMessageBlocks([actions(one)]))] as const,
  ),
])('%s: each of these has one fault, an open question', (unsettled, faults) => {
  for (const found of faults) expect(found).toMatchObject([{ unsettled }]);
});

/** What Slack takes at the limits, and blocks beside others. */
const TAKEN: [what: string, faults: string[]][] = [
  ['a text as short as allowed', inModal(input({ ...text, initial_value: 'xx' }))],
  ['a text as long as allowed', inModal(input({ ...text, initial_value: 'xxxxx' }))],
  ['the lowest number', inModal(input({ ...number, initial_value: '1.00' }))],
  ['the highest number', inModal(input({ ...number, initial_value: '50000' }))],
  ['an e-mail address', inModal(input({ ...email, initial_value: 'sara@shop.example' }))],
  ['a leap day', inModal(input({ type: 'datepicker', initial_date: '2028-02-29' }))],
  ['one action_id in two blocks', check('message', [actions(A), actions(A)])],
];

test.each(TAKEN)('%s is taken', (_what, faults) => {
  expect(faults).toEqual([]);
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

describe('of a whole view', () => {
  const { submit: _submit, ...bare } = modal({ blocks: [numberInput] });
  const focused = input({ type: 'plain_text_input', focus_on_load: true });
  test.each([
    [
      'a title of a home',
      { type: 'home', blocks: [], title: plain('x') },
      'invalid additional property: title',
    ],
    ['inputs without a submit button', bare, 'missing required field: submit'],
    ['two fields with the focus', modal({ blocks: [focused, focused] }), 'only one element can have'],
  ])('%s is refused', (_what, view, fault) => {
    expect(check('view', view)).toMatchObject([expect.stringContaining(fault)]);
    expect(inModal(focused)).toEqual([]);
  });
});
