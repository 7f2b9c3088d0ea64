import { buildAttributes, escapeHtml } from './escape-html.ts';
import { type JsonRecord, readNumber, readRecord, readRecords, readText } from './read-json.ts';
import type { RenderContext } from './render-context.ts';
import { renderElement, renderPicture } from './render-elements.ts';
import { plainWords, renderPlain, renderText } from './render-mrkdwn.ts';

export const renderHeader = (block: JsonRecord): string => {
  const level = Math.min(Math.max(Math.trunc(readNumber(block['level']) ?? 1), 1), 4);
  return `<h3${buildAttributes({ class: `block header header-${level}` })}>${renderPlain(plainWords(block['text']))}</h3>`;
};

export const renderSection = (block: JsonRecord, context: RenderContext): string => {
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

export const renderContextBlock = (block: JsonRecord, context: RenderContext): string => {
  const parts = readRecords(block['elements']).map((part) =>
    part['type'] === 'image'
      ? renderPicture(part, context, 'picture-tiny')
      : `<span class="words">${renderText(part, context)}</span>`,
  );
  return `<div class="block context">${parts.join('')}</div>`;
};

export const renderImageBlock = (block: JsonRecord, context: RenderContext): string => {
  const title = plainWords(block['title']);
  return `<figure class="block image">${title ? `<figcaption>${renderPlain(title)}</figcaption>` : ''}${renderPicture(block, context, 'picture-large')}</figure>`;
};

export const renderActions = (block: JsonRecord, context: RenderContext): string => {
  const place = { blockId: readText(block['block_id']), context };
  const elements = readRecords(block['elements']).map((element) => renderElement(element, place));
  return `<div${buildAttributes({ class: 'block actions', 'data-block': place.blockId })}>${elements.join('')}</div>`;
};

const ALERT_SIGNS: Record<string, string> = { info: 'ℹ️', warning: '⚠️', error: '⛔', success: '✅' };

export const renderAlert = (block: JsonRecord, context: RenderContext): string => {
  const level = readText(block['level']);
  const sign = Object.hasOwn(ALERT_SIGNS, level) ? (ALERT_SIGNS[level] ?? '') : '';
  const classes = sign ? `block alert alert-${level}` : 'block alert';
  return `<div${buildAttributes({ class: classes, role: level === 'error' ? 'alert' : 'status' })}>${sign ? `<span aria-hidden="true">${sign}</span>` : ''}<div class="words">${renderText(block['text'], context)}</div></div>`;
};

export const renderCard = (block: JsonRecord, context: RenderContext): string => {
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
export const renderUnknown = (block: JsonRecord): string =>
  `<div class="block unknown"><b>Unknown block: ${escapeHtml(readText(block['type']) || 'no type')}</b><pre>${escapeHtml(JSON.stringify(block, null, 2).slice(0, 2_000))}</pre></div>`;
