import { limits } from '../../src/limits.ts';
import type { JsonRecord as Json } from '../../src/page/read-json.ts';

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
export const block = (type: string, ...parts: Json[]): Json => Object.assign({ type }, ...parts);
export const section = (text = 'x', more: Json = {}) => block('section', { text: mrkdwn(text) }, more);
const divider: Json = { type: 'divider' };
export const button = (more: Json = {}): Json => ({ type: 'button', text: plain('Go'), ...more });
export const actions = (...elements: Json[]): Json => ({ type: 'actions', elements });
export const option = (value: string, more: Json = {}): Json => ({ text: plain('One'), value, ...more });
const options = (count: number): Json[] => many(count, (index) => option(String(index)));
export const select = (more: Json = {}): Json => ({ type: 'static_select', options: [option('1')], ...more });
export const input = (element: Json, more: Json = {}) =>
  block('input', { label: plain('Label'), element }, more);
const textInput = (more: Json = {}): Json => ({ type: 'plain_text_input', ...more });
export const cell = (text = 'x'): Json => ({ type: 'raw_text', text });
const grid = (rows: number, columns: number): Json[][] => many(rows, () => many(columns, () => cell()));
export const dataTable = (more: Json) => block('data_table', { caption: 'Links', rows: grid(2, 1) }, more);
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
export const chart = (more: Json = {}) =>
  block('data_visualization', { title: 'Links', chart: bars(2) }, more);
const PICTURE = { alt_text: 'a', image_url: 'https://x.example/a.png' };
export const image = (more: Json = {}) => block('image', PICTURE, more);
const address = (size: number): string => `https://x.example/${long(size - 'https://x.example/'.length)}`;
const card = (more: Json): Json => ({ type: 'card', ...more });
const container = (more: Json) => block('container', { title: plain('T'), child_blocks: [divider] }, more);
const grouped = (option_groups: Json[]) => actions(block('static_select', { option_groups }));
const confirm = (more: Json): Json => actions(button({ confirm: { text: plain('Sure?'), ...more } }));
const VIEW = { title: plain('Title'), submit: plain('Go'), blocks: [section()] };
export const modal = (more: Json = {}) => block('modal', VIEW, more);

/** A message of this size, by the path of its limit in the table. */
const IN_MESSAGE: Record<string, (n: number) => Json | Json[]> = {
  'message.blocks': (n) => many(n, () => divider),
  'message.blocksText': (n) =>
    many(Math.ceil(n / 3_000), (i) => section(long(Math.min(3_000, n - i * 3_000)))),
  'message.tables': (n) => many(n, () => ({ type: 'table', rows: grid(1, 1) })),
  'id.blockId': (n) => section('x', { block_id: long(n) }),
  'id.actionId': (n) => actions(button({ action_id: long(n) })),
  text: (n) => ({ type: 'context', elements: [mrkdwn(long(n))] }),
  header: (n) => ({ type: 'header', text: plain(long(n)) }),
  'section.text': (n) => section(long(n)),
  'section.fields': (n) => ({ type: 'section', fields: many(n, () => plain('x')) }),
  'section.field': (n) => ({ type: 'section', fields: [plain(long(n))] }),
  'context.elements': (n) => ({ type: 'context', elements: many(n, () => plain('x')) }),
  'actions.elements': (n) => actions(...many(n, () => button())),
  'contextActions.elements': (n) => ({
    type: 'context_actions',
    elements: many(n, () => ({ type: 'icon_button', icon: 'trash', text: plain('x') })),
  }),
  'image.altText': (n) => image({ alt_text: long(n) }),
  'image.title': (n) => image({ title: plain(long(n)) }),
  'image.url': (n) => image({ image_url: address(n) }),
  'card.title': (n) => card({ title: mrkdwn(long(n)) }),
  'card.subtitle': (n) => card({ title: mrkdwn('T'), subtitle: mrkdwn(long(n)) }),
  'card.body': (n) => card({ body: mrkdwn(long(n)) }),
  'card.actions': (n) => card({ actions: many(n, () => button()) }),
  'carousel.cards': (n) => ({ type: 'carousel', elements: many(n, () => card({ body: plain('x') })) }),
  'container.title': (n) => container({ title: plain(long(n)) }),
  'container.subtitle': (n) => container({ subtitle: plain(long(n)) }),
  'container.blocks': (n) => container({ child_blocks: many(n, () => divider) }),
  'table.rows': (n) => ({ type: 'table', rows: grid(n, 1) }),
  'table.columns': (n) => ({ type: 'table', rows: grid(1, n) }),
  'dataTable.rows': (n) => dataTable({ rows: grid(n, 1) }),
  'dataTable.columns': (n) => dataTable({ rows: grid(2, n) }),
  'dataTable.pageSize': (n) => dataTable({ page_size: n }),
  'dataTable.caption': (n) => dataTable({ caption: long(n) }),
  'charts.inMessage': (n) => many(n, () => chart()),
  'charts.title': (n) => chart({ title: long(n) }),
  'charts.series': (n) => chart({ chart: bars(1, { series: n }) }),
  'charts.points': (n) => chart({ chart: bars(n) }),
  'charts.label': (n) => chart({ chart: bars(1, { label: long(n) }) }),
  'charts.axisLabel': (n) => chart({ chart: bars(1, { axis: { y_label: long(n) } }) }),
  'charts.segments': (n) =>
    chart({ chart: { type: 'pie', segments: many(n, (i) => ({ label: `L${i}`, value: 1 })) } }),
  'button.text': (n) => actions(button({ text: plain(long(n)) })),
  'button.value': (n) => actions(button({ value: long(n) })),
  'button.url': (n) => actions(button({ url: address(n) })),
  'button.accessibilityLabel': (n) => actions(button({ accessibility_label: long(n) })),
  'overflow.options': (n) => actions({ type: 'overflow', options: options(n) }),
  'select.options': (n) => actions(select({ options: options(n) })),
  'select.groups': (n) => grouped(many(n, (i) => ({ label: plain('G'), options: [option(String(i))] }))),
  'select.groupLabel': (n) => grouped([{ label: plain(long(n)), options: [option('1')] }]),
  'option.text': (n) => actions(select({ options: [{ text: plain(long(n)), value: '1' }] })),
  'option.description': (n) => actions(select({ options: [option('1', { description: plain(long(n)) })] })),
  'option.value': (n) => actions(select({ options: [option(long(n))] })),
  'option.url': (n) => actions({ type: 'overflow', options: [option('1', { url: address(n) })] }),
  'confirm.title': (n) => confirm({ title: plain(long(n)) }),
  'confirm.text': (n) => confirm({ text: plain(long(n)) }),
  'confirm.button': (n) => confirm({ confirm: plain(long(n)) }),
};

