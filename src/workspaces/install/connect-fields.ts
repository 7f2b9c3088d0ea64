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
    hint: 'Your account’s ID at the payment service.',
    isSecret: false,
  },
  {
    name: 'secretKey',
    label: 'Secret key',
    hint: 'Issued together with the API key. Paylink signs its requests with it.',
    isSecret: true,
  },
];
