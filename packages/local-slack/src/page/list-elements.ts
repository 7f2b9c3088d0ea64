import type { FilledValue } from './page-api.ts';
import {
  isRecord,
  type JsonRecord,
  readList,
  readNumber,
  readRecord,
  readRecords,
  readText,
} from './read-json.ts';
import { richTextWords } from './rich-text-words.ts';

export interface FoundElement {
  blockId: string;
  actionId: string;
  type: string;
  element: JsonRecord;
  /** The input block around it, or null when it acts by itself. */
  input: JsonRecord | null;
}

/** The elements directly inside a block. */
export const listInner = (block: JsonRecord): unknown[] => {
  switch (block['type']) {
    case 'section':
      return [block['accessory']];
    case 'input':
      return [block['element']];
    case 'card':
      return readList(block['actions']);
    case 'actions':
    case 'context_actions':
      return readList(block['elements']);
    default:
      return [];
  }
};

const nested = (block: JsonRecord): unknown[] => {
  if (block['type'] === 'carousel') return readList(block['elements']);
  return block['type'] === 'container' ? readList(block['child_blocks']) : [];
};

/** All blocks; nested ones follow their container or carousel. */
export const listBlocks = (blocks: unknown): JsonRecord[] =>
  readList(blocks)
    .filter(isRecord)
    .flatMap((block) => [block, ...listBlocks(nested(block))]);

/** All interactive elements, at any depth. */
export const listElements = (blocks: unknown): FoundElement[] =>
  listBlocks(blocks).flatMap((block) =>
    listInner(block)
      .filter(isRecord)
      .filter((element) => element['type'] !== 'image')
      .map((element) => ({
        blockId: readText(block['block_id']),
        actionId: readText(element['action_id']),
        type: readText(element['type']),
        element,
        input: block['type'] === 'input' ? block : null,
      })),
  );

export const findElement = (blocks: unknown, blockId: string, actionId: string): FoundElement | undefined =>
  listElements(blocks).find((one) => one.blockId === blockId && one.actionId === actionId);

const PRESSED = ['button', 'overflow', 'feedback_buttons', 'icon_button', 'workflow_button', ''];

/** Whether Slack keeps state for this type of element. */
export const isStateful = (type: string): boolean => !PRESSED.includes(type);

/** Whether its value is part of a submission. */
export const isField = ({ type }: FoundElement): boolean => isStateful(type);

/** What an element chooses, as in `initial_option` and `selected_option`; other elements have a `value`. */
export const CHOSEN: Record<string, string> = {
  static_select: 'option',
  external_select: 'option',
  radio_buttons: 'option',
  overflow: 'option',
  checkboxes: 'options',
  multi_static_select: 'options',
  multi_external_select: 'options',
  users_select: 'user',
  conversations_select: 'conversation',
  channels_select: 'channel',
  multi_users_select: 'users',
  multi_conversations_select: 'conversations',
  multi_channels_select: 'channels',
  datepicker: 'date',
  timepicker: 'time',
  datetimepicker: 'date_time',
};

const optionValue = (value: unknown): string | null => readText(readRecord(value)['value']) || null;

/** An element's initial value. */
export const initialValue = (element: JsonRecord): FilledValue => {
  const type = readText(element['type']);
  const chosen = CHOSEN[type] ?? 'value';
  const initial = element[`initial_${chosen}`];
  switch (chosen) {
    case 'option':
      return optionValue(initial);
    case 'options':
      return readRecords(initial).flatMap((one) => optionValue(one) ?? []);
    case 'users':
    case 'conversations':
    case 'channels':
      return readList(initial).filter((one) => typeof one === 'string');
    case 'date_time':
      return readNumber(initial);
    default:
      return (type === 'rich_text_input' ? richTextWords(initial) : readText(initial)) || null;
  }
};
