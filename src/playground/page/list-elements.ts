import { type JsonRecord, readRecords, readText } from './read-json.ts';

export interface FoundElement {
  blockId: string;
  actionId: string;
  type: string;
  element: JsonRecord;
  /** The input block around it, or null when it acts by itself. */
  input: JsonRecord | null;
}

const inner = (block: JsonRecord): unknown[] => {
  switch (block['type']) {
    case 'section':
      return [block['accessory']];
    case 'input':
      return [block['element']];
    case 'card':
      return readRecords(block['actions']);
    case 'actions':
    case 'context_actions':
      return readRecords(block['elements']);
    default:
      return [];
  }
};

const nested = (block: JsonRecord): JsonRecord[] =>
  block['type'] === 'carousel'
    ? readRecords(block['elements'])
    : block['type'] === 'container'
      ? readRecords(block['child_blocks'])
      : [];

/** Every element that a person can touch, wherever it stands. */
export const listElements = (blocks: unknown): FoundElement[] =>
  readRecords(blocks).flatMap((block) => [
    ...readRecords(inner(block))
      .filter((element) => element['type'] !== 'image')
      .map((element) => ({
        blockId: readText(block['block_id']),
        actionId: readText(element['action_id']),
        type: readText(element['type']),
        element,
        input: block['type'] === 'input' ? block : null,
      })),
    ...listElements(nested(block)),
  ]);

export const findElement = (blocks: unknown, blockId: string, actionId: string): FoundElement | undefined =>
  listElements(blocks).find((one) => one.blockId === blockId && one.actionId === actionId);

const PRESSED = [
  'button',
  'overflow',
  'feedback_buttons',
  'icon_button',
  'workflow_button',
  'file_input',
  '',
];

/** Whether an element holds something that goes with a submission. */
export const isField = ({ type }: FoundElement): boolean => !PRESSED.includes(type);
