import { blockRules } from './block-kit/block-rules.ts';
import { plainText } from './block-kit/composition-rules.ts';
import {
  type BlockFault,
  boolean,
  checkRule,
  list,
  object,
  oneOf,
  type Rule,
  type Surface,
  string,
  typed,
} from './block-kit/rule.ts';
import { limits } from './limits.ts';
import { listBlocks, listElements, listInner } from './page/list-elements.ts';
import { isRecord, readRecord, readText } from './page/read-json.ts';

const repeated = (words: string[]): string[] => [
  ...new Set(words.filter((word, index) => word !== '' && words.indexOf(word) !== index)),
];

/** block_id must be unique in the payload, action_id in its block. */
const findRepeatedIds = (blocks: unknown, at: string): BlockFault[] => {
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

const findSecondFocus = (blocks: unknown, at: string): BlockFault[] =>
  listElements(blocks).filter(({ element }) => element['focus_on_load'] === true).length > 1
    ? [{ pointer: at, message: 'only one element can have focus_on_load' }]
    : [];

/** According to the reference, it works only in input blocks of modals. */
const findMisplacedResponseUrls = (blocks: unknown, at: string, on: Surface): BlockFault[] =>
  listElements(blocks).some(
    ({ element, input }) => element['response_url_enabled'] === true && (input === null || on !== 'modal'),
  )
    ? [{ pointer: at, message: 'response_url_enabled is for input blocks of modals' }]
    : [];

/** Number of visible characters: everything under `text` keys. */
const countText = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countText(item), 0);
  if (!isRecord(value)) return 0;
  return Object.values(value).reduce<number>(
    (sum, item) => sum + countText(item),
    readText(value['text']).length,
  );
};

const tableTypes = ['table', 'data_table'];

const findTableFaults = (blocks: unknown, at: string): BlockFault[] =>
  listBlocks(blocks).filter((block) => tableTypes.includes(readText(block['type']))).length >
  limits.message.tables
    ? [{ pointer: at, message: 'only_one_table_allowed' }]
    : [];

const findChartFaults = (blocks: unknown, at: string): BlockFault[] =>
  listBlocks(blocks).filter((block) => block['type'] === 'data_visualization').length >
  limits.charts.inMessage
    ? [{ pointer: at, message: `no more than ${limits.charts.inMessage} charts allowed` }]
    : [];

export type { BlockFault } from './block-kit/rule.ts';

const blocksRule = (max: number): Rule => list(typed(blockRules), { max });

const anySurface = (blocks: unknown, at: string, on: Surface): BlockFault[] => [
  ...findMisplacedResponseUrls(blocks, at, on),
  ...findRepeatedIds(blocks, at),
  ...findSecondFocus(blocks, at),
  ...findTableFaults(blocks, at),
  ...findChartFaults(blocks, at),
];

/** All faults for which Slack refuses these blocks in a message. */
export const checkMessageBlocks = (blocks: unknown): BlockFault[] => [
  ...checkRule(blocksRule(limits.message.blocks), blocks, '/blocks', 'message'),
  ...anySurface(blocks, '/blocks', 'message'),
  ...(isTooMuchText(blocks)
    ? [
        {
          pointer: '/blocks',
          message: `text must be less than ${limits.message.blocksText + 1} characters together`,
        },
      ]
    : []),
];

/** Slack has a separate error for this: `msg_blocks_too_long`. */
export const isTooMuchText = (blocks: unknown): boolean => countText(blocks) > limits.message.blocksText;

const shared: Record<string, Rule> = {
  'blocks!': blocksRule(limits.view.blocks),
  private_metadata: string({ max: limits.view.privateMetadata }),
  callback_id: string({ max: limits.view.callbackId }),
  external_id: string({ max: limits.view.externalId }),
};

const viewRules: Record<'modal' | 'home', Rule> = {
  modal: object({
    'type!': oneOf('modal'),
    'title!': plainText(limits.view.title),
    submit: plainText(limits.view.submit),
    close: plainText(limits.view.close),
    clear_on_close: boolean,
    notify_on_close: boolean,
    ...shared,
  }),
  home: object({ 'type!': oneOf('home'), ...shared }),
};

/** All faults for which Slack refuses this view in `views.open`, `views.publish` or a `response_action`. */
export const checkView = (view: unknown): BlockFault[] => {
  if (!isRecord(view)) return [{ pointer: '/view', message: 'must provide an object' }];
  const type = view['type'];
  if (type !== 'modal' && type !== 'home')
    return [{ pointer: '/view', message: `unsupported type: ${String(type)}` }];
  const surface: Surface = type;
  const hasInput = listBlocks(view['blocks']).some((block) => block['type'] === 'input');
  return [
    ...checkRule(viewRules[type], view, '/view', surface),
    ...anySurface(view['blocks'], '/view/blocks', surface),
    ...(type === 'modal' && hasInput && view['submit'] === undefined
      ? [{ pointer: '/view', message: 'missing required field: submit' }]
      : []),
    ...(isViewTooLarge(view) ? [{ pointer: '/view', message: 'view_too_large' }] : []),
  ];
};

export const isViewTooLarge = (view: unknown): boolean =>
  Buffer.byteLength(JSON.stringify(view) ?? '') > limits.view.bytes;

/** The format of `response_metadata.messages`. */
export const describeFault = ({ pointer, message }: BlockFault): string =>
  `${message} [json-pointer:${pointer}]`;
