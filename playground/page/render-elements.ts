import type { ElementPlace } from './element-place.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import { type JsonRecord, readText } from './read-json.ts';
import { renderButton, renderFeedback, renderIconButton, renderOverflow } from './render-buttons.ts';
import { renderFileField, renderPicker, renderTextField } from './render-fields.ts';
import { renderPicture } from './render-picture.ts';
import { renderChoices, renderExternalSelect, renderMultiSelect, renderSelect } from './render-selects.ts';

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

/** One thing to press, choose or type into. */
export const renderElement = (element: JsonRecord, place: ElementPlace): string => {
  const type = readText(element['type']);
  const render = Object.hasOwn(RENDERERS, type) ? RENDERERS[type] : undefined;
  return (
    render?.(element, place) ??
    `<span${buildAttributes({ class: 'unknown' })}>Unknown element: ${escapeHtml(type || 'no type')}</span>`
  );
};
