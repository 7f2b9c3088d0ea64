import { elementId } from './element-place.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import { type JsonRecord, readRecord, readText } from './read-json.ts';
import type { RenderContext } from './render-context.ts';
import { renderElement } from './render-elements.ts';
import { plainWords, renderPlain } from './render-mrkdwn.ts';

const GROUPS = /^(checkboxes|radio_buttons|multi_(?!external)\w+)$/;

/** A labelled field with its hint and error. */
export const renderInputBlock = (block: JsonRecord, context: RenderContext): string => {
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
