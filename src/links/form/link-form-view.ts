import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { cut, escapeMrkdwn, mrkdwn, plain } from '../../blocks/text.ts';
import type { LinkFailure } from '../../store/link.ts';
import type { Preset } from '../../store/settings-store.ts';
import type { FormSettings } from '../../workspaces/settings/form-settings.ts';
import { labelPreset, MOST_PRESETS } from '../../workspaces/settings/presets.ts';
import { buildMakeAnotherButton } from '../card/card-buttons-view.ts';
import type { Recalled } from '../customers/fill-known-customer.ts';
import { formatExisting } from './existing-link.ts';
import { type FormLayout, layOutForm } from './form-layout.ts';
import {
  blockIdIn,
  type FormMetadata,
  fillFormMetadata,
  type SomeFormMetadata,
  writeFormMetadata,
} from './form-metadata.ts';
import {
  FORM_CALLBACK,
  type FormField,
  formFields,
  type InputField,
  TICK_BLOCKS,
} from './link-form-fields.ts';
import { buildFormPlace } from './link-form-place-view.ts';
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

/** A problem with a field's value, or a question about it. */
export interface FieldRemark {
  /** The block of the field. */
  field: string;
  /** Mrkdwn. */
  text: string;
  /** Submitting the form again answers yes. */
  isQuestion: boolean;
}

export const buildLinkForm = ({
  values: asked,
  metadata: some,
  settings,
  now,
  timeZone,
  failure,
  invoiceId = '',
  remarks = [],
}: LinkForm): ModalView => {
  const metadata = fillFormMetadata(some);
  const { isLong, askedIn, pleaseCheck, recalled } = metadata;
  const faulty = [failure?.field ?? '', ...remarks.map(({ field }) => field)];
  const layout = layOutForm({ values: asked, settings, isLong, askedIn, faulty, now, timeZone });
  const { values, isShown, isKnownCustomerShown, hasMore } = layout;
  const isAsked = remarks.length > 0 && remarks.every(({ isQuestion }) => isQuestion);
  return {
    type: 'modal',
    callback_id: FORM_CALLBACK,
    private_metadata: writeFormMetadata({ ...metadata, unshown: listUnshown(layout) }),
    title: plain('New payment link', limits.view.title),
    submit: plain(isAsked ? 'Create link anyway' : 'Create link', limits.view.submit),
    close: plain('Cancel', limits.view.close),
    blocks: [
      ...(failure ? [buildRefusal(failure, invoiceId)] : []),
      ...(pleaseCheck === ''
        ? []
        : [{ type: 'section' as const, block_id: 'please_check', text: mrkdwn(pleaseCheck) }]),
      ...(recalled === null ? [] : [buildRecalled(recalled)]),
      ...(settings.presets.length > 0 ? [buildPresets(settings.presets)] : []),
      ...[
        ...buildInputs(layout, settings),
        ...(hasMore ? [buildMoreDetails()] : []),
        ...buildTicks(layout),
        ...(isShown('place') ? buildFormPlace(values) : []),
      ].flatMap((block) => [
        block.type === 'input' ? { ...block, block_id: blockIdIn(metadata, block.block_id ?? '') } : block,
        ...buildRemarks(block.block_id, remarks),
        // The amount comes first: where a form is empty, that is where one begins to type.
        ...(block.block_id === 'invoiceAmount' && isKnownCustomerShown ? [buildKnownCustomer()] : []),
      ]),
      // A replaced form keeps its scroll position, so the remarks may be out of sight.
      ...(remarks.length > 0
        ? [{ type: 'section' as const, block_id: 'remarks_below', text: mrkdwn(remindOf(remarks)) }]
        : []),
    ],
  };
};

/** The button of a card, for all that the line does not fill in. */
function buildRecalled({ line, from, canRepeat }: Recalled): KnownBlock {
  return {
    type: 'section',
    block_id: 'recalled',
    text: mrkdwn(line),
    ...(canRepeat ? { accessory: buildMakeAnotherButton({ id: from }, 'Same again') } : {}),
  };
}

