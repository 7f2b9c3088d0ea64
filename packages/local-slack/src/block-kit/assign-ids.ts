import { isRecord } from '../page/read-json.ts';

const nests = ['elements', 'child_blocks', 'actions', 'accessory', 'element'];
const interactive =
  /^(button|overflow|checkboxes|radio_buttons|datepicker|timepicker|datetimepicker|feedback_buttons|icon_button|workflow_button|.*_select|.*_input)$/;
const insideOnly = /^rich_text/;

const withActionId = (element: unknown, makeId: () => string): unknown =>
  isRecord(element) && typeof element['type'] === 'string' && interactive.test(element['type'])
    ? { ...element, action_id: element['action_id'] ?? makeId() }
    : element;

const fill = (block: unknown, makeId: () => string): unknown => {
  if (!isRecord(block)) return block;
  const filled: Record<string, unknown> = { ...block, block_id: block['block_id'] ?? makeId() };
  if (insideOnly.test(String(block['type']))) return filled;
  for (const name of nests) {
    const part = filled[name];
    if (part === undefined) continue;
    const isBlocks = name === 'child_blocks' || block['type'] === 'carousel';
    const each = (one: unknown): unknown => (isBlocks ? fill(one, makeId) : withActionId(one, makeId));
    filled[name] = Array.isArray(part) ? part.map(each) : each(part);
  }
  return filled;
};

/** The blocks as Slack stores them, with generated block_id and action_id where they are missing. */
export const assignIds = (blocks: unknown[], makeId: () => string): unknown[] =>
  blocks.map((block) => fill(block, makeId));
