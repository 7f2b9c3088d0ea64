import { isRecord, type JsonRecord, readList, readText } from './read-json.ts';

export interface FoundElement {
  blockId: string;
  actionId: string;
  type: string;
  element: JsonRecord;
  /** The input block around it, or null when it acts by itself. */
  input: JsonRecord | null;
}

/** What stands directly in a block, in the places for elements. */
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

/** Every block, those inside containers and carousels after the block that holds them. */
export const listBlocks = (blocks: unknown): JsonRecord[] =>
  readList(blocks)
    .filter(isRecord)
    .flatMap((block) => [block, ...listBlocks(nested(block))]);

/** Every element that a person can touch, wherever it stands. */
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

/** Whether Slack keeps a state of such an element. */
export const isStateful = (type: string): boolean => !PRESSED.includes(type);

/** Whether the page holds a value of it that goes with a submission. */
export const isField = ({ type }: FoundElement): boolean => isStateful(type);
