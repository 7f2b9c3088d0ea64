import { type ElementPlace, elementAttributes, elementValue, nameAttributes } from './element-place.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { FilledValue } from './page-api.ts';
import { type JsonRecord, readNumber, readRecords, readText } from './read-json.ts';
import { plainWords, renderPlain, renderText } from './render-mrkdwn.ts';
import { listSelectOptions, type SelectOption } from './select-options.ts';

const listOf = (value: FilledValue): string[] =>
  value === null ? [] : Array.isArray(value) ? value : [String(value)];

const grouped = <T extends { group: string }>(options: T[]): { group: string; options: T[] }[] => {
  const groups: { group: string; options: T[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last?.group === option.group) last.options.push(option);
    else groups.push({ group: option.group, options: [option] });
  }
  return groups;
};

/** A single select. */
export const renderSelect = (element: JsonRecord, place: ElementPlace): string => {
  const value = elementValue(element, place);
  const known = listSelectOptions(element, place.context);
  const isListed = value === null || known.some((one) => one.value === value);
  // The current choice may be invisible to this reader.
  const options = isListed
    ? known
    : [...known, { value: String(value), text: String(value), note: '', group: '' }];
  const write = (option: SelectOption): string =>
    `<option${buildAttributes({ value: option.value, selected: option.value === value })}>${renderPlain(option.text)}</option>`;
  const body = grouped(options)
    .map(({ group, options: members }) => {
      const html = members.map(write).join('');
      return group ? `<optgroup${buildAttributes({ label: group })}>${html}</optgroup>` : html;
    })
    .join('');
  const placeholder = plainWords(element['placeholder']) || 'Choose…';
  return `<select${buildAttributes({
    class: 'field-select',
    ...elementAttributes(element, place),
    ...nameAttributes(element, place),
  })}><option value=""${value === null ? ' selected' : ''}>${renderPlain(placeholder)}</option>${body}</select>`;
};

const renderChoice = (
  type: 'checkbox' | 'radio',
  name: string,
  choice: { value: string; html: string; note: string; isChosen: boolean; isDisabled: boolean },
): string =>
  `<label class="choice"><input${buildAttributes({
    type,
    name,
    value: choice.value,
    checked: choice.isChosen,
    disabled: choice.isDisabled,
  })}><span>${choice.html}${choice.note ? `<small>${choice.note}</small>` : ''}</span></label>`;

const renderGroup = (
  element: JsonRecord,
  place: ElementPlace,
  role: string,
  classes: string,
  html: string,
): string =>
  `<div${buildAttributes({
    class: classes,
    role,
    ...elementAttributes(element, place),
    ...nameAttributes(element, place),
    'aria-required': null,
  })}>${html}</div>`;

/** Checkboxes and radio buttons, whose options may carry mrkdwn. */
export const renderChoices = (element: JsonRecord, place: ElementPlace): string => {
  const isRadio = element['type'] === 'radio_buttons';
  const chosen = listOf(elementValue(element, place));
  const name = String(elementAttributes(element, place)['id']);
  const html = readRecords(element['options']).map((option) => {
    const value = readText(option['value']);
    return renderChoice(isRadio ? 'radio' : 'checkbox', name, {
      value,
      html: renderText(option['text'], place.context),
      note: option['description'] ? renderText(option['description'], place.context) : '',
      isChosen: chosen.includes(value),
      isDisabled: false,
    });
  });
  return renderGroup(element, place, isRadio ? 'radiogroup' : 'group', 'choices', html.join(''));
};

/** A multi select, as a list of checkboxes. */
export const renderMultiSelect = (element: JsonRecord, place: ElementPlace): string => {
  const chosen = listOf(elementValue(element, place));
  const most = readNumber(element['max_selected_items']) ?? Number.POSITIVE_INFINITY;
  const name = String(elementAttributes(element, place)['id']);
  const html = grouped(listSelectOptions(element, place.context)).map(({ group, options }) => {
    const heading = group ? `<div class="choices-heading">${escapeHtml(group)}</div>` : '';
    const choices = options.map((option) =>
      renderChoice('checkbox', name, {
        value: option.value,
        html: renderPlain(option.text),
        note: renderPlain(option.note),
        isChosen: chosen.includes(option.value),
        isDisabled: chosen.length >= most && !chosen.includes(option.value),
      }),
    );
    return heading + choices.join('');
  });
  return renderGroup(element, place, 'group', 'choices choices-list', html.join(''));
};

/** An external select: the app provides the options. */
export const renderExternalSelect = (element: JsonRecord, place: ElementPlace): string => {
  const { context, blockId } = place;
  const actionId = readText(element['action_id']);
  const attributes = elementAttributes(element, place);
  const listId = `${attributes['id']}-list`;
  const initial = [element['initial_option'], ...readRecords(element['initial_options'])];
  const words = (value: string): string =>
    context.labelOf(blockId, actionId, value) ??
    plainWords(readRecords(initial).find((one) => one['value'] === value)?.['text']) ??
    value;
  const chips = listOf(elementValue(element, place)).map(
    (value) =>
      `<span class="chip">${renderPlain(words(value) || value)}<button${buildAttributes({
        type: 'button',
        'data-remove': value,
        'aria-label': `Remove ${words(value) || value}`,
      })}>×</button></span>`,
  );
  const offered = context.offeredFor(blockId, actionId);
  const list = offered.map(
    (option) =>
      `<button${buildAttributes({ type: 'button', role: 'option', class: 'menu-item', 'data-choice': option.value })}>${renderPlain(option.text)}</button>`,
  );
  const query = buildAttributes({
    type: 'text',
    class: 'field-input',
    role: 'combobox',
    autocomplete: 'off',
    'data-query': true,
    'aria-expanded': offered.length > 0 ? 'true' : 'false',
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    placeholder: plainWords(element['placeholder']) || 'Type to search…',
    ...nameAttributes(element, place),
  });
  return `<div${buildAttributes({ class: 'external', ...attributes })}>${chips.join('')}<input${query}><div${buildAttributes({ id: listId, class: 'menu', role: 'listbox', hidden: list.length === 0 })}>${list.join('')}</div></div>`;
};
