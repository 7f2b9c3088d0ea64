import type { FilledValue } from './page-api.ts';
import { type JsonRecord, readNumber, readRecord, readRecords, readText } from './read-json.ts';
import { richTextWords } from './render-rich-text.ts';

const optionValue = (value: unknown): string | null => readText(readRecord(value)['value']) || null;

const words = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** What an element holds before anybody touched it. */
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
