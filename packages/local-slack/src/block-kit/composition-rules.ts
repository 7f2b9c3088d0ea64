import { limits } from '../limits.ts';
import {
  boolean,
  integer,
  list,
  type ObjectRule,
  object,
  oneOf,
  type Rule,
  string,
  typed,
  url,
} from './rule.ts';

export const plainText = (max: number): ObjectRule =>
  object({ 'type!': oneOf('plain_text'), 'text!': string({ min: 1, max }), emoji: boolean });

const markdownText = (max: number): ObjectRule =>
  object({ 'type!': oneOf('mrkdwn'), 'text!': string({ min: 1, max }), verbatim: boolean });

export const anyText = (max: number): Rule => typed(textVariants(max));

export const textVariants = (max: number): Record<string, ObjectRule> => ({
  plain_text: plainText(max),
  mrkdwn: markdownText(max),
});

export const confirm: Rule = object({
  title: plainText(limits.confirm.title),
  // Slack shows the marks of mrkdwn as they are: slackapi/node-slack-sdk#1612.
  'text!': anyText(limits.confirm.text),
  confirm: plainText(limits.confirm.button),
  deny: plainText(limits.confirm.button),
  style: oneOf('primary', 'danger'),
});

const optionWith = (text: Rule, more: Record<string, Rule> = {}): Rule =>
  object({
    'text!': text,
    'value!': string({ max: limits.option.value }),
    description: plainText(limits.option.description),
    ...more,
  });

/** Options of select menus. */
export const plainOption: Rule = optionWith(plainText(limits.option.text));

/** Options of checkboxes and radio buttons, and what describes them, may be mrkdwn. */
export const textOption: Rule = optionWith(anyText(limits.option.text), {
  description: anyText(limits.option.description),
});

export const overflowOption: Rule = optionWith(plainText(limits.option.text), {
  url: url(limits.option.url),
});

export const optionGroup: Rule = object({
  'label!': plainText(limits.select.groupLabel),
  'options!': list(plainOption, { min: 1, max: limits.select.options }),
});

export const placeholder: Rule = plainText(limits.placeholder);

export const conversationFilter: Rule = object(
  {
    include: list(oneOf('im', 'mpim', 'private', 'public'), { min: 1 }),
    exclude_external_shared_channels: boolean,
    exclude_bot_users: boolean,
  },
  // The reference of the filter: "you must supply at least one of these fields".
  {
    also: (filter) =>
      Object.keys(filter).length > 0 ? [] : [{ tail: '', message: 'must provide at least one field' }],
  },
);

export const dispatchConfig: Rule = object({
  trigger_actions_on: list(oneOf('on_enter_pressed', 'on_character_entered'), { min: 1 }),
});

const slackFile: Rule = object(
  // Slack requires this format: slackapi/python-slack-sdk#1658.
  { id: string({ pattern: /^F[A-Z0-9]{8,}$/ }), url: url(limits.image.url) },
  {
    also: (file) =>
      (file['id'] === undefined) === (file['url'] === undefined)
        ? [{ tail: '', message: 'must provide either id or url' }]
        : [],
  },
);

const exactlyOneSource = (image: Record<string, unknown>) =>
  (image['image_url'] === undefined) === (image['slack_file'] === undefined)
    ? [{ tail: '', message: 'must provide either image_url or slack_file' }]
    : [];

const imageProperties: Record<string, Rule> = {
  'type!': oneOf('image'),
  'alt_text!': string({ min: 1, max: limits.image.altText }),
  image_url: url(limits.image.url),
  slack_file: slackFile,
};

export const imageElement: ObjectRule = object(imageProperties, { also: exactlyOneSource });

export const imageBlock: ObjectRule = object(
  {
    ...imageProperties,
    block_id: string({ min: 1, max: limits.id.blockId }),
    title: plainText(limits.image.title),
  },
  { also: exactlyOneSource },
);

export const rawText: ObjectRule = object({ 'type!': oneOf('raw_text'), 'text!': string({ min: 1 }) });

export const maxSelected: Rule = integer(1);
