import { limits } from '../../src/blocks/limits.ts';
import { listBlocks } from '../page/list-elements.ts';
import { blockRules } from './block-kit/block-rules.ts';
import { type BlockFault, checkRule } from './block-kit/check-rule.ts';
import { plainText } from './block-kit/composition-rules.ts';
import { boolean, list, object, oneOf, type Rule, type Surface, string, typed } from './block-kit/rule.ts';
import {
  countText,
  findChartFaults,
  findMarkdownFaults,
  findMisplacedResponseUrls,
  findRepeatedIds,
  findSecondFocus,
  findTableFaults,
} from './block-kit/whole-payload.ts';
import { isRecord } from './parse-json.ts';

export type { BlockFault } from './block-kit/check-rule.ts';

const blocksRule = (max: number): Rule => list(typed(blockRules), { max });

const anySurface = (blocks: unknown, at: string, on: Surface): BlockFault[] => [
  ...findMisplacedResponseUrls(blocks, at, on),
  ...findRepeatedIds(blocks, at),
  ...findSecondFocus(blocks, at),
  ...findTableFaults(blocks, at),
  ...findChartFaults(blocks, at),
  ...findMarkdownFaults(blocks, at),
];

/** All faults that make Slack refuse these blocks in a message. */
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

/** Slack has an error of its own for this: `msg_blocks_too_long`. */
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

/** All faults that make Slack refuse this view, as `views.open`, `views.publish` or a `response_action` gets it. */
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

/** As Slack writes it in `response_metadata.messages`. */
export const describeFault = ({ pointer, message }: BlockFault): string =>
  `${message} [json-pointer:${pointer}]`;
