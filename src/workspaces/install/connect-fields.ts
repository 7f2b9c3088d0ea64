import type { PaymentCredentials } from '../../payment-service/client-settings.ts';

export interface ConnectField {
  name: keyof PaymentCredentials;
  label: string;
  hint: string;
  /** Never sent back to the browser. */
  isSecret: boolean;
}

/** In the order of the form. */
export const CONNECT_FIELDS: readonly ConnectField[] = [
  {
    name: 'apiKey',
    label: 'API key',
    hint: 'From the payment service’s dashboard.',
    isSecret: true,
  },
  {
    name: 'accountId',
    label: 'Account ID',
    hint: 'The payment service tells it to its merchants.',
    isSecret: false,
  },
  {
    name: 'secretKey',
    label: 'Secret key',
    hint: 'Issued together with the API key. It signs what Paylink asks.',
    isSecret: true,
  },
];
