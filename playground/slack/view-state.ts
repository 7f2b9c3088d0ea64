import { initialValue } from '../page/initial-value.ts';
import { type FoundElement, isStateful, listElements } from '../page/list-elements.ts';
import type { Filled, FilledValue } from '../page/page-api.ts';
import { isRecord, type JsonRecord, readList, readText } from './parse-json.ts';
import { findOptions, readStateValue } from './state-value.ts';

type StateValues = Record<string, Record<string, JsonRecord>>;

const filledAt = (filled: Filled, { blockId, actionId }: FoundElement): FilledValue | undefined =>
  filled[blockId]?.[actionId];

/** What an element holds now: what a person filled in, or what it started with. */
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
 * What stays filled when a view is replaced: only where block_id, action_id and type are the same. What stood there
 * stays, even if it was only the old view's initial value (bolt-python#1064).
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
