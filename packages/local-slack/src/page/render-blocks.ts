import { elementId } from './element-place.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import { type JsonRecord, readNumber, readRecord, readRecords, readText } from './read-json.ts';
import type { RenderContext } from './render-context.ts';
import { renderChart, renderDataTable, renderTable } from './render-data.ts';
import { renderElement, renderPicture } from './render-elements.ts';
import { renderMarkdown } from './render-markdown.ts';
import { plainWords, renderPlain, renderText } from './render-mrkdwn.ts';
import { renderRichText } from './render-rich-text.ts';

type Renderer = (block: JsonRecord, context: RenderContext) => string;

const renderHeader: Renderer = (block) => {
  const level = Math.min(Math.max(Math.trunc(readNumber(block['level']) ?? 1), 1), 4);
  return `<h3${buildAttributes({ class: `block header header-${level}` })}>${renderPlain(plainWords(block['text']))}</h3>`;
};

const renderSection: Renderer = (block, context) => {
  const text = block['text'] ? `<div class="words">${renderText(block['text'], context)}</div>` : '';
  const fields = readRecords(block['fields'])
    .map((field) => `<div class="words">${renderText(field, context)}</div>`)
    .join('');
  const accessory = readRecord(block['accessory']);
  const aside = accessory['type']
    ? `<div class="accessory">${renderElement(accessory, { blockId: readText(block['block_id']), context })}</div>`
    : '';
  return `<div class="block section"><div class="section-body">${text}${fields ? `<div class="fields">${fields}</div>` : ''}</div>${aside}</div>`;
};

const renderContextBlock: Renderer = (block, context) => {
  const parts = readRecords(block['elements']).map((part) =>
    part['type'] === 'image'
      ? renderPicture(part, context, 'picture-tiny')
      : `<span class="words">${renderText(part, context)}</span>`,
  );
  return `<div class="block context">${parts.join('')}</div>`;
};

const renderImageBlock: Renderer = (block, context) => {
  const title = plainWords(block['title']);
  return `<figure class="block image">${title ? `<figcaption>${renderPlain(title)}</figcaption>` : ''}${renderPicture(block, context, 'picture-large')}</figure>`;
};

const renderActions: Renderer = (block, context) => {
  const place = { blockId: readText(block['block_id']), context };
  const elements = readRecords(block['elements']).map((element) => renderElement(element, place));
  return `<div${buildAttributes({ class: 'block actions', 'data-block': place.blockId })}>${elements.join('')}</div>`;
};

const ALERT_SIGNS: Record<string, string> = { info: 'ℹ️', warning: '⚠️', error: '⛔', success: '✅' };

const renderAlert: Renderer = (block, context) => {
  const level = readText(block['level']);
  const sign = Object.hasOwn(ALERT_SIGNS, level) ? (ALERT_SIGNS[level] ?? '') : '';
  const classes = sign ? `block alert alert-${level}` : 'block alert';
  return `<div${buildAttributes({ class: classes, role: level === 'error' ? 'alert' : 'status' })}>${sign ? `<span aria-hidden="true">${sign}</span>` : ''}<div class="words">${renderText(block['text'], context)}</div></div>`;
};

const renderCard: Renderer = (block, context) => {
  const part = (name: string, classes: string): string =>
    block[name] ? `<div class="${classes}">${renderText(block[name], context)}</div>` : '';
  const picture = readRecord(block['hero_image']);
  const buttons = readRecords(block['actions']);
  return [
    '<div class="block card">',
    picture['type'] ? renderPicture(picture, context, 'picture-large') : '',
    part('title', 'card-title'),
    part('subtitle', 'card-subtitle'),
    part('body', 'words'),
    buttons.length > 0 ? renderActions({ ...block, elements: buttons }, context) : '',
    '</div>',
  ].join('');
};

/** Unknown blocks are shown as such, not dropped. */
const renderUnknown: Renderer = (block) =>
  `<div class="block unknown"><b>Unknown block: ${escapeHtml(readText(block['type']) || 'no type')}</b><pre>${escapeHtml(JSON.stringify(block, null, 2).slice(0, 2_000))}</pre></div>`;

