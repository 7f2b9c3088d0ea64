import { type ElementPlace, elementAttributes, elementValue, nameAttributes } from './element-place.ts';
import { buildAttributes, escapeHtml } from './escape-html.ts';
import { type JsonRecord, readList, readNumber, readText } from './read-json.ts';
import { plainWords } from './render-mrkdwn.ts';
import { toWallTime } from './zoned-time.ts';

/** Remaining characters, shown when few are left. */
const renderCounter = (element: JsonRecord, text: string): string => {
  const most = readNumber(element['max_length']);
  if (most === null) return '';
  const left = most - text.length;
  if (left > Math.max(15, most / 5)) return '';
  const words = left < 0 ? `${-left} too many` : `${left} left`;
  return `<span${buildAttributes({ class: left < 0 ? 'counter counter-over' : 'counter' })}>${words}</span>`;
};

// Numbers use text fields: the app gets exactly what was typed, and the checks are Slack's.
const TEXT_KINDS: Record<string, { type: string; inputmode: string }> = {
  plain_text_input: { type: 'text', inputmode: 'text' },
  number_input: { type: 'text', inputmode: 'decimal' },
  email_text_input: { type: 'text', inputmode: 'email' },
  url_text_input: { type: 'text', inputmode: 'url' },
};

export const renderTextField = (element: JsonRecord, place: ElementPlace): string => {
  const held = elementValue(element, place);
  const text = held === null ? '' : String(held);
  const shared = {
    ...elementAttributes(element, place),
    ...nameAttributes(element, place),
    placeholder: plainWords(element['placeholder']) || null,
    autocomplete: 'off',
  };
  const type = readText(element['type']);
  const isLong = element['multiline'] === true || type === 'rich_text_input';
  const kind = TEXT_KINDS[type] ?? { type: 'text', inputmode: 'text' };
  const field = isLong
    ? // A line break right after the tag would be swallowed.
      `<textarea${buildAttributes({ class: 'field-input', rows: 4, ...shared })}>\n${escapeHtml(text)}</textarea>`
    : `<input${buildAttributes({ class: 'field-input', ...kind, ...shared, value: text })}>`;
  return `<div class="text-field">${field}${renderCounter(element, text)}</div>`;
};

const PICKERS: Record<string, string> = {
  datepicker: 'date',
  timepicker: 'time',
  datetimepicker: 'datetime-local',
};

/** Date and time in the reader's time zone. */
export const renderPicker = (element: JsonRecord, place: ElementPlace): string => {
  const held = elementValue(element, place);
  const type = readText(element['type']);
  const value =
    type === 'datetimepicker'
      ? typeof held === 'number'
        ? toWallTime(held, place.context.timeZone)
        : ''
      : String(held ?? '');
  const zone =
    type === 'datetimepicker'
      ? place.context.timeZone
      : type === 'timepicker'
        ? readText(element['timezone'])
        : '';
  const field = `<input${buildAttributes({
    type: PICKERS[type] ?? 'text',
    class: 'field-input field-picker',
    ...elementAttributes(element, place),
    ...nameAttributes(element, place),
    value,
  })}>`;
  return zone ? `<span class="picker">${field}<span class="zone">${escapeHtml(zone)}</span></span>` : field;
};

export const renderFileField = (element: JsonRecord, place: ElementPlace): string =>
  `<input${buildAttributes({
    type: 'file',
    class: 'field-input',
    ...elementAttributes(element, place),
    ...nameAttributes(element, place),
    multiple: element['max_files'] !== 1,
    accept: readList(element['filetypes'])
      .map((type) => `.${readText(type)}`)
      .join(','),
    // The browser shows the chosen files; the form holds their ids in the local Slack.
    'data-own': true,
  })}>`;
