import type { InputBlock, KnownBlock, ModalView, PlainTextOption } from '@slack/types';
import { limits } from '../../blocks/limits.ts';
import { cut, escapeMrkdwn, mrkdwn, plain } from '../../blocks/text.ts';
import { LINK_REQUEST_RULES } from '../../payment-service/link-request.ts';
import type { LinkFailure } from '../../store/link.ts';
import { formatExisting } from './existing-link.ts';
import { DETAIL_FIELDS, FORM, type LinkFormValues, OPTION } from './link-form-fields.ts';
import { buildFormPlace } from './link-form-place-view.ts';

export const MORE_DETAILS_ACTION = 'more_details';

export interface LinkForm {
  values: LinkFormValues;
  /** Travels with the form and comes back with it. */
  metadata: string;
  /** With address, city, country, invoice id and product id. */
  isLong: boolean;
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
  failure,
  invoiceId = '',
  remarks = [],
}: LinkForm): ModalView => {
  const isAsked = remarks.length > 0 && remarks.every(({ isQuestion }) => isQuestion);
  return {
    type: 'modal',
    callback_id: FORM.callbackId,
    private_metadata: metadata,
    title: plain('New payment link', limits.view.title),
    submit: plain(isAsked ? 'Create link anyway' : 'Create link', limits.view.submit),
    close: plain('Cancel', limits.view.close),
    blocks: [
      ...(failure ? [buildRefusal(failure, invoiceId)] : []),
      ...[
        ...buildMainFields(values),
        ...(isLong ? buildDetailFields(values) : [buildMoreDetails()]),
        ...buildOptions(values),
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

const { FullName, notes } = LINK_REQUEST_RULES;

/**
 * The interface sets no maximum. All values together must fit in `private_metadata` while a question is
 * asked.
 */
const LONGEST_TYPED = { Phone: 60, Address: 300, City: 60, Country: 60, Invoice_Id: 100, Product_Id: 100 };

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
        max_length: LONGEST_TYPED.Phone,
        ...initial(values.Phone, LONGEST_TYPED.Phone),
        placeholder: plain('050 123 4567', limits.placeholder),
      },
    }),
    buildTextInput({
      field: 'Email',
      label: 'Customer’s e-mail',
      element: {
        type: 'email_text_input',
        action_id: FORM.email,
        ...initialEmail(values.Email),
        placeholder: plain('sara@example.com', limits.placeholder),
      },
    }),
    buildTextInput({
      field: 'notes',
      label: 'What is it for?',
      hint: 'The customer sees this on the payment page, and everyone in the channel on the card.',
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
    hint: 'Must be unique. Leave blank to generate one.',
  },
  Product_Id: { label: 'Your product number' },
};

function buildDetailFields(values: LinkFormValues): KnownBlock[] {
  return DETAIL_FIELDS.map((field) =>
    buildTextInput({
      field,
      ...DETAIL_LABELS[field],
      optional: true,
      element: {
        type: 'plain_text_input',
        action_id: field,
        max_length: LONGEST_TYPED[field],
        ...initial(values[field], LONGEST_TYPED[field]),
      },
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

/**
 * Slack refuses a whole view for an initial value that is not a number. The field keeps what was typed
 * anyway.
 */
function initialNumber(value: string | null): { initial_value?: string } {
  return value !== null && /^\d+(\.\d+)?$/.test(value) ? initial(value) : {};
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
