import { escapeHtml } from './escape-html.ts';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON laid out and coloured. */
export const renderJson = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  if (text === '') return '<pre class="json faint">empty</pre>';
  if (typeof value === 'string') return `<pre class="json">${escapeHtml(text)}</pre>`;
  let html = '';
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    html += escapeHtml(text.slice(from, match.index));
    from = match.index + match[0].length;
    const [all, quoted, colon] = match;
    const name = quoted === undefined ? 'json-word' : colon ? 'json-key' : 'json-text';
    html += `<span class="${name}">${escapeHtml(quoted ?? all)}</span>${colon ?? ''}`;
  }
  return `<pre class="json">${html}${escapeHtml(text.slice(from))}</pre>`;
};
