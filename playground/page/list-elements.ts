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
import { richTextWords } from './render-rich-text.ts';

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

const optionValue = (value: unknown): string | null => readText(readRecord(value)['value']) || null;

const words = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** An element's initial value. */
export const initialValue = (element: JsonRecord): FilledValue => {
  switch (element['type']) {
    case 'static_select':
    case 'external_select':
    case 'radio_buttons':
      return optionValue(element['initial_option']);
    case 'checkboxes':
    case 'multi_static_select':
    case 'multi_external_select':
      return readRecords(element['initial_options']).flatMap((one) => optionValue(one) ?? []);
    case 'users_select':
      return readText(element['initial_user']) || null;
    case 'conversations_select':
      return readText(element['initial_conversation']) || null;
    case 'channels_select':
      return readText(element['initial_channel']) || null;
    case 'multi_users_select':
      return words(element['initial_users']);
    case 'multi_conversations_select':
      return words(element['initial_conversations']);
    case 'multi_channels_select':
      return words(element['initial_channels']);
    case 'datepicker':
      return readText(element['initial_date']) || null;
    case 'timepicker':
      return readText(element['initial_time']) || null;
    case 'datetimepicker':
      return readNumber(element['initial_date_time']);
    case 'rich_text_input':
      return richTextWords(element['initial_value']) || null;
    default:
      return readText(element['initial_value']) || null;
  }
};
