import { limits } from '../limits.ts';
import { readList, readRecord, readText } from '../page/read-json.ts';
import { rawText } from './composition-rules.ts';
import { button } from './element-rules.ts';
import { richText } from './rich-text-rules.ts';
import {
  boolean,
  integer,
  list,
  number,
  type ObjectRule,
  object,
  oneOf,
  orNull,
  string,
  typed,
} from './rule.ts';

const { charts } = limits;
const blockId = string({ min: 1, max: limits.id.blockId });

const label = string({ min: 1, max: charts.label });

const series = object({
  'name!': label,
  'data!': list(object({ 'label!': label, 'value!': number }), { min: 1, max: charts.points }),
});

const axisConfig = object({
  'categories!': list(label, { min: 1, max: charts.points }),
  x_label: string({ max: charts.axisLabel }),
  y_label: string({ max: charts.axisLabel }),
});

/** Every series has one point per category, and series names are unique. */
const meets = (chart: Record<string, unknown>) => {
  const all = readList(chart['series']).map(readRecord);
  const categories = readList(readRecord(chart['axis_config'])['categories']).map(readText);
  const names = all.map((one) => readText(one['name']));
  return [
    ...(new Set(categories).size < categories.length
      ? [{ tail: '/axis_config/categories', message: 'must be unique' }]
      : []),
    ...(new Set(names).size < names.length ? [{ tail: '/series', message: 'must have unique names' }] : []),
    ...all.flatMap((one, index) => {
      const labels = readList(one['data']).map((point) => readText(readRecord(point)['label']));
      const isWhole =
        labels.length === categories.length && labels.every((word) => categories.includes(word));
      return isWhole
        ? []
        : [{ tail: `/series/${index}/data`, message: 'must have a point for each category' }];
    }),
  ];
};

const seriesChart: ObjectRule = object(
  { 'series!': list(series, { min: 1, max: charts.series }), 'axis_config!': axisConfig },
  { also: meets },
);

const pie = object({
  'segments!': list(object({ 'label!': label, 'value!': number }), { min: 1, max: charts.segments }),
});

export const dataVisualization: ObjectRule = object(
  {
    block_id: blockId,
    'title!': string({ min: 1, max: charts.title }),
    'chart!': typed({ bar: seriesChart, line: seriesChart, area: seriesChart, pie }),
  },
  { surfaces: ['message'] },
);

const rawNumber = object({ 'value!': number, 'text!': string({ min: 1 }) });

const cells = { raw_text: rawText, raw_number: rawNumber, rich_text: richText };

export const table: ObjectRule = object(
  {
    block_id: blockId,
    'rows!': list(list(typed(cells), { min: 1, max: limits.table.columns }), {
      min: 1,
      max: limits.table.rows,
    }),
    column_settings: list(orNull(object({ align: oneOf('left', 'center', 'right'), is_wrapped: boolean })), {
      max: limits.table.columns,
    }),
  },
  { surfaces: ['message', 'home'] },
);

const evenRows = (block: Record<string, unknown>) => {
  const rows = readList(block['rows']).map(readList);
  const width = rows[0]?.length ?? 0;
  const faults = rows.flatMap((row, index) =>
    row.length === width
      ? []
      : [{ tail: `/rows/${index}`, message: `must have ${width} cells like the header row` }],
  );
  const header = rows[0] ?? [];
  header.forEach((one, index) => {
    if (readRecord(one)['type'] === 'rich_text')
      faults.push({ tail: `/rows/0/${index}`, message: 'unsupported type in a header cell: rich_text' });
  });
  return faults;
};

/** A cell of a data table may hold a button, with a cell for clients that have none. */
const dataCell = typed({
  ...cells,
  action_cell: object({
    'element!': typed({ button }),
    fallback: typed({ raw_text: rawText, raw_number: rawNumber }),
  }),
});

export const dataTable: ObjectRule = object(
  {
    block_id: blockId,
    'caption!': string({ min: 1, max: limits.dataTable.caption }),
    'rows!': list(list(dataCell, { min: 1, max: limits.dataTable.columns }), {
      min: 2,
      max: limits.dataTable.rows,
    }),
    page_size: integer(1, limits.dataTable.pageSize),
    row_header_column_index: integer(0, limits.dataTable.columns - 1),
  },
  { surfaces: ['message', 'home'], also: evenRows },
);
