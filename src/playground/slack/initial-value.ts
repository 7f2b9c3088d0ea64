import type { FilledValue } from '../page/page-api.ts';
import { isRecord, type JsonRecord, readList, readText } from './read-json.ts';

const stateless = ['button', 'overflow', 'feedback_buttons', 'icon_button', 'workflow_button', ''];

export const isStateful = (type: string): boolean => !stateless.includes(type);

const optionValue = (option: unknown): string | null => (isRecord(option) ? readText(option['value']) : null);

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

const words = (value: unknown): string[] => readList(value).filter((one) => typeof one === 'string');

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
      return readList(element['initial_options']).flatMap((one) => optionValue(one) ?? []);
    case 'users_select':
      return textOrNull(element['initial_user']);
    case 'conversations_select':
      return textOrNull(element['initial_conversation']);
    case 'channels_select':
      return textOrNull(element['initial_channel']);
    case 'multi_users_select':
      return words(element['initial_users']);
    case 'multi_conversations_select':
      return words(element['initial_conversations']);
    case 'multi_channels_select':
      return words(element['initial_channels']);
    case 'datepicker':
      return textOrNull(element['initial_date']);
    case 'timepicker':
      return textOrNull(element['initial_time']);
    case 'datetimepicker':
      return typeof element['initial_date_time'] === 'number' ? element['initial_date_time'] : null;
    default:
      return textOrNull(element['initial_value']);
  }
};
