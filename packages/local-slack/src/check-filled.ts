import { compareDecimals, isDecimal, looksLikeEmail, looksLikeUrl } from './field-formats.ts';
import { listElements } from './page/list-elements.ts';
import type { Filled, FilledValue } from './page/page-api.ts';
import type { JsonRecord } from './page/read-json.ts';
import { currentValue } from './view-state.ts';

const isEmpty = (value: FilledValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

const checkLength = (text: string, element: JsonRecord): string | null => {
  const { min_length: min, max_length: max } = element;
  if (typeof min === 'number' && text.length < min) return `Please enter at least ${min} characters.`;
  const most = typeof max === 'number' ? max : 3_000;
  return text.length > most ? `Please enter at most ${most} characters.` : null;
};

const checkNumber = (text: string, element: JsonRecord): string | null => {
  const decimals = element['is_decimal_allowed'] === true;
  if (!isDecimal(text, true)) return 'Please enter a valid number.';
  if (!isDecimal(text, decimals)) return 'Please enter a whole number.';
  const { min_value: min, max_value: max } = element;
  if (typeof min === 'string' && compareDecimals(text, min) < 0)
    return `Please enter a number greater than or equal to ${min}.`;
  if (typeof max === 'string' && compareDecimals(text, max) > 0)
    return `Please enter a number less than or equal to ${max}.`;
  return null;
};

const checkValue = (type: string, value: string, element: JsonRecord): string | null => {
  switch (type) {
    case 'plain_text_input':
      return checkLength(value, element);
    case 'number_input':
      return checkNumber(value, element);
    case 'email_text_input':
      return looksLikeEmail(value) ? null : 'Please enter a valid email address.';
    case 'url_text_input':
      return looksLikeUrl(value) ? null : 'Please enter a valid URL.';
    default:
      return null;
  }
};

/** Slack's own checks before it calls the app: error messages by block_id. */
export const checkFilled = (blocks: unknown[], filled: Filled): Record<string, string> => {
  const errors: Record<string, string> = {};
  for (const found of listElements(blocks)) {
    if (found.input === null) continue;
    const value = currentValue(found, filled);
    if (isEmpty(value)) {
      if (found.input['optional'] !== true) errors[found.blockId] = 'Please complete this required field.';
      continue;
    }
    const fault = Array.isArray(value) ? null : checkValue(found.type, String(value), found.element);
    if (fault !== null) errors[found.blockId] = fault;
  }
  return errors;
};
