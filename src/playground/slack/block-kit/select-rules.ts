import { limits } from '../../../messages/limits.ts';
import { isRecord, readList } from '../read-json.ts';
import {
  confirm,
  conversationFilter,
  maxSelected,
  optionGroup,
  placeholder,
  plainOption,
  textOption,
} from './composition-rules.ts';
import { boolean, integer, list, type ObjectRule, object, oneOf, type Rule, string } from './rule.ts';

export const actionId: Rule = string({ min: 1, max: limits.id.actionId });

type Also = ObjectRule['also'];

const sameOption = (one: unknown, other: unknown): boolean =>
  isRecord(one) &&
  isRecord(other) &&
  one['value'] === other['value'] &&
  JSON.stringify(one['text']) === JSON.stringify(other['text']);

const offered = (element: Record<string, unknown>): unknown[] => [
  ...readList(element['options']),
  ...readList(element['option_groups']).flatMap((group) =>
    isRecord(group) ? readList(group['options']) : [],
  ),
];

/** What is chosen at first must be among what can be chosen, to the letter. */
export const initialAmongOptions = (element: Record<string, unknown>) => {
  const chosen = [
    ...(element['initial_option'] === undefined ? [] : [element['initial_option']]),
    ...readList(element['initial_options']),
  ];
  const known = offered(element);
  return chosen.every((one) => known.some((other) => sameOption(one, other)))
    ? []
    : [{ tail: '', message: 'initial option must match one of the options' }];
};

const optionsOrGroups: Also = (element) => [
  ...((element['options'] === undefined) === (element['option_groups'] === undefined)
    ? [{ tail: '', message: 'must provide either options or option_groups' }]
    : []),
  ...initialAmongOptions(element),
];

const menu = (type: string, properties: Record<string, Rule>, also?: Also): ObjectRule =>
  object(
    {
      'type!': oneOf(type),
      action_id: actionId,
      confirm,
      focus_on_load: boolean,
      placeholder,
      ...properties,
    },
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
const id = string({ min: 1 });

export const selectRules: Record<string, ObjectRule> = {
  static_select: menu('static_select', { ...staticOptions, initial_option: plainOption }, optionsOrGroups),
  multi_static_select: menu(
    'multi_static_select',
    { ...staticOptions, ...many, initial_options: list(plainOption, { min: 1, max: limits.select.options }) },
    optionsOrGroups,
  ),
  external_select: menu('external_select', { initial_option: plainOption, min_query_length: integer(0) }),
  multi_external_select: menu('multi_external_select', {
    ...many,
    initial_options: list(plainOption, { min: 1, max: limits.select.options }),
    min_query_length: integer(0),
  }),
  users_select: menu('users_select', { initial_user: id }),
  multi_users_select: menu('multi_users_select', { ...many, initial_users: ids }),
  conversations_select: menu('conversations_select', {
    ...conversation,
    initial_conversation: id,
    response_url_enabled: boolean,
  }),
  multi_conversations_select: menu('multi_conversations_select', {
    ...conversation,
    ...many,
    initial_conversations: ids,
  }),
  channels_select: menu('channels_select', { initial_channel: id, response_url_enabled: boolean }),
  multi_channels_select: menu('multi_channels_select', { ...many, initial_channels: ids }),
};

const choices = list(textOption, { min: 1, max: limits.choices.options });

const choice = (type: string, properties: Record<string, Rule>): ObjectRule =>
  object(
    {
      'type!': oneOf(type),
      action_id: actionId,
      confirm,
      focus_on_load: boolean,
      'options!': choices,
      ...properties,
    },
    { also: initialAmongOptions },
  );

export const choiceRules: Record<string, ObjectRule> = {
  checkboxes: choice('checkboxes', { initial_options: choices }),
  radio_buttons: choice('radio_buttons', { initial_option: textOption }),
};