/** Apart from the fields: such a menu takes no free text. Nobody is listed before two characters are typed. */
function buildKnownCustomer(): KnownBlock {
  return {
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
}

function buildRemarks(blockId: string | undefined, remarks: readonly FieldRemark[]): KnownBlock[] {
  return remarks
    .filter(({ field }) => field === blockId)
    .map(({ field, text }) => ({ type: 'section', block_id: `remark_${field}`, text: mrkdwn(`⚠️ ${text}`) }));
}

const remindOf = (remarks: readonly FieldRemark[]): string =>
  `⚠️ *Nothing has been created yet.* See above:\n${remarks.map(({ text }) => text).join('\n')}`;

function buildRefusal(failure: LinkFailure, invoiceId: string): KnownBlock {
  const reference = failure.reference === null ? '' : ` (report ${failure.reference})`;
  return {
    type: 'section',
    block_id: 'refusal',
    text: mrkdwn(
      `⚠️ *${escapeMrkdwn(failure.what)}*\n${escapeMrkdwn(failure.next)}${escapeMrkdwn(reference)}${formatExisting(failure, invoiceId)}`,
    ),
  };
}

const isInput = (row: [keyof LinkFormValues, FormField]): row is [keyof LinkFormValues, InputField] =>
  ['text', 'email', 'moment'].includes(row[1].kind);

/** The fields to fill in. */
function buildInputs({ values, isShown }: FormLayout, settings: FormSettings): InputBlock[] {
  return formFields
    .filter(isInput)
    .filter(([name]) => isShown(name))
    .map(([name, field]) => {
      const instead = name === 'Email' ? settings.defaultEmail : null;
      return {
        type: 'input',
        block_id: name,
        optional: field.missing === undefined || instead !== null,
        label: plain(field.label, limits.input.label),
        ...buildHint(field, values[name], instead),
        element: buildElement(name, field, values[name]),
      };
    });
}

/** `instead`: what is sent if the field is left blank. */
function buildHint(
  field: InputField,
  value: LinkFormValues[keyof LinkFormValues],
  instead: string | null,
): Pick<InputBlock, 'hint'> {
  const own = typeof value === 'string' && field.kind !== 'moment' ? field.hintOf?.(value) : null;
  const hint = own ?? (instead === null ? field.hint : `Leave blank to send the shop’s own, ${instead}.`);
  return hint ? { hint: plain(hint, limits.input.hint) } : {};
}

function buildElement(
  name: string,
  { kind, longest, placeholder: example }: InputField,
  value: LinkFormValues[keyof LinkFormValues],
): InputBlock['element'] {
  const text = typeof value === 'string' ? value : null;
  const common = {
    action_id: name,
    ...(example ? { placeholder: plain(example, limits.placeholder) } : {}),
  };
  switch (kind) {
    case 'text':
      return {
        type: 'plain_text_input',
        ...common,
        ...(longest === undefined ? {} : { max_length: longest }),
        ...initial(text, longest),
      };
    case 'email':
      return { type: 'email_text_input', ...common, ...initialEmail(text) };
    case 'moment':
      return {
        type: 'datetimepicker',
        ...common,
        ...(typeof value === 'number' ? { initial_date_time: value } : {}),
      };
  }
}

/** A press fills the form in; it carries a name, and the settings what it stands for. */
function buildPresets(presets: readonly Preset[]): KnownBlock {
  return {
    type: 'actions',
    block_id: 'presets',
    elements: presets.slice(0, PRESET_ACTIONS.length).map((preset, index) => ({
      type: 'button',
      action_id: PRESET_ACTIONS[index] ?? '',
      text: plain(labelPreset(preset), limits.button.text),
      value: preset.name,
    })),
  };
}

function buildMoreDetails(): KnownBlock {
  return {
    type: 'actions',
    block_id: 'more',
    elements: [
      { type: 'button', action_id: MORE_DETAILS_ACTION, text: plain('More details', limits.button.text) },
    ],
  };
}

/** The blocks of ticks, each with its ticks. */
function buildTicks({ values, isShown }: FormLayout): KnownBlock[] {
  return Object.entries(TICK_BLOCKS).flatMap(([block, { label, optional }]) => {
    const ticks = formFields.flatMap(([name, field]) =>
      field.kind === 'tick' && field.block === block && isShown(name)
        ? [{ option: { text: plain(field.label), value: field.option }, isChosen: values[name] === true }]
        : [],
    );
    if (ticks.length === 0) return [];
    const chosen = ticks.filter(({ isChosen }) => isChosen).map(({ option }) => option);
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
          ...(chosen.length > 0 ? { initial_options: chosen } : {}),
        },
      },
    ];
  });
}

/** What the form holds without showing it, so that it comes back. */
const listUnshown = ({ values, isShown }: FormLayout): FormMetadata['unshown'] =>
  Object.fromEntries(formFields.flatMap(([name]) => (isShown(name) ? [] : [[name, values[name]]])));

/** Slack may refuse a whole view for an initial value that is not an e-mail address. */
function initialEmail(value: string | null): { initial_value?: string } {
  return value !== null && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? initial(value) : {};
}

/** Slack refuses an empty initial value, and one longer than the input takes. */
function initial(
  value: string | null,
  limit: number = limits.plainTextInput.length,
): { initial_value?: string } {
  return value === null || value === '' ? {} : { initial_value: cut(value, limit) };
}
