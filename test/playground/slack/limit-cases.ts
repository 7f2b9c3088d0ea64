import { limits } from '../../../src/blocks/limits.ts';

type Json = Record<string, unknown>;

export interface LimitCase {
  /** The limit's path in the table. */
  limit: string;
  max: number;
  /** A payload of this size. */
  build: (size: number) => unknown;
  surface: 'message' | 'modal';
}

const long = (size: number): string => 'x'.repeat(size);
export const many = <T>(size: number, make: (index: number) => T): T[] =>
  Array.from({ length: size }, (_, index) => make(index));

export const plain = (text: string): Json => ({ type: 'plain_text', text });
const mrkdwn = (text: string): Json => ({ type: 'mrkdwn', text });
export const section = (text = 'x', more: Json = {}): Json => ({
  type: 'section',
  text: mrkdwn(text),
  ...more,
});
const divider: Json = { type: 'divider' };
export const button = (more: Json = {}): Json => ({ type: 'button', text: plain('Go'), ...more });
const actions = (...elements: Json[]): Json => ({ type: 'actions', elements });
const option = (value: string, more: Json = {}): Json => ({ text: plain('One'), value, ...more });
const select = (more: Json = {}): Json => ({ type: 'static_select', options: [option('1')], ...more });
export const input = (element: Json, more: Json = {}): Json => ({
  type: 'input',
  label: plain('Label'),
  element,
  ...more,
});
const textInput = (more: Json = {}): Json => ({ type: 'plain_text_input', ...more });
const cell = (text = 'x'): Json => ({ type: 'raw_text', text });
const grid = (rows: number, columns: number): Json[][] => many(rows, () => many(columns, () => cell()));
const dataTable = (more: Json): Json => ({ type: 'data_table', caption: 'Links', rows: grid(2, 1), ...more });
const bars = (
  count: number,
  { series = 1, label = '', axis = {} }: { series?: number; label?: string; axis?: Json } = {},
) => {
  const labels = many(count, (index) => label || `L${index}`);
  const data = labels.map((one) => ({ label: one, value: 1 }));
  return {
    type: 'bar',
    series: many(series, (index) => ({ name: `S${index}`, data })),
    axis_config: { categories: labels, ...axis },
  };
};
const chart = (more: Json = {}): Json => ({
  type: 'data_visualization',
  title: 'Links',
  chart: bars(2),
  ...more,
});
const image = (more: Json = {}): Json => ({
  type: 'image',
  alt_text: 'a',
  image_url: 'https://x.example/a.png',
  ...more,
});
const address = (size: number): string => `https://x.example/${long(size - 'https://x.example/'.length)}`;
const card = (more: Json): Json => ({ type: 'card', ...more });
const container = (more: Json): Json => ({
  type: 'container',
  title: plain('T'),
  child_blocks: [divider],
  ...more,
});
const confirm = (more: Json): Json => actions(button({ confirm: { text: plain('Sure?'), ...more } }));
export const modal = (more: Json = {}): Json => ({
  type: 'modal',
  title: plain('Title'),
  submit: plain('Go'),
  blocks: [section()],
  ...more,
});

const inMessage = (limit: string, max: number, build: (size: number) => Json | Json[]): LimitCase => ({
  limit,
  max,
  surface: 'message',
  build: (size) => [build(size)].flat(),
});
const inModal = (limit: string, max: number, build: (size: number) => Json): LimitCase => ({
  limit,
  max,
  surface: 'modal',
  build,
});
const modalBlock = (limit: string, max: number, build: (size: number) => Json): LimitCase =>
  inModal(limit, max, (size) => modal({ blocks: [build(size)] }));