/** A block of a modal. */
const IN_FIELD: Record<string, (n: number) => Json> = {
  'alert.text': (n) => ({ type: 'alert', text: plain(long(n)) }),
  'input.label': (n) => input(textInput(), { label: plain(long(n)) }),
  'input.hint': (n) => input(textInput(), { hint: plain(long(n)) }),
  'choices.options': (n) => input({ type: 'checkboxes', options: options(n) }),
  placeholder: (n) => input(textInput({ placeholder: plain(long(n)) })),
  'plainTextInput.length': (n) => input(textInput({ initial_value: long(n) })),
  'richTextInput.lines': (n) => input({ type: 'rich_text_input', max_lines: n }),
  'fileInput.files': (n) => input({ type: 'file_input', max_files: n }),
};

/** A modal. */
const IN_MODAL: Record<string, (n: number) => Json> = {
  'view.blocks': (n) => modal({ blocks: many(n, () => divider) }),
  'view.title': (n) => modal({ title: plain(long(n)) }),
  'view.submit': (n) => modal({ submit: plain(long(n)) }),
  'view.close': (n) => modal({ close: plain(long(n)) }),
  'view.privateMetadata': (n) => modal({ private_metadata: long(n) }),
  'view.callbackId': (n) => modal({ callback_id: long(n) }),
  'view.externalId': (n) => modal({ external_id: long(n) }),
};

export const TEXT = { type: 'text', text: 'tea' };
export const rich = (...elements: Json[]): Json => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
});
export const VIDEO = {
  type: 'video',
  title: plain('How the till closes'),
  alt_text: 'A till',
  video_url: 'https://shop.example/embed/1',
  thumbnail_url: 'https://shop.example/1.png',
  author_name: 'Sara',
};
const trigger = {
  url: 'https://slack.com/shortcuts/Ft01/x',
  customizable_input_parameters: [{ name: 'till', value: '2' }],
};
export const RUN = { type: 'workflow_button', text: plain('Count the till'), workflow: { trigger } };

const maxOf = (limit: string): number => {
  const value = limit.split('.').reduce<unknown>((table, name) => (table as Json)[name], limits);
  if (typeof value !== 'number') throw new Error(`no limit ${limit}`);
  return value;
};
const list = (
  surface: LimitCase['surface'],
  table: Record<string, (n: number) => Json | Json[]>,
  wrap: (made: Json | Json[]) => unknown,
): LimitCase[] =>
  Object.entries(table).map(([limit, make]) => ({
    limit,
    max: maxOf(limit),
    surface,
    build: (n) => wrap(make(n)),
  }));

export const limitCases: LimitCase[] = [
  ...list('message', IN_MESSAGE, (made) => [made].flat()),
  ...list('modal', IN_FIELD, (made) => modal({ blocks: [made].flat() })),
  ...list('modal', IN_MODAL, (made) => made),
];
