import type { Manifest } from '../config/manifest.ts';
import { LINK_FORM_FIELDS } from '../links/form/link-form-fields.ts';

export const STEP = 'create_payment_link';

/** The field of the form that an input is, apart from the channel. */
export const FIELD_OF = {
  amount: 'invoiceAmount',
  name: 'FullName',
  phone: 'Phone',
  email: 'Email',
  purpose: 'notes',
} as const;

const asInForm = (input: keyof typeof FIELD_OF, description: string) => ({
  ...{ type: 'string', title: LINK_FORM_FIELDS[FIELD_OF[input]].label, description },
});

const INPUTS = {
  amount: asInForm('amount', 'Such as 250 or 1,250.50'),
  name: asInForm('name', 'In Latin letters'),
  phone: asInForm('phone', 'Such as 050 123 4567'),
  email: asInForm('email', 'Blank: the shop’s own, if it has one'),
  purpose: asInForm('purpose', 'The customer and the channel see this'),
  channel: { type: 'slack#/types/channel_id', title: 'Channel', description: 'The card goes there' },
};

export type StepInput = keyof typeof INPUTS;

const OUTPUTS = {
  address: { type: 'string', title: 'Payment link', description: 'Its address, for the customer' },
  reference: { type: 'string', title: 'Reference', description: 'As on the card' },
  amount: { type: 'string', title: 'Amount', description: 'Such as AED 250.00' },
  expiry: { type: 'slack#/types/timestamp', title: 'Can be paid until', description: 'Date and time' },
} as const;

export type StepOutputs = Record<keyof typeof OUTPUTS, string | number>;

/** What the manifest of an app with the step has besides. */
export const STEP_MANIFEST = {
  functions: {
    [STEP]: {
      title: 'Create a payment link',
      description: 'Makes a payment link in AED. Its card in the channel tells when it is paid.',
      input_parameters: {
        properties: INPUTS,
        required: Object.keys(INPUTS).filter((name) => name !== 'email'),
      },
      output_parameters: { properties: OUTPUTS, required: Object.keys(OUTPUTS) },
    },
  } satisfies Manifest['functions'],
  event: 'function_executed',
  settings: { function_runtime: 'remote', org_deploy_enabled: true },
} as const;
