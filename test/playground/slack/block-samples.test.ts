import { expect, test } from 'vitest';
import type { JsonRecord as Json } from '../../../playground/page/read-json.ts';
import { checkMessageBlocks, checkView, describeFault } from '../../../playground/slack/check-blocks.ts';
import {
  actions,
  button,
  cell,
  input,
  modal,
  mrkdwn,
  option,
  plain,
  section,
  select,
} from './limit-cases.ts';

const PICTURE = { type: 'image', image_url: 'https://shop.example/tea.png', alt_text: 'Tea' };
const WORDS = (text = 'tea') => ({ type: 'text', text });
const rich = (...elements: Json[]): Json => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});
const body = (type: string, more: Json = {}): Json => ({
  type: 'rich_text',
  elements: [{ type, elements: [WORDS()], ...more }],
});
const RUN = {
  type: 'workflow_button',
  text: plain('Count the till'),
  workflow: {
    trigger: {
      url: 'https://slack.com/shortcuts/Ft01/x',
      customizable_input_parameters: [{ name: 'till', value: '2' }],
    },
  },
};
const VIDEO = {
  type: 'video',
  title: plain('How the till closes'),
  alt_text: 'A till',
  video_url: 'https://shop.example/embed/1',
  thumbnail_url: 'https://shop.example/1.png',
  author_name: 'Sara',
};
const STEP = { type: 'task_card', task_id: 't1', title: 'Count the till', status: 'complete' };
const SALES = [{ name: 'Sales', data: [{ label: 'Mon', value: 3 }] }];
const chart = (more: Json): Json => ({ type: 'data_visualization', title: 'Sales', chart: more });
const axis = { series: SALES, axis_config: { categories: ['Mon'] } };
const cells = (...row: unknown[]): Json => ({
  type: 'data_table',
  caption: 'Links',
  rows: [row.map(() => cell('Head')), row],
});
const BOXES = {
  type: 'checkboxes',
  options: [{ ...option('1'), text: mrkdwn('*Tea*'), description: mrkdwn('_hot_') }],
};

/** Each kind of block, as small as its reference allows, or with what only it has. */
const BLOCKS: Record<string, Json> = {
  actions: actions(button()),
  card: {
    type: 'card',
    title: mrkdwn('Tea'),
    slack_icon: { type: 'icon', name: 'rocket' },
    actions: [button()],
  },
  carousel: { type: 'carousel', elements: [{ type: 'card', body: plain('Tea') }] },
  container: { type: 'container', title: plain('Till'), child_blocks: [section(), VIDEO], icon: PICTURE },
  context: { type: 'context', elements: [mrkdwn('x'), PICTURE] },
  context_actions: {
    type: 'context_actions',
    elements: [
      {
        type: 'feedback_buttons',
        positive_button: { text: plain('Good'), value: '1' },
        negative_button: { text: plain('Bad'), value: '0' },
      },
      { type: 'icon_button', icon: 'trash', text: plain('Delete') },
    ],
  },
  'a chart of bars': chart({ type: 'bar', ...axis }),
  'a chart of lines': chart({ type: 'line', ...axis }),
  'a chart of areas': chart({ type: 'area', ...axis }),
  'a pie': chart({ type: 'pie', segments: [{ label: 'Mon', value: 3 }] }),
  'a data table with numbers': cells({ type: 'raw_number', value: 3, text: '3' }, rich(WORDS())),
  'a data table with buttons': cells({ type: 'action_cell', element: button(), fallback: cell() }),
  divider: { type: 'divider' },
  header: { type: 'header', text: plain('Till'), level: 2 },
  image: { ...PICTURE, title: plain('Tea') },
  'an image by its file': { type: 'image', slack_file: { id: 'F0123456789' }, alt_text: 'Tea' },
  input: input({ type: 'plain_text_input' }),
  markdown: { type: 'markdown', text: '**Till**' },
  plan: {
    type: 'plan',
    title: 'Closing',
    tasks: [STEP, { task_id: 't2', title: 'Lock up', status: 'pending' }],
  },
  'section with fields': { type: 'section', fields: [plain('a'), mrkdwn('b')], expand: true },
  table: { type: 'table', rows: [[cell(), cell()]], column_settings: [null, { align: 'right' }] },
  task_card: {
    ...STEP,
    details: rich(WORDS()),
    sources: [{ type: 'url', url: 'https://a.example', text: 'a' }],
  },
  video: VIDEO,
  rich_text_list: {
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_list',
        style: 'ordered',
        offset: 2,
        indent: 1,
        border: 1,
        elements: [{ type: 'rich_text_section', elements: [WORDS()] }],
      },
    ],
  },
  rich_text_preformatted: body('rich_text_preformatted', { language: 'json' }),
  rich_text_quote: body('rich_text_quote', { border: 1 }),
};

