import { findEmoji } from './emoji.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import { formatDateTokens } from './format-date.ts';
import { type JsonRecord, readNumber, readRecord, readRecords, readText } from './read-json.ts';
import type { RenderContext } from './render-context.ts';
import { renderLink } from './render-link.ts';
import { renderBroadcast, renderChannel, renderUser } from './render-person.ts';

const STYLES = { bold: 'b', italic: 'i', strike: 's', underline: 'u', code: 'code', highlight: 'mark' };

const withStyle = (html: string, style: JsonRecord): string =>
  Object.entries(STYLES).reduce(
    (inner, [name, tag]) => (style[name] === true ? `<${tag}>${inner}</${tag}>` : inner),
    html,
  );

const breaks = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>');

const fromCodePoints = (codes: string): string | null => {
  const points = codes.split('-').map((code) => Number.parseInt(code, 16));
  const isGood = codes !== '' && points.every((point) => point >= 0 && point <= 0x10_ff_ff);
  return isGood ? String.fromCodePoint(...points) : null;
};

const renderDate = (part: JsonRecord, context: RenderContext): string => {
  const seconds = readNumber(part['timestamp']);
  if (seconds === null || Math.abs(seconds) > 99_999_999_999) return escapeHtml(readText(part['fallback']));
  const text = escapeHtml(formatDateTokens(readText(part['format']), seconds, context));
  const address = readText(part['url']);
  return address ? renderLink(address, text) : text;
};

const renderBare = (part: JsonRecord, context: RenderContext): string => {
  switch (part['type']) {
    case 'text':
      return breaks(readText(part['text']));
    case 'link': {
      const address = readText(part['url']);
      return renderLink(address, breaks(readText(part['text']) || address));
    }
    case 'emoji': {
      const name = readText(part['name']);
      return escapeHtml(fromCodePoints(readText(part['unicode'])) ?? findEmoji(name) ?? `:${name}:`);
    }
    case 'user':
      return renderUser(readText(part['user_id']), context);
    case 'channel':
      return renderChannel(readText(part['channel_id']), context);
    case 'usergroup':
      return renderBroadcast(readText(part['usergroup_id']));
    case 'broadcast':
      return renderBroadcast(readText(part['range']));
    case 'date':
      return renderDate(part, context);
    case 'color': {
      const color = readText(part['value']);
      const sample = /^#[0-9a-f]{3,8}$/i.test(color)
        ? `<span${buildAttributes({ class: 'color-sample', style: `background:${color}` })}></span>`
        : '';
      return `${sample}<code>${escapeHtml(color)}</code>`;
    }
    default:
      return escapeHtml(readText(part['text']));
  }
};

const renderParts = (value: unknown, context: RenderContext): string =>
  readRecords(value)
    .map((part) => withStyle(renderBare(part, context), readRecord(part['style'])))
    .join('');

const renderList = (body: JsonRecord, context: RenderContext): string => {
  const isOrdered = body['style'] === 'ordered';
  const indent = Math.min(Math.max(Math.trunc(readNumber(body['indent']) ?? 0), 0), 8);
  const items = readRecords(body['elements']).map(
    (item) => `<li>${renderParts(item['elements'], context)}</li>`,
  );
  const offset = readNumber(body['offset']);
  const tag = isOrdered ? 'ol' : 'ul';
  const attributes = buildAttributes({
    class: `indent-${indent}`,
    start: isOrdered && offset ? Math.trunc(offset) + 1 : null,
  });
  return `<${tag}${attributes}>${items.join('')}</${tag}>`;
};

const renderBody = (body: JsonRecord, context: RenderContext): string => {
  switch (body['type']) {
    case 'rich_text_list':
      return renderList(body, context);
    case 'rich_text_quote':
      return `<blockquote>${renderParts(body['elements'], context)}</blockquote>`;
    case 'rich_text_preformatted': {
      // Preformatted text must be copyable exactly.
      const copy = '<button type="button" class="copy" data-copy>Copy</button>';
      return `<div class="preformatted"><pre>${renderParts(body['elements'], context).replaceAll('<br>', '\n')}</pre>${copy}</div>`;
    }
    default:
      return `<div class="rich-section">${renderParts(body['elements'], context)}</div>`;
  }
};

/** A `rich_text` block, or a cell of a table. */
export const renderRichText = (block: JsonRecord, context: RenderContext): string =>
  `<div class="rich-text">${readRecords(block['elements'])
    .map((body) => renderBody(body, context))
    .join('')}</div>`;
