import { type ElementPlace, elementAttributes } from './element-place.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import { type JsonRecord, readRecord, readRecords, readText } from './read-json.ts';
import { plainWords, renderPlain } from './render-text.ts';
import { safeLink } from './safe-address.ts';

export const renderButton = (element: JsonRecord, place: ElementPlace): string => {
  const style = readText(element['style']);
  const isPending = place.context.isPending(place.blockId, readText(element['action_id']));
  const attributes = {
    ...elementAttributes(element, place),
    class: `button${style === 'primary' || style === 'danger' ? ` button-${style}` : ''}`,
    'aria-label': readText(element['accessibility_label']) || null,
    'aria-busy': isPending ? 'true' : null,
  };
  const words = `<span class="button-words">${renderPlain(plainWords(element['text']))}</span>`;
  const href = safeLink(readText(element['url']));
  return href === null
    ? `<button${buildAttributes({ type: 'button', ...attributes })}>${words}</button>`
    : `<a${buildAttributes({ ...attributes, href, target: '_blank', rel: 'noopener noreferrer' })}>${words}<span class="leaves" aria-hidden="true">↗</span></a>`;
};

export const renderOverflow = (element: JsonRecord, place: ElementPlace): string => {
  const items = readRecords(element['options']).map((option) => {
    const href = safeLink(readText(option['url']));
    const words = renderPlain(plainWords(option['text']));
    const note = plainWords(option['description']);
    const html = `${words}${note ? `<small>${renderPlain(note)}</small>` : ''}`;
    const attributes = { class: 'menu-item', role: 'menuitem', 'data-choice': readText(option['value']) };
    return href === null
      ? `<button${buildAttributes({ type: 'button', ...attributes })}>${html}</button>`
      : `<a${buildAttributes({ ...attributes, href, target: '_blank', rel: 'noopener noreferrer' })}>${html}</a>`;
  });
  return `<details${buildAttributes({ ...elementAttributes(element, place), class: 'overflow' })}><summary class="button" aria-label="More actions">⋯</summary><div class="menu" role="menu">${items.join('')}</div></details>`;
};

/** Thumbs up and down under an answer. */
export const renderFeedback = (element: JsonRecord, place: ElementPlace): string => {
  const one = (name: string, sign: string): string => {
    const button = readRecord(element[name]);
    return `<button${buildAttributes({
      type: 'button',
      class: 'button button-quiet',
      'data-choice': readText(button['value']),
      'aria-label': readText(button['accessibility_label']) || plainWords(button['text']),
    })}>${sign}</button>`;
  };
  return `<span${buildAttributes({ ...elementAttributes(element, place), class: 'feedback' })}>${one('positive_button', '👍')}${one('negative_button', '👎')}</span>`;
};

export const renderIconButton = (element: JsonRecord, place: ElementPlace): string =>
  `<button${buildAttributes({
    type: 'button',
    ...elementAttributes(element, place),
    class: 'button button-quiet',
    'aria-label': plainWords(element['text']),
  })}>🗑 ${escapeHtml(plainWords(element['text']))}</button>`;