/** Each element of rich text. */
const RICH: Json[] = [
  { ...WORDS(), style: { bold: true, code: true } },
  { type: 'attachment_mention', url: 'https://a.example' },
  { type: 'broadcast', range: 'here' },
  { type: 'canvas', file_id: 'F1', label: 'Plan' },
  { type: 'canvas_message_unfurl', root_message_ts: '1.2', root_message_channel: 'C1' },
  { type: 'canvas_user_mention', user_id: 'U1' },
  { type: 'channel', channel_id: 'C1' },
  {
    type: 'citation',
    url: 'https://a.example',
    text: 'a',
    index: 1,
    details: { citation_type: 'web', title: 'A' },
  },
  { type: 'color', value: '#0b5c4a' },
  { type: 'date', timestamp: 1_764_000_000, format: '{date}', timezone: 'Asia/Dubai', fallback: 'today' },
  { type: 'emoji', name: 'tea', unicode: '1f375' },
  { type: 'file', file_id: 'F1', text: 'till.csv' },
  { type: 'link', url: 'https://a.example', text: 'a', style: { italic: true } },
  { type: 'list_record', file_id: 'F1', record_id: 'R1' },
  { type: 'message_mention', channel_id: 'C1', message_ts: '1.2' },
  { type: 'salesforce_data_field', salesforce_record_id: 'S1' },
  { type: 'tag', text: 'Paid', color: 'green' },
  { type: 'team', team_id: 'T1' },
  { type: 'user', user_id: 'U1' },
  { type: 'usergroup', usergroup_id: 'S1' },
  { type: 'work_object_mention', entity_id: 'E1', app_id: 'A1', text: 'a', url: 'https://a.example' },
  { type: 'workflow_mention', workflow_id: 'W1', function_trigger_id: 'Ft1', text: 'Run' },
];

const MENUS: Json[] = [
  select({ initial_option: option('1') }),
  { type: 'external_select', min_query_length: 0 },
  { type: 'users_select', initial_user: 'U1' },
  { type: 'conversations_select', filter: { include: ['im', 'mpim'] } },
  { type: 'channels_select', initial_channel: 'C1' },
  { type: 'multi_static_select', options: [option('1')], max_selected_items: 1 },
  { type: 'multi_external_select' },
  { type: 'multi_users_select' },
  { type: 'multi_conversations_select' },
  { type: 'multi_channels_select' },
];
const CHOICES: Json[] = [
  BOXES,
  { ...BOXES, type: 'radio_buttons' },
  { type: 'datepicker', initial_date: '2026-11-27' },
  { type: 'timepicker', initial_time: '09:30', timezone: 'Asia/Dubai' },
];
const WHEN = { type: 'datetimepicker', initial_date_time: 1_764_000_000 };
const OVERFLOW = { type: 'overflow', options: [option('1', { url: 'https://a.example' })] };
const WRITTEN = { type: 'rich_text_input', initial_value: rich(WORDS()) };

const IN_ACTIONS = [
  button({ style: 'danger', confirm: { text: mrkdwn('*Sure?*') } }),
  RUN,
  OVERFLOW,
  WHEN,
  ...MENUS,
  ...CHOICES,
];
const IN_SECTIONS = [button(), RUN, OVERFLOW, PICTURE, ...MENUS, ...CHOICES];
const IN_INPUTS = [
  { type: 'plain_text_input', multiline: true, max_length: 9 },
  { type: 'number_input', is_decimal_allowed: true, min_value: '1' },
  { type: 'email_text_input', dispatch_action_config: { trigger_actions_on: ['on_enter_pressed'] } },
  { type: 'url_text_input', initial_value: 'https://a.example' },
  { type: 'file_input', filetypes: ['csv'], max_files: 1 },
  WHEN,
  WRITTEN,
  ...MENUS,
  ...CHOICES,
];

