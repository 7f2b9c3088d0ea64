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

const style: Rule = object({
  bold: boolean,
  italic: boolean,
  strike: boolean,
  code: boolean,
  underline: boolean,
  highlight: boolean,
  client_highlight: boolean,
  unlink: boolean,
});

const part = (properties: Record<string, Rule>): ObjectRule => object({ style, ...properties });

const text = part({ 'text!': string({ min: 1 }) });
const link = part({
  'url!': url(limits.image.url),
  text: string(),
  unsafe: boolean,
  truncated: boolean,
  from_llm: boolean,
  is_slack_url: boolean,
});

const id = string({ min: 1 });
const address = url(limits.image.url);

/** Other things of Slack, which the local page shows as their text. */
const mentions: Record<string, ObjectRule> = {
  attachment_mention: part({
    'url!': address,
    text: string(),
    app_id: id,
    entity_id: id,
    icon_url: address,
    channel_id: id,
    ts: id,
    full_size_preview_enabled: boolean,
    icon_name: id,
    reference_object_type: id,
  }),
  canvas: part({ 'file_id!': id, label: string(), hide_title: boolean, section_id: id }),
  canvas_message_unfurl: part({ 'root_message_ts!': id, 'root_message_channel!': id }),
  canvas_user_mention: part({ 'user_id!': id, thread_id: id }),
  citation: object({
    'url!': address,
    'text!': string({ min: 1 }),
    'index!': integer(0),
    'details!': object({
      'citation_type!': oneOf('file', 'external', 'web', 'message', 'memory'),
      descriptor: id,
      file_id: id,
      app_name: id,
      app_icon_url: address,
      display_name: id,
      title: id,
      snippet: id,
      channel: id,
      message_ts: id,
      memory_id: id,
    }),
    from_llm: boolean,
    is_slack_url: boolean,
  }),
  file: part({ 'file_id!': id, text: string(), url: address, is_skill_invocation: boolean }),
  list_record: part({ 'file_id!': id, record_id: id, view_id: id, text: string(), url: address }),
  message_mention: part({
    'channel_id!': id,
    'message_ts!': id,
    author_id: id,
    thread_ts: id,
    text: string(),
    url: address,
  }),
  salesforce_data_field: part({
    'salesforce_record_id!': id,
    salesforce_field_label: id,
    salesforce_field_api_name: id,
    salesforce_include_field_label: boolean,
  }),
  tag: part({
    'text!': string({ min: 1 }),
    color: oneOf('gray', 'brown', 'purple', 'indigo', 'blue', 'green', 'yellow', 'orange', 'red'),
  }),
  work_object_mention: part({
    'entity_id!': id,
    'app_id!': id,
    'text!': string({ min: 1 }),
    'url!': address,
    icon_url: address,
    full_size_preview_enabled: boolean,
    product_name: id,
  }),
  workflow_mention: part({
    'workflow_id!': id,
    'function_trigger_id!': id,
    'text!': string({ min: 1 }),
    url: address,
    channel_id: id,
    ts: id,
  }),
};

const parts: Rule = typed({
  ...mentions,
  text,
  link,
  emoji: part({
    'name!': string({ min: 1 }),
    unicode: string(),
    url: string(),
    skin_tone: integer(),
  }),
  user: part({ 'user_id!': id, from_llm: boolean }),
  channel: part({ 'channel_id!': id, tab_id: id, from_llm: boolean }),
  usergroup: part({ 'usergroup_id!': id }),
  team: part({ 'team_id!': id }),
  broadcast: part({ 'range!': oneOf('here', 'channel', 'everyone') }),
  color: part({ 'value!': string({ min: 1 }) }),
  date: part({
    'timestamp!': integer(),
    'format!': string({ min: 1 }),
    timezone: id,
    url: url(limits.image.url),
    fallback: string(),
  }),
});

const border = integer(0, 1);

const section = object({ 'elements!': list(parts) });

const bodies: Rule = typed({
  rich_text_section: section,
  rich_text_quote: object({ 'elements!': list(parts), border }),
  rich_text_preformatted: object({
    'elements!': list(typed({ text, link })),
    border,
    language: string(),
  }),
  rich_text_list: object({
    'elements!': list(typed({ rich_text_section: section })),
    'style!': oneOf('bullet', 'ordered'),
    indent: integer(0, 8),
    offset: integer(0),
    border,
  }),
});

export const richText: ObjectRule = object({
  'type!': oneOf('rich_text'),
  block_id: string({ min: 1, max: limits.id.blockId }),
  'elements!': list(bodies),
});
