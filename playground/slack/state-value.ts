import type { FoundElement } from '../page/list-elements.ts';
import type { FilledValue } from '../page/page-api.ts';
import { isRecord, type JsonRecord, readList } from './parse-json.ts';

/** Key under which the options that an app offered for an external select are kept. */
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
  return text === null
    ? null
    : {
        type: 'rich_text',
        elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }],
      };
};

/** The fields in which Slack tells what an element of this type holds. */
export const choiceFields = (type: string, value: FilledValue, options: JsonRecord[]): JsonRecord => {
  switch (type) {
    case 'static_select':
    case 'external_select':
    case 'radio_buttons':
    case 'overflow':
      return { selected_option: optionOf(value, options) };
    case 'checkboxes':
    case 'multi_static_select':
    case 'multi_external_select':
      return { selected_options: listOf(value).flatMap((one) => optionOf(one, options) ?? []) };
    case 'users_select':
      return { selected_user: plain(value) };
    case 'conversations_select':
      return { selected_conversation: plain(value) };
    case 'channels_select':
      return { selected_channel: plain(value) };
    case 'multi_users_select':
      return { selected_users: listOf(value) };
    case 'multi_conversations_select':
      return { selected_conversations: listOf(value) };
    case 'multi_channels_select':
      return { selected_channels: listOf(value) };
    case 'datepicker':
      return { selected_date: plain(value) };
    case 'timepicker':
      return { selected_time: plain(value) };
    case 'datetimepicker':
      return { selected_date_time: value === null ? null : Number(value) };
    case 'rich_text_input':
      return { rich_text_value: richText(value) };
    case 'file_input':
      return { files: listOf(value).map((id) => ({ id })) };
    default:
      return { value: plain(value) };
  }
};

export const readStateValue = (
  found: FoundElement,
  value: FilledValue,
  options: JsonRecord[],
): JsonRecord => ({
  type: found.type,
  ...choiceFields(found.type, value, options),
  ...(found.type === 'timepicker' && typeof found.element['timezone'] === 'string'
    ? { timezone: found.element['timezone'] }
    : {}),
});