const inMessage = (block: Json) => checkMessageBlocks([block]).map(describeFault);
const inModal = (block: Json) => checkView(modal({ blocks: [block] })).map(describeFault);
const byType = (elements: Json[]) => elements.map((one): [unknown, Json] => [one['type'], one]);

test.each(Object.entries(BLOCKS))('the reference’s %s is taken in a message', (_kind, block) => {
  expect(inMessage(block)).toEqual([]);
});

test('an alert is taken in a modal', () => {
  expect(inModal({ type: 'alert', text: mrkdwn('x'), level: 'info' })).toEqual([]);
});

test.each(byType(RICH))('%s is taken in rich text', (_type, element) => {
  expect(inMessage(rich(element))).toEqual([]);
});

test.each(byType(IN_ACTIONS))('%s is taken in an actions block', (_type, element) => {
  expect(inMessage(actions(element))).toEqual([]);
});

test('rich_text_input is taken in an actions block of the home', () => {
  expect(checkView({ type: 'home', blocks: [actions(WRITTEN)] })).toEqual([]);
});

test.each(byType(IN_SECTIONS))('%s is taken beside a section', (_type, element) => {
  expect(inMessage(section('x', { accessory: element }))).toEqual([]);
});

test.each(byType(IN_INPUTS))('%s is taken in an input block', (_type, element) => {
  expect(inModal(input(element))).toEqual([]);
});

const { workflow: _, ...IDLE } = RUN;
const REFUSED: Record<string, [block: Json, fault: string]> = {
  'a file block, which only Slack makes': [
    { type: 'file', source: 'remote', external_id: 'x' },
    'unsupported type: file [json-pointer:/blocks/0]',
  ],
  'a workflow button without a workflow': [
    actions(IDLE),
    'missing required field: workflow [json-pointer:/blocks/0/elements/0]',
  ],
  'a menu’s option described in mrkdwn': [
    actions(select({ options: [option('1', { description: mrkdwn('x') })] })),
    'must be a valid enum value [json-pointer:/blocks/0/elements/0/options/0/description/type]',
  ],
  'a task without its status': [
    { type: 'plan', title: 'Closing', tasks: [{ task_id: 't2', title: 'Lock up' }] },
    'missing required field: status [json-pointer:/blocks/0/tasks/0]',
  ],
  'a video that is not on https': [
    { ...VIDEO, video_url: 'http://shop.example/embed/1' },
    'must match the expected format [json-pointer:/blocks/0/video_url]',
  ],
  'a card with two icons': [
    { type: 'card', title: mrkdwn('x'), icon: PICTURE, slack_icon: { type: 'icon', name: 'map' } },
    'must provide either icon or slack_icon [json-pointer:/blocks/0]',
  ],
  'an icon that Slack does not have': [
    { type: 'card', title: mrkdwn('x'), slack_icon: { type: 'icon', name: 'till' } },
    'must be a valid enum value [json-pointer:/blocks/0/slack_icon/name]',
  ],
  'a table with a button': [
    { type: 'table', rows: [[{ type: 'action_cell', element: button() }]] },
    'unsupported type: action_cell [json-pointer:/blocks/0/rows/0/0]',
  ],
  'a row of null': [
    { type: 'table', rows: [[cell()], null] },
    'must provide an array [json-pointer:/blocks/0/rows/1]',
  ],
  'a canvas without its file': [
    rich({ type: 'canvas', label: 'Plan' }),
    'missing required field: file_id [json-pointer:/blocks/0/elements/0/elements/0]',
  ],
  'a list within a list': [
    {
      type: 'rich_text',
      elements: [{ type: 'rich_text_list', style: 'bullet', elements: [{ type: 'rich_text_list' }] }],
    },
    'unsupported type: rich_text_list [json-pointer:/blocks/0/elements/0/elements/0]',
  ],
  'a field for e-mails in a message': [
    input({ type: 'email_text_input' }),
    'unsupported type: email_text_input [json-pointer:/blocks/0/element]',
  ],
  'an alert in a message': [
    { type: 'alert', text: plain('x') },
    'unsupported type: alert [json-pointer:/blocks/0]',
  ],
};

test.each(Object.entries(REFUSED))('%s is refused', (_what, [block, fault]) => {
  expect(inMessage(block)).toEqual([fault]);
});
