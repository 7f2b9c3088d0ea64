import { type ElementPlace, elementAttributes } from './element-place.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import { type JsonRecord, readRecord, readRecords, readText } from './read-json.ts';
import type { RenderContext } from './render-context.ts';
import { renderFileField, renderPicker, renderTextField } from './render-fields.ts';
import { safeLink, safePicture } from './render-link.ts';
import { plainWords, renderPlain } from './render-mrkdwn.ts';
import { renderChoices, renderExternalSelect, renderMultiSelect, renderSelect } from './render-selects.ts';

/** URL of a block's picture, by address or uploaded file. */
const findPicture = (block: JsonRecord, { files }: RenderContext): string | null => {
  const named = readRecord(block['slack_file']);
  const id = readText(named['id']);
  const file = id ? files.find((one) => one.id === id) : undefined;
  return safePicture(readText(block['image_url']) || (file?.url ?? readText(named['url'])));
};

/** A picture that can be enlarged, or its alt text if it is missing. */
export const renderPicture = (block: JsonRecord, context: RenderContext, classes: string): string => {
  const src = findPicture(block, context);
  const alt = readText(block['alt_text']);
  if (src === null) {
    return `<span${buildAttributes({ class: `${classes} picture-missing`, role: 'img', 'aria-label': alt })}>🖼</span>`;
  }
  return `<button${buildAttributes({ type: 'button', class: `picture ${classes}`, 'data-enlarge': src, 'aria-label': `Enlarge: ${alt}` })}><img${buildAttributes({ src, alt })}></button>`;
};

const renderButton = (element: JsonRecord, place: ElementPlace): string => {
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

const renderOverflow = (element: JsonRecord, place: ElementPlace): string => {
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
const renderFeedback = (element: JsonRecord, place: ElementPlace): string => {
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

const renderIconButton = (element: JsonRecord, place: ElementPlace): string =>
  `<button${buildAttributes({
    type: 'button',
    ...elementAttributes(element, place),
    class: 'button button-quiet',
    'aria-label': plainWords(element['text']),
  })}>🗑 ${escapeHtml(plainWords(element['text']))}</button>`;

type Renderer = (element: JsonRecord, place: ElementPlace) => string;

const RENDERERS: Record<string, Renderer> = {
  button: renderButton,
  workflow_button: renderButton,
  overflow: renderOverflow,
  feedback_buttons: renderFeedback,
  icon_button: renderIconButton,
  image: (element, { context }) => renderPicture(element, context, 'picture-small'),
  checkboxes: renderChoices,
  radio_buttons: renderChoices,
  static_select: renderSelect,
  users_select: renderSelect,
  conversations_select: renderSelect,
  channels_select: renderSelect,
  external_select: renderExternalSelect,
  multi_static_select: renderMultiSelect,
  multi_users_select: renderMultiSelect,
  multi_conversations_select: renderMultiSelect,
  multi_channels_select: renderMultiSelect,
  multi_external_select: renderExternalSelect,
  plain_text_input: renderTextField,
  rich_text_input: renderTextField,
  number_input: renderTextField,
  email_text_input: renderTextField,
  url_text_input: renderTextField,
  datepicker: renderPicker,
  timepicker: renderPicker,
  datetimepicker: renderPicker,
  file_input: renderFileField,
};

/** One interactive element. */
export const renderElement = (element: JsonRecord, place: ElementPlace): string => {
  const type = readText(element['type']);
  const render = Object.hasOwn(RENDERERS, type) ? RENDERERS[type] : undefined;
  return (
    render?.(element, place) ??
    `<span${buildAttributes({ class: 'unknown' })}>Unknown element: ${escapeHtml(type || 'no type')}</span>`
  );
};
