import { limits } from '../../../src/blocks/limits.ts';
import { listBlocks, listElements, listInner } from '../../page/list-elements.ts';
import { isRecord, readRecord, readText } from '../parse-json.ts';
import type { BlockFault } from './check-rule.ts';
import type { Surface } from './rule.ts';

const repeated = (words: string[]): string[] => [
  ...new Set(words.filter((word, index) => word !== '' && words.indexOf(word) !== index)),
];

/** Ids that must be unique: block_id in the whole payload, action_id in its block. */
export const findRepeatedIds = (blocks: unknown, at: string): BlockFault[] => {
  const found = listBlocks(blocks);
  return [
    ...repeated(found.map((block) => readText(block['block_id']))).map((id) => ({
      pointer: at,
      message: `block_id must be unique: ${id}`,
    })),
    ...found.flatMap((block) =>
      repeated(listInner(block).map((element) => readText(readRecord(element)['action_id']))).map((id) => ({
        pointer: at,
        message: `action_id must be unique in its block: ${id}`,
      })),
    ),
  ];
};

export const findSecondFocus = (blocks: unknown, at: string): BlockFault[] =>
  listElements(blocks).filter(({ element }) => element['focus_on_load'] === true).length > 1
    ? [{ pointer: at, message: 'only one element can have focus_on_load' }]
    : [];

/** The reference of the menus: it works in input blocks of modals only. */
export const findMisplacedResponseUrls = (blocks: unknown, at: string, on: Surface): BlockFault[] =>
  listElements(blocks).some(
    ({ element, input }) => element['response_url_enabled'] === true && (input === null || on !== 'modal'),
  )
    ? [{ pointer: at, message: 'response_url_enabled is for input blocks of modals' }]
    : [];

/** Characters a reader would see: everything under a key that holds text. */
export const countText = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countText(item), 0);
  if (!isRecord(value)) return 0;
  return Object.values(value).reduce<number>(
    (sum, item) => sum + countText(item),
    readText(value['text']).length,
  );
};

const tableTypes = ['table', 'data_table'];

export const findTableFaults = (blocks: unknown, at: string): BlockFault[] => {
  const tables = listBlocks(blocks).filter((block) => tableTypes.includes(readText(block['type'])));
  const text = tables.reduce((sum, block) => sum + countText(block['rows']), 0);
  return [
    ...(tables.length > limits.message.tables ? [{ pointer: at, message: 'only_one_table_allowed' }] : []),
    ...(text > limits.message.tableText
      ? [
          {
            pointer: at,
            message: `table cells must be less than ${limits.message.tableText + 1} characters together`,
          },
        ]
      : []),
  ];
};

export const findChartFaults = (blocks: unknown, at: string): BlockFault[] =>
  listBlocks(blocks).filter((block) => block['type'] === 'data_visualization').length >
  limits.charts.inMessage
    ? [{ pointer: at, message: `no more than ${limits.charts.inMessage} charts allowed` }]
    : [];

export const findMarkdownFaults = (blocks: unknown, at: string): BlockFault[] => {
  const text = listBlocks(blocks)
    .filter((block) => block['type'] === 'markdown')
    .reduce((sum, block) => sum + readText(block['text']).length, 0);
  return text > limits.message.markdown
    ? [
        {
          pointer: at,
          message: `markdown must be less than ${limits.message.markdown + 1} characters together`,
        },
      ]
    : [];
};