export const limitCases: LimitCase[] = [
  inMessage('message.blocks', limits.message.blocks, (n) => many(n, () => divider)),
  inMessage('message.blocksText', limits.message.blocksText, (n) =>
    many(Math.ceil(n / 3_000), (i) => section(long(Math.min(3_000, n - i * 3_000)))),
  ),
  inMessage('message.markdown', limits.message.markdown, (n) => ({ type: 'markdown', text: long(n) })),
  inMessage('message.tables', limits.message.tables, (n) =>
    many(n, () => ({ type: 'table', rows: grid(1, 1) })),
  ),
  inMessage('message.tableText', limits.message.tableText, (n) => ({
    type: 'table',
    rows: [[cell(long(n - 1)), cell()]],
  })),
  inModal('view.blocks', limits.view.blocks, (n) => modal({ blocks: many(n, () => divider) })),
  inModal('view.title', limits.view.title, (n) => modal({ title: plain(long(n)) })),
  inModal('view.submit', limits.view.submit, (n) => modal({ submit: plain(long(n)) })),
  inModal('view.close', limits.view.close, (n) => modal({ close: plain(long(n)) })),
  inModal('view.privateMetadata', limits.view.privateMetadata, (n) => modal({ private_metadata: long(n) })),
  inModal('view.callbackId', limits.view.callbackId, (n) => modal({ callback_id: long(n) })),
  inModal('view.externalId', limits.view.externalId, (n) => modal({ external_id: long(n) })),
  inMessage('id.blockId', limits.id.blockId, (n) => section('x', { block_id: long(n) })),
  inMessage('id.actionId', limits.id.actionId, (n) => actions(button({ action_id: long(n) }))),
  inMessage('text', limits.text, (n) => ({ type: 'context', elements: [mrkdwn(long(n))] })),
  inMessage('header', limits.header, (n) => ({ type: 'header', text: plain(long(n)) })),
  inMessage('section.text', limits.section.text, (n) => section(long(n))),
  inMessage('section.fields', limits.section.fields, (n) => ({
    type: 'section',
    fields: many(n, () => plain('x')),
  })),
  inMessage('section.field', limits.section.field, (n) => ({ type: 'section', fields: [plain(long(n))] })),
  inMessage('context.elements', limits.context.elements, (n) => ({
    type: 'context',
    elements: many(n, () => plain('x')),
  })),
  inMessage('actions.elements', limits.actions.elements, (n) => actions(...many(n, () => button()))),
  inMessage('contextActions.elements', limits.contextActions.elements, (n) => ({
    type: 'context_actions',
    elements: many(n, () => ({ type: 'icon_button', icon: 'trash', text: plain('x') })),
  })),
  modalBlock('alert.text', limits.alert.text, (n) => ({ type: 'alert', text: plain(long(n)) })),
  inMessage('image.altText', limits.image.altText, (n) => image({ alt_text: long(n) })),
  inMessage('image.title', limits.image.title, (n) => image({ title: plain(long(n)) })),
  inMessage('image.url', limits.image.url, (n) => image({ image_url: address(n) })),
  modalBlock('input.label', limits.input.label, (n) => input(textInput(), { label: plain(long(n)) })),
  modalBlock('input.hint', limits.input.hint, (n) => input(textInput(), { hint: plain(long(n)) })),
  inMessage('card.title', limits.card.title, (n) => card({ title: mrkdwn(long(n)) })),
  inMessage('card.subtitle', limits.card.subtitle, (n) =>
    card({ title: mrkdwn('T'), subtitle: mrkdwn(long(n)) }),
  ),
  inMessage('card.body', limits.card.body, (n) => card({ body: mrkdwn(long(n)) })),
  inMessage('card.actions', limits.card.actions, (n) => card({ actions: many(n, () => button()) })),
  inMessage('carousel.cards', limits.carousel.cards, (n) => ({
    type: 'carousel',
    elements: many(n, () => card({ body: plain('x') })),
  })),
  inMessage('container.title', limits.container.title, (n) => container({ title: plain(long(n)) })),
  inMessage('container.subtitle', limits.container.subtitle, (n) => container({ subtitle: plain(long(n)) })),
  inMessage('container.blocks', limits.container.blocks, (n) =>
    container({ child_blocks: many(n, () => divider) }),
  ),
  inMessage('table.rows', limits.table.rows, (n) => ({ type: 'table', rows: grid(n, 1) })),
  inMessage('table.columns', limits.table.columns, (n) => ({ type: 'table', rows: grid(1, n) })),
  inMessage('dataTable.rows', limits.dataTable.rows, (n) => dataTable({ rows: grid(n, 1) })),
  inMessage('dataTable.columns', limits.dataTable.columns, (n) => dataTable({ rows: grid(2, n) })),
  inMessage('dataTable.pageSize', limits.dataTable.pageSize, (n) => dataTable({ page_size: n })),
  inMessage('dataTable.caption', limits.dataTable.caption, (n) => dataTable({ caption: long(n) })),
  inMessage('charts.inMessage', limits.charts.inMessage, (n) => many(n, () => chart())),
  inMessage('charts.title', limits.charts.title, (n) => chart({ title: long(n) })),
  inMessage('charts.series', limits.charts.series, (n) => chart({ chart: bars(1, { series: n }) })),
  inMessage('charts.points', limits.charts.points, (n) => chart({ chart: bars(n) })),
  inMessage('charts.label', limits.charts.label, (n) => chart({ chart: bars(1, { label: long(n) }) })),
  inMessage('charts.axisLabel', limits.charts.axisLabel, (n) =>
    chart({ chart: bars(1, { axis: { y_label: long(n) } }) }),
  ),
  inMessage('charts.segments', limits.charts.segments, (n) =>
    chart({ chart: { type: 'pie', segments: many(n, (i) => ({ label: `L${i}`, value: 1 })) } }),
  ),
  inMessage('button.text', limits.button.text, (n) => actions(button({ text: plain(long(n)) }))),
  inMessage('button.value', limits.button.value, (n) => actions(button({ value: long(n) }))),
  inMessage('button.url', limits.button.url, (n) => actions(button({ url: address(n) }))),
  inMessage('button.accessibilityLabel', limits.button.accessibilityLabel, (n) =>
    actions(button({ accessibility_label: long(n) })),
  ),
  inMessage('overflow.options', limits.overflow.options, (n) =>
    actions({ type: 'overflow', options: many(n, (i) => option(String(i))) }),
  ),
  inMessage('select.options', limits.select.options, (n) =>
    actions(select({ options: many(n, (i) => option(String(i))) })),
  ),
  inMessage('select.groups', limits.select.groups, (n) =>
    actions({
      type: 'static_select',
      option_groups: many(n, (i) => ({ label: plain('G'), options: [option(String(i))] })),
    }),
  ),
  inMessage('select.groupLabel', limits.select.groupLabel, (n) =>
    actions({
      type: 'static_select',
      option_groups: [{ label: plain(long(n)), options: [option('1')] }],
    }),
  ),
  modalBlock('choices.options', limits.choices.options, (n) =>
    input({ type: 'checkboxes', options: many(n, (i) => option(String(i))) }),
  ),
  inMessage('option.text', limits.option.text, (n) =>
    actions(select({ options: [{ text: plain(long(n)), value: '1' }] })),
  ),
  inMessage('option.description', limits.option.description, (n) =>
    actions(select({ options: [option('1', { description: plain(long(n)) })] })),
  ),
  inMessage('option.value', limits.option.value, (n) => actions(select({ options: [option(long(n))] }))),
  inMessage('option.url', limits.option.url, (n) =>
    actions({ type: 'overflow', options: [option('1', { url: address(n) })] }),
  ),
  modalBlock('placeholder', limits.placeholder, (n) => input(textInput({ placeholder: plain(long(n)) }))),
  inMessage('confirm.title', limits.confirm.title, (n) => confirm({ title: plain(long(n)) })),
  inMessage('confirm.text', limits.confirm.text, (n) => confirm({ text: plain(long(n)) })),
  inMessage('confirm.button', limits.confirm.button, (n) => confirm({ confirm: plain(long(n)) })),
  modalBlock('plainTextInput.length', limits.plainTextInput.length, (n) =>
    input(textInput({ initial_value: long(n) })),
  ),
  modalBlock('richTextInput.lines', limits.richTextInput.lines, (n) =>
    input({ type: 'rich_text_input', max_lines: n }),
  ),
  modalBlock('fileInput.files', limits.fileInput.files, (n) => input({ type: 'file_input', max_files: n })),
];
