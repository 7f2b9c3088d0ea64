import { limits } from '../limits.ts';
import {
  confirm,
  conversationFilter,
  dispatchConfig,
  maxSelected,
  optionGroup,
  placeholder,
  plainOption,
  textOption,
} from './composition-rules.ts';
import {
  dateExists,
  emailFits,
  initialAmongOptions,
  initialUsersNamed,
  initialWithinMost,
  lengthsFit,
  numbersFit,
  optionsDiffer,
  timeZoneExists,
  urlFits,
} from './initial-rules.ts';
import { richText } from './rich-text-rules.ts';
import { boolean, integer, list, type ObjectRule, object, type Rule, type Surface, string } from './rule.ts';

export const actionId: Rule = string({ min: 1, max: limits.id.actionId });

type Also = ObjectRule['also'];

const optionsOrGroups: Also = (element) => [
  ...((element['options'] === undefined) === (element['option_groups'] === undefined)
    ? [{ tail: '', message: 'must provide either options or option_groups' }]
    : []),
  ...initialAmongOptions(element),
  ...optionsDiffer(element),
  ...initialWithinMost(element),
];

const menu = (properties: Record<string, Rule>, also?: Also): ObjectRule =>
  object(
    { action_id: actionId, confirm, focus_on_load: boolean, placeholder, ...properties },
    also === undefined ? {} : { also },
  );

const staticOptions: Record<string, Rule> = {
  options: list(plainOption, { min: 1, max: limits.select.options }),
  option_groups: list(optionGroup, { min: 1, max: limits.select.groups }),
};
const conversation: Record<string, Rule> = {
  default_to_current_conversation: boolean,
  filter: conversationFilter,
};
const many: Record<string, Rule> = { max_selected_items: maxSelected };
const ids = list(string({ min: 1 }));
const namedIds = list(string({ min: 1 }), { min: 1 });
const id = string({ min: 1 });

export const selectRules = {
  static_select: menu({ ...staticOptions, initial_option: plainOption }, optionsOrGroups),
  multi_static_select: menu(
    { ...staticOptions, ...many, initial_options: list(plainOption, { min: 1, max: limits.select.options }) },
    optionsOrGroups,
  ),
  external_select: menu({ initial_option: plainOption, min_query_length: integer(0) }),
  multi_external_select: menu({
    ...many,
    initial_options: list(plainOption, { min: 1, max: limits.select.options }),
    min_query_length: integer(0),
  }),
  users_select: menu({ initial_user: id }),
  multi_users_select: menu({ ...many, initial_users: ids }, (element) => [
    ...initialUsersNamed(element),
    ...initialWithinMost(element),
  ]),
  conversations_select: menu({
    ...conversation,
    initial_conversation: id,
    response_url_enabled: boolean,
  }),
  multi_conversations_select: menu(
    {
      ...conversation,
      ...many,
      initial_conversations: namedIds,
    },
    initialWithinMost,
  ),
  channels_select: menu({ initial_channel: id, response_url_enabled: boolean }),
  multi_channels_select: menu({ ...many, initial_channels: namedIds }, initialWithinMost),
};

const choices = list(textOption, { min: 1, max: limits.choices.options });

const choice = (properties: Record<string, Rule>): ObjectRule =>
  object(
    { action_id: actionId, confirm, focus_on_load: boolean, 'options!': choices, ...properties },
    { also: (element) => [...initialAmongOptions(element), ...optionsDiffer(element)] },
  );

export const choiceRules = {
  checkboxes: choice({ initial_options: choices }),
  radio_buttons: choice({ initial_option: textOption }),
};

const field = (
  properties: Record<string, Rule>,
  more: Pick<ObjectRule, 'surfaces' | 'also'> = {},
): ObjectRule => object({ action_id: actionId, focus_on_load: boolean, ...properties }, more);

const modalOnly: readonly Surface[] = ['modal'];
const typing: Record<string, Rule> = { placeholder, dispatch_action_config: dispatchConfig };

export const textInputRules = {
  plain_text_input: field(
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
    {
      ...typing,
      'is_decimal_allowed!': boolean,
      initial_value: string(),
      min_value: string(),
      max_value: string(),
    },
    { surfaces: modalOnly, also: numbersFit },
  ),
  email_text_input: field({ ...typing, initial_value: string() }, { surfaces: modalOnly, also: emailFits }),
  url_text_input: field({ ...typing, initial_value: string() }, { surfaces: modalOnly, also: urlFits }),
  rich_text_input: field(
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
      action_id: actionId,
      filetypes: list(string({ min: 1 }), { min: 1 }),
      max_files: integer(1, limits.fileInput.files),
    },
    { surfaces: modalOnly },
  ),
};

export const pickerRules = {
  datepicker: field(
    {
      confirm,
      placeholder,
      initial_date: string({ pattern: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/ }),
    },
    { also: dateExists },
  ),
  timepicker: field(
    {
      confirm,
      placeholder,
      initial_time: string({ pattern: /^([01]\d|2[0-3]):[0-5]\d$/ }),
      timezone: string({ min: 1 }),
    },
    { also: timeZoneExists },
  ),
  datetimepicker: field(
    { confirm, initial_date_time: integer(1_000_000_000, 9_999_999_999) },
    { surfaces: ['message', 'modal'] },
  ),
};
