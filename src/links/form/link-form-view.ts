import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { cut, escapeMrkdwn, mrkdwn, plain } from '../../blocks/text.ts';
import type { LinkFailure } from '../../store/link.ts';
import { formatExisting } from './existing-link.ts';
import {
  FORM_CALLBACK,
  type FormField,
  formFields,
  type InputField,
  type LinkFormValues,
  TICK_BLOCKS,
} from './link-form-fields.ts';
import { buildFormPlace } from './link-form-place-view.ts';

export const MORE_DETAILS_ACTION = 'more_details';

export interface LinkForm {
  values: LinkFormValues;
  /** Travels with the form and comes back with it. */
  metadata: string;
  /** With address, city, country, invoice id and product id. */
  isLong: boolean;
  /** Mrkdwn about the words that filled it in; shown above the fields. */
  pleaseCheck?: string;
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
  values,
  metadata,
  isLong,
  pleaseCheck = '',
  failure,
  invoiceId = '',
  remarks = [],
}: LinkForm): ModalView => {
  const isAsked = remarks.length > 0 && remarks.every(({ isQuestion }) => isQuestion);
  return {
    type: 'modal',
    callback_id: FORM_CALLBACK,
    private_metadata: metadata,
    title: plain('New payment link', limits.view.title),
    submit: plain(isAsked ? 'Create link anyway' : 'Create link', limits.view.submit),
    close: plain('Cancel', limits.view.close),
    blocks: [
      ...(failure ? [buildRefusal(failure, invoiceId)] : []),
      ...(pleaseCheck === ''
        ? []
        : [{ type: 'section' as const, block_id: 'please_check', text: mrkdwn(pleaseCheck) }]),
      ...[
        ...buildInputs(values, false),
        ...(isLong ? buildInputs(values, true) : [buildMoreDetails()]),
        ...buildTicks(values),
        ...buildFormPlace(values),
      ].flatMap((block) => [block, ...buildRemarks(block.block_id, remarks)]),
      // A replaced form keeps its scroll position, so the remarks may be out of sight.
      ...(remarks.length > 0
        ? [{ type: 'section' as const, block_id: 'remarks_below', text: mrkdwn(remindOf(remarks)) }]
        : []),
    ],
  };
};

function buildRemarks(blockId: string | undefined, remarks: readonly FieldRemark[]): KnownBlock[] {
  return remarks
    .filter(({ field }) => field === blockId)
    .map(({ field, text }) => ({ type: 'section', block_id: `remark_${field}`, text: mrkdwn(`⚠️ ${text}`) }));
}

const remindOf = (remarks: readonly FieldRemark[]): string =>
  `⚠️ *Nothing was created yet.* Look above:\n${remarks.map(({ text }) => text).join('\n')}`;

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

/** The fields to fill in: those of the short form, or those that only the long form has. */
function buildInputs(values: LinkFormValues, isDetail: boolean): InputBlock[] {
  return formFields
    .filter(isInput)
    .filter(([, field]) => (field.isDetail ?? false) === isDetail)
    .map(([name, field]) => ({
      type: 'input',
      block_id: name,
      optional: field.missing === undefined,
      label: plain(field.label, limits.input.label),
      ...buildHint(field, values[name]),
      element: buildElement(name, field, values[name]),
    }));
}

function buildHint(field: InputField, value: LinkFormValues[keyof LinkFormValues]): Pick<InputBlock, 'hint'> {
  const own = typeof value === 'string' && field.kind !== 'moment' ? field.hintOf?.(value) : null;
  const hint = own ?? field.hint;
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
function buildTicks(values: LinkFormValues): KnownBlock[] {
  return Object.entries(TICK_BLOCKS).map(([block, { label, optional }]) => {
    const ticks = formFields.flatMap(([name, field]) =>
      field.kind === 'tick' && field.block === block
        ? [{ option: { text: plain(field.label), value: field.option }, isChosen: values[name] === true }]
        : [],
    );
    const chosen = ticks.filter(({ isChosen }) => isChosen).map(({ option }) => option);
    return {
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
    };
  });
}

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
