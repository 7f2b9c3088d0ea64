import { CHOSEN, type FoundElement, initialValue, isStateful, listElements } from './page/list-elements.ts';
import type { Filled, FilledValue } from './page/page-api.ts';
import { isRecord, type JsonRecord, readList, readText } from './page/read-json.ts';
import { buildTypedRichText } from './typed-text.ts';

/** Key for the options that an app offered for an external select. */
export const offeredKey = (blockId: string, actionId: string): string => `${blockId}\n${actionId}`;

const flatten = (element: JsonRecord): unknown[] => [
  ...readList(element['options']),
  ...readList(element['option_groups']).flatMap((group) =>
    isRecord(group) ? readList(group['options']) : [],
  ),
];

/** All options an element can hold now. */
export const findOptions = (
  { element, blockId, actionId }: FoundElement,
  offered: ReadonlyMap<string, unknown[]>,
): JsonRecord[] =>
  [
    ...flatten(element),
    element['initial_option'],
    ...readList(element['initial_options']),
    ...(offered.get(offeredKey(blockId, actionId)) ?? []),
  ].filter(isRecord);

const optionOf = (value: FilledValue, options: JsonRecord[]): JsonRecord | null =>
  value === null ? null : (options.find((one) => one['value'] === String(value)) ?? null);

const listOf = (value: FilledValue): string[] =>
  value === null ? [] : Array.isArray(value) ? value : [String(value)];

const plain = (value: FilledValue): string | null =>
  value === null || value === '' ? null : Array.isArray(value) ? value.join('\n') : String(value);

const richText = (value: FilledValue): JsonRecord | null => {
  const text = plain(value);
  return text === null ? null : buildTypedRichText(text);
};

/** The fields of an element's value in Slack's payloads. */
export const choiceFields = (type: string, value: FilledValue, options: JsonRecord[]): JsonRecord => {
  if (type === 'rich_text_input') return { rich_text_value: richText(value) };
  if (type === 'file_input') return { files: listOf(value).map((id) => ({ id })) };
  const chosen = CHOSEN[type];
  if (chosen === undefined) return { value: plain(value) };
  const name = `selected_${chosen}`;
  switch (chosen) {
    case 'option':
      return { [name]: optionOf(value, options) };
    case 'options':
      return { [name]: listOf(value).flatMap((one) => optionOf(one, options) ?? []) };
    case 'users':
    case 'conversations':
    case 'channels':
      return { [name]: listOf(value) };
    case 'date_time':
      return { [name]: value === null ? null : Number(value) };
    default:
      return { [name]: plain(value) };
  }
};

const readStateValue = (found: FoundElement, value: FilledValue, options: JsonRecord[]): JsonRecord => ({
  type: found.type,
  ...choiceFields(found.type, value, options),
  ...(found.type === 'timepicker' && typeof found.element['timezone'] === 'string'
    ? { timezone: found.element['timezone'] }
    : {}),
});

type StateValues = Record<string, Record<string, JsonRecord>>;

const filledAt = (filled: Filled, { blockId, actionId }: FoundElement): FilledValue | undefined =>
  filled[blockId]?.[actionId];

/** An element's current value: what a person filled in, or its initial value. */
export const currentValue = (found: FoundElement, filled: Filled): FilledValue => {
  const value = filledAt(filled, found);
  return value === undefined ? initialValue(found.element) : value === '' ? null : value;
};

/** Slack's `state.values`: every stateful element, touched or not. */
export const buildStateValues = (
  blocks: unknown[],
  filled: Filled,
  offered: ReadonlyMap<string, unknown[]>,
  describeFile: (id: string) => JsonRecord | null = () => null,
): StateValues => {
  const values: StateValues = {};
  for (const found of listElements(blocks)) {
    if (!isStateful(found.type)) continue;
    const options = findOptions(found, offered);
    const state = readStateValue(found, currentValue(found, filled), options);
    if (found.type === 'file_input')
      state['files'] = readList(state['files']).flatMap((one) =>
        isRecord(one) ? (describeFile(readText(one['id'])) ?? []) : [],
      );
    values[found.blockId] = { ...values[found.blockId], [found.actionId]: state };
  }
  return values;
};

/**
 * Values that survive when a view is replaced: where block_id, action_id and type are the same. Even an old initial
 * value survives (bolt-python#1064).
 */
export const keepFilled = (before: unknown[], filled: Filled, after: unknown[]): Filled => {
  const old = new Map(listElements(before).map((found) => [`${found.blockId}\n${found.actionId}`, found]));
  const kept: Filled = {};
  for (const found of listElements(after)) {
    const match = old.get(`${found.blockId}\n${found.actionId}`);
    if (match === undefined || match.type !== found.type || !isStateful(found.type)) continue;
    const touched = filledAt(filled, found);
    const value = touched === undefined ? initialValue(match.element) : touched;
    if (value === null && touched === undefined) continue;
    kept[found.blockId] = { ...kept[found.blockId], [found.actionId]: value };
  }
  return kept;
};

/** Selects that begin with the conversation in which the person acted. */
export const defaultToCurrent = (blocks: unknown[], channel: string | null): Filled => {
  const filled: Filled = {};
  if (channel === null) return filled;
  for (const { blockId, actionId, element, type } of listElements(blocks)) {
    if (element['default_to_current_conversation'] !== true) continue;
    filled[blockId] = {
      ...filled[blockId],
      [actionId]: type.startsWith('multi_') ? [channel] : channel,
    };
  }
  return filled;
};
