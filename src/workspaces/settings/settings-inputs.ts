import type { InputBlock, KnownBlock, PlainTextOption } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { plain } from '../../blocks/text.ts';

/** From 0, as the settings count them. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** A setting's name is both its block id and its element id. */
export const input = (block: string, label: string) => ({
  type: 'input' as const,
  block_id: block,
  label: plain(label, limits.input.label),
});

export const header = (text: string): KnownBlock => ({ type: 'header', text: plain(text, limits.header) });

export const number = (action: string, range: { min: number; max: number }, value: string | null) => ({
  type: 'number_input' as const,
  action_id: action,
  is_decimal_allowed: false,
  min_value: String(range.min),
  max_value: String(range.max),
  ...(value === null ? {} : { initial_value: value }),
});

export const option = (value: string, text: string): PlainTextOption => ({
  text: plain(text, limits.option.text),
  value,
});

/** One of several: all to be seen at once, or in a menu. */
export const choice = (
  block: string,
  type: 'radio_buttons' | 'static_select',
  options: PlainTextOption[],
  chosen: string,
): InputBlock['element'] => {
  const [first] = options;
  const initial = options.find(({ value }) => value === chosen) ?? first;
  return { type, action_id: block, options, ...(initial ? { initial_option: initial } : {}) };
};
