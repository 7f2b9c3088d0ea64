// @module-tag long

import { expect, test } from 'vitest';
import { checkMessageBlocks, checkView, describeFault } from '../../src/check-blocks.ts';
import type { JsonRecord as Json } from '../../src/page/read-json.ts';
import {
  actions,
  block,
  button,
  cell,
  chart,
  dataTable,
  image,
  input,
  modal,
  mrkdwn,
  option,
  plain,
  RUN,
  rich,
  section,
  select,
  TEXT,
  VIDEO,
} from './limit-cases.ts';

const STEP = { type: 'task_card', task_id: 't1', title: 'Count the till', status: 'complete' };
const SALES = [{ name: 'Sales', data: [{ label: 'Mon', value: 3 }] }];
const drawn = (type: string) =>
  chart({ chart: { type, series: SALES, axis_config: { categories: ['Mon'] } } });
const row = (...cells: unknown[]) => dataTable({ rows: [cells.map(() => cell('Head')), cells] });
const body = (type: string, more: Json = {}) => block('rich_text', { elements: [block(type, LINE, more)] });
const LINE = { elements: [TEXT] };
const LINES = { elements: [block('rich_text_section', LINE)] };
const ADDRESS = 'https://a.example';

const FEEDBACK = block('feedback_buttons', { positive_button: option('1'), negative_button: option('0') });

/** Each kind of block with what its reference allows; the cases of the limits have the rest. */
const BLOCKS: Json[] = [
  { type: 'card', title: mrkdwn('Tea'), slack_icon: { type: 'icon', name: 'rocket' }, actions: [button()] },
  { type: 'container', title: plain('Till'), child_blocks: [section(), VIDEO], icon: image() },
  { type: 'context', elements: [mrkdwn('x'), image()] },
  block('context_actions', { elements: [FEEDBACK] }),
  drawn('line'),
  drawn('area'),
  row({ type: 'raw_number', value: 3, text: '3' }, rich(TEXT)),
  row({ type: 'action_cell', element: button(), fallback: cell() }),
  { type: 'header', text: plain('Till'), level: 2 },
  { type: 'image', slack_file: { id: 'F0123456789' }, alt_text: 'Tea' },
  { type: 'plan', title: 'Closing', tasks: [STEP, { task_id: 't2', title: 'Lock up', status: 'pending' }] },
  { type: 'section', fields: [plain('a'), mrkdwn('b')], expand: true },
  { type: 'table', rows: [[cell(), cell()]], column_settings: [null, { align: 'right' }] },
  { ...STEP, details: rich(TEXT), sources: [{ type: 'url', url: ADDRESS, text: 'a' }] },
  VIDEO,
  body('rich_text_list', { style: 'ordered', offset: 2, indent: 1, border: 1, ...LINES }),
  body('rich_text_preformatted', { language: 'json' }),
  body('rich_text_quote', { border: 1 }),
];

/** Each element of rich text. */
const RICH: Json[] = [
  { ...TEXT, style: { bold: true, code: true } },
  { type: 'attachment_mention', url: ADDRESS },
  { type: 'broadcast', range: 'here' },
  { type: 'canvas', file_id: 'F1', label: 'Plan' },
  { type: 'canvas_message_unfurl', root_message_ts: '1.2', root_message_channel: 'C1' },
  { type: 'canvas_user_mention', user_id: 'U1' },
  { type: 'channel', channel_id: 'C1' },
  { type: 'citation', url: ADDRESS, text: 'a', index: 1, details: { citation_type: 'web', title: 'A' } },
  { type: 'color', value: '#0b5c4a' },
  { type: 'date', timestamp: 1, format: '{date}' },
  { type: 'date', timestamp: 1, format: '{date}', timezone: 'Asia/Dubai', fallback: 'today' },
  { type: 'emoji', name: 'tea', unicode: '1f375' },
  { type: 'file', file_id: 'F1', text: 'till.csv' },
  { type: 'link', url: ADDRESS, text: 'a', style: { italic: true } },
  { type: 'list_record', file_id: 'F1', record_id: 'R1' },
  { type: 'message_mention', channel_id: 'C1', message_ts: '1.2' },
  { type: 'salesforce_data_field', salesforce_record_id: 'S1' },
  { type: 'tag', text: 'Paid', color: 'green' },
  { type: 'team', team_id: 'T1' },
  { type: 'user', user_id: 'U1' },
  { type: 'usergroup', usergroup_id: 'S1' },
  { type: 'work_object_mention', entity_id: 'E1', app_id: 'A1', text: 'a', url: ADDRESS },
  { type: 'workflow_mention', workflow_id: 'W1', function_trigger_id: 'Ft1', text: 'Run' },
];

const BOXES = [{ ...option('1'), text: mrkdwn('*Tea*'), description: mrkdwn('_hot_') }];
const WHEN = { type: 'datetimepicker', initial_date_time: 1_764_000_000 };
const WRITTEN = { type: 'rich_text_input', initial_value: rich(TEXT) };
const IN_BLOCKS = [RUN, { type: 'overflow', options: [option('1', { url: ADDRESS })] }];
const EVERYWHERE: Json[] = [
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
  { type: 'checkboxes', options: BOXES },
  { type: 'radio_buttons', options: BOXES },
  { type: 'datepicker', initial_date: '2026-11-27' },
  { type: 'timepicker', initial_time: '09:30', timezone: 'Asia/Dubai' },
];
const BESIDE = [button(), image(), ...IN_BLOCKS, ...EVERYWHERE];
const DANGER = button({ style: 'danger', confirm: { text: mrkdwn('*Sure?*') } });
const IN_INPUTS: Json[] = [
  { type: 'plain_text_input', multiline: true, max_length: 9 },
  { type: 'number_input', is_decimal_allowed: true, min_value: '1' },
  { type: 'email_text_input', dispatch_action_config: { trigger_actions_on: ['on_enter_pressed'] } },
  { type: 'url_text_input', initial_value: ADDRESS },
  { type: 'file_input', filetypes: ['csv'], max_files: 1 },
];

const inMessage = (block: Json) => checkMessageBlocks([block]);
const inModal = (block: Json) => checkView(modal({ blocks: [block] }));
const inHome = (block: Json) => checkView({ type: 'home', blocks: [block] });

const TAKEN: [where: string, check: typeof inMessage, samples: Json[], wrap: (sample: Json) => Json][] = [
  ['a message', inMessage, BLOCKS, (block) => block],
  ['a modal', inModal, [{ type: 'alert', text: mrkdwn('x'), level: 'info' }], (block) => block],
  ['rich text', inMessage, RICH, (element) => rich(element)],
  ['an actions block', inMessage, [DANGER, WHEN, ...IN_BLOCKS, ...EVERYWHERE], (element) => actions(element)],
  ['an actions block of the home', inHome, [WRITTEN], (element) => actions(element)],
  ['a section', inMessage, BESIDE, (accessory) => section('x', { accessory })],
  ['an input block', inModal, [WHEN, WRITTEN, ...IN_INPUTS, ...EVERYWHERE], (element) => input(element)],
];
const ROWS = TAKEN.flatMap(([where, check, samples, wrap]) =>
  samples.map((sample) => ({ type: sample['type'], where, faults: () => check(wrap(sample)) })),
);

test.each(ROWS)('$type of the reference is taken in $where', ({ faults }) => {
  expect(faults().map(describeFault)).toEqual([]);
});
