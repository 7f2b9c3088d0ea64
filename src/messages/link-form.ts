import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { LINK_REQUEST_RULES } from '../payment-service/link-request.ts';
import type { LinkFailure } from '../store/link.ts';
import type { DoublesWarning } from './doubles-warning.ts';
import { formatExisting } from './existing-link.ts';
import { limits } from './limits.ts';
import { DETAIL_FIELDS, FORM, type LinkFormValues, OPTION } from './link-form-fields.ts';
import { cut, escapeMrkdwn, mrkdwn, plain } from './text.ts';

export const MORE_DETAILS_ACTION = 'more_details';

export interface LinkForm {
  values: LinkFormValues;
  /** Travels with the form and comes back with it. */
  metadata: string;
  /** With address, city, country, invoice id and product id. */
  isLong: boolean;
  /** Why the form is back: said above the fields. */
  failure?: LinkFailure;
  /** The reference that the failure speaks of. */
  invoiceId?: string;
  /** Submitting this form makes a link beside others like it. */
  warning?: DoublesWarning;
}

export const buildLinkForm = ({
  values,
  metadata,
  isLong,
  failure,
  invoiceId = '',
  warning,
}: LinkForm): ModalView => ({
  type: 'modal',
  callback_id: FORM.callbackId,
  private_metadata: metadata,
  title: plain('New payment link', limits.view.title),
  submit: plain(warning ? 'Make another anyway' : 'Create link', limits.view.submit),
  close: plain('Cancel', limits.view.close),
  blocks: [
    ...(warning ? [warning.above] : []),
    ...(failure ? [buildRefusal(failure, invoiceId)] : []),
    ...buildMainFields(values),
    ...(isLong ? buildDetailFields(values) : [buildMoreDetails()]),
    ...buildOptions(values),
    buildChannel(values),
    ...(warning ? [warning.below] : []),
  ],
});

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

const { FullName, notes } = LINK_REQUEST_RULES;

function buildMainFields(values: LinkFormValues): KnownBlock[] {
  return [
    buildTextInput({
      field: 'invoiceAmount',
      label: 'Amount in AED',
      hint: 'At least AED 10, with at most two decimals.',
      element: {
        type: 'number_input',
        action_id: FORM.amount,
        is_decimal_allowed: true,
        ...initialNumber(values.invoiceAmount),
        placeholder: plain('250.00', limits.placeholder),
      },
    }),
    buildTextInput({
      field: 'FullName',
      label: 'Customer’s name',
      hint: 'In Latin letters, as on a card or an ID.',
      element: {
        type: 'plain_text_input',
        action_id: FORM.name,
        max_length: FullName.max,
        ...initial(values.FullName, FullName.max),
        placeholder: plain('Sara Khan', limits.placeholder),
      },
    }),
    buildTextInput({
      field: 'Phone',
      label: 'Customer’s phone',
      element: {
        type: 'plain_text_input',
        action_id: FORM.phone,
        ...initial(values.Phone),
        placeholder: plain('050 123 4567', limits.placeholder),
      },
    }),
    buildTextInput({
      field: 'Email',
      label: 'Customer’s e-mail',
      element: {
        type: 'email_text_input',
        action_id: FORM.email,
        ...initial(values.Email),
        placeholder: plain('sara@example.com', limits.placeholder),
      },
    }),
    buildTextInput({
      field: 'notes',
      label: 'What is it for?',
      hint: 'The customer sees this on the payment page.',
      element: {
        type: 'plain_text_input',
        action_id: FORM.notes,
        max_length: notes.max,
        ...initial(values.notes, notes.max),
        placeholder: plain('June rent', limits.placeholder),
      },
    }),
    buildTextInput({
      field: 'expiryOn',
      label: 'Can be paid until',
      element: {
        type: 'datetimepicker',
        action_id: FORM.expiry,
        ...(values.expiryOn === null ? {} : { initial_date_time: values.expiryOn }),
      },
    }),
  ];
}

const DETAIL_LABELS: Record<(typeof DETAIL_FIELDS)[number], { label: string; hint?: string }> = {
  Address: { label: 'Customer’s address' },
  City: { label: 'City', hint: "Latin letters, spaces, . ' and - only." },
  Country: { label: 'Country', hint: "Latin letters, spaces, . ' and - only." },
  Invoice_Id: {
    label: 'Your invoice number',
    hint: 'Must be new to the payment service. Empty: Paylink makes one.',
  },
  Product_Id: { label: 'Your product number' },
};

function buildDetailFields(values: LinkFormValues): KnownBlock[] {
  return DETAIL_FIELDS.map((field) =>
    buildTextInput({
      field,
      ...DETAIL_LABELS[field],
      optional: true,
      element: { type: 'plain_text_input', action_id: field, ...initial(values[field]) },
    }),
  );
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

function buildOptions(values: LinkFormValues): KnownBlock[] {
  const options: PlainTextOption[] = [
    { text: plain('QR code for the customer to scan'), value: OPTION.qr },
    { text: plain('Ask the payment service for an invoice'), value: OPTION.invoice },
  ];
  const chosen = options.filter(
    (option) =>
      (option.value === OPTION.qr && values.Is_QR_needed) ||
      (option.value === OPTION.invoice && values.Is_invoice_generated),
  );
  const terms: PlainTextOption = {
    text: plain('The customer accepts the terms and conditions'),
    value: OPTION.terms,
  };
  return [
    {
      type: 'input',
      block_id: FORM.options,
      optional: true,
      label: plain('Options'),
      element: {
        type: 'checkboxes',
        action_id: FORM.options,
        options,
        ...(chosen.length > 0 ? { initial_options: chosen } : {}),
      },
    },
    {
      type: 'input',
      block_id: FORM.terms,
      label: plain('Terms'),
      element: {
        type: 'checkboxes',
        action_id: FORM.terms,
        options: [terms],
        ...(values.isTermsAndConditionsAccepted ? { initial_options: [terms] } : {}),
      },
    },
  ];
}

function buildChannel(values: LinkFormValues): KnownBlock {
  return {
    type: 'input',
    block_id: FORM.channel,
    label: plain('Post the card in'),
    hint: plain('Colleagues there see the amount and the customer’s first name.'),
    element: {
      type: 'conversations_select',
      action_id: FORM.channel,
      ...(values.channel === null ? {} : { initial_conversation: values.channel }),
    },
  };
}

function buildTextInput(field: {
  field: string;
  label: string;
  hint?: string;
  optional?: boolean;
  element: InputBlock['element'];
}): InputBlock {
  return {
    type: 'input',
    block_id: field.field,
    optional: field.optional ?? false,
    label: plain(field.label, limits.input.label),
    ...(field.hint ? { hint: plain(field.hint, limits.input.hint) } : {}),
    element: field.element,
  };
}

/** Slack refuses a whole view for an initial value that is no number; what is typed stays in the field all the same. */
function initialNumber(value: string | null): { initial_value?: string } {
  return value !== null && /^\d+(\.\d+)?$/.test(value) ? initial(value) : {};
}

/** Slack refuses an empty initial value, and one longer than the input takes. */
function initial(
  value: string | null,
  limit: number = limits.plainTextInput.length,
): { initial_value?: string } {
  return value === null || value === '' ? {} : { initial_value: cut(value, limit) };
}
