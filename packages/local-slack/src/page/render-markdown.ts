import { findEmoji } from './emoji.ts';
import { escapeHtml } from './escape-html.ts';
import { renderLink } from './render-link.ts';

const INLINE =
  /`(?<code>[^`\n]+)`|\[(?<label>[^\]\n]+)\]\((?<address>[^)\s]+)\)|\*\*(?<bold>[^*\n]+)\*\*|(?<![\w*])[*_](?<italic>[^*_\n]+)[*_](?![\w*])|~~(?<strike>[^~\n]+)~~|:(?<emoji>[a-z0-9_+-]+):|(?<url>https?:\/\/[^\s<>)]*[^\s<>.,;:!?)*_~])/g;

const renderInline = (text: string): string => {
  let html = '';
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    html += escapeHtml(text.slice(from, match.index));
    from = match.index + match[0].length;
    const { code, label, address, bold, italic, strike, emoji, url } = match.groups ?? {};
    if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`;
    else if (address !== undefined) html += renderLink(address, renderInline(label ?? ''));
    else if (bold !== undefined) html += `<b>${renderInline(bold)}</b>`;
    else if (italic !== undefined) html += `<i>${renderInline(italic)}</i>`;
    else if (strike !== undefined) html += `<s>${renderInline(strike)}</s>`;
    else if (emoji !== undefined) html += findEmoji(emoji) ?? escapeHtml(match[0]);
    else if (url !== undefined) html += renderLink(url);
  }
  return html + escapeHtml(text.slice(from));
};

type Kind = 'heading' | 'bullet' | 'number' | 'quote' | 'rule' | 'text';

const KINDS: [Kind, RegExp][] = [
  ['heading', /^#{1,6}\s+/],
  ['rule', /^(-{3,}|\*{3,})\s*$/],
  ['bullet', /^\s*[-*+]\s+/],
  ['number', /^\s*\d+[.)]\s+/],
  ['quote', /^>\s?/],
];

const renderGroup = (kind: Kind, lines: string[]): string => {
  const items = lines.map((line) => `<li>${renderInline(line)}</li>`).join('');
  switch (kind) {
    case 'heading':
      return lines.map((line) => `<h4>${renderInline(line)}</h4>`).join('');
    case 'rule':
      return '<hr>';
    case 'bullet':
      return `<ul>${items}</ul>`;
    case 'number':
      return `<ol>${items}</ol>`;
    case 'quote':
      return `<blockquote>${lines.map(renderInline).join('<br>')}</blockquote>`;
    default:
      return lines.every((line) => line.trim() === '')
        ? ''
        : `<p>${lines.map(renderInline).join('<br>')}</p>`;
  }
};

const renderLines = (text: string): string => {
  const groups: { kind: Kind; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const [kind, sign] = KINDS.find(([, pattern]) => pattern.test(line)) ?? ['text' as const, /^/];
    const bare = line.replace(sign, '');
    const last = groups.at(-1);
    const isParagraphEnd = kind === 'text' && (line.trim() === '' || last?.lines.at(-1)?.trim() === '');
    if (last?.kind === kind && !isParagraphEnd) last.lines.push(bare);
    else groups.push({ kind, lines: [bare] });
  }
  return groups.map(({ kind, lines }) => renderGroup(kind, lines)).join('');
};

/** Common Markdown, for the `markdown` block. */
export const renderMarkdown = (text: string): string =>
  `<div class="markdown">${text
    .split(/```[a-z]*\n?([\s\S]*?)```/)
    .map((part, index) => (index % 2 === 1 ? `<pre>${escapeHtml(part)}</pre>` : renderLines(part)))
    .join('')}</div>`;
