import { limits } from '../../../src/blocks/limits.ts';
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
const link = part({ 'url!': url(limits.image.url), text: string(), unsafe: boolean });

const parts: Rule = typed({
  text,
  link,
  emoji: part({
    'name!': string({ min: 1 }),
    unicode: string(),
    url: string(),
    skin_tone: integer(),
  }),
  user: part({ 'user_id!': string({ min: 1 }) }),
  channel: part({ 'channel_id!': string({ min: 1 }) }),
  usergroup: part({ 'usergroup_id!': string({ min: 1 }) }),
  team: part({ 'team_id!': string({ min: 1 }) }),
  broadcast: part({ 'range!': oneOf('here', 'channel', 'everyone') }),
  color: part({ 'value!': string({ min: 1 }) }),
  date: part({
    'timestamp!': integer(),
    'format!': string({ min: 1 }),
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
