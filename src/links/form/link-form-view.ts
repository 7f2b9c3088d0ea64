import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { actions, buildButton, buildOption, modal, section } from '../../blocks/message.ts';
import { isEmail } from '../../blocks/sensitive-text.ts';
import { cut, escapeMrkdwn, plain } from '../../blocks/text.ts';
import { formatPreset, labelPreset, MOST_PRESETS } from '../../settings/presets.ts';
import type { FormSettings } from '../../settings/settings.ts';
import type { LinkFailure } from '../../store/link.ts';
import type { Preset } from '../../store/settings-store.ts';
import { buildMakeAnotherButton } from '../card/card-buttons-view.ts';
import type { Recalled } from '../customers/recall-customer.ts';
import { type FormLayout, layOutForm } from './form-layout.ts';
import { blockIdIn, fillFormMetadata, type SomeFormMetadata, writeFormMetadata } from './form-metadata.ts';
import { buildRemarkSummary, buildRemarks, type FieldRemark } from './form-remarks-view.ts';
import { describeExisting } from './link-failures.ts';
import {
  FORM_CALLBACK,
  type FormField,
  formFields,
  type InputField,
  LINK_FORM_FIELDS,
  TICK_BLOCKS,
} from './link-form-fields.ts';
import type { LinkFormValues } from './link-form-values.ts';

export const MORE_DETAILS_ACTION = 'more_details';
export const KNOWN_CUSTOMER_ACTION = 'known_customer';

/** Slack wants an id of its own for each button of a block. */
export const PRESET_ACTIONS = Array.from({ length: MOST_PRESETS }, (_, index) => `preset_${index}`);

interface LinkForm {
  /** `expiryOn` null: as long as the settings say. */
  values: LinkFormValues;
  /** Travels with the form and comes back with it. */
  metadata: SomeFormMetadata;
  settings: FormSettings;
  now: number;
  timeZone: string;
  /** Why the form is back; shown above the fields. */
  failure?: LinkFailure;
  /** The reference that the failure mentions. */
  invoiceId?: string;
  /** Each is shown under its field. */
  remarks?: readonly FieldRemark[];
}

export const buildLinkForm = ({
  values: given,
  metadata: some,
  settings,
  now,
  timeZone,
  failure,
  invoiceId = '',
  remarks = [],
}: LinkForm): ModalView => {
  const metadata = fillFormMetadata(some);
  const { isLong, askedIn, pleaseCheck, recalled, after } = metadata;
  const faulty = [failure?.field ?? '', ...remarks.map(({ field }) => field)];
  const layout = layOutForm({ values: given, settings, isLong, askedIn, faulty, now, timeZone });
  const { values, isShown, isKnownCustomerShown, hasMore } = layout;
  const unshown = Object.fromEntries(
    formFields.flatMap(([name]) => (isShown(name) ? [] : [[name, values[name]]])),
  );
  const isQuestion = remarks.length > 0 && remarks.every((remark) => remark.isQuestion);
  const fields: KnownBlock[] = [
    ...buildInputs(layout, settings),
    ...(hasMore ? [MORE_DETAILS] : []),
    ...buildTicks(layout),
    ...(isShown('place') ? buildPlace(values) : []),
  ];
  const submit = isQuestion ? 'Create link anyway' : 'Create link';
  const words = { title: 'New payment link', submit, close: 'Cancel' };
  return modal(FORM_CALLBACK, { ...words, metadata: writeFormMetadata({ ...metadata, unshown }) }, [
    ...(failure ? [buildFailure(failure, invoiceId)] : []),
    ...(after && after.line !== '' ? [section(after.line, 'of_sale')] : []),
    ...(pleaseCheck === '' ? [] : [section(pleaseCheck, 'please_check')]),
    ...(recalled === null ? [] : [buildRecalled(recalled)]),
    ...(settings.presets.length > 0 ? [buildPresets(settings.presets)] : []),
    ...fields.flatMap((block) => [
      block.type === 'input' ? { ...block, block_id: blockIdIn(metadata, block.block_id ?? '') } : block,
      ...buildRemarks(block.block_id, remarks),
      // The amount comes first: in an empty form, that is where people begin to type.
      ...(block.block_id === 'invoiceAmount' && isKnownCustomerShown ? [KNOWN_CUSTOMER] : []),
    ]),
    ...buildRemarkSummary(remarks),
  ]);
};

const buildFailure = (failure: LinkFailure, invoiceId: string): KnownBlock => {
  const reference = failure.reference === null ? '' : ` (report ${failure.reference})`;
  return section(
    `⚠️ *${escapeMrkdwn(failure.what)}*\n${escapeMrkdwn(failure.next + reference)}${describeExisting(failure, invoiceId)}`,
    'refusal',
  );
};

const buildRecalled = ({ line, from, canRepeat }: Recalled): KnownBlock => ({
  ...section(line, 'recalled'),
  ...(canRepeat ? { accessory: buildMakeAnotherButton({ id: from }, 'Same again') } : {}),
});

/** Not part of the name field, because such a menu takes no free text. It is empty until two characters are typed. */
const KNOWN_CUSTOMER: KnownBlock = {
  type: 'input',
  block_id: KNOWN_CUSTOMER_ACTION,
  optional: true,
  dispatch_action: true,
  label: plain('Known customer', limits.input.label),
  element: {
    type: 'external_select',
    action_id: KNOWN_CUSTOMER_ACTION,
    min_query_length: 2,
    placeholder: plain('Name, last digits or e-mail', limits.placeholder),
  },
};

/** A button carries all that it fills in, so that it never fills in anything else after a change of the settings. */
const buildPresets = (presets: readonly Preset[]): KnownBlock =>
  actions(
    'presets',
    presets
      .slice(0, PRESET_ACTIONS.length)
      .map((preset, index) =>
        buildButton(formatPreset(preset), PRESET_ACTIONS[index] ?? '', labelPreset(preset)),
      ),
  );

const MORE_DETAILS: KnownBlock = actions('more', [
  { type: 'button', action_id: MORE_DETAILS_ACTION, text: plain('More details', limits.button.text) },
]);

const isInput = (row: [keyof LinkFormValues, FormField]): row is [keyof LinkFormValues, InputField] =>
  ['text', 'email', 'moment'].includes(row[1].kind);

const buildInputs = ({ values, isShown }: FormLayout, { defaultEmail }: FormSettings): InputBlock[] =>
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
      // Slack may refuse a whole view for an initial value that is not an e-mail address.
      return {
        type: 'email_text_input',
        ...common,
        ...(text !== null && isEmail(text) ? initialText(text) : {}),
      };
    case 'moment':
      return {
        type: 'datetimepicker',
        ...common,
        ...(typeof value === 'number' ? { initial_date_time: value } : {}),
      };
  }
}

/** Slack refuses an empty initial value, and one longer than the input takes. */
const initialText = (text: string | null, maxLength: number = limits.plainTextInput.length) =>
  text ? { initial_value: cut(text, maxLength) } : {};

const buildTicks = ({ values, isShown }: FormLayout): KnownBlock[] =>
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

const PLACES = [buildOption('channel', 'A channel'), buildOption('me', 'My messages with Paylink')];

/** The channel menu appears only for a channel, so nobody has to guess which of two answers counts. */
const buildPlace = ({ place, channel }: Pick<LinkFormValues, 'place' | 'channel'>): KnownBlock[] => {
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
