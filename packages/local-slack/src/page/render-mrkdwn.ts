import { findEmoji } from './emoji.ts';
import { escapeHtml } from './escape-html.ts';
import { formatDateTokens } from './format-date.ts';
import { readRecord, readText } from './read-json.ts';
import type { RenderContext } from './render-context.ts';
import { renderLink } from './render-link.ts';
import { renderBroadcast, renderChannel, renderUser } from './render-person.ts';

const DECODED: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Decodes mrkdwn's three entities, once. */
const decode = (text: string): string => text.replace(/&(?:amp|lt|gt);/g, (entity) => DECODED[entity] ?? '');

const literal = (text: string): string => escapeHtml(decode(text));

const styled = (name: string, mark: string): string =>
  `(?<![\\p{L}\\p{N}${mark}])${mark}(?<${name}>[^\\s${mark}](?:[^${mark}\\n]*[^\\s${mark}])?)${mark}(?![\\p{L}\\p{N}${mark}])`;

const INLINE = [
  '`(?<code>[^`\\n]+)`',
  '<(?<tag>[^<>\\n]+)>',
  styled('bold', '\\*'),
  styled('italic', '_'),
  styled('strike', '~'),
  ":(?<emoji>[a-z0-9_+'-]+(?:::skin-tone-\\d)?):",
  '(?<url>https?:\\/\\/(?:(?!&[lg]t;)[^\\s<>|])*(?!&[lg]t;)[^\\s<>|.,;:!?)\'"*_~])',
].join('|');

const renderDate = (tag: string, context: RenderContext): string => {
  const [head = '', ...fallback] = tag.split('|');
  const [, seconds = '', format = '', address = ''] = head.split('^');
  if (!/^\d{1,11}$/.test(seconds)) return literal(fallback.join('|'));
  const text = escapeHtml(formatDateTokens(decode(format), Number(seconds), context));
  return address ? renderLink(decode(address), text) : text;
};

const renderTag = (tag: string, context: RenderContext): string => {
  const bar = tag.indexOf('|');
  const target = bar < 0 ? tag : tag.slice(0, bar);
  const label = bar < 0 ? '' : tag.slice(bar + 1);
  if (target.startsWith('!date^')) return renderDate(tag, context);
  if (/^@[UW]\w+$/.test(target)) return renderUser(target.slice(1), context, decode(label).replace(/^@/, ''));
  if (/^#[CDGUW]\w+$/.test(target)) return renderChannel(target.slice(1), context, decode(label));
  if (/^!(here|channel|everyone)$/.test(target)) return renderBroadcast(target.slice(1));
  if (target.startsWith('!subteam^')) return renderBroadcast(decode(label).replace(/^@/, '') || 'group');
  if (/^(https?:|mailto:|tel:)/i.test(target)) {
    return renderLink(
      decode(target),
      label ? literal(label) : literal(target.replace(/^(mailto|tel):/i, '')),
    );
  }
  return literal(`<${tag}>`);
};

const renderInline = (text: string, context: RenderContext, isVerbatim: boolean): string => {
  const pattern = new RegExp(INLINE, 'giu');
  const nested = (inner: string, tag: string): string =>
    `<${tag}>${renderInline(inner, context, isVerbatim)}</${tag}>`;
  let html = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    html += literal(text.slice(from, match.index));
    from = match.index + match[0].length;
    const { code, tag, bold, italic, strike, emoji, url } = match.groups ?? {};
    if (code !== undefined) html += `<code>${literal(code)}</code>`;
    else if (tag !== undefined) html += renderTag(tag, context);
    else if (bold !== undefined) html += nested(bold, 'b');
    else if (italic !== undefined) html += nested(italic, 'i');
    else if (strike !== undefined) html += nested(strike, 's');
    else if (emoji !== undefined) html += findEmoji(emoji) ?? literal(match[0]);
    else if (url !== undefined) html += isVerbatim ? literal(url) : renderLink(decode(url), literal(url));
  }
  return html + literal(text.slice(from));
};

const QUOTE = /^(?:>|&gt;) ?/;

const renderLines = (text: string, context: RenderContext, isVerbatim: boolean): string => {
  const groups: { isQuote: boolean; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const isQuote = QUOTE.test(line);
    const last = groups.at(-1);
    const bare = isQuote ? line.replace(QUOTE, '') : line;
    if (last?.isQuote === isQuote) last.lines.push(bare);
    else groups.push({ isQuote, lines: [bare] });
  }
  return groups
    .map(({ isQuote, lines }) => {
      const html = lines.map((line) => renderInline(line, context, isVerbatim)).join('<br>');
      return isQuote ? `<blockquote>${html}</blockquote>` : html;
    })
    .join('');
};

/** Slack's mrkdwn as HTML. `isVerbatim`: bare addresses stay text. */
export const renderMrkdwn = (text: string, context: RenderContext, isVerbatim = false): string =>
  text
    .split(/```\n?([\s\S]*?)\n?```/)
    .map((part, index) =>
      index % 2 === 1
        ? `<pre>${literal(part)}</pre>`
        : part === ''
          ? ''
          : renderLines(part, context, isVerbatim),
    )
    .join('');

/** Plain text of the page's own, and of objects whose `emoji` is false: as it is. */
export const renderPlain = (text: string): string => escapeHtml(text);

/** Plain text whose emoji names are replaced. */
const renderWithEmoji = (text: string): string =>
  escapeHtml(text).replace(/:([a-z0-9_+-]+):/g, (name, found: string) => findEmoji(found) ?? name);

/** A text object of either kind. */
export const renderText = (value: unknown, context: RenderContext): string => {
  const object = readRecord(value);
  const text = readText(object['text']);
  return object['type'] === 'mrkdwn'
    ? renderMrkdwn(text, context, object['verbatim'] === true)
    : (object['emoji'] === true ? renderWithEmoji : renderPlain)(text).replaceAll('\n', '<br>');
};

/** A text object's text, not HTML yet. */
export const plainWords = (value: unknown): string => readText(readRecord(value)['text']);
