import { limits } from '../../../src/blocks/limits.ts';
import { confirm, dispatchConfig, placeholder } from './composition-rules.ts';
import { dateExists, emailFits, lengthsFit, numbersFit, timeZoneExists, urlFits } from './initial-rules.ts';
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
    { surfaces: modalOnly, also: emailFits },
  ),
  url_text_input: field(
    'url_text_input',
    { ...typing, initial_value: string() },
    { surfaces: modalOnly, also: urlFits },
  ),
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
  datepicker: field(
    'datepicker',
    {
      confirm,
      placeholder,
      initial_date: string({ pattern: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/ }),
    },
    { also: dateExists },
  ),
  timepicker: field(
    'timepicker',
    {
      confirm,
      placeholder,
      initial_time: string({ pattern: /^([01]\d|2[0-3]):[0-5]\d$/ }),
      timezone: string({ min: 1 }),
    },
    { also: timeZoneExists },
  ),
  datetimepicker: field(
    'datetimepicker',
    { confirm, initial_date_time: integer(1_000_000_000, 9_999_999_999) },
    { surfaces: ['message', 'modal'] },
  ),
};
