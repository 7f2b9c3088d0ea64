import { limits } from '../limits.ts';
import { anyText, imageBlock, imageElement, plainText, textVariants } from './composition-rules.ts';
import { dataTable, dataVisualization, table } from './data-rules.ts';
import { accessory, actionElement, button, contextAction, inputElement } from './element-rules.ts';
import { richText } from './rich-text-rules.ts';
import {
  boolean,
  integer,
  later,
  list,
  type ObjectRule,
  object,
  oneOf,
  type Rule,
  type Surface,
  string,
  typed,
  url,
} from './rule.ts';

const messageOnly: readonly Surface[] = ['message'];

const block = (
  properties: Record<string, Rule>,
  more: Pick<ObjectRule, 'surfaces' | 'also'> = {},
): ObjectRule => object({ block_id: string({ min: 1, max: limits.id.blockId }), ...properties }, more);

const needsOneOf =
  (...names: string[]): NonNullable<ObjectRule['also']> =>
  (value) =>
    names.some((name) => value[name] !== undefined)
      ? []
      : [{ tail: '', message: `missing required field: one of ${names.join(', ')}` }];

const actions = block({
  'elements!': list(actionElement, { min: 1, max: limits.actions.elements }),
});
const context = block({
  'elements!': list(typed({ ...textVariants(limits.text), image: imageElement }), {
    min: 1,
    max: limits.context.elements,
  }),
});
const divider = block({});
const header = block({ 'text!': plainText(limits.header), level: integer(1, 4) });
const input = block({
  'label!': plainText(limits.input.label),
  'element!': inputElement,
  hint: plainText(limits.input.hint),
  optional: boolean,
  dispatch_action: boolean,
});
const section = block(
  {
    text: anyText(limits.section.text),
    fields: list(anyText(limits.section.field), { min: 1, max: limits.section.fields }),
    accessory,
    expand: boolean,
  },
  { also: needsOneOf('text', 'fields') },
);
/** Slack's own icons, for a card instead of a picture. */
const slackIcon = object({
  'type!': oneOf('icon'),
  'name!': oneOf(
    ...(
      'archive book bookmark bot bug calendar call caret-left caret-right check clipboard code comment compass copy cube ' +
      'download edit email eye-closed eye-open file flag folder gear globe heart help image info key lightbulb link map ' +
      'mobile new-window pin plus refine refresh rocket save screen share sparkle star star-filled tag thumbs-down ' +
      'thumbs-up trash upload user warning'
    ).split(' '),
  ),
});
const card = block(
  {
    hero_image: imageElement,
    icon: imageElement,
    slack_icon: slackIcon,
    title: anyText(limits.card.title),
    subtitle: anyText(limits.card.subtitle),
    body: anyText(limits.card.body),
    actions: list(button, { min: 1, max: limits.card.actions }),
  },
  {
    also: (value) => [
      ...needsOneOf('hero_image', 'title', 'actions', 'body')(value),
      ...(value['icon'] !== undefined && value['slack_icon'] !== undefined
        ? [{ tail: '', message: 'must provide either icon or slack_icon' }]
        : []),
    ],
  },
);
/** The reference: “must be less than 200” and 50 characters. */
const VIDEO = { text: 199, author: 49 };
const video = block({
  'alt_text!': string({ min: 1 }),
  'title!': plainText(VIDEO.text),
  'thumbnail_url!': url(limits.image.url),
  'video_url!': string({ pattern: /^https:\/\// }),
  title_url: string({ pattern: /^https:\/\// }),
  description: plainText(VIDEO.text),
  author_name: string({ max: VIDEO.author }),
  provider_name: string(),
  provider_icon_url: url(limits.image.url),
});

const insideContainer: Rule = later(() =>
  typed({
    actions,
    context,
    divider,
    header,
    image: imageBlock,
    input,
    rich_text: richText,
    section,
    table,
    video,
  }),
);

const taskCard = block(
  {
    'task_id!': string({ min: 1 }),
    'title!': string({ min: 1 }),
    details: richText,
    output: richText,
    sources: list(
      object({ 'type!': oneOf('url'), 'url!': url(limits.image.url), 'text!': string({ min: 1 }) }),
    ),
    'status!': oneOf('pending', 'in_progress', 'complete', 'error'),
  },
  { surfaces: messageOnly },
);

/** Within a plan, a task card may leave out its type. */
const task: ObjectRule = {
  ...taskCard,
  properties: { type: oneOf('task_card'), ...taskCard.properties },
};

/** All allowed blocks. Others are refused until they are added here. */
export const blockRules: Record<string, ObjectRule> = {
  actions,
  alert: block(
    {
      'text!': anyText(limits.alert.text),
      level: oneOf('default', 'info', 'warning', 'error', 'success'),
    },
    { surfaces: ['modal'] },
  ),
  card,
  carousel: block(
    { 'elements!': list(typed({ card }), { min: 1, max: limits.carousel.cards }) },
    { surfaces: ['message', 'home'] },
  ),
  container: block(
    {
      title: plainText(limits.container.title),
      rich_text_title: richText,
      subtitle: anyText(limits.container.subtitle),
      'child_blocks!': list(insideContainer, { min: 1, max: limits.container.blocks }),
      width: oneOf('narrow', 'standard', 'wide', 'full'),
      icon: imageElement,
      is_collapsible: boolean,
      default_collapsed: boolean,
      has_header_divider: boolean,
    },
    { also: needsOneOf('title', 'rich_text_title') },
  ),
  context,
  context_actions: block(
    { 'elements!': list(contextAction, { min: 1, max: limits.contextActions.elements }) },
    { surfaces: messageOnly },
  ),
  data_table: dataTable,
  data_visualization: dataVisualization,
  divider,
  header,
  image: imageBlock,
  input,
  markdown: block({ 'text!': string({ min: 1, max: limits.message.markdown }) }, { surfaces: messageOnly }),
  plan: block({ 'title!': string({ min: 1 }), tasks: list(task) }, { surfaces: messageOnly }),
  rich_text: richText,
  section,
  table,
  task_card: taskCard,
  video,
};
