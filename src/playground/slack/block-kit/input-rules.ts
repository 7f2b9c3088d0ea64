import { limits } from '../../../messages/limits.ts';
import { compareDecimals, isDecimal } from '../decimal-text.ts';
import { confirm, dispatchConfig, placeholder } from './composition-rules.ts';
import { richText } from './rich-text-rules.ts';
import {
  boolean,
  integer,
  list,
  type ObjectRule,
  object,
  oneOf,
  type Rule,
  type Surface,
  string,
} from './rule.ts';
import { actionId } from './select-rules.ts';

const field = (
  type: string,
  properties: Record<string, Rule>,
  more: Pick<ObjectRule, 'surfaces' | 'also'> = {},
): ObjectRule =>
  object({ 'type!': oneOf(type), action_id: actionId, focus_on_load: boolean, ...properties }, more);

const modalOnly: readonly Surface[] = ['modal'];
const typing: Record<string, Rule> = { placeholder, dispatch_action_config: dispatchConfig };

const lengthsFit = (element: Record<string, unknown>) => {
  const { min_length: min, max_length: max, initial_value: initial } = element;
  const faults: { tail: string; message: string }[] = [];
  if (typeof min === 'number' && typeof max === 'number' && min > max)
    faults.push({ tail: '/min_length', message: 'must be less than or equal to max_length' });
  if (typeof initial === 'string' && typeof max === 'number' && initial.length > max)
    faults.push({ tail: '/initial_value', message: `must be less than ${max + 1} characters` });
  return faults;
};

const numbersFit = (element: Record<string, unknown>) => {
  const faults: { tail: string; message: string }[] = [];
  const decimals = element['is_decimal_allowed'] === true;
  for (const name of ['initial_value', 'min_value', 'max_value']) {
    const value = element[name];
    if (typeof value === 'string' && !isDecimal(value, decimals))
      faults.push({ tail: `/${name}`, message: decimals ? 'must be a number' : 'must be an integer' });
  }
  const { min_value: min, max_value: max } = element;
  if (typeof min === 'string' && typeof max === 'string' && isDecimal(min, true) && isDecimal(max, true))
    if (compareDecimals(min, max) > 0)
      faults.push({ tail: '/min_value', message: 'must be less than or equal to max_value' });
  return faults;
};

export const textInputRules: Record<string, ObjectRule> = {
  plain_text_input: field(
    'plain_text_input',
    {
      ...typing,
      initial_value: string({ max: limits.plainTextInput.length }),
      multiline: boolean,
      min_length: integer(0, limits.plainTextInput.length),
      max_length: integer(1, limits.plainTextInput.length),
    },
    { also: lengthsFit },
  ),
  number_input: field(
    'number_input',
    {
      ...typing,
      'is_decimal_allowed!': boolean,
      initial_value: string(),
      min_value: string(),
      max_value: string(),
    },
    { surfaces: modalOnly, also: numbersFit },
  ),
  email_text_input: field(
    'email_text_input',
    { ...typing, initial_value: string() },
    { surfaces: modalOnly },
  ),
  url_text_input: field('url_text_input', { ...typing, initial_value: string() }, { surfaces: modalOnly }),
  rich_text_input: field(
    'rich_text_input',
    {
      ...typing,
      initial_value: richText,
      min_lines: integer(1, limits.richTextInput.lines),
      max_lines: integer(1, limits.richTextInput.lines),
    },
    { surfaces: ['modal', 'home'] },
  ),
  file_input: object(
    {
      'type!': oneOf('file_input'),
      action_id: actionId,
      filetypes: list(string({ min: 1 }), { min: 1 }),
      max_files: integer(1, limits.fileInput.files),
    },
    { surfaces: modalOnly },
  ),
};

export const pickerRules: Record<string, ObjectRule> = {
  datepicker: field('datepicker', {
    confirm,
    placeholder,
    initial_date: string({ pattern: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/ }),
  }),
  timepicker: field('timepicker', {
    confirm,
    placeholder,
    initial_time: string({ pattern: /^([01]\d|2[0-3]):[0-5]\d$/ }),
    timezone: string({ min: 1 }),
  }),
  datetimepicker: field(
    'datetimepicker',
    { confirm, initial_date_time: integer(1_000_000_000, 9_999_999_999) },
    { surfaces: ['message', 'modal'] },
  ),
};
