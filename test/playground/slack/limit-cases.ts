import type { JsonRecord as Json } from '../../../playground/page/read-json.ts';
import { limits } from '../../../src/blocks/limits.ts';

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

export const plain = (text: string) => ({ type: 'plain_text' as const, text });
export const mrkdwn = (text: string): Json => ({ type: 'mrkdwn', text });
export const section = (text = 'x', more: Json = {}): Json => ({
  type: 'section',
  text: mrkdwn(text),
  ...more,
});
const divider: Json = { type: 'divider' };
export const button = (more: Json = {}): Json => ({ type: 'button', text: plain('Go'), ...more });
export const actions = (...elements: Json[]): Json => ({ type: 'actions', elements });
export const option = (value: string, more: Json = {}): Json => ({ text: plain('One'), value, ...more });
export const select = (more: Json = {}): Json => ({ type: 'static_select', options: [option('1')], ...more });
export const input = (element: Json, more: Json = {}): Json => ({
  type: 'input',
  label: plain('Label'),
  element,
  ...more,
});
const textInput = (more: Json = {}): Json => ({ type: 'plain_text_input', ...more });
export const cell = (text = 'x'): Json => ({ type: 'raw_text', text });
const grid = (rows: number, columns: number): Json[][] => many(rows, () => many(columns, () => cell()));
export const dataTable = (more: Json): Json => ({
  type: 'data_table',
  caption: 'Links',
  rows: grid(2, 1),
  ...more,
});
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
export const image = (more: Json = {}): Json => ({
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

const maxOf = (limit: string): number => {
  const value = limit.split('.').reduce<unknown>((table, name) => (table as Json)[name], limits);
  if (typeof value !== 'number') throw new Error(`no limit ${limit}`);
  return value;
};

const inMessage = (limit: string, build: (size: number) => Json | Json[]): LimitCase => ({
  limit,
  max: maxOf(limit),
  surface: 'message',
  build: (size) => [build(size)].flat(),
});
const inModal = (limit: string, build: (size: number) => Json): LimitCase => ({
  limit,
  max: maxOf(limit),
  surface: 'modal',
  build,
});
const modalBlock = (limit: string, build: (size: number) => Json): LimitCase =>
  inModal(limit, (size) => modal({ blocks: [build(size)] }));

export const limitCases: LimitCase[] = [
  inMessage('message.blocks', (n) => many(n, () => divider)),
  inMessage('message.blocksText', (n) =>
    many(Math.ceil(n / 3_000), (i) => section(long(Math.min(3_000, n - i * 3_000)))),
  ),
  inMessage('message.markdown', (n) => ({ type: 'markdown', text: long(n) })),
  inMessage('message.tables', (n) => many(n, () => ({ type: 'table', rows: grid(1, 1) }))),
  inMessage('message.tableText', (n) => ({
    type: 'table',
    rows: [[cell(long(n - 1)), cell()]],
  })),
  inModal('view.blocks', (n) => modal({ blocks: many(n, () => divider) })),
  inModal('view.title', (n) => modal({ title: plain(long(n)) })),
  inModal('view.submit', (n) => modal({ submit: plain(long(n)) })),
  inModal('view.close', (n) => modal({ close: plain(long(n)) })),
  inModal('view.privateMetadata', (n) => modal({ private_metadata: long(n) })),
  inModal('view.callbackId', (n) => modal({ callback_id: long(n) })),
  inModal('view.externalId', (n) => modal({ external_id: long(n) })),
  inMessage('id.blockId', (n) => section('x', { block_id: long(n) })),
  inMessage('id.actionId', (n) => actions(button({ action_id: long(n) }))),
  inMessage('text', (n) => ({ type: 'context', elements: [mrkdwn(long(n))] })),
  inMessage('header', (n) => ({ type: 'header', text: plain(long(n)) })),
  inMessage('section.text', (n) => section(long(n))),
  inMessage('section.fields', (n) => ({
    type: 'section',
    fields: many(n, () => plain('x')),
  })),
  inMessage('section.field', (n) => ({ type: 'section', fields: [plain(long(n))] })),
  inMessage('context.elements', (n) => ({
    type: 'context',
    elements: many(n, () => plain('x')),
  })),
  inMessage('actions.elements', (n) => actions(...many(n, () => button()))),
  inMessage('contextActions.elements', (n) => ({
    type: 'context_actions',
    elements: many(n, () => ({ type: 'icon_button', icon: 'trash', text: plain('x') })),
  })),
  modalBlock('alert.text', (n) => ({ type: 'alert', text: plain(long(n)) })),
  inMessage('image.altText', (n) => image({ alt_text: long(n) })),
  inMessage('image.title', (n) => image({ title: plain(long(n)) })),
  inMessage('image.url', (n) => image({ image_url: address(n) })),
  modalBlock('input.label', (n) => input(textInput(), { label: plain(long(n)) })),
  modalBlock('input.hint', (n) => input(textInput(), { hint: plain(long(n)) })),
  inMessage('card.title', (n) => card({ title: mrkdwn(long(n)) })),
  inMessage('card.subtitle', (n) => card({ title: mrkdwn('T'), subtitle: mrkdwn(long(n)) })),
  inMessage('card.body', (n) => card({ body: mrkdwn(long(n)) })),
  inMessage('card.actions', (n) => card({ actions: many(n, () => button()) })),
  inMessage('carousel.cards', (n) => ({
    type: 'carousel',
    elements: many(n, () => card({ body: plain('x') })),
  })),
  inMessage('container.title', (n) => container({ title: plain(long(n)) })),
  inMessage('container.subtitle', (n) => container({ subtitle: plain(long(n)) })),
  inMessage('container.blocks', (n) => container({ child_blocks: many(n, () => divider) })),
  inMessage('table.rows', (n) => ({ type: 'table', rows: grid(n, 1) })),
  inMessage('table.columns', (n) => ({ type: 'table', rows: grid(1, n) })),
  inMessage('dataTable.rows', (n) => dataTable({ rows: grid(n, 1) })),
  inMessage('dataTable.columns', (n) => dataTable({ rows: grid(2, n) })),
  inMessage('dataTable.pageSize', (n) => dataTable({ page_size: n })),
  inMessage('dataTable.caption', (n) => dataTable({ caption: long(n) })),
  inMessage('charts.inMessage', (n) => many(n, () => chart())),
  inMessage('charts.title', (n) => chart({ title: long(n) })),
  inMessage('charts.series', (n) => chart({ chart: bars(1, { series: n }) })),
  inMessage('charts.points', (n) => chart({ chart: bars(n) })),
  inMessage('charts.label', (n) => chart({ chart: bars(1, { label: long(n) }) })),
  inMessage('charts.axisLabel', (n) => chart({ chart: bars(1, { axis: { y_label: long(n) } }) })),
  inMessage('charts.segments', (n) =>
    chart({ chart: { type: 'pie', segments: many(n, (i) => ({ label: `L${i}`, value: 1 })) } }),
  ),
  inMessage('button.text', (n) => actions(button({ text: plain(long(n)) }))),
  inMessage('button.value', (n) => actions(button({ value: long(n) }))),
  inMessage('button.url', (n) => actions(button({ url: address(n) }))),
  inMessage('button.accessibilityLabel', (n) => actions(button({ accessibility_label: long(n) }))),
  inMessage('overflow.options', (n) =>
    actions({ type: 'overflow', options: many(n, (i) => option(String(i))) }),
  ),
  inMessage('select.options', (n) => actions(select({ options: many(n, (i) => option(String(i))) }))),
  inMessage('select.groups', (n) =>
    actions({
      type: 'static_select',
      option_groups: many(n, (i) => ({ label: plain('G'), options: [option(String(i))] })),
    }),
  ),
  inMessage('select.groupLabel', (n) =>
    actions({
      type: 'static_select',
      option_groups: [{ label: plain(long(n)), options: [option('1')] }],
    }),
  ),
  modalBlock('choices.options', (n) =>
    input({ type: 'checkboxes', options: many(n, (i) => option(String(i))) }),
  ),
  inMessage('option.text', (n) => actions(select({ options: [{ text: plain(long(n)), value: '1' }] }))),
  inMessage('option.description', (n) =>
    actions(select({ options: [option('1', { description: plain(long(n)) })] })),
  ),
  inMessage('option.value', (n) => actions(select({ options: [option(long(n))] }))),
  inMessage('option.url', (n) => actions({ type: 'overflow', options: [option('1', { url: address(n) })] })),
  modalBlock('placeholder', (n) => input(textInput({ placeholder: plain(long(n)) }))),
  inMessage('confirm.title', (n) => confirm({ title: plain(long(n)) })),
  inMessage('confirm.text', (n) => confirm({ text: plain(long(n)) })),
  inMessage('confirm.button', (n) => confirm({ confirm: plain(long(n)) })),
  modalBlock('plainTextInput.length', (n) => input(textInput({ initial_value: long(n) }))),
  modalBlock('richTextInput.lines', (n) => input({ type: 'rich_text_input', max_lines: n })),
  modalBlock('fileInput.files', (n) => input({ type: 'file_input', max_files: n })),
];
