import { limits } from '../../../src/blocks/limits.ts';
import { readList, readRecord } from '../parse-json.ts';
import { rawText } from './composition-rules.ts';
import { richText } from './rich-text-rules.ts';
import { boolean, integer, list, number, type ObjectRule, object, oneOf, string, typed } from './rule.ts';

const rawNumber = object({ 'type!': oneOf('raw_number'), 'value!': number, 'text!': string({ min: 1 }) });

const cell = typed({ raw_text: rawText, raw_number: rawNumber, rich_text: richText });

const blockId = string({ min: 1, max: limits.id.blockId });

export const table: ObjectRule = object(
  {
    'type!': oneOf('table'),
    block_id: blockId,
    'rows!': list(list(cell, { min: 1, max: limits.table.columns }), { min: 1, max: limits.table.rows }),
    column_settings: list(object({ align: oneOf('left', 'center', 'right'), is_wrapped: boolean }), {
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

export const dataTable: ObjectRule = object(
  {
    'type!': oneOf('data_table'),
    block_id: blockId,
    'caption!': string({ min: 1, max: limits.dataTable.caption }),
    'rows!': list(list(cell, { min: 1, max: limits.dataTable.columns }), {
      min: 2,
      max: limits.dataTable.rows,
    }),
    page_size: integer(1, limits.dataTable.pageSize),
    row_header_column_index: integer(0, limits.dataTable.columns - 1),
  },
  { surfaces: ['message', 'home'], also: evenRows },
);
