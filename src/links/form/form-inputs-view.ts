import type { InputBlock, KnownBlock } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { cut, plain } from '../../blocks/text.ts';
import type { FormSettings } from '../../workspaces/settings/settings.ts';
import type { FormLayout } from './form-layout.ts';
import {
  type FormField,
  formFields,
  type InputField,
  LINK_FORM_FIELDS,
  TICK_BLOCKS,
} from './link-form-fields.ts';
import type { LinkFormValues } from './link-form-values.ts';

const isInput = (row: [keyof LinkFormValues, FormField]): row is [keyof LinkFormValues, InputField] =>
  ['text', 'email', 'moment'].includes(row[1].kind);

export const buildInputs = ({ values, isShown }: FormLayout, { defaultEmail }: FormSettings): InputBlock[] =>
  formFields
    .filter(isInput)
    .filter(([name]) => isShown(name))
    .map(([name, field]) => {
      const value = values[name];
      const shopEmail = name === 'Email' ? defaultEmail : null;
      const hint =
        (typeof value === 'string' && field.kind !== 'moment' && field.hintFor?.(value)) ||
        (shopEmail === null ? field.hint : `Leave blank to send the shop’s own, ${shopEmail}.`);
      return {
        type: 'input',
        block_id: name,
        optional: field.missing === undefined || shopEmail !== null,
        label: plain(field.label, limits.input.label),
        ...(hint ? { hint: plain(hint, limits.input.hint) } : {}),
        element: buildElement(name, field, value),
      };
    });

function buildElement(
  name: string,
  { kind, maxLength, placeholder }: InputField,
  value: LinkFormValues[keyof LinkFormValues],
): InputBlock['element'] {
  const text = typeof value === 'string' ? value : null;
  const common = {
    action_id: name,
    ...(placeholder ? { placeholder: plain(placeholder, limits.placeholder) } : {}),
  };
  switch (kind) {
    case 'text':
      return {
        type: 'plain_text_input',
        ...common,
        ...(maxLength === undefined ? {} : { max_length: maxLength }),
        ...initialText(text, maxLength),
      };
    case 'email':
      return { type: 'email_text_input', ...common, ...(isEmail(text) ? initialText(text) : {}) };
    case 'moment':
      return {
        type: 'datetimepicker',
        ...common,
        ...(typeof value === 'number' ? { initial_date_time: value } : {}),
      };
  }
}

/** Slack may refuse a whole view for an initial value that is not an e-mail address. */
const isEmail = (text: string | null): boolean => text !== null && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Slack refuses an empty initial value, and one longer than the input takes. */
const initialText = (text: string | null, maxLength: number = limits.plainTextInput.length) =>
  text ? { initial_value: cut(text, maxLength) } : {};

export const buildTicks = ({ values, isShown }: FormLayout): KnownBlock[] =>
  Object.entries(TICK_BLOCKS).flatMap(([block, { label, optional }]) => {
    const ticks = formFields.flatMap(([name, field]) =>
      field.kind === 'tick' && field.block === block && isShown(name)
        ? [{ option: { text: plain(field.label), value: field.option }, isTicked: values[name] === true }]
        : [],
    );
    if (ticks.length === 0) return [];
    const ticked = ticks.filter(({ isTicked }) => isTicked).map(({ option }) => option);
    return [
      {
        type: 'input',
        block_id: block,
        optional,
        label: plain(label),
        element: {
          type: 'checkboxes',
          action_id: block,
          options: ticks.map(({ option }) => option),
          ...(ticked.length > 0 ? { initial_options: ticked } : {}),
        },
      },
    ];
  });

const { place: PLACE, channel: CHANNEL } = LINK_FORM_FIELDS;

const PLACES = [
  { text: plain('A channel', limits.option.text), value: 'channel' },
  { text: plain('My messages with Paylink', limits.option.text), value: 'me' },
];

/** The channel menu appears only for a channel, so nobody has to guess which of two answers counts. */
export const buildPlace = ({ place, channel }: Pick<LinkFormValues, 'place' | 'channel'>): KnownBlock[] => {
  const chosen = PLACES.find(({ value }) => value === place);
  const radio: KnownBlock = {
    type: 'input',
    block_id: PLACE.block,
    label: plain(PLACE.label, limits.input.label),
    dispatch_action: true,
    element: {
      type: 'radio_buttons',
      action_id: PLACE.block,
      options: PLACES,
      ...(chosen === undefined ? {} : { initial_option: chosen }),
    },
  };
  if (place === 'me') return [radio];
  const menu: KnownBlock = {
    type: 'input',
    block_id: CHANNEL.block,
    label: plain(CHANNEL.label, limits.input.label),
    hint: plain('Everyone there sees the amount, first name, last 3 digits of the phone, purpose and link.'),
    element: {
      type: 'conversations_select',
      action_id: CHANNEL.block,
      // A bot cannot post between two people, so the menu offers no direct messages.
      filter: { include: ['public', 'private'], exclude_bot_users: true },
      placeholder: plain('Choose a channel', limits.placeholder),
      ...(channel === null ? {} : { initial_conversation: channel }),
    },
  };
  return [radio, menu];
};