const GROUPS = /^(checkboxes|radio_buttons|multi_(?!external)\w+)$/;

/** A labelled field with its hint and error. */
const renderInputBlock: Renderer = (block, context) => {
  const blockId = readText(block['block_id']);
  const element = readRecord(block['element']);
  const id = elementId(context, blockId, readText(element['action_id']));
  const error = context.errorOf(blockId);
  const hint = plainWords(block['hint']);
  const isOptional = block['optional'] === true;
  const describedBy = [error === undefined ? '' : `${id}-error`, hint ? `${id}-hint` : '']
    .filter(Boolean)
    .join(' ');
  const words = `${renderPlain(plainWords(block['label']))}${isOptional ? ' <span class="optional">(optional)</span>' : ''}`;
  const isGroup = GROUPS.test(readText(element['type']));
  const label = isGroup
    ? `<span${buildAttributes({ id: `${id}-label`, class: 'label' })}>${words}</span>`
    : `<label${buildAttributes({ id: `${id}-label`, class: 'label', for: id })}>${words}</label>`;
  const field = renderElement(element, {
    blockId,
    context,
    label: {
      id: `${id}-label`,
      describedBy: describedBy || null,
      isInvalid: error !== undefined,
      isRequired: !isOptional,
    },
  });
  return [
    `<div${buildAttributes({ class: error === undefined ? 'block input' : 'block input input-wrong', 'data-block': blockId })}>`,
    label,
    field,
    error === undefined
      ? ''
      : `<p${buildAttributes({ id: `${id}-error`, class: 'field-error', 'data-error-for': blockId })}>${escapeHtml(error)}</p>`,
    hint ? `<p${buildAttributes({ id: `${id}-hint`, class: 'hint' })}>${renderPlain(hint)}</p>` : '',
    '</div>',
  ].join('');
};

const renderContainer: Renderer = (block, context) => {
  const title = block['title']
    ? renderText(block['title'], context)
    : renderRichText(readRecord(block['rich_text_title']), context);
  const subtitle = block['subtitle'] ? renderText(block['subtitle'], context) : '';
  return `<div class="block container"><div class="card-title">${title}</div><div class="card-subtitle">${subtitle}</div>${renderBlocks(block['child_blocks'], context)}</div>`;
};

const renderTask: Renderer = (block, context) =>
  `<div class="block card"><div class="card-title">${escapeHtml(readText(block['title']))}</div><div class="card-subtitle">${escapeHtml(readText(block['status']).replaceAll('_', ' '))}</div>${block['details'] ? renderRichText(readRecord(block['details']), context) : ''}${block['output'] ? renderRichText(readRecord(block['output']), context) : ''}</div>`;

const RENDERERS: Record<string, Renderer> = {
  actions: renderActions,
  context_actions: renderActions,
  alert: renderAlert,
  card: renderCard,
  carousel: (block, context) =>
    `<div class="block carousel">${renderBlocks(block['elements'], context)}</div>`,
  container: renderContainer,
  context: renderContextBlock,
  data_table: renderDataTable,
  data_visualization: renderChart,
  divider: () => '<hr class="block divider">',
  header: renderHeader,
  image: renderImageBlock,
  input: renderInputBlock,
  markdown: (block) => renderMarkdown(readText(block['text'])),
  plan: (block, context) =>
    `<div class="block plan"><div class="card-title">${escapeHtml(readText(block['title']))}</div>${renderBlocks(block['tasks'], context)}</div>`,
  rich_text: (block, context) => `<div class="block">${renderRichText(block, context)}</div>`,
  section: renderSection,
  table: renderTable,
  task_card: renderTask,
};

/** Blocks as HTML. All text is escaped; only http(s), mailto and tel links work. */
export function renderBlocks(blocks: unknown, context: RenderContext): string {
  return readRecords(blocks)
    .map((block) => {
      const type = readText(block['type']);
      const render = Object.hasOwn(RENDERERS, type) ? RENDERERS[type] : undefined;
      return (render ?? renderUnknown)(block, context);
    })
    .join('');
}
